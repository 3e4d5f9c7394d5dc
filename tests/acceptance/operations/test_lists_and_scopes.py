"""What a supervisor finds below an organisation, and lists and recalls that are narrowed by metadata."""

from __future__ import annotations

import json
from typing import Any

import pytest

from shared.contracts.environment import MASK_CONTACTS
from shared.domain.scopes import Scope
from tests.builders import ACME, ANN, a_caller
from tests.functions.calls import Api

LEAD = a_caller("lead", "supervisor", bound=ACME)
TEXTS = pytest.mark.parametrize("about", ["The boiler was repaired", "锅炉已经修好"])
BOILERS: dict[str, dict[str, Any]] = {
    "first": {"price": 80, "tags": ["heat", "cellar"], "day": "2024-03-01", "by": "Fjord Heating AS"},
    "second": {"price": 120.5, "tags": ["heat"], "day": "2024-09-30", "by": "北方供暖公司"},
    "third": {"price": "120", "tags": "heat", "day": "2025-01-05"},
}
ASKED: list[tuple[dict[str, Any], set[str]]] = [
    ({"price": {"gte": 80}}, {"first", "second"}),
    ({"price": {"gt": 80, "lte": 120.5}}, {"second"}),
    ({"day": {"gte": "2024-01-01", "lt": "2025-01-01"}}, {"first", "second"}),
    ({"tags": {"contains": "cellar"}}, {"first"}),
    ({"by": {"contains": "供暖"}}, {"second"}),
    ({"by": {"contains": "Heating"}, "price": {"lt": 100}}, {"first"}),
    ({"price": {"gt": 1000}}, set()),
]


@TEXTS
def test_lists_and_recalls_take_ranges_and_what_a_member_contains(api: Api, about: str) -> None:
    for name, metadata in BOILERS.items():
        api.wrote(f"{about}: {name} {len(name) * 7}", metadata={"name": name, **metadata})
    api.world.index()
    for where, names in ASKED:
        listed = api("GET", "/v1/memories", query={"where": json.dumps(where)})
        assert listed.status == 200, listed.text
        assert {one["metadata"]["name"] for one in listed.json["items"]} == names, where
        found = api("POST", "/v1/recall", {"query": about, "where": where, "min_relevance": 0}).json["memories"]
        assert {hit["memory"]["metadata"]["name"] for hit in found} == names, where


def test_lists_are_narrowed_by_equal_metadata_source_and_trust(api: Api) -> None:
    said = api.wrote("Keeps bees on the roof", metadata={"site": 1})["memory_id"]
    outcome = api.wrote("The hives were moved to the garden", source="task_outcome", metadata={"site": True})
    for query, ids in (
        ({"metadata": '{"site": 1}'}, [said]),
        ({"metadata": '{"site": true}'}, [outcome["memory_id"]]),
        ({"source": "user_stated"}, [said]),
        ({"trust": "unverified"}, [outcome["memory_id"]] if outcome["trust"] == "unverified" else []),
        ({"source": "user_stated", "metadata": '{"site": true}'}, []),
    ):
        assert [one["memory_id"] for one in api("GET", "/v1/memories", query=query).json["items"]] == ids, query


def test_a_condition_that_says_nothing_or_mixes_types_is_refused(api: Api) -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {}, {"price": {}}, {"price": {"gt": 1, "lt": "2"}}, {"price": {"gt": 1, "gte": 2}}, {"price": {"near": 3}},
        {"price": {"gt": True}},
    )  # fmt: skip
    for where in wrong:
        api("POST", "/v1/recall", {"query": "boiler", "where": where}).is_problem(400, "malformed")
        api("GET", "/v1/memories", query={"where": json.dumps(where)}).is_problem(400, "malformed")
    api("GET", "/v1/memories", query={"where": "{"}).is_problem(400, "malformed")


def test_a_cursor_belongs_to_its_filters(api: Api) -> None:
    for number in range(3):
        api.wrote(f"The meter of room {number} was read", metadata={"room": number})
    query = {"where": '{"room": {"gte": 1}}', "limit": "1"}
    first = api("GET", "/v1/memories", query=query).json
    again = api("GET", "/v1/memories", query={**query, "cursor": first["next_cursor"]}).json
    assert [one["metadata"]["room"] for one in (*first["items"], *again["items"])] == [2, 1]
    other = {"where": '{"room": {"gte": 0}}', "limit": "1", "cursor": first["next_cursor"]}
    api("GET", "/v1/memories", query=other).is_problem(400, "malformed")


