"""A session of the OpenAI Agents SDK, beside its SQLite session and in a real run."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from agents.memory import SessionABC, SQLiteSession
from item_sequences import a_sequence

from agent_memory import MemoryClient
from agent_memory.integrations.event_log import NotKept
from agent_memory.integrations.openai_agents import AgentMemorySession


async def _done(session: SessionABC, operation: str, argument: Any) -> Any:
    match operation:
        case "add":
            return await session.add_items(argument)
        case "get":
            return await session.get_items(argument)
        case "pop":
            return await session.pop_item()
        case _:
            return await session.clear_session()


async def test_random_sequences_give_the_same_as_the_sdks_sqlite_session(
    client: MemoryClient, sequences: int, counted: Callable[[str], None]
) -> None:
    operations = 0
    for seed in range(sequences):
        ours, theirs = AgentMemorySession(uuid.uuid4().hex, client), SQLiteSession("s")
        played = []
        for step in (*a_sequence(seed), ("get", None)):
            played.append(step)
            assert await _done(ours, *step) == await _done(theirs, *step), f"seed {seed}: {played}"
        operations += len(played)
        theirs.close()
    counted(f"  openai agents session            {sequences:4} sequences, {operations} operations, all the same")


async def test_a_secret_is_refused_and_what_is_beside_it_is_kept(client: MemoryClient) -> None:
    session = AgentMemorySession("s", client)
    secret = {"role": "user", "content": "the key is AKIA" + "IOSFODNN7EXAMPLX"}
    with pytest.raises(NotKept, match="sensitive"):
        await session.add_items([{"role": "user", "content": "hello"}, secret])  # type: ignore[list-item]
    assert await session.get_items() == [{"role": "user", "content": "hello"}]


async def test_what_its_user_states_can_be_remembered_when_the_session_ends(client: MemoryClient) -> None:
    session = AgentMemorySession("s", client)
    await session.add_items([{"role": "user", "content": "I prefer a window seat on trains."}])
    client.complete_session("s")
    assert [hit.memory.content for hit in client.recall("Which seat do I prefer?").memories]
