"""Reads over the wire: recall, lists, one memory, its history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from shared.domain.errors import SearchUnavailable, StoreUnavailable
from shared.runtime import bootstrap
from tests.builders import ACME, World, a_caller
from tests.functions.calls import Api


def ask(api: Api, query: str, **fields: Any) -> Any:
    api.world.index()
    return api("POST", "/v1/recall", {"query": query, "min_relevance": 0, **fields})


def test_a_recall_is_answered_with_memories_scores_and_parts(api: Api) -> None:
    made = api.wrote("The release train leaves every second Wednesday", key="train")
    answer = ask(api, "when does the release train leave?")
    assert answer.status == 200
    reported = answer.json
    assert set(reported) == {
        "recall_id", "memories", "conflicts", "needs_confirmation", "suppressed", "degraded", "subject",
    }  # fmt: skip
    (hit,) = reported["memories"]
    assert hit["memory"] == made
    assert (hit["layer"], reported["degraded"], reported["conflicts"], reported["needs_confirmation"]) == (
        "l2",
        False,
        [],
        False,
    )
    assert 0 < hit["score"] <= 1
    assert {"vector", "keyword", "recency", "importance"} <= set(hit["parts"])
    assert all(0 <= part <= 1 for part in (*hit["parts"].values(), hit["relevance"]))


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "query"), ({"query": ""}, "query"), ({"query": "  \n"}, "query"), ({"query": "x" * 2001}, "query"),
        ({"query": 7}, "query"), ({"query": "x", "top_k": 0}, "top_k"), ({"query": "x", "top_k": 101}, "top_k"),
        ({"query": "x", "top_k": "5"}, "top_k"), ({"query": "x", "top_k": 2.5}, "top_k"),
        ({"query": "x", "mode": "shove"}, "mode"), ({"query": "x", "types": ["opinion"]}, "types.0"),
        ({"query": "x", "types": "task"}, "types"), ({"query": "x", "keys": [""]}, "keys.0"),
        ({"query": "x", "min_relevance": 2}, "min_relevance"), ({"query": "x", "purpose": ""}, "purpose"),
        ({"query": "x", "scope": "/org"}, "scope"), ({"query": "x", "profile": "mine"}, "profile"),
        ({"query": "x", "metadata": {"a": {"b": {"c": {}}}}}, "metadata"), ({"query": "x", "filter": {}}, "filter"),
        ({"query": "x", "include_inherited": "yes"}, "include_inherited"),
        ({"query": "x", "scope": "/org/acme", "scopes": ["/org/acme/user/ann"]}, "scopes"),
        ({"query": "x", "scopes": []}, "scopes"), ({"query": "x", "scopes": ["/org/acme/user/ann"] * 9}, "scopes"),
        ({"query": "x", "scopes": ["/org/acme", "/org/acme/user/ann"], "session_id": "s1"}, "scopes"),
        ({"query": "x", "sources": ["hearsay"]}, "sources.0"), ({"query": "x", "consent_scope": ""}, "consent_scope"),
        ({"query": "x", "speaker": 7}, "speaker"),
        ({"query": "x", "as_of": "2026-03-01"}, "as_of"), ({"query": "x", "risk": "some"}, "risk"),
    ],
)  # fmt: skip
def test_a_malformed_recall_is_refused_by_its_field(api: Api, body: dict[str, Any], field: str) -> None:
    assert field in api("POST", "/v1/recall", body).fields()


def test_a_forbidden_recall_is_refused(api: Api) -> None:
    ask(api, "x", scope="/org/acme/user/bob").is_problem(403, "forbidden_scope")
    api("POST", "/v1/recall", {"query": "x", "include_descendants": True}, a_caller("b", bound=ACME)).is_problem(
        403, "forbidden_role"
    )
    caller = a_caller(purposes=frozenset({"support"}))
    api("POST", "/v1/recall", {"query": "x", "purpose": "billing"}, caller).is_problem(403, "purpose_not_allowed")


class _Down:
    def __init__(self, error: Exception) -> None:
        self._error = error

    def __getattr__(self, name: str) -> Any:
        raise self._error


def test_with_search_down_the_answer_says_that_it_is_degraded(api: Api) -> None:
    api.wrote("Likes tea")
    bootstrap.install(api.world.on(search=_Down(SearchUnavailable("down"))).services)
    reported = api("POST", "/v1/recall", {"query": "tea"}).json
    assert reported["degraded"] is True
    assert [hit["memory"]["content"] for hit in reported["memories"]] == ["Likes tea"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/v1/recall", {"query": "tea"}),
        ("GET", "/v1/memories", None),
        ("GET", "/v1/memories/m1", None),
        ("POST", "/v1/memories", {"content": "Likes tea", "type": "semantic"}),
        ("POST", "/v1/deletions", {"request_id": "r", "selector": {"kind": "subject"}}),
        ("GET", "/v1/deletions/r", None),
    ],
)
def test_with_the_store_down_the_answer_is_503_and_says_when_to_come_again(
    api: Api, method: str, path: str, body: Any
) -> None:  # fmt: skip
    api.wrote("Likes tea")
    api.world.index()
    bootstrap.install(api.world.on(records=_Down(StoreUnavailable("the store is down"))).services)
    answer = api(method, path, body)
    answer.is_problem(503, "unavailable")
    assert int(answer.headers["retry-after"]) > 0


def test_an_internal_error_is_a_plain_500(api: Api, log: Callable[[], str]) -> None:
    bootstrap.install(api.world.on(records=_Down(RuntimeError("content of somebody"))).services)
    problem = api("GET", "/v1/memories").is_problem(500, "internal")
    assert "somebody" not in str(problem)
    reported = log()
    assert "somebody" not in reported
    assert "RuntimeError" in reported  # what and where, for anyone who has to fix it


# --- Lists


def test_a_list_is_walked_by_its_cursor(api: Api) -> None:
    made = [api.wrote(f"Reading list entry {n}: book {n * 7}", key=f"k{n}") for n in range(5)]
    found: list[Any] = []
    query: dict[str, Any] = {"limit": 2}
    while True:
        page = api("GET", "/v1/memories", query=query).json
        assert len(page["items"]) <= 2
        found += page["items"]
        if page["next_cursor"] is None:
            break
        query["cursor"] = page["next_cursor"]
    assert found == made[::-1]
    oldest = api("GET", "/v1/memories", query={"order": "asc"}).json
    assert (oldest["items"], oldest["next_cursor"]) == (made, None)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"limit": 0}, "limit"), ({"limit": 101}, "limit"), ({"limit": "many"}, "limit"), ({"limit": ""}, "limit"),
        ({"order": "up"}, "order"), ({"type": "opinion"}, "type"), ({"status": "gone"}, "status"),
        ({"cursor": "nonsense"}, "cursor"), ({"cursor": ""}, "cursor"), ({"cursor": "x" * 3000}, "cursor"),
        ({"scope": "nowhere"}, "scope"), ({"include_inherited": "perhaps"}, "include_inherited"), ({"key": ""}, "key"),
        ({"consent_scope": "a\n"}, "consent_scope"), ({"colour": "red"}, "colour"), ({"Limit": 5}, "Limit"),
    ],
)  # fmt: skip
def test_an_impossible_parameter_is_named(api: Api, query: dict[str, Any], field: str) -> None:
    assert field in api("GET", "/v1/memories", query=query).fields()


def test_filters_of_a_list_are_its_parameters(api: Api) -> None:
    api.wrote("a", key="k", consent_scope="c")
    api.wrote("b", type="episodic")
    api.wrote("c", source="external_unverified")
    api.wrote("d", a_caller("ann", "org-writer"), scope="/org/acme")
    api.wrote("e", scope="/org/acme/user/ann/task/t")

    def listed(**query: Any) -> list[str]:
        return [item["content"] for item in api("GET", "/v1/memories", query=query).json["items"]]

    assert listed() == ["c", "b", "a"]
    assert listed(key="k") == listed(consent_scope="c") == ["a"]
    assert listed(type="episodic") == ["b"]
    assert listed(status="candidate") == ["c"]
    assert listed(include_inherited=True) == ["d", "c", "b", "a"]
    assert listed(include_descendants=True) == ["e", "c", "b", "a"]
    assert listed(scope="/org/acme/user/ann/task/t") == ["e"]


def test_one_memory_and_its_history(api: Api) -> None:
    first = api.wrote("Likes tea", key="drink")
    api.wrote("Likes coffee", key="drink")
    path = f"/v1/memories/{first['memory_id']}"
    assert api("GET", path).json["version"] == 2
    reported = api("GET", f"{path}/history").json
    assert [(v["version"], v["status"]) for v in reported["items"]] == [(2, "active"), (1, "superseded")]
    assert reported["items"][0]["ended_at"] is None
    assert reported["items"][1]["ended_at"]
    assert reported["items"][1]["ended_because"]
    page = api("GET", f"{path}/history", query={"limit": 1}).json
    rest = api("GET", f"{path}/history", query={"limit": 1, "cursor": page["next_cursor"]}).json
    assert [v["version"] for v in page["items"] + rest["items"]] == [2, 1]
    assert rest["next_cursor"] is None


@pytest.mark.parametrize("suffix", ["", "/history"])
def test_missing_hidden_and_other_users_memories_are_not_found_alike(api: Api, world: World, suffix: str) -> None:
    bobs = api.wrote("Bob's", a_caller("bob"))
    removed = api.wrote("Gone soon")
    api("DELETE", f"/v1/memories/{removed['memory_id']}")
    reported = []
    for id in ("nothing", bobs["memory_id"], removed["memory_id"], "%00", "a%2Fb", "x" * 900):
        reported.append(api("GET", f"/v1/memories/{id}{suffix}").is_problem(404, "not_found")["detail"])
    assert len(set(reported)) == 1
