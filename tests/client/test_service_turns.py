"""A conversation with the real service: what the user said is in the prompt, also while the service is down."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import pytest

from agent_memory import MemoryClient, MemoryManager, Policy, Retries, local_token
from tests.client.service_fixtures import faults, no_sockets, service
from tests.local.running_service import ServiceProcess

__all__ = ["faults", "no_sockets", "service"]

QUICK = Policy(patience=Retries(attempts=1, patience_s=2.0), first_pause_s=0.01)
SAID = [
    "I live in Bergen.",
    "I'm allergic to shellfish.",
    "I work as a nurse.",
    "My daughter is called Ida.",
    "We have a budget of 2,500 euros.",
    "Not in August, please.",
    "Ida loves trains.",
    "I like window seats.",
    "My mother comes along.",
    "We travel on the 14th of June.",
    "My passport ends in 2031.",
    "We have two suitcases.",
    "My mother walks slowly.",
    "I need wifi for work.",
    "Book nothing before I say so.",
    "Breakfast matters to us.",
    "My budget is now 3,000 euros.",
    "The dog stays with Per.",
    "I get seasick on boats.",
    "Our flight is with Norwegian.",
    "My mother turns 70 then.",
    "We want to see a concert.",
    "Ida is seven.",
    "I speak some Portuguese.",
]


@pytest.fixture
def client(service: ServiceProcess, request: pytest.FixtureRequest) -> Iterator[MemoryClient]:
    token = local_token(service.url, org="acme", sub=request.node.name[:100])
    with MemoryClient(service.url, token) as made:
        yield made


def test_every_prompt_of_a_chat_has_all_of_the_users_turns_that_fit(client: MemoryClient) -> None:
    manager = MemoryManager(client)
    manager.on_task_start("Plan our holiday in Lisbon")
    missing: dict[int, list[str]] = {}
    for number, said in enumerate(SAID):
        text = manager.on_pre_llm_call(said).text
        missing[number] = [earlier for earlier in SAID[:number] if earlier.rstrip(".") not in text]
        manager.on_turn_end(user=said, assistant="All right, I keep that in mind for the plan.")
    assert {number: left_out for number, left_out in missing.items() if left_out} == {}
    held = [event.content for event in client.list_events(manager.session_id, limit=100).items if event.role == "user"]
    assert held == ["Plan our holiday in Lisbon", *SAID]


def test_a_search_finds_earlier_turns_and_not_the_question_itself(client: MemoryClient) -> None:
    manager = MemoryManager(client)
    manager.on_task_start("Plan our holiday in Lisbon")
    for said in SAID[:6]:
        manager.on_turn_end(user=said, assistant="All right.")
    manager.on_pre_llm_call("What am I allergic to?")
    found = manager.search("What am I allergic to?")
    assert found is not None
    assert [(hit.memory.content, hit.layer) for hit in found.memories][:1] == [("I'm allergic to shellfish.", "l1")]
    assert "What am I allergic to?" not in [hit.memory.content for hit in found.memories]


def test_in_an_outage_the_prompt_has_the_recent_turns_and_everything_arrives_later(
    client: MemoryClient, faults: Callable[..., None]
) -> None:
    manager = MemoryManager(client, policy=QUICK, tell=lambda _: None)
    manager.on_task_start("Plan our holiday in Lisbon")
    manager.on_turn_end(user=SAID[0], assistant="All right.")
    faults(store="down")
    for said in SAID[1:10]:
        manager.on_turn_end(user=said, assistant="All right.")
    assert manager.remember("I prefer trains to planes", "preference", source="user_stated") is None
    prompt = manager.on_pre_llm_call("What must I avoid eating?")
    assert prompt.degraded
    assert [said for said in SAID[1:10] if f'<turn role="user" stored="no">{said}</turn>' not in prompt.text] == []
    faults(store="ok")
    assert manager.flush().health.buffered == 0
    back = manager.on_pre_llm_call("What must I avoid eating?")
    assert "stored=" not in back.text
    held = [event.content for event in client.list_events(manager.session_id, limit=100).items if event.role == "user"]
    assert held == ["Plan our holiday in Lisbon", *SAID[:10], "What must I avoid eating?"]
    assert "I prefer trains to planes" in [memory.content for memory in client.list_memories().items]


def test_an_important_turn_is_promoted_once_and_its_question_is_not(
    service: ServiceProcess, client: MemoryClient
) -> None:
    manager = MemoryManager(client)
    manager.on_task_start("Plan our holiday in Lisbon")
    manager.on_pre_llm_call("I'm allergic to shellfish.")
    manager.on_turn_end(user="I'm allergic to shellfish.", assistant="All right.", importance="high")
    assert manager.on_pre_llm_call("What else?").text.count("allergic to shellfish") == 1
    assert manager.on_task_complete().completion is not None
    service.settle()
    memories = [memory for memory in client.list_memories().items if "shellfish" in memory.content]
    assert [memory.source for memory in memories] == ["user_stated"]


def test_a_note_without_a_source_is_a_candidate_and_says_so(service: ServiceProcess, client: MemoryClient) -> None:
    manager = MemoryManager(client)
    noted = manager.remember("The user prefers trains to planes", "preference")
    assert noted is not None
    assert noted.outcome == "candidate"
    assert noted.reason
    stated = manager.remember("I always travel with two suitcases", "preference", source="user_stated")
    assert stated is not None
    assert (stated.outcome, stated.reason) == ("created", None)
    service.settle()
    found = manager.search("How many suitcases do I travel with?")
    assert found is not None
    assert [hit.memory.content for hit in found.memories] == ["I always travel with two suitcases"]


def test_the_hooks_show_their_parameters() -> None:
    assert {"text", "type", "source"} <= inspect.signature(MemoryManager.remember).parameters.keys()
    assert "importance" in inspect.signature(MemoryManager.on_turn_end).parameters
