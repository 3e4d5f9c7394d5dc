"""The client against the real service, over HTTP: what an agent would live through."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from agent_memory import (
    AsyncMemoryClient,
    AsyncMemoryManager,
    Malformed,
    MemoryClient,
    MemoryManager,
    NotFound,
    Notice,
    Piece,
    Policy,
    Refused,
    Retries,
    Surroundings,
    Unauthenticated,
    Unreachable,
    VersionConflict,
    local_token,
)
from tests.client.service_fixtures import faults, no_sockets, service
from tests.local.running_service import ServiceProcess

__all__ = ["faults", "no_sockets", "service"]

QUICK = Policy(patience=Retries(attempts=2, first_wait_s=0.05, patience_s=2.0), first_pause_s=0.05)


def token_of(service: ServiceProcess, user: str, **claims: Any) -> str:
    body = {"org": "acme", "sub": user, **claims}
    return str(service.call("POST", "/local/token", body).body["access_token"])


@pytest.fixture
def client(service: ServiceProcess, request: pytest.FixtureRequest) -> Iterator[MemoryClient]:
    """Of a user of its own for each test."""
    with MemoryClient(service.url, token_of(service, request.node.name[:100])) as made:
        yield made


def test_a_local_token_opens_the_service_for_its_user(service: ServiceProcess) -> None:
    with MemoryClient(service.url, local_token(service.url, org="acme", sub="tokens", roles=["reviewer"])) as client:
        written = client.write("I live in Bergen.", "semantic", source="user_stated")
        assert written.memory is not None
        assert written.memory.scope == "/org/acme/user/tokens"
        assert client.list_reviews().items == []


def test_a_local_token_that_cannot_be_issued_says_why(service: ServiceProcess) -> None:
    with pytest.raises(Malformed, match="ttl must be a whole number"):
        local_token(service.url, org="acme", sub="tokens", ttl=0)
    with pytest.raises(Unreachable, match="make serve"):
        local_token("http://127.0.0.1:9", org="acme", sub="tokens")


def test_writing_reading_correcting_recalling_and_deleting(service: ServiceProcess, client: MemoryClient) -> None:
    written = client.write("I always want a window seat", "preference", key="seat", source="user_stated")
    assert written.outcome == "created"
    assert written.memory is not None
    memory_id = written.memory.memory_id
    assert client.write("I always want a window seat", "preference", key="seat", source="user_stated").outcome == (
        "duplicate"
    )
    corrected = client.correct(memory_id, content="I always want an aisle seat", expected_version=1)
    assert corrected.memory is not None
    assert corrected.memory.version == 2
    with pytest.raises(VersionConflict) as lost:
        client.correct(memory_id, content="Any seat will do", expected_version=1)
    assert lost.value.current_version == 2
    assert [version.version for version in client.history(memory_id).items] == [2, 1]
    service.settle()
    recalled = client.recall("Which seat?", min_relevance=0.0)
    assert [hit.memory.content for hit in recalled.memories] == ["I always want an aisle seat"]
    assert client.feedback(recalled.recall_id, used=[memory_id]).status == "accepted"
    accepted = client.delete_memory(memory_id)
    with pytest.raises(NotFound):
        client.get_memory(memory_id)
    service.settle()
    assert client.get_deletion(accepted.request_id).status == "completed"


def test_a_batch_answers_each_item_and_a_secret_is_refused_with_its_place(client: MemoryClient) -> None:
    secret = "The key is AKIA" + "IOSFODNN7EXAMPLE"
    batch = client.write_batch(
        [
            {"content": "The office is in Lyon", "type": "semantic", "source": "user_stated"},
            {"content": secret, "type": "semantic", "source": "user_stated"},
        ]
    )
    assert [result.status for result in batch.results] == [201, 422]
    with pytest.raises(Refused) as refused:
        client.write(secret, "semantic", source="user_stated")
    assert refused.value.code == "sensitive"
    assert refused.value.findings[0]["kind"].endswith("_access_key")
    assert "AKIA" not in str(refused.value)


def test_an_idempotency_key_is_honoured_across_calls(client: MemoryClient) -> None:
    first = client.write("Has a red bicycle", "semantic", source="user_stated", idempotency_key="once")
    again = client.write("Has a red bicycle", "semantic", source="user_stated", idempotency_key="once")
    assert again.outcome == first.outcome == "created"


def test_a_bad_token_is_reported(service: ServiceProcess) -> None:
    with MemoryClient(service.url, "not-a-token") as client, pytest.raises(Unauthenticated):
        client.list_memories()


def test_sessions_states_summaries_and_search(client: MemoryClient) -> None:
    session = client.create_session(ttl_seconds=3600)
    session_id = session.session_id
    appended = client.append_events(
        session_id,
        [
            {"event_id": "e1", "role": "user", "content": "Refund order A-77, at most 1299 yuan", "importance": "high"},
            {"role": "assistant", "content": "I will look at the order."},
        ],
    )
    assert (appended.accepted[0], len(appended.accepted)) == ("e1", 2)
    assert client.append_events(session_id, [{"event_id": "e1", "role": "user", "content": "x"}]).duplicates == ["e1"]
    assert [event.sequence for event in client.list_events(session_id).items] == [1, 2]
    with pytest.raises(NotFound):
        client.get_state(session_id)
    state = client.put_state(session_id, "WAITING", pending=["refund 1299"], data={"order": "A-77"})
    with pytest.raises(VersionConflict):
        client.put_state(session_id, "DONE", expected_version=state.version + 5)
    assert client.get_state(session_id).pending == ["refund 1299"]
    assert client.search_session(session_id, "refund").items[0].event.event_id == "e1"
    assert "1299" in client.make_summary(session_id).model_dump_json()
    assert client.get_summary(session_id).source_range.count == 2


def test_an_agents_task_from_its_start_to_what_the_next_one_knows(
    service: ServiceProcess, client: MemoryClient
) -> None:
    class Handbook:
        def search(self, query: str, limit: int) -> list[Piece]:
            return [Piece("Copy, compare, switch.", "https://handbook.test/migrations", "Migrations")]

    notices: list[Notice] = []
    manager = MemoryManager(client, policy=QUICK, tell=notices.append, external=Handbook())
    manager.on_task_start(
        "Move the orders to the new schema", constraints=["Do not touch the users table"], plan=["copy", "switch"]
    )
    manager.on_tool_call("sql", {"statement": "INSERT INTO orders_v2 SELECT * FROM orders"})
    manager.on_observation("copied a thousand rows\n" * 900, tool="sql")
    manager.on_observation("1204331 rows copied, checksum 8f3c", tool="sql", importance="high")
    manager.memory.mark(1)
    manager.on_turn_end(user="Go on please", assistant="Copied.")
    prompt = manager.on_pre_llm_call("What do we know about migrations?")
    assert "<constraint>Do not touch the users table</constraint>" in prompt.text
    assert "Copy, compare, switch." in prompt.text
    own, _, recalled = prompt.text.partition("</working_memory>")
    assert own.count("Do not touch the users table") == 1
    assert recalled.count("Do not touch the users table") == 1  # as for anyone who has no working memory
    assert not prompt.degraded
    done = manager.on_task_complete(outcome="orders moved", lesson="Compare checksums before you switch the readers")
    assert done.completion is not None
    promoted = [written.memory.content for written in done.completion.promoted if written.memory]
    assert "Compare checksums before you switch the readers" in promoted
    assert notices == []
    service.settle()
    found = MemoryManager(client, policy=QUICK).search("checksums before switching readers", min_relevance=0.0)
    assert found is not None
    assert "Compare checksums before you switch the readers" in [hit.memory.content for hit in found.memories]
    assert not any("Copy, compare" in memory.content for memory in client.list_memories().items)
    resumed = MemoryManager(client, session_id=manager.session_id, policy=QUICK)
    assert "[>] 2. switch" in resumed.on_task_start("Move the orders to the new schema").text
    assert list(resumed.memory.constraints.values()) == ["Do not touch the users table"]


def test_no_name_clock_or_character_of_an_agent_costs_an_event(client: MemoryClient) -> None:
    names = ("", " ", "a\nb", "mcp/db:query", "工具" * 100, "\ud800", "e\u0301" * 128, "\u200b")
    texts = ("done", "\x00\x1b \u2028 \ufffe", "\u200b", "\n" * 25_000, "\ud83d half a pair")
    notices: list[Notice] = []
    for days in (-30, 0, 4_000):

        def now(days: int = days) -> datetime:
            return datetime.now(UTC) + timedelta(days=days)

        manager = MemoryManager(client, tell=notices.append, surroundings=Surroundings(now=now))
        manager.on_task_start("Ship it")
        for name in names:
            manager.on_tool_call(name, {"a": 1})
            manager.on_event("yes", role="user", speaker=name)
        for text in texts:
            manager.on_observation(text, tool="cat")
        held = client.list_events(manager.session_id, limit=100).items
        written = [text for text in texts if text.strip()]
        assert len(held) == 1 + 2 * len(names) + len(written)
        assert manager.on_task_complete(lesson="Check twice before you switch").completion is not None
    assert notices == []


def test_a_secret_anywhere_in_a_long_result_is_refused_and_the_rest_is_kept(client: MemoryClient) -> None:
    secret = "AKIA" + "IOSFODNN7EXAMPLE"
    notices: list[Notice] = []
    manager = MemoryManager(client, tell=notices.append)
    manager.on_task_start("Read the log")
    for before in (9_985, 9_990, 9_999):
        manager.on_observation(
            ("line of log\n" * 2_000)[:before].rstrip() + f" {secret}\n" + "more\n" * 500, tool="cat"
        )
    held = "".join(event.content for event in client.list_events(manager.session_id, limit=100).items)
    assert "AKIA" not in held
    assert "line of log" in held
    assert notices == [Notice("event_refused", "sensitive")] * 3
    assert manager.health.lost == 3
    asked = manager.flush().health  # and none of them is sent again
    assert (asked.buffered, asked.lost) == (0, 3)


def test_the_example_runs_against_a_service_on_this_machine_past_a_proxy(service: ServiceProcess) -> None:
    example = Path(__file__).parents[2] / "client" / "examples" / "migration_agent.py"
    environment = {
        "PYTHONPATH": str(example.parents[1]),
        "HTTP_PROXY": "http://127.0.0.1:9",
        "ALL_PROXY": "http://127.0.0.1:9",
    }
    done = subprocess.run(
        [sys.executable, example, "--url", service.url], env=environment, check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "12. Check that the users are as they were" in done.stdout
    assert (
        done.stdout.rpartition("The prompt at the last step:")[2].count("<constraint>Do not touch the users table") == 1
    )
    assert "Remembered for the next task: ['Compare counts and sums" in done.stdout


def test_an_outage_of_the_store_is_survived_and_everything_sent_once(
    client: MemoryClient, faults: Callable[..., None]
) -> None:
    notices: list[Notice] = []
    manager = MemoryManager(client, policy=QUICK, tell=notices.append)
    manager.on_task_start("Ship it", constraints=["No downtime"])
    faults(store="down")
    for n in range(5):
        manager.on_observation(f"result {n}", tool="deploy")
    prompt = manager.on_pre_llm_call()
    assert prompt.degraded
    assert "No downtime" in prompt.text
    assert manager.health.buffered == 5
    faults(store="ok")
    assert manager.flush().health.buffered == 0
    contents = [event.content for event in client.list_events(manager.session_id).items]
    assert contents == ["Ship it", "No downtime", *(f"result {n}" for n in range(5))]
    assert [notice.kind for notice in notices] == ["service_down", "service_back"]


def test_the_async_manager_lives_through_the_same(service: ServiceProcess) -> None:
    async def main() -> None:
        async with AsyncMemoryClient(service.url, lambda: token_of(service, "async-agent")) as client:
            manager = AsyncMemoryManager(client, policy=QUICK)
            await manager.on_task_start("Ship it", constraints=["No downtime"])
            await manager.on_observation("deployed", tool="deploy")
            await manager.on_turn_end(user="Well?", assistant="It is out.")
            events = (await client.list_events(manager.session_id)).items
            assert [event.content for event in events] == ["Ship it", "No downtime", "deployed", "Well?", "It is out."]
            assert (await manager.on_task_complete()).completion is not None

    asyncio.run(main())


def test_a_session_that_expired_is_opened_again(service: ServiceProcess, client: MemoryClient) -> None:
    notices: list[Notice] = []
    manager = MemoryManager(client, policy=Policy(session_ttl_s=60), tell=notices.append)
    manager.on_task_start("Ship it", constraints=["No downtime"])
    assert service.call("POST", "/local/clock", {"advance_seconds": 61}).status == 200
    manager.on_observation("deployed")
    assert [notice.kind for notice in notices] == ["session_restarted"]
    assert [event.content for event in client.list_events(manager.session_id).items] == ["deployed"]
