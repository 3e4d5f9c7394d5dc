"""Strands Agents over the service, `pip install './client[strands]'`: its sessions and its memory store.

A session repository keeps conversations word for word, so that an agent goes on where it was. A memory store remembers
facts under the service's rules: what is a duplicate, a correction or small talk is decided there.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from strands.memory.extraction.types import ExtractionConfig
from strands.memory.types import AddMessagesContext, MemoryEntry, MemoryStore, SearchOptions
from strands.session.session_repository import SessionRepository
from strands.types.content import Message
from strands.types.exceptions import SessionException
from strands.types.session import Session, SessionAgent, SessionMessage, SessionType

from agent_memory.calls.session_answers import SessionEvent
from agent_memory.calls.session_calls import NewEvent
from agent_memory.errors import NotFound, VersionConflict
from agent_memory.integrations.event_log import NotKept
from agent_memory.transport.client import MemoryClient
from agent_memory.words import MemoryType, Source

if TYPE_CHECKING:
    from strands.multiagent import MultiAgentBase

_MARK = "strands"
_PAGE = 100
_ATTEMPTS = 10  # writers of one session at the same time
_RESULTS = 5

_State = dict[str, Any]


class AgentMemorySessionRepository(SessionRepository):
    """For `RepositorySessionManager(session_id=..., session_repository=...)`.

    A session is a session of the service; its messages are events, and its agents are in the task state, 32 KB of JSON
    for all of them. A message that is updated (redacted) is replaced, and the former one really deleted. Raises
    `SessionException` as Strands' own repositories do, `NotKept` for a message with a secret, and the errors of the
    client."""

    def __init__(self, client: MemoryClient, *, scope: str | None = None, ttl_seconds: int | None = None) -> None:
        self._client = client
        self._scope = scope
        self._ttl_seconds = ttl_seconds

    def create_session(self, session: Session, **_: Any) -> Session:
        if self._state(session.session_id) is not None:
            raise SessionException(f"Session {session.session_id} already exists")
        self._client.create_session(session.session_id, scope=self._scope, ttl_seconds=self._ttl_seconds)
        data = {_MARK: {"session": session.to_dict(), "agents": {}, "multi_agents": {}}}
        self._client.put_state(session.session_id, "open", data=data, scope=self._scope)
        return session

    def read_session(self, session_id: str, **_: Any) -> Session | None:
        state = self._state(session_id)
        if state is None:
            return None
        read = dict(state["session"])
        return Session.from_dict({**read, "session_type": SessionType(read["session_type"])})

    def delete_session(self, session_id: str) -> None:
        """With its messages, its agents and what was learned from it alone."""
        self._client.request_deletion(f"{_MARK}-{uuid.uuid4()}", "session", [session_id], scope=self._scope)

    def create_agent(self, session_id: str, session_agent: SessionAgent, **_: Any) -> None:
        def add(state: _State) -> None:
            if session_agent.agent_id in state["agents"]:
                raise SessionException(f"Agent {session_agent.agent_id} already exists in session {session_id}")
            state["agents"][session_agent.agent_id] = session_agent.to_dict()

        self._change(session_id, add)

    def read_agent(self, session_id: str, agent_id: str, **_: Any) -> SessionAgent | None:
        agent = ((self._state(session_id) or {}).get("agents") or {}).get(agent_id)
        return None if agent is None else SessionAgent.from_dict(agent)

    def update_agent(self, session_id: str, session_agent: SessionAgent, **_: Any) -> None:
        def replace(state: _State) -> None:
            before = state["agents"].get(session_agent.agent_id)
            if before is None:
                raise SessionException(f"Agent {session_agent.agent_id} does not exist in session {session_id}")
            session_agent.created_at = before["created_at"]
            state["agents"][session_agent.agent_id] = session_agent.to_dict()

        self._change(session_id, replace)

    def create_message(self, session_id: str, agent_id: str, session_message: SessionMessage, **_: Any) -> None:
        if agent_id not in (self._state(session_id) or {"agents": {}})["agents"]:
            raise SessionException(f"Agent {agent_id} does not exist in session {session_id}")
        # One id for one place: the service knows an event that it has already, without a search for it.
        place = hashlib.sha256(f"{session_message.message_id} {agent_id}".encode()).hexdigest()
        if not self._append(session_id, agent_id, session_message, place):
            raise SessionException(f"Message {session_message.message_id} already exists in session {session_id}")

    def read_message(self, session_id: str, agent_id: str, message_id: int, **_: Any) -> SessionMessage | None:
        event = self._event(session_id, agent_id, message_id)
        return None if event is None else _message(event)

    def update_message(self, session_id: str, agent_id: str, session_message: SessionMessage, **_: Any) -> None:
        event = self._event(session_id, agent_id, session_message.message_id)
        if event is None:
            raise SessionException(f"Message {session_message.message_id} does not exist in session {session_id}")
        session_message.created_at = _message(event).created_at
        self._append(session_id, agent_id, session_message, uuid.uuid4().hex)
        self._client.request_deletion(
            f"{_MARK}-{uuid.uuid4()}", "event", [event.event_id], session_id=session_id, scope=self._scope
        )

    def list_messages(
        self, session_id: str, agent_id: str, limit: int | None = None, offset: int = 0, **_: Any
    ) -> list[SessionMessage]:
        newest = {_place(event): event for event in reversed(list(self._events(session_id)))}
        found = sorted((place[1], event) for place, event in newest.items() if place[0] == agent_id)
        end = None if limit is None else offset + limit
        return [_message(event) for _, event in found[offset:end]]

    def create_multi_agent(self, session_id: str, multi_agent: MultiAgentBase, **_: Any) -> None:
        self._change(session_id, lambda state: _put_multi_agent(state, multi_agent))

    def read_multi_agent(self, session_id: str, multi_agent_id: str, **_: Any) -> dict[str, Any] | None:
        found: dict[str, Any] | None = (self._state(session_id) or {}).get("multi_agents", {}).get(multi_agent_id)
        return found

    def update_multi_agent(self, session_id: str, multi_agent: MultiAgentBase, **_: Any) -> None:
        def replace(state: _State) -> None:
            if multi_agent.id not in state["multi_agents"]:
                raise SessionException(f"MultiAgent {multi_agent.id} does not exist in session {session_id}")
            _put_multi_agent(state, multi_agent)

        self._change(session_id, replace)

    def _state(self, session_id: str) -> _State | None:
        try:
            state: _State | None = self._client.get_state(session_id, scope=self._scope).data.get(_MARK)
        except NotFound:
            return None
        return state

    def _change(self, session_id: str, change: Callable[[_State], None]) -> None:
        """Read, change, and write if nobody else has written in between; else again."""
        for left in reversed(range(_ATTEMPTS)):
            try:
                read = self._client.get_state(session_id, scope=self._scope)
            except NotFound as error:
                raise SessionException(f"Session {session_id} does not exist") from error
            data = json.loads(json.dumps(read.data))
            change(data[_MARK])
            try:
                self._client.put_state(
                    session_id,
                    read.state,
                    pending=read.pending,
                    data=data,
                    expected_version=read.version,
                    scope=self._scope,
                )
            except VersionConflict:
                if not left:
                    raise
            else:
                return

    def _append(self, session_id: str, agent_id: str, message: SessionMessage, event_id: str) -> bool:
        """Whether it was not there before."""
        event: NewEvent = {
            "event_id": event_id,
            "role": "tool",  # as it is, and nothing that a person stated: that is the memory store's part
            "tool": _MARK,
            "content": json.dumps({"agent_id": agent_id, **message.to_dict()}, ensure_ascii=False),
        }
        appended = self._client.append_events(session_id, [event], scope=self._scope)
        if appended.dropped:
            raise NotKept([one.code for one in appended.dropped])
        return bool(appended.accepted)

    def _event(self, session_id: str, agent_id: str, message_id: int) -> SessionEvent | None:
        wanted = (agent_id, message_id)
        return next((event for event in self._events(session_id) if _place(event) == wanted), None)

    def _events(self, session_id: str) -> Iterator[SessionEvent]:
        """Newest first."""
        cursor: str | None = None
        while True:
            try:
                page = self._client.list_events(session_id, scope=self._scope, order="desc", limit=_PAGE, cursor=cursor)
            except NotFound:
                return
            yield from (event for event in page.items if event.tool == _MARK)
            cursor = page.next_cursor
            if cursor is None:
                return


@dataclass(frozen=True, slots=True)
class Added:
    id: str | None


class AgentMemoryStore(MemoryStore):
    """For `MemoryManager(stores=[...])`. Its entries are memories of the scope (`None`: the scope of the token), and
    each carries `memory_id`, `relevance` in [0,1] and `source` in its metadata.

    What `add` is given is a statement of `source`, with `confidence` if that is the agent: 0.8 or more makes a memory
    at once, less a candidate that waits for a reviewer. `add_messages` gives the words of users and agents to the
    service, which keeps what the user stated. Raises `Refused` for what the service does not store."""

    def __init__(
        self,
        client: MemoryClient,
        *,
        name: str = "agent-memory",
        description: str | None = None,
        max_search_results: int | None = None,
        writable: bool = True,
        extraction: ExtractionConfig | bool | None = None,
        scope: str | None = None,
        memory_type: MemoryType = "semantic",
        source: Source = "agent_inferred",
        confidence: float = 0.8,
    ) -> None:
        if not name.strip():
            raise ValueError("name must not be empty")
        _check(max_search_results)
        self.name = name
        self.description = description
        self.max_search_results = max_search_results
        self.writable = writable
        self.extraction = extraction
        self._client = client
        self._scope = scope
        self._type = memory_type
        self._source = source
        self._confidence = confidence
        self._run = uuid.uuid4().hex

    async def search(self, query: str, options: SearchOptions | None = None) -> list[MemoryEntry]:
        asked = (options or {}).get("max_search_results")
        _check(asked)
        if not any(character.isalnum() for character in query):
            return []
        top_k = asked or self.max_search_results or _RESULTS
        found = await asyncio.to_thread(self._client.recall, query[:2_000], scope=self._scope, top_k=min(top_k, _PAGE))
        return [
            MemoryEntry(
                content=hit.memory.content,
                metadata={
                    **hit.memory.metadata,
                    "memory_id": hit.memory.memory_id,
                    "relevance": hit.relevance,
                    "source": hit.memory.source,
                },
            )
            for hit in found.memories
        ]

    async def add(self, content: str, metadata: Mapping[str, Any] | None = None) -> Added:
        """`id`: of the memory that says this now, new or not."""
        self._refuse_if_read_only()
        if not content.strip():
            raise ValueError("content must not be empty")
        written = await asyncio.to_thread(
            self._client.write,
            content,
            self._type,
            scope=self._scope,
            source=self._source,
            confidence=self._confidence,
            metadata=metadata,
        )
        return Added(None if written.memory is None else written.memory.memory_id)

    async def add_messages(self, messages: list[Message], context: AddMessagesContext | None = None) -> list[str]:
        """The ids of the memories that came of it. The same messages with the same numbers again change nothing."""
        self._refuse_if_read_only()
        numbers = context.sequence_numbers if context is not None else None
        return await asyncio.to_thread(self._remember, messages, numbers or list(range(len(messages))))

    def _remember(self, messages: Sequence[Message], numbers: Sequence[int]) -> list[str]:
        events = [
            NewEvent(event_id=f"m{number}", role=message["role"], content=text)
            for message, number in zip(messages, numbers, strict=True)
            if (text := _text(message))
        ]
        if not events:
            return []
        session_id = f"{_MARK}-{self._run}-{numbers[0]}-{numbers[-1]}"
        self._client.create_session(session_id, scope=self._scope)
        for start in range(0, len(events), _PAGE):
            self._client.append_events(session_id, events[start : start + _PAGE], scope=self._scope)
        done = self._client.complete_session(session_id, scope=self._scope)
        return [written.memory.memory_id for written in done.promoted if written.memory is not None]

    def _refuse_if_read_only(self) -> None:
        if not self.writable:
            raise ValueError("the store is not writable")


def _check(max_search_results: int | None) -> None:
    if max_search_results is not None and max_search_results < 1:
        raise ValueError("max_search_results must be at least 1")


def _text(message: Message) -> str:
    return "\n".join(block["text"] for block in message["content"] if block.get("text", "").strip())


def _place(event: SessionEvent) -> tuple[str, int]:
    read = json.loads(event.content)
    return read["agent_id"], read["message_id"]


def _message(event: SessionEvent) -> SessionMessage:
    return SessionMessage.from_dict(json.loads(event.content))


def _put_multi_agent(state: _State, multi_agent: MultiAgentBase) -> None:
    state["multi_agents"][multi_agent.id] = multi_agent.serialize_state()