def test_a_caller_who_is_shown_masks_asks_no_text_for_its_parts(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    api.wrote("The plumber can be called", metadata={"phone": "+47 22 12 34 56", "price": 3})
    monkeypatch.setenv(MASK_CONTACTS, "true")
    where = {"phone": {"contains": "22 1"}}
    api("POST", "/v1/recall", {"query": "plumber", "where": where}).is_problem(403, "forbidden_role")
    api("GET", "/v1/memories", query={"where": json.dumps(where)}).is_problem(403, "forbidden_role")
    assert api("GET", "/v1/memories", query={"where": '{"price": {"gt": 2}}'}).json["items"]
    reader = a_caller("ann", "contact-reader")
    assert api("GET", "/v1/memories", caller=reader, query={"where": json.dumps(where)}).json["items"]


def test_a_supervisor_lists_the_scopes_that_hold_memories(api: Api) -> None:
    api.wrote("Keeps bees on the roof")
    api.wrote("The hives are checked on Mondays", scope=f"{ANN.path}/task/hives")
    api.wrote("Plays the cello", a_caller("bob"))
    listed = api("GET", "/v1/scopes", caller=LEAD).json
    bob = Scope.user("acme", "bob").path
    assert [(one["scope"], one["kind"], one["subject"]) for one in listed["items"]] == [
        (ANN.path, "user", "active"), (f"{ANN.path}/task/hives", "task", "active"), (bob, "user", "active"),
    ]  # fmt: skip
    users: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = api("GET", "/v1/scopes", caller=LEAD, query={"kind": "user", "limit": "1", **cursor}).json
        users += [one["scope"] for one in page["items"]]
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert users == [ANN.path, bob]


def test_a_scope_with_a_session_alone_is_listed_too_and_goes_with_its_subject(api: Api) -> None:
    eve = a_caller("eve")
    created = api("POST", "/v1/sessions", {"session_id": "s1", "scope": f"{eve.bound.path}/task/hives"}, eve)
    assert created.status == 201
    listed = api("GET", "/v1/scopes", caller=LEAD).json["items"]
    assert [one["scope"] for one in listed] == [f"{eve.bound.path}/task/hives"]
    api("POST", "/v1/deletions", {"request_id": "d1", "selector": {"kind": "subject"}}, eve)
    api.world.drain()
    assert api("GET", "/v1/scopes", caller=LEAD).json["items"] == []


def test_scopes_are_listed_as_far_as_their_memories_may_be_read(api: Api) -> None:
    api.wrote("The hives are checked on Mondays", scope=f"{ANN.path}/task/hives")
    api.wrote("Plays the cello", a_caller("bob"))
    assert [one["scope"] for one in api("GET", "/v1/scopes").json["items"]] == [f"{ANN.path}/task/hives"]
    api("GET", "/v1/scopes", query={"scope": ACME.path}).is_problem(403, "forbidden_scope")
    api("GET", "/v1/scopes", caller=a_caller("bob"), query={"scope": ANN.path}).is_problem(403, "forbidden_scope")
    member = a_caller("member", bound=ACME)
    api("GET", "/v1/scopes", caller=member).is_problem(403, "forbidden_role")


def test_a_scope_under_deletion_says_so_and_a_deleted_one_is_gone(api: Api) -> None:
    api.wrote("Keeps bees on the roof")
    api.wrote("Plays the cello", a_caller("bob"))
    assert api("POST", "/v1/deletions", {"request_id": "d1", "selector": {"kind": "subject"}}).status == 202
    shown = {one["scope"]: one["subject"] for one in api("GET", "/v1/scopes", caller=LEAD).json["items"]}
    assert shown[ANN.path] == "deleting"
    api.world.drain()
    assert ANN.path not in {one["scope"] for one in api("GET", "/v1/scopes", caller=LEAD).json["items"]}
