"""Many memories read, corrected and asked for in one request: each as it would be alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import ACME, ANN, a_caller
from tests.functions.calls import Api

TEXTS = pytest.mark.parametrize(
    ("bees", "cello"), [("Keeps bees on the roof", "Plays the cello"), ("在屋顶养蜜蜂", "会拉大提琴")]
)
HIVES = f"{ANN.path}/task/hives"


def _ids(api: Api, *texts: str) -> list[str]:
    return [str(api.wrote(text)["memory_id"]) for text in texts]


@TEXTS
def test_memories_are_read_by_their_ids_in_order(api: Api, bees: str, cello: str) -> None:
    first, second = _ids(api, bees, cello)
    answer = api("POST", "/v1/memories/batch/read", {"ids": [second, "nobody", first]})
    assert answer.status == 200, answer.text
    shown = answer.json["results"]
    assert [one["status"] for one in shown] == [200, 404, 200]
    assert [one["memory"]["content"] for one in shown if one["status"] == 200] == [cello, bees]
    assert shown[1]["code"] == "not_found"
    alone = api("GET", f"/v1/memories/{first}").json
    assert shown[2]["memory"] == alone


def test_a_batch_reads_and_changes_nothing_that_is_not_open_to_its_caller(api: Api) -> None:
    (mine,) = _ids(api, "Keeps bees on the roof")
    bob = a_caller("bob")
    theirs = api.wrote("Plays the cello", bob)["memory_id"]
    bound = api.wrote("Pays by card", purposes=["billing"])["memory_id"]
    assert [one["status"] for one in _read(api, [mine, theirs])] == [200, 404]
    support = a_caller("ann", purposes=frozenset({"support"}))
    assert [one["status"] for one in _read(api, [mine, bound], support)] == [200, 404]
    body: dict[str, Any] = {"ids": [theirs], "scope": bob.bound.path}
    api("POST", "/v1/memories/batch/read", body).is_problem(403, "forbidden_scope")
    items = [
        {"memory_id": theirs, "content": "Plays the drums"},
        {"memory_id": theirs, "content": "Plays the drums", "scope": bob.bound.path},
        {"memory_id": mine, "content": "Keeps bees in the garden"},
    ]
    results = api("PATCH", "/v1/memories/batch", {"items": items}).json["results"]
    assert [one["status"] for one in results] == [404, 403, 200]
    assert api("GET", f"/v1/memories/{theirs}", caller=bob).json["content"] == "Plays the cello"


def _read(api: Api, ids: list[str], caller: Any = None) -> list[Any]:
    results: list[Any] = api("POST", "/v1/memories/batch/read", {"ids": ids}, caller).json["results"]
    return results


def test_deleted_memories_are_read_no_more(api: Api) -> None:
    first, second = _ids(api, "Keeps bees on the roof", "Plays the cello")
    api("DELETE", f"/v1/memories/{first}")
    assert [one["status"] for one in _read(api, [first, second])] == [404, 200]
    api("POST", "/v1/deletions", {"request_id": "d1", "selector": {"kind": "subject"}})
    assert [one["status"] for one in _read(api, [first, second])] == [404, 404]


@TEXTS
def test_corrections_of_a_batch_are_each_their_own(api: Api, bees: str, cello: str) -> None:
    first, second = _ids(api, bees, cello)
    items: list[dict[str, Any]] = [
        {"memory_id": first, "metadata": {"hives": 3}, "expected_version": 1},
        {"memory_id": second, "content": f"{cello} 2", "expected_version": 7},
        {"memory_id": second},
        {"memory_id": second, "importance": "high", "colour": "red"},
        {"memory_id": second, "content": f"{cello} 2"},
    ]
    key = {"idempotency-key": "k1"}
    answer = api("PATCH", "/v1/memories/batch", {"items": items}, headers=key)
    results = answer.json["results"]
    assert [one["status"] for one in results] == [200, 409, 400, 400, 200]
    assert results[1]["current_version"] == 1
    assert results[0]["memory"]["metadata"] == {"hives": 3}
    assert results[4]["memory"]["content"] == f"{cello} 2"
    again = api("PATCH", "/v1/memories/batch", {"items": items}, headers=key)
    assert again.headers["idempotency-replayed"] == "true"
    assert [one["status"] for one in again.json["results"]] == [200, 409, 400, 400, 200]
    assert [one["memory"]["version"] for one in _read(api, [first, second])] == [2, 2]


@TEXTS
def test_several_questions_are_each_answered(api: Api, bees: str, cello: str) -> None:
    api.wrote(bees)
    api.wrote(cello, scope=HIVES)
    api.world.index()
    items = [
        {"query": bees, "top_k": 1, "min_relevance": 0},
        {"query": " "},
        {"query": cello, "scope": HIVES, "top_k": 1, "min_relevance": 0},
        {"query": bees, "scope": ACME.path + "/user/bob"},
        {"query": bees, "where": {"hives": {}}},
    ]
    answer = api("POST", "/v1/recall/batch", {"items": items})
    assert answer.status == 200, answer.text
    results = answer.json["results"]
    assert [one["status"] for one in results] == [200, 400, 200, 403, 400]
    found = [one["answer"]["memories"][0]["memory"]["content"] for one in results if one["status"] == 200]
    assert found == [bees, cello]
    ids = {one["answer"]["recall_id"] for one in results if one["status"] == 200}
    assert len(ids) == 2
    for recall_id in ids:
        assert api("POST", "/v1/feedback", {"recall_id": recall_id}).status == 202


def test_a_batch_has_a_most(api: Api) -> None:
    assert api("POST", "/v1/recall/batch", {"items": [{"query": "x"}] * 21}).fields() == ["items"]
    assert api("POST", "/v1/memories/batch/read", {"ids": [f"m{n}" for n in range(101)]}).fields() == ["ids"]
    assert api("PATCH", "/v1/memories/batch", {"items": [{}] * 101}).fields() == ["items"]
