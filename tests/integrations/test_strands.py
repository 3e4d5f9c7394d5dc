"""Strands' sessions and memory store with a real agent, whose model says what a script says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from strands import Agent
from strands.memory import MemoryManager
from strands.models import Model
from strands.session.repository_session_manager import RepositorySessionManager
from strands.types.exceptions import SessionException
from strands.types.session import Session, SessionAgent, SessionMessage, SessionType

from agent_memory import MemoryClient
from agent_memory.integrations.strands import AgentMemorySessionRepository, AgentMemoryStore


class ScriptedModel(Model):
    """Says one line after another, and keeps what it was shown."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.shown: list[Any] = []

    async def stream(self, messages: Any, *_: Any, **__: Any) -> AsyncIterator[Any]:
        self.shown.append(messages)
        yield {"messageStart": {"role": "assistant"}}
        yield {"contentBlockStart": {"start": {}}}
        yield {"contentBlockDelta": {"delta": {"text": self.lines.pop(0)}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "end_turn"}}

    async def structured_output(self, *_: Any, **__: Any) -> AsyncIterator[Any]:
        raise NotImplementedError
        yield

    def get_config(self) -> dict[str, Any]:
        return {}

    def update_config(self, **_: Any) -> None:
        pass


def _agent(client: MemoryClient, model: ScriptedModel) -> Agent:
    manager = RepositorySessionManager(session_id="trip", session_repository=AgentMemorySessionRepository(client))
    return Agent(model=model, agent_id="guide", session_manager=manager, callback_handler=None)


def test_an_agent_goes_on_with_its_conversation_in_another_process(client: MemoryClient) -> None:
    _agent(client, ScriptedModel("Lisbon it is."))("Let us go to Lisbon.")
    model = ScriptedModel("By train.")
    _agent(client, model)("How do we get there?")
    texts = [message["content"][0]["text"] for message in model.shown[0]]
    assert texts == ["Let us go to Lisbon.", "Lisbon it is.", "How do we get there?"]


def test_a_redacted_message_leaves_no_trace_of_the_former_one(client: MemoryClient) -> None:
    repository = AgentMemorySessionRepository(client)
    repository.create_session(Session("s", SessionType.AGENT))
    repository.create_agent("s", SessionAgent("a", {}, {}))
    for number, text in enumerate(("first", "the secret plan", "last")):
        repository.create_message("s", "a", SessionMessage({"role": "user", "content": [{"text": text}]}, number))
    redacted = SessionMessage({"role": "user", "content": [{"text": "[redacted]"}]}, 1)
    repository.update_message("s", "a", redacted)
    texts = [one.message["content"][0]["text"] for one in repository.list_messages("s", "a")]
    assert texts == ["first", "[redacted]", "last"]
    assert all("secret plan" not in event.content for event in client.list_events("s").items)
    assert [one.message_id for one in repository.list_messages("s", "a", limit=1, offset=1)] == [1]


def test_a_message_is_created_once(client: MemoryClient) -> None:
    repository = AgentMemorySessionRepository(client)
    repository.create_session(Session("s", SessionType.AGENT))
    message = SessionMessage({"role": "user", "content": [{"text": "hi"}]}, 0)
    with pytest.raises(SessionException, match="does not exist"):
        repository.create_message("s", "a", message)
    repository.create_agent("s", SessionAgent("a", {"n": 1}, {}))
    repository.create_message("s", "a", message)
    with pytest.raises(SessionException, match="already exists"):
        repository.create_message("s", "a", message)
    with pytest.raises(SessionException, match="already exists"):
        repository.create_session(Session("s", SessionType.AGENT))


def test_a_deleted_session_is_not_there(client: MemoryClient) -> None:
    repository = AgentMemorySessionRepository(client)
    repository.create_session(Session("s", SessionType.AGENT))
    repository.create_agent("s", SessionAgent("a", {}, {}))
    repository.delete_session("s")
    assert repository.read_session("s") is None
    assert repository.read_agent("s", "a") is None
    assert repository.list_messages("s", "a") == []


def test_an_agent_is_shown_what_its_store_remembers(client: MemoryClient) -> None:
    client.write("I prefer a window seat on trains.", "preference", source="user_stated")
    model = ScriptedModel("A window seat.")
    manager = MemoryManager(stores=[AgentMemoryStore(client)])
    Agent(model=model, memory_manager=manager, callback_handler=None)("Which seat do I prefer on trains?")
    assert "I prefer a window seat on trains." in str(model.shown[0])


async def test_what_users_say_in_messages_is_remembered_and_what_agents_say_is_not(client: MemoryClient) -> None:
    store = AgentMemoryStore(client)
    messages: Any = [
        {"role": "user", "content": [{"text": "My sister Zoe lives in Rotterdam."}]},
        {"role": "assistant", "content": [{"text": "Shall I look for trains to Utrecht?"}]},
    ]
    first = await store.add_messages(messages)
    assert first
    assert await store.add_messages(messages) == first
    found = await store.search("Where does Zoe live?")
    assert [one.content for one in found] == ["My sister Zoe lives in Rotterdam."]


async def test_small_talk_is_refused_and_a_guess_waits_for_a_reviewer(client: MemoryClient) -> None:
    from agent_memory import Refused

    with pytest.raises(Refused, match="not_worth_remembering"):
        await AgentMemoryStore(client).add("ok thanks")
    await AgentMemoryStore(client, confidence=0.6).add("The user may live in Lisbon.")
    assert await AgentMemoryStore(client).search("Where does the user live?") == []
