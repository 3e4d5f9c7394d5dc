"""What has changed since: a feed of ids and kinds, from which nothing is left out and in which nothing is kept that a
deletion takes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from shared.usecases.deletion.verify_again import verify_deletion
from tests.builders import ACME, ANN, World, a_caller
from tests.functions.calls import Api

TEXTS = pytest.mark.parametrize("text", ["Plays the cello on Sundays", "每个星期天拉大提琴"])


def _read(api: Api, after: str | None = None, **query: str) -> tuple[list[dict[str, Any]], str]:
    """All that came after, and where to go on."""
    items: list[dict[str, Any]] = []
    while True:
        answer = api("GET", "/v1/changes", query={**query, **({"after": after} if after else {})})
        assert answer.status == 200, answer.text
        items, after = items + answer.json["items"], answer.json["next"]
        if not answer.json["more"]:
            return items, str(after)


def _kinds(items: list[dict[str, Any]]) -> list[str]:
    return [item["kind"] for item in items]


@TEXTS
def test_a_write_an_update_and_a_deletion_are_in_the_feed_by_ids_alone(api: Api, world: World, text: str) -> None:
    written = api.wrote(text, key="hobby")
    world.feed()
    (first,), place = _read(api)
    assert first == {
        "change_id": first["change_id"], "kind": "memory.written", "scope": ANN.path, "at": first["at"],
        "memory_id": written["memory_id"], "version": 1, "session_id": None, "request_id": None,
    }  # fmt: skip
    api("PATCH", f"/v1/memories/{written['memory_id']}", {"content": f"{text}!", "expected_version": 1})
    world.feed()
    (second,), place = _read(api, place)
    assert (second["kind"], second["memory_id"], second["version"]) == ("memory.updated", written["memory_id"], 2)
    api("DELETE", f"/v1/memories/{written['memory_id']}")
    world.feed()
    assert _kinds(_read(api, place)[0]) == ["deletion.accepted"]
    world.drain()
    world.feed()
    rest, place = _read(api, place)
    assert _kinds(rest) == ["deletion.accepted", "memory.deleted", "deletion.completed"]
    assert rest[1]["memory_id"] == written["memory_id"]
    assert _read(api, place)[0] == []
    assert not [record for record in world.records(prefix="chg#") if text in repr(record)]


def test_a_reader_who_begins_after_a_deletion_learns_of_the_memory_only_that_it_is_gone(api: Api, world: World) -> None:
    written = api.wrote("Carries an EpiPen")
    api.wrote("Owns a boat")
    world.feed()
    api("DELETE", f"/v1/memories/{written['memory_id']}")
    hidden, _ = _read(api)
    assert [item["memory_id"] for item in hidden if item["memory_id"] == written["memory_id"]] == []
    world.drain()
    world.feed()
    items, _ = _read(api)
    assert _kinds([item for item in items if item["memory_id"] == written["memory_id"]]) == ["memory.deleted"]
    assert "memory.written" in _kinds(items)


@TEXTS
def test_from_the_acceptance_on_an_organisations_feed_says_nothing_of_a_copy(api: Api, world: World, text: str) -> None:
    everybody = a_caller(bound=ACME)
    written = api.wrote(text)
    promoter, place = a_caller("ann", "org-writer"), f"/v1/memories/{written['memory_id']}/promote"
    copy = api("POST", place, {"to_scope": ACME.path}, caller=promoter).json["memory"]
    world.feed()
    (shown,) = api("GET", "/v1/changes", caller=everybody).json["items"]
    assert (shown["kind"], shown["memory_id"]) == ("memory.written", copy["memory_id"])
    api("DELETE", f"/v1/memories/{written['memory_id']}")
    assert api("GET", "/v1/changes", caller=everybody).json["items"] == []
    world.drain()
    world.feed()
    assert _kinds(api("GET", "/v1/changes", caller=everybody).json["items"]) == ["memory.deleted"]


def test_a_completed_session_is_in_the_feed_and_goes_with_its_deletion(api: Api, world: World) -> None:
    api("POST", "/v1/sessions", {"session_id": "chat-1", "ttl_seconds": 3600})
    events = [{"role": "user", "content": "I never eat meat."}]
    api("POST", "/v1/sessions/chat-1/events", {"events": events})
    assert api("POST", "/v1/sessions/chat-1/complete", {}).status == 200
    world.feed()
    items, place = _read(api)
    assert [item["session_id"] for item in items if item["kind"] == "session.completed"] == ["chat-1"]
    api("POST", "/v1/deletions", {"request_id": "d1", "selector": {"kind": "session", "ids": ["chat-1"]}})
    assert "session.completed" not in _kinds(_read(api)[0])
    world.drain()
    world.feed()
    assert "session.completed" not in _kinds(_read(api)[0])
    assert not [record for record in world.records() if record.key.sk.startswith(("cha#",))]
    assert "deletion.completed" in _kinds(_read(api, place)[0])


def test_after_a_subjects_deletion_its_feed_holds_the_deletion_alone(api: Api, world: World) -> None:
    api.wrote("Carries an EpiPen")
    world.feed()
    _, place = _read(api)
    api("POST", "/v1/deletions", {"request_id": "d1", "selector": {"kind": "subject"}})
    world.feed()
    assert _kinds(_read(api)[0]) == ["deletion.accepted"]
    world.drain()
    world.feed()
    items, _ = _read(api)
    assert _kinds(items) == _kinds(_read(api, place)[0]) == ["deletion.accepted", "deletion.completed"]
    assert {item["request_id"] for item in items} == {"d1"}
    left = [r.key.sk for r in world.records() if r.key.sk.startswith(("chg#", "chs#", "cha#"))]
    assert [sk for sk in left if "deletion" not in sk and not sk.startswith("chg#")] == []
    assert len([sk for sk in left if sk.startswith("chg#")]) == 2
    api.wrote("Owns a boat")
    world.drain()
    world.feed()
    again = verify_deletion(world.services, a_caller(), ANN, "d1")
    assert [state.residue for _, state in again.targets] == [0, 0, 0]
    assert _kinds(_read(api, place)[0]) == ["deletion.accepted", "deletion.completed", "memory.written"]


def test_a_conflict_and_its_end_are_in_the_feed(api: Api, world: World) -> None:
    reported: dict[str, Any] = {"source": "task_outcome"}
    one = api.wrote("The rack limit is 40 units", key="rack_limit", confidence=0.7, **reported)
    world.index()
    other = api.wrote("The rack limit is 42 units", key="rack_max", confidence=0.75, **reported)
    world.feed()
    opened, place = _read(api)
    assert [item["memory_id"] for item in opened if item["kind"] == "conflict.opened"] == [one["memory_id"]]
    api("DELETE", f"/v1/memories/{one['memory_id']}")
    world.drain()
    world.feed()
    resolved = [item["memory_id"] for item in _read(api, place)[0] if item["kind"] == "conflict.resolved"]
    assert resolved == [other["memory_id"]]


def test_a_place_in_the_feed_is_refused_once_it_is_too_old(api: Api, world: World) -> None:
    api.wrote("Owns a boat")
    world.feed()
    _, place = _read(api)
    world.clock.advance(timedelta(days=30, minutes=-1))
    assert _read(api, place)[0] == []
    world.clock.advance(timedelta(minutes=2))
    api("GET", "/v1/changes", query={"after": place}).is_problem(410, "changes_gone")
    api("GET", "/v1/changes", query={"after": "AAAA"}).is_problem(400, "malformed")


def test_only_what_is_open_to_the_caller_is_shown(api: Api, world: World) -> None:
    api.wrote("Owns a boat")
    world.feed()
    _, place = _read(api)
    bob, bound = a_caller("bob"), a_caller(purposes=frozenset({"support"}))
    api("GET", "/v1/changes", caller=bob, query={"scope": ANN.path}).is_problem(403, "forbidden_scope")
    api("GET", "/v1/changes", caller=bob, query={"after": place}).is_problem(400, "malformed")
    api("GET", "/v1/changes", caller=bound).is_problem(403, "purpose_not_allowed")
    assert _read(api, scope=ACME.path)[0] == []
    task = f"{ANN.path}/task/t1"
    api.wrote("Books a table for four", scope=task)
    world.feed()
    assert [item["scope"] for item in _read(api, scope=task)[0]] == [task]
