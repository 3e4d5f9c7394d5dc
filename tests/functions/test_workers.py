"""The functions that no caller calls: the stream's, the deletion workflow's, the schedule's."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.events.deletion_step import handler as step
from functions.events.extract import handler as extract
from functions.events.gc import handler as gc
from functions.events.index import handler as index
from shared.adapters.queues.sqs import to_comparison_message
from shared.domain import errors
from shared.domain.errors import SearchUnavailable, StoreUnavailable
from shared.domain.memories.memory import Memory, MemoryType
from shared.ports import Comparison, Remove, Upsert
from shared.records import keys
from shared.records.store.record import Key
from shared.runtime import bootstrap
from tests.builders import ANN, World, a_world
from tests.usecases.deletion.deletions import ask
from tests.usecases.indexing.test_indexing import Listening


def a_record(key: Key, number: int, event: str = "MODIFY") -> dict[str, Any]:
    """One record of the memories table's stream, which carries keys only."""
    return {
        "eventID": f"{number:032x}",
        "eventName": event,
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": "eu-central-1",
        "dynamodb": {
            "Keys": {"pk": {"S": key.pk}, "sk": {"S": key.sk}},
            "SequenceNumber": str(number),
            "SizeBytes": 99,
            "StreamViewType": "KEYS_ONLY",
        },
    }


def place(memory: Memory) -> Key:
    return keys.current(memory.scope, memory.memory_id)


def failures(records: Sequence[dict[str, Any]]) -> list[str]:
    answer = index({"Records": list(records)}, None)
    assert set(answer) == {"batchItemFailures"}
    assert all(set(item) == {"itemIdentifier"} for item in answer["batchItemFailures"])
    return [item["itemIdentifier"] for item in answer["batchItemFailures"]]


def test_changes_in_the_stream_are_indexed(world: World) -> None:
    tea, coffee = world.wrote("Likes tea", key="a"), world.wrote("Bought a bicycle", key="b")
    assert failures([a_record(place(tea), 1), a_record(place(coffee), 2)]) == []
    assert sorted(world.indexed()) == sorted([tea.memory_id, coffee.memory_id])


def test_an_empty_batch_and_records_of_other_kinds_are_done(world: World) -> None:
    assert failures([]) == []
    assert failures([a_record(keys.barrier(ANN), 1), a_record(keys.salt(ANN), 2)]) == []
    assert world.indexed() == []


def test_only_failed_records_come_again_each_by_its_number(world: World) -> None:
    tea, coffee = world.wrote("Likes tea", key="a"), world.wrote("Bought a bicycle", key="b")
    listening = Listening(world.services.search)
    bootstrap.install(world.on(search=listening).services)
    listening.failing = {coffee.memory_id}
    records = [a_record(place(coffee), 1), a_record(place(tea), 2), a_record(place(coffee), 3)]
    assert failures(records) == ["1", "3"]
    assert world.indexed() == [tea.memory_id]


@pytest.mark.parametrize(
    ("error", "again"),
    [(SearchUnavailable("down"), ["7", "8"]), (StoreUnavailable("down"), ["7", "8"]), (RuntimeError("content"), ["7"])],
)
def test_in_an_outage_all_of_them_come_again_and_no_content_is_logged(
    world: World, error: Exception, again: list[str], log: Callable[[], str]
) -> None:
    """A fault that is no outage is one record's own."""
    made = world.wrote("Likes tea")

    class Down(Listening):
        def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
            raise error

    bootstrap.install(world.on(search=Down(world.services.search)).services)
    assert failures([a_record(place(made), 7), a_record(keys.barrier(ANN), 8)]) == again
    reported = log()
    assert type(error).__name__ in reported
    assert "tea" not in reported
    assert "content" not in reported


def test_a_stream_record_of_a_removed_memory_removes_its_document(world: World) -> None:
    made = world.wrote("Likes tea")
    failures([a_record(place(made), 1, "INSERT")])
    ask(world)
    world.deletions.run_all()
    assert failures([a_record(place(made), 2, "REMOVE"), a_record(place(made), 1, "INSERT")]) == []
    assert world.indexed() == []


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_key_of_the_stream_is_processed_without_an_error(pk: str, sk: str) -> None:
    with a_world():
        assert failures([a_record(Key(keys.barrier(ANN).table, pk, sk), 1)]) in ([], ["1"])


# --- The deletion workflow's steps


REQUEST = {"owner": ANN.path, "request_id": "r1", "attempt": 0}


