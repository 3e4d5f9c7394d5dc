"""Deletions over the wire."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from tests.builders import World, a_caller
from tests.functions.calls import Api

SUBJECT = {"request_id": "r1", "selector": {"kind": "subject"}}


def test_a_deletion_is_accepted_and_answered_the_same_way_again(api: Api, world: World) -> None:
    api.wrote("Carries an EpiPen")
    first = api("POST", "/v1/deletions", SUBJECT)
    assert first.status == 202
    reported = first.json
    assert (reported["request_id"], reported["status"], reported["subject"]) == ("r1", "accepted", "/org/acme/user/ann")
    assert reported["selector"]["kind"] == "subject"
    assert reported["accepted_at"] == "2026-03-01T12:00:02Z"
    world.drain()
    again = api("POST", "/v1/deletions", SUBJECT)
    assert (again.status, again.json) == (202, reported)


def test_its_progress_is_shown_by_store_with_the_receipt_at_the_end(api: Api, world: World) -> None:
    api.wrote("Carries an EpiPen")
    world.index()
    api("POST", "/v1/deletions", SUBJECT)
    before = api("GET", "/v1/deletions/r1").json
    assert (before["status"], before["completed_at"]) == ("accepted", None)
    assert {t["status"] for t in before["targets"].values()} == {"pending"}
    assert not before.get("receipt")
    world.drain()
    done = api("GET", "/v1/deletions/r1").json
    assert done["status"] == "completed"
    assert set(done["targets"]) == {"sessions", "memories", "index"}
    assert all((t["status"], t["residue"]) == ("succeeded", 0) for t in done["targets"].values())
    assert done["targets"]["memories"]["removed"] == done["targets"]["index"]["removed"] == 1
    receipt = done["receipt"]
    assert receipt["number"] == 1
    assert {line["store"]: line["removed"] for line in receipt["stores"]} == {"sessions": 0, "memories": 1, "index": 1}
    assert len(receipt["hash"]) == 64
    assert "EpiPen" not in api("GET", "/v1/deletions/r1").text


def test_verifying_again_answers_in_the_same_form(api: Api, world: World) -> None:
    api.wrote("Carries an EpiPen")
    api("POST", "/v1/deletions", SUBJECT)
    world.drain()
    again = api("POST", "/v1/deletions/r1/verify")
    answer = again.json
    signed = answer.pop("verification")
    assert (again.status, answer) == (200, api("GET", "/v1/deletions/r1").json)
    assert signed["statement"]
    assert [key["use"] for key in signed["keys"]] == ["sig"]


def test_a_memory_is_deleted_by_its_path(api: Api, world: World) -> None:
    made = api.wrote("Carries an EpiPen")
    asked = api("DELETE", f"/v1/memories/{made['memory_id']}")
    assert asked.status == 202
    assert asked.json["selector"] == {"kind": "memory", "ids": [made["memory_id"]]}
    api("GET", f"/v1/memories/{made['memory_id']}").is_problem(404, "not_found")
    world.drain()
    assert api("GET", f"/v1/deletions/{asked.json['request_id']}").json["status"] == "completed"
    api("DELETE", f"/v1/memories/{made['memory_id']}").is_problem(404, "not_found")


@pytest.mark.parametrize(
    "body",
    [
        {}, {"request_id": "a"}, {"selector": {"kind": "subject"}}, {"request_id": "", "selector": {"kind": "subject"}},
        {"request_id": "a", "selector": {"kind": "everything"}}, {"request_id": "a", "selector": {"kind": "memory"}},
        {"request_id": "a", "selector": {"kind": "memory", "ids": []}}, {"request_id": "a", "selector": {}},
        {"request_id": "a", "selector": {"kind": "memory", "ids": "m"}}, {"request_id": "a", "selector": "subject"},
        {"request_id": "a", "selector": {"kind": "subject", "ids": ["m"]}},
        {"request_id": 7, "selector": {"kind": "subject"}}, {"request_id": "x" * 129, "selector": {"kind": "subject"}},
        {"request_id": "a", "selector": {"kind": "memory", "ids": ["m", 7]}},
        {"request_id": "a", "selector": {"kind": "memory", "ids": [f"m{n}" for n in range(101)]}},
        {"request_id": "a", "selector": {"kind": "subject"}, "scope": "/org/acme/user/ann/task/t"},
    ],
)  # fmt: skip
def test_a_vague_deletion_is_refused_and_deletes_nothing(api: Api, body: dict[str, Any]) -> None:
    api("POST", "/v1/deletions", body).is_problem(400, "malformed")
    assert api.world.records() == []


def test_the_same_id_for_another_deletion_is_refused(api: Api) -> None:
    api("POST", "/v1/deletions", SUBJECT)
    other = {"request_id": "r1", "selector": {"kind": "memory", "ids": ["m"]}}
    api("POST", "/v1/deletions", other).is_problem(409, "request_id_taken")


def test_a_request_id_may_need_encoding_in_a_path(api: Api, world: World) -> None:
    strange = "del/2026 #1?&%é😀"
    api("POST", "/v1/deletions", {**SUBJECT, "request_id": strange})
    world.drain()
    reported = api("GET", f"/v1/deletions/{quote(strange, safe='')}")
    assert (reported.status, reported.json["request_id"], reported.json["status"]) == (200, strange, "completed")


def test_only_callers_who_may_write_delete_and_only_callers_who_may_read_see_the_deletion(api: Api) -> None:
    bob = a_caller("bob")
    body = {**SUBJECT, "scope": "/org/acme/user/ann"}
    api("POST", "/v1/deletions", body, bob).is_problem(403, "forbidden_scope")
    granted = a_caller("bob", act_as=frozenset({"ann"}))
    assert api("POST", "/v1/deletions", body, granted).status == 202
    api("GET", "/v1/deletions/r1", None, bob).is_problem(404, "not_found")
    api("GET", "/v1/deletions/r1", None, bob, query={"scope": "/org/acme/user/ann"}).is_problem(403, "forbidden_scope")
    assert api("GET", "/v1/deletions/r1").status == 200
    api("POST", "/v1/deletions/r2/verify").is_problem(404, "not_found")


def test_deletions_are_listed(api: Api) -> None:
    for n in range(3):
        api("POST", "/v1/deletions", {"request_id": f"r{n}", "selector": {"kind": "memory", "ids": [f"m{n}"]}})
    page = api("GET", "/v1/deletions", query={"limit": 2}).json
    rest = api("GET", "/v1/deletions", query={"limit": 2, "cursor": page["next_cursor"]}).json
    assert sorted(d["request_id"] for d in page["items"] + rest["items"]) == ["r0", "r1", "r2"]
    assert rest["next_cursor"] is None


def test_a_preview_lists_what_mentions_a_text_and_deletes_nothing(api: Api, world: World) -> None:
    made = api.wrote("The studio's number is +49 170 123-4567")
    world.index()
    page = api("POST", "/v1/deletions/preview", {"text": "01701234567"})
    assert page.status == 200
    (item,) = [item for item in page.json["items"] if item["reason"] == "mentions"]
    assert (item["layer"], item["id"], item["content"]) == ("memory", made["memory_id"], made["content"])
    assert item["selector"] == {"kind": "memory", "ids": [made["memory_id"]]}
    assert api("GET", f"/v1/memories/{made['memory_id']}").status == 200
    asked = api("POST", "/v1/deletions", {"request_id": "old-number", "selector": item["selector"]})
    assert asked.status == 202
    rest = api("POST", "/v1/deletions/preview", {"text": "01701234567"}).json
    assert [item for item in rest["items"] if item["reason"] == "mentions"] == []


@pytest.mark.parametrize("body", [{}, {"text": " "}, {"text": 7}, {"text": "x" * 2_001}, {"text": "a", "cursor": "b"}])
def test_a_preview_without_a_text_or_with_a_strange_cursor_is_refused(api: Api, body: dict[str, Any]) -> None:
    api("POST", "/v1/deletions/preview", body).is_problem(400, "malformed")
