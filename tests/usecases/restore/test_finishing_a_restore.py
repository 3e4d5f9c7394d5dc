"""Restored tables: refused until what was deleted since is deleted again, wherever the replay was interrupted."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, cast

import pytest

from functions.api.govern import handler as govern
from functions.api.health import handler as health
from functions.api.recall import handler as recall
from functions.events.deletion_step import handler as deletion_step
from functions.events.extract import handler as extract
from functions.events.gc import handler as gc
from functions.events.index import handler as index
from functions.events.retrieved import handler as retrieved
from shared.contracts.environment import RESTORE_GENERATION
from shared.records import keys
from shared.records.store.record import Change, Table
from shared.usecases.restore.finish_restore import NotReplayed, replay_step
from tests.builders import World, a_caller, an_event
from tests.usecases.deletion.crashes import Crash, CrashingRecords
from tests.usecases.deletion.deletions import ask, filled
from tests.usecases.deletion.test_replaying_deletions import restored, snapshot
from tests.usecases.receipts.test_delayed_receipts import using
from tests.usecases.receipts.test_rolled_back_logs import copied, put_back


def named(world: World, generation: str) -> None:
    """As a deployment with this name of a restore starts: it knows of no admission."""
    world.services.admission.generation, world.services.admission.is_admitted = generation, False


def asked(world: World, text: str) -> tuple[int, Any]:
    event = an_event("POST", "/v1/recall", {"query": text, "min_relevance": 0}, caller=a_caller())
    answer = recall(event, cast("Any", None))
    return answer["statusCode"], json.loads(answer["body"])


def step(name: str, **more: bool) -> dict[str, Any]:
    return deletion_step({"step": name, **more}, None)


def replayed_to_the_end() -> dict[str, Any]:
    for _ in range(1000):
        done = step("restore")
        if done["finished"]:
            return done
    raise AssertionError("the replay does not end")


@pytest.fixture
def old(world: World) -> World:
    """The data tables from before a deletion, under a deployment that names the restore."""
    filled(world)
    saved = snapshot(world, Table.SESSIONS, Table.MEMORIES)
    ask(world, "r1")
    world.deletions.run_all()
    restored(world, saved)
    named(world, "one")
    return world


def test_nothing_of_restored_tables_is_served_before_the_replay_is_recorded(old: World) -> None:
    status, body = asked(old, "tea")
    assert (status, body["code"]) == (503, "restoring")
    for _ in range(3):
        step("restore")
    assert asked(old, "tea")[0] == 503
    replayed_to_the_end()
    assert asked(old, "tea")[0] == 503  # the index is not built again yet
    assert step("admit") == {"admitted": True, "lost": []}
    status, body = asked(old, "tea")
    assert (status, body["memories"]) == (200, [])


def test_the_answer_says_when_to_ask_again(old: World) -> None:
    answer = govern(an_event("GET", "/v1/metrics"), cast("Any", None))
    assert (answer["statusCode"], answer["headers"]["Retry-After"]) == (503, "60")


def test_health_says_that_a_restore_is_not_finished(old: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def said() -> str:
        answer = health(an_event("GET", "/v1/health"), None)
        assert answer["statusCode"] == 200
        return str(json.loads(answer["body"])["status"])

    assert said() == "ok"  # a deployment that names no restore asks nobody
    monkeypatch.setenv(RESTORE_GENERATION, "one")
    assert said() == "restoring"
    replayed_to_the_end()
    step("admit")
    assert said() == "ok"


def test_workers_do_nothing_until_the_tables_are_admitted(old: World) -> None:
    before = old.records()
    assert gc({}, None) == {"restoring": True}
    message = {"messageId": "m1", "body": "whatever it is"}
    assert extract({"Records": [message]}, None) == {"batchItemFailures": [{"itemIdentifier": "m1"}]}
    assert retrieved({"Records": [{"messageId": "m2", "body": '{"at": "2026-05-04T00:00:00+00:00", "memories": []}'}]},
                     None) == {"batchItemFailures": []}  # fmt: skip
    assert index({"Records": []}, None) == {"batchItemFailures": []}
    assert old.records() == before


def test_admission_needs_the_whole_replay(old: World) -> None:
    with pytest.raises(NotReplayed):
        step("admit")
    step("restore")
    with pytest.raises(NotReplayed):
        step("admit")


def test_what_was_left_keeps_the_tables_out_until_it_is_replayed_again(old: World) -> None:
    (kept,) = [r for r in old.records() if r.key.sk.startswith(keys.DELETION_PREFIX)]
    old.store.commit(Change(removes=(kept.key,)))
    assert replayed_to_the_end()["residue"] == 1
    with pytest.raises(NotReplayed, match="1 deleted things are left"):
        step("admit")
    old.store.commit(Change(puts=(kept,)))
    step("restore", again=True)
    assert replayed_to_the_end()["residue"] == 0
    assert step("admit")["admitted"]


def test_a_deployment_without_the_restores_name_is_refused_after_one(old: World) -> None:
    """The tables from before the restore lack the deletions that were done since."""
    replayed_to_the_end()
    step("admit")
    named(old, "")
    assert asked(old, "tea")[0] == 503
    named(old, "two")
    assert asked(old, "tea")[0] == 503
    named(old, "one")
    assert asked(old, "tea")[0] == 200


def test_a_deployment_that_was_never_restored_replays_nothing(world: World) -> None:
    assert asked(world, "tea")[0] == 200
    with pytest.raises(NotReplayed, match="restoreGeneration"):
        replay_step(world.services)


def test_an_admission_is_asked_for_once_a_process(old: World) -> None:
    replayed_to_the_end()
    step("admit")
    named(old, "one")
    asked(old, "tea")
    old.store.commit(Change(removes=(keys.last_restore(),)))
    assert asked(old, "tea")[0] == 200
    named(old, "one")
    assert asked(old, "tea")[0] == 503


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("commit", range(1, 12))
def test_a_replay_that_crashes_at_any_commit_goes_on_where_it_was(old: World, commit: int, *, after: bool) -> None:
    records = CrashingRecords(old.store)
    using(old, records=records)
    records.arm(commit, after=after)
    with suppress(Crash):
        replayed_to_the_end()
    records.arm(0, after=after)
    assert replayed_to_the_end()["residue"] == 0
    assert step("admit")["admitted"]
    assert asked(old, "tea")[1]["memories"] == []
    assert [r for r in old.records() if r.key.sk.startswith(keys.CURRENT_PREFIX)] == []


def test_a_ledger_that_was_restored_as_well_is_noticed_and_not_admitted_unasked(world: World) -> None:
    filled(world)
    everything = copied(world)
    ask(world, "r1")
    world.deletions.run_all()
    put_back(world, everything)
    named(world, "one")
    assert "0 entries, and 1 were witnessed" in step("restore")["lost"][0]
    replayed_to_the_end()
    refused = step("admit")
    assert (refused["admitted"], len(refused["lost"])) == (False, 1)
    assert asked(world, "tea")[0] == 503
    assert step("admit", accept_lost=True)["admitted"]
    assert asked(world, "tea")[0] == 200
