"""A memory service of the Agent Development Kit, beside the kit's own in-memory service and in a real run."""

from __future__ import annotations

import random
import time
from collections.abc import AsyncGenerator, Callable
from typing import Any

import pytest
from exchange.fresh_users import fresh_client
from google.adk.agents import LlmAgent
from google.adk.events.event import Event
from google.adk.memory.base_memory_service import BaseMemoryService
from google.adk.memory.in_memory_memory_service import InMemoryMemoryService
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.models.base_llm import BaseLlm
from google.adk.models.llm_response import LlmResponse
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.adk.sessions.session import Session
from google.adk.tools import load_memory
from google.genai.types import Content, FunctionCall, Part

from agent_memory import MemoryClient, NotFound
from agent_memory.integrations.adk import AgentMemoryService
from agent_memory.integrations.event_log import NotKept

# Each with a question that shares words with it alone, so that a search by words and one by meaning find the same.
_FACTS = {
    "The violin lesson starts at nine on Tuesday.": "violin lesson",
    "Our server rack stands in Rotterdam.": "server rack",
    "The tortoise is called Ada.": "tortoise called",
    "Invoices go to the bookkeeper by email.": "invoices bookkeeper",
    "The greenhouse needs a new pump.": "greenhouse pump",
    "Zoe is allergic to peanuts.": "allergic peanuts",
}


def _event(number: int, text: str) -> Event:
    author = ("user", "helper")[number % 2]
    content = Content(role=author, parts=[Part(text=text)])
    return Event(id=f"event-{number}", author=author, content=content, timestamp=time.time() - 100 + number)


async def _found(service: BaseMemoryService, user: str, query: str) -> list[MemoryEntry]:
    return (await service.search_memory(app_name="app", user_id=user, query=query)).memories


def _shown(entry: MemoryEntry) -> tuple[str | None, str | None]:
    return (entry.content.parts or [Part()])[0].text, entry.author


async def test_random_sequences_find_and_forget_the_same_as_the_kits_own_service(
    sequences: int, counted: Callable[[str], None]
) -> None:
    asked = 0
    for seed in range(max(sequences // 4, 5)):
        draw = random.Random(seed)
        user = f"user-{seed}"
        ours, theirs = AgentMemoryService(fresh_client()), InMemoryMemoryService()
        texts = draw.sample(sorted(_FACTS), 4)
        events = [_event(number, text) for number, text in enumerate(texts)]
        for _ in range(6):
            step = draw.choice(("session", "events", "delete", "search"))
            upto = draw.randint(1, len(events))
            query = _FACTS[draw.choice(texts)]
            for service in (ours, theirs):
                if step == "session":
                    session = Session(id="s", app_name="app", user_id=user, events=events)
                    await service.add_session_to_memory(session)
                elif step == "events":
                    await service.add_events_to_memory(
                        app_name="app", user_id=user, events=events[:upto], session_id="s"
                    )
                elif step == "delete":
                    for entry in (await _found(service, user, query))[:1]:
                        await service.delete_memory(app_name="app", user_id=user, memory_id=entry.id)
            for query in _FACTS.values():
                asked += 1
                expected = [_shown(one) for one in await _found(theirs, user, query)]
                got = [_shown(one) for one in await _found(ours, user, query)]
                assert got[:1] == expected[:1], f"seed {seed}, {query}: {got} is not {expected}"
    counted(f"  adk memory service                {asked} searches, the same memory first or none")


async def test_a_session_that_is_added_again_does_not_bring_back_what_was_deleted(client: MemoryClient) -> None:
    service = AgentMemoryService(client)
    session = Session(id="s", app_name="app", user_id="u", events=[_event(0, "The tortoise is called Ada.")])
    await service.add_session_to_memory(session)
    [entry] = await _found(service, "u", "What is the tortoise called?")
    await service.delete_memory(app_name="app", user_id="u", memory_id=entry.id)
    await service.add_session_to_memory(session)
    assert await _found(service, "u", "What is the tortoise called?") == []
    with pytest.raises(NotFound):
        await service.delete_memory(app_name="app", user_id="u", memory_id=entry.id)


async def test_another_user_and_another_application_find_nothing(client: MemoryClient) -> None:
    service = AgentMemoryService(client)
    await service.add_events_to_memory(app_name="app", user_id="u", events=[_event(0, "The tortoise is called Ada.")])
    assert await _found(service, "other", "tortoise") == []
    assert (await service.search_memory(app_name="other", user_id="u", query="tortoise")).memories == []


async def test_an_explicit_memory_is_found_and_a_refused_one_is_raised(client: MemoryClient) -> None:
    service = AgentMemoryService(client)
    fact = MemoryEntry(content=Content(parts=[Part(text="The user lives in Lisbon.")]), custom_metadata={"by": "form"})
    await service.add_memory(app_name="app", user_id="u", memories=[fact])
    [entry] = await _found(service, "u", "Where does the user live?")
    assert entry.custom_metadata["by"] == "form"
    talk = MemoryEntry(content=Content(parts=[Part(text="ok thanks")]))
    with pytest.raises(NotKept, match="not_worth_remembering"):
        await service.add_memory(app_name="app", user_id="u", memories=[talk])


class ScriptedLlm(BaseLlm):
    """Asks for the memory first, and then says what it was told."""

    async def generate_content_async(self, llm_request: Any, stream: bool = False) -> AsyncGenerator[LlmResponse, None]:
        last = llm_request.contents[-1].parts[-1]
        if last.function_response is None:
            call = FunctionCall(name="load_memory", args={"query": last.text})
            yield LlmResponse(content=Content(role="model", parts=[Part(function_call=call)]))
        else:
            said = str(last.function_response.response)
            yield LlmResponse(content=Content(role="model", parts=[Part(text=said)]))


async def test_a_runner_with_the_kits_tool_loads_what_an_earlier_session_said(client: MemoryClient) -> None:
    service = AgentMemoryService(client)
    sessions = InMemorySessionService()  # type: ignore[no-untyped-call]
    agent = LlmAgent(name="helper", model=ScriptedLlm(model="scripted"), tools=[load_memory])
    runner = Runner(app_name="app", agent=agent, session_service=sessions, memory_service=service)
    await service.add_events_to_memory(app_name="app", user_id="u", events=[_event(0, "The tortoise is called Ada.")])
    session = await sessions.create_session(app_name="app", user_id="u")
    question = Content(role="user", parts=[Part(text="What is the tortoise called?")])
    said = [
        part.text
        async for event in runner.run_async(user_id="u", session_id=session.id, new_message=question)
        for part in (event.content.parts if event.content and event.content.parts else [])
        if part.text
    ]
    assert "The tortoise is called Ada." in said[-1]