def test_the_steps_answer_as_the_workflow_expects(world: World) -> None:
    world.write("Likes tea")
    world.index()
    ask(world)
    assert step({**REQUEST, "step": "begin"}, None) == {"targets": ["sessions", "memories", "index"], "round": 0}
    for target, removed in (("sessions", 0), ("memories", 1), ("index", 1)):
        answer = step({**REQUEST, "step": "purge", "target": target, "round": 0}, None)
        assert answer == {"removed": removed, "more": False}
    assert step({**REQUEST, "step": "verify", "round": 0}, None) == {"unfinished": False, "residue": 0, "round": 1}
    assert step({**REQUEST, "step": "verify", "round": 2}, None) == {"unfinished": False, "residue": 0, "round": 3}
    assert step({**REQUEST, "step": "finish"}, None) == {"status": "completed"}


def test_a_failure_is_recorded_and_raises_an_alarm(world: World) -> None:
    ask(world)
    step({**REQUEST, "step": "begin"}, None)
    assert step({**REQUEST, "step": "target_failed", "target": "index"}, None) == {}
    assert step({**REQUEST, "step": "fail", "error": {"Error": "SearchUnavailable", "Cause": "x"}}, None) == {
        "status": "needs_attention"
    }


@pytest.mark.parametrize("error", [SearchUnavailable("down"), StoreUnavailable("down")])
def test_an_outage_is_raised_under_the_name_by_which_the_workflow_retries(world: World, error: Exception) -> None:
    ask(world)

    class Down(Listening):
        def ids_within(self, *_: Any, **__: Any) -> list[str]:
            raise error

    bootstrap.install(world.on(search=Down(world.services.search)).services)
    for event in ({"step": "purge", "target": "index", "round": 0}, {"step": "verify", "round": 0}):
        with pytest.raises(type(error)) as remaining:
            step({**REQUEST, **event}, None)
        assert type(remaining.value).__name__ in ("SearchUnavailable", "StoreUnavailable")


def test_the_names_by_which_the_workflow_retries_are_classes_that_a_step_raises(world: World) -> None:
    definition = Path("infra/statemachines/deletion.asl.json").read_text(encoding="utf-8")
    for name in ("Unavailable", "StoreUnavailable", "SearchUnavailable"):
        assert f'"{name}"' in definition
        assert issubclass(getattr(errors, name), errors.Unavailable)


# --- The schedule's pass


def test_the_pass_reports_what_it_did(world: World, log: Callable[[], str]) -> None:
    world.write("Prefers aisle seats", type=MemoryType.TASK)
    world.clock.advance(timedelta(days=400))
    answer = gc({}, None)
    assert answer["applied"] == {"hard_expired": 1}
    assert (answer["skipped"], answer["restarted_deletions"], answer["leased"]) == (0, 0, False)
    reported = log()
    assert "scheduled pass" in reported
    assert "aisle" not in reported
    assert gc({"time": "2026-03-01T03:00:00Z"}, None)["applied"] == {}


def test_the_hourly_run_restarts_forgotten_deletions_and_collects_nothing(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.wrote("Prefers decaf", type=MemoryType.PREFERENCE)
    world.deletions.down = errors.Unavailable("the workflow cannot be started")
    ask(world)
    world.deletions.down = None
    world.clock.advance(timedelta(minutes=10))
    assert gc({"only": "deletions"}, None) == {"restarted_deletions": 1, "heads": {}}
    reported = [json.loads(line) for line in capsys.readouterr().out.splitlines() if "DeletionsOpen" in line]
    assert [(one["DeletionsOpen"], one["DeletionAgeSeconds"]) for one in reported] == [([1.0], [600.0])]
    world.deletions.run_all()
    assert world.holds("decaf") == []


def test_new_memories_are_compared_and_a_broken_message_delays_none(world: World) -> None:
    stated_now = [world.wrote(f"I live in {city}") for city in ("Oslo", "Bergen")]
    world.index()
    comparison = Comparison(tuple((memory.scope.path, memory.memory_id) for memory in stated_now))
    messages = {"broken": json.dumps({"kind": "compare"}), "whole": to_comparison_message(comparison)}
    event = {"Records": [{"messageId": id, "body": body} for id, body in messages.items()]}
    assert extract(event, None) == {"batchItemFailures": [{"itemIdentifier": "broken"}]}
    statuses = [record.attributes["status"] for record in world.store.get(list(map(place, stated_now))) if record]
    assert statuses == ["superseded", "active"]
