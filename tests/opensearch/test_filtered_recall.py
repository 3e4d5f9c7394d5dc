"""Filters of a recall on a real OpenSearch node, from the request to the answer: what the engine is asked, what the
index holds, and what is checked again against the tables must mean the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from shared.adapters.embedders.deterministic import DeterministicEmbedder
from tests.acceptance.operations.test_lists_and_scopes import ASKED, BOILERS
from tests.builders import ANN, a_caller
from tests.opensearch.whole_path import WholePath, an_index_of_the_node, whole_path

pytestmark = pytest.mark.opensearch
QUERY = "deploys of billing"
REVIEWER = a_caller("ann", "reviewer", "system_of_record")
BY_SOURCE = {
    "system_of_record": "Deploys of billing need the approval of two owners",
    "human_confirmed": "Deploys of billing go by the blue cluster",
    "user_stated": "Deploys of billing happen on Fridays",
    "task_outcome": "Deploys of billing take nine minutes",
}
UNVERIFIED = "Deploys of billing are announced in the channel"
NARROWED: list[tuple[dict[str, Any], set[str]]] = [
    ({}, {*BY_SOURCE, "unverified"}),
    ({"sources": ["task_outcome", "user_stated"], "trust": "data"}, {"task_outcome", "user_stated"}),
    ({"min_tier": 5, "trust": "data"}, {"human_confirmed"}),
    ({"min_tier": 6}, {"system_of_record"}),
    ({"trust": "unverified"}, {"unverified"}),
    ({"trust": "instruction"}, {"system_of_record"}),
    ({"trust": "data", "min_tier": 4}, {"human_confirmed", "user_stated"}),
    ({"sources": ["task_outcome"], "min_tier": 5}, set()),
]


@pytest.fixture(scope="module")
def path(opensearch_url: str) -> Iterator[WholePath]:
    embedder = DeterministicEmbedder()
    with (
        an_index_of_the_node(opensearch_url, embedder.model.dimension) as (index, _, _),
        whole_path(index, embedder) as made,
    ):
        for name, metadata in BOILERS.items():
            made.write(f"The boiler was repaired: {name} {len(name) * 7}", metadata={"name": name, **metadata})
        for source, text in BY_SOURCE.items():
            trust = {"trust": "instruction"} if source == "system_of_record" else {}
            made.write(text, REVIEWER, source=source, scope=ANN.path, **trust)
        made.write(UNVERIFIED, trust="unverified")
        yield made


def _contexts(path: WholePath, goal: str, **asked: Any) -> list[str]:
    body = {"goal": goal, "min_relevance": 0.0, "token_budget": 20_000, **asked}
    answer = path.api("POST", "/v1/context", body)
    assert answer.status == 200, answer.text
    assert answer.json["degraded"] is False
    return [item["content"] for item in answer.json["items"]]


@pytest.mark.parametrize(("where", "names"), ASKED)
def test_conditions_on_metadata_hold_in_recalls_batches_contexts_and_lists(
    path: WholePath, where: dict[str, Any], names: set[str]
) -> None:
    about = "The boiler was repaired"
    hits = path.recall(about, where=where)["memories"]
    assert {hit["memory"]["metadata"]["name"] for hit in hits} == names
    item = {"query": about, "min_relevance": 0.0, "where": where}
    (result,) = path.api("POST", "/v1/recall/batch", {"items": [item]}).json["results"]
    assert result["status"] == 200, result
    assert {hit["memory"]["metadata"]["name"] for hit in result["answer"]["memories"]} == names
    shown = _contexts(path, about, where=where)
    assert {name for name in BOILERS if any(name in content for content in shown)} == names


@pytest.mark.parametrize(("asked", "found"), NARROWED)
def test_source_tier_and_trust_narrow_a_recall_and_a_context(
    path: WholePath, asked: dict[str, Any], found: set[str]
) -> None:
    kinds = {text: source for source, text in BY_SOURCE.items()} | {UNVERIFIED: "unverified"}
    contents = path.finds(QUERY, top_k=20, **asked)
    assert {kinds[content] for content in contents if content in kinds} == found
    shown = {kinds[content] for content in _contexts(path, QUERY, **asked) if content in kinds}
    assert shown <= found | {"system_of_record"}  # a policy is shown whatever is asked
    assert bool(shown) or not found


def test_what_fits_is_found_behind_any_number_of_nearer_memories_that_do_not(path: WholePath) -> None:
    for number in range(120):
        path.api("POST", "/v1/memories", {
            "content": f"The lift was repaired on floor {number}", "type": "semantic", "source": "user_stated",
            "metadata": {"price": number}, "trust": "unverified" if number % 2 else None,
        })  # fmt: skip
    path.deliver()
    wanted = path.write("An old crane stands in the yard", metadata={"price": 5000})["memory"]["content"]
    query = "The lift was repaired on floor 7"
    assert path.finds(query, top_k=1, where={"price": {"gt": 4000}}) == [wanted]
    assert path.finds(query, top_k=3, where={"price": {"gte": 0}}, sources=["human_confirmed"]) == []
    cheap = path.finds(query, top_k=50, where={"price": {"gte": 10, "lt": 20}}, trust="unverified")
    assert sorted(cheap) == [f"The lift was repaired on floor {number}" for number in (11, 13, 15, 17, 19)]


def test_a_change_of_what_is_filtered_by_moves_a_memory_in_the_index(path: WholePath) -> None:
    written = path.write("The gate of the depot is grey", metadata={"price": 70})["memory"]
    cheap, dear = {"price": {"gte": 65, "lt": 75}}, {"price": {"gte": 7000}}
    about = "gate of the depot"
    assert written["content"] in path.finds(about, where=cheap)
    changed = path.api("PATCH", f"/v1/memories/{written['memory_id']}", {"metadata": {"price": 7000}})
    assert changed.status == 200, changed.text
    path.deliver()
    assert path.finds(about, where=cheap, top_k=1) == [] or written["content"] not in path.finds(about, where=cheap)
    assert path.finds(about, where=dear) == [written["content"]]
