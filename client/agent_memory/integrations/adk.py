"""A memory service of Google's Agent Development Kit over the service: `pip install './client[adk]'`.

Each event with text becomes an episodic memory of its text, each explicit memory a statement of the agent. The
service's rules hold for both: small talk and secrets are not kept, what waits for a reviewer is not found yet.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from google.adk.events.event import Event
from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.sessions.session import Session
from google.genai.types import Content, Part

from agent_memory.calls.answers import Hit
from agent_memory.errors import error_of
from agent_memory.integrations.event_log import NotKept
from agent_memory.transport.client import MemoryClient

_PAGE = 100
_FOUND = 10  # as many as the kit's own service finds
_CONFIDENCE = 0.8  # from here on an agent's statement is a memory and waits for nobody
# Why the service does not keep a text: that is no failure of the one who hands over a whole conversation.
_LEFT_OUT = frozenset(
    {"not_worth_remembering", "only_for_now", "low_confidence", "sensitive", "deleted_before", "rejected_before"}
)
_log = logging.getLogger(__name__)


class AgentMemoryService(BaseMemoryService):
    """`Runner(memory_service=AgentMemoryService(client))`.

    `scope` says in which scope the memories of an application's user are (`None`: that of the token): give each user
    one, for a deletion covers older events of the same text in the whole scope. Application and user are in the
    metadata as well, and every search is limited to both. A `MemoryEntry.id` is the id of the memory;
    `delete_memory` really deletes it, and events from before do not bring it back. Parts other than text are not kept.
    Raises `NotKept` when an explicit memory is refused, and the errors of the client."""

    def __init__(self, client: MemoryClient, *, scope: Callable[[str, str], str | None] | None = None) -> None:
        self._client = client
        self._scope = scope or (lambda app_name, user_id: None)

    async def add_session_to_memory(self, session: Session) -> None:
        """Again is no repetition: an event is remembered once."""
        await self.add_events_to_memory(
            app_name=session.app_name, user_id=session.user_id, events=session.events, session_id=session.id
        )

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Event],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        items = [
            {
                "content": text,
                "type": "episodic",
                "key": _key(app_name, user_id, session_id, event.id),
                "scope": self._scope(app_name, user_id),
                "source": "user_stated" if event.author == "user" else "agent_inferred",
                "confidence": _CONFIDENCE,
                "observed_at": datetime.fromtimestamp(event.timestamp, UTC),
                "metadata": {
                    **(custom_metadata or {}),
                    "app_name": app_name,
                    "user_id": user_id,
                    "session_id": session_id,
                    "author": event.author,
                },
            }
            for event in events
            if (text := _text(event.content))
        ]
        refused = await asyncio.to_thread(self._write, items)
        if refused:
            _log.warning("%d events are not remembered: %s", len(refused), ", ".join(sorted(set(refused))))

    async def add_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        memories: Sequence[MemoryEntry],
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        items = [
            {
                "content": text,
                "type": "semantic",
                "scope": self._scope(app_name, user_id),
                "source": "user_stated" if memory.author == "user" else "agent_inferred",
                "confidence": _CONFIDENCE,
                "metadata": {
                    **(custom_metadata or {}),
                    **memory.custom_metadata,
                    "app_name": app_name,
                    "user_id": user_id,
                    "author": memory.author,
                },
            }
            for memory in memories
            if (text := _text(memory.content))
        ]
        refused = await asyncio.to_thread(self._write, items)
        if refused:
            raise NotKept(refused)

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:
        if not query.strip():
            return SearchMemoryResponse()
        found = await asyncio.to_thread(
            self._client.recall,
            query[:2_000],
            scope=self._scope(app_name, user_id),
            top_k=_FOUND,
            metadata={"app_name": app_name, "user_id": user_id},
        )
        return SearchMemoryResponse(memories=[_entry(hit) for hit in found.memories])

    async def delete_memory(self, *, app_name: str, user_id: str, memory_id: str | None = None) -> None:
        """Raises `NotFound` when the user has no such memory."""
        if memory_id:
            scope = self._scope(app_name, user_id)
            await asyncio.to_thread(self._client.delete_memory, memory_id, scope=scope)

    def _write(self, items: Sequence[Mapping[str, Any]]) -> list[str]:
        """The codes of those that the service does not keep."""
        refused: list[str] = []
        for start in range(0, len(items), _PAGE):
            for result in self._client.write_batch(items[start : start + _PAGE]).results:
                if result.code in _LEFT_OUT:
                    refused.append(result.code)
                elif result.code is not None:
                    problem = result.model_dump_json().encode()
                    raise error_of(result.status, problem, None, correlation_id="", sent=1)
        return refused


def _key(*names: str | None) -> str:
    return f"adk:{hashlib.sha256(json.dumps(names).encode()).hexdigest()}"


def _text(content: Content | None) -> str:
    parts = (content.parts if content is not None else None) or []
    return " ".join(part.text for part in parts if part.text and part.text.strip())


def _entry(hit: Hit) -> MemoryEntry:
    own = dict(hit.memory.metadata)
    author = own.pop("author", None)
    for name in ("app_name", "user_id"):
        own.pop(name, None)
    return MemoryEntry(
        id=hit.memory.memory_id,
        content=Content(role="user" if author == "user" else "model", parts=[Part(text=hit.memory.content)]),
        author=author,
        timestamp=hit.memory.observed_at.isoformat(),
        custom_metadata={**own, "relevance": hit.relevance, "source": hit.memory.source},
    )
