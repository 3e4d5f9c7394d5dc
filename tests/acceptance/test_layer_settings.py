"""Point 2: one configuration a layer, set by the deployment within bounds, shown by the service."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from infra.settings import BadContext, DeploymentSettings
from shared.contracts.environment import MEMORY_LAYERS
from shared.domain.configuration.layers import Layers
from shared.domain.context.shares import ContextPolicy
from shared.domain.memories.memory import Importance
from shared.domain.recall.policy import PROFILES, EvidencePolicy, RecallPolicy
from shared.domain.sessions.event_search import SessionSearchPolicy
from shared.domain.writing.decisions import WritePolicy
from shared.runtime.settings import Settings
from shared.usecases.hygiene.scheduled_pass import run_pass
from tests.acceptance.client_in_process import InProcess
from tests.builders import World, a_world
from tests.functions.calls import Api

GIVEN = {
    "l1.ttl_seconds": 7200,
    "l2.ttl.preference.soft_days": 30,
    "l2.ttl.preference.hard_days": 180,
    "recall.push_items": 3,
    "l2.max_memories.user": 100,
    "ranking.default.near": 0,
    "ranking.default.recency_half_life_days": 7,
    "ranking.default.english_cues": 0,
    "context.token_budget": 500,
    "write.inferred_active": 0.9,
}


def test_what_the_context_says_reaches_the_functions_as_policies() -> None:
    settings = DeploymentSettings.from_context({"memoryLayers": GIVEN})
    layers = Settings.from_environment({MEMORY_LAYERS: settings.layers.text()}).layers
    assert layers.session_policy.default_ttl == timedelta(hours=2)
    assert layers.write_policy.expiry.preference.hard == timedelta(days=180)
    assert layers.recall_policy.push_items == 3
    assert layers.write_policy.expiry.upkeep.user_memories == 100
    assert layers.write_policy.writeback.inferred_active == 0.9
    assert layers.context_policy.token_budget == 500
    weights = layers.recall_policy.ranking("default")
    assert isinstance(weights, EvidencePolicy)
    assert (weights.near, weights.date, weights.english_cues) == (0, 8, False)
    assert weights.recency_half_life == timedelta(days=7)


def test_what_is_not_set_is_as_it_was_measured() -> None:
    layers = Layers({})
    assert layers.write_policy == WritePolicy()
    assert layers.recall_policy == RecallPolicy()
    assert layers.context_policy == ContextPolicy()
    assert layers.session_search_policy == SessionSearchPolicy()
    assert {name: layers.recall_policy.ranking(name) for name in PROFILES} == dict(PROFILES)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"l1.ttl": 60}, "did you mean l1.ttl_seconds"),
        ({"l1.ttl_seconds": 5}, "from 60 to 2592000 seconds"),
        ({"recall.push_items": 2.5}, "whole number"),
        ({"l2.ttl.task.soft_days": 100, "l2.ttl.task.hard_days": 90}, "soft_days must not be more"),
        ({"l2.stale_at": 95}, "l2.stale_at must not be more than l2.evict_at"),
        ({"l2.max_memories.user": 50}, "l2.max_memories.user must be 0 (no limit) or at least 100"),
        ({"l2.max_memories.project": 100_001}, "from 0 to 100000 memories"),
        ({"ranking.default.date": 33}, "from 0.0 to 32.0 weight"),
        ({"ranking.default.near": -1}, "from 0.0 to 18.0 weight"),
        ({"ranking.textbook.vector": 0, "ranking.textbook.keyword": 0}, "one of vector, keyword must be more than 0"),
        ({"write.inferred_stored": 0.9}, "write.inferred_stored must not be more than write.inferred_active"),
        ({"context.binding_share": 0.05}, "from 0.1 to 0.5 share of the budget"),
        ("[1]", "JSON object"),
    ],
)
def test_a_number_out_of_its_bounds_is_refused_before_anything_is_deployed(given: object, reason: str) -> None:
    with pytest.raises(BadContext, match=re.escape(reason)):
        DeploymentSettings.from_context({"memoryLayers": given})


def test_the_settings_are_shown_with_their_bounds_and_hold() -> None:
    layers = DeploymentSettings.from_context({"memoryLayers": GIVEN}).layers
    policies: dict[str, Any] = {
        "layers": layers,
        "session_policy": layers.session_policy,
        "write_policy": layers.write_policy,
        "recall_policy": layers.recall_policy,
    }
    with a_world(**policies) as world:
        api = Api(world)
        shown = {one["name"]: one for one in api("GET", "/v1/settings").json["settings"]}
        assert shown["l1.ttl_seconds"]["value"] == 7200
        assert shown["l1.ttl_seconds"]["set_here"] is True
        assert shown["recall.pull_relevance"] == {
            "name": "recall.pull_relevance", "value": 0.75, "default": 0.75, "low": 0.5, "high": 0.95,
            "unit": "relevance", "set_here": False,
        }  # fmt: skip
        assert api("POST", "/v1/sessions", {"session_id": "s1"}).json["ttl_seconds"] == 7200
        wrote = api.wrote("用户偏好使用中文回答。", type="preference")
        lasts = world.clock.at + timedelta(days=180)
        assert wrote["hard_expires_at"][:10] == f"{lasts:%Y-%m-%d}"
        with InProcess(world).client() as client:
            assert {one.name: one.value for one in client.settings().settings}["recall.push_items"] == 3
        assert shown["ranking.default.near"]["value"] == 0
        assert (shown["ranking.default.near"]["default"], shown["ranking.default.near"]["high"]) == (4.5, 18.0)
        assert (shown["l2.max_memories.user"]["value"], shown["l2.max_memories.project"]["value"]) == (100, 50_000)


@pytest.mark.parametrize(
    ("recency", "first"),
    [(0.2, "The blue parcel came from Lyon"), (0, "The red parcel came from Lyon")],
    ids=["the later one", "the important one"],
)
def test_a_recall_ranks_by_the_weights_that_are_set(recency: float, first: str) -> None:
    layers = Layers.read(json.dumps({"ranking.textbook.vector": 0, "ranking.textbook.recency": recency}))
    with a_world(recall_policy=layers.recall_policy) as world:
        world.write("The red parcel came from Lyon", key="red", importance=Importance.CRITICAL)
        world.write("The blue parcel came from Lyon", key="blue")
        world.index()
        body = {"query": "Which parcel came from Lyon?", "profile": "textbook", "min_relevance": 0}
        hits = Api(world)("POST", "/v1/recall", body).json["memories"]
        assert hits[0]["memory"]["content"] == first
        assert len(hits) == 2


def test_a_context_is_as_long_as_the_budget_that_is_set_unless_its_caller_says_another() -> None:
    layers = Layers.read(json.dumps({"context.token_budget": 200}))
    with a_world(context_policy=layers.context_policy) as world:
        for number in range(40):
            world.write(f"The parcel number {number} from Lyon lies on shelf {number * 7}", key=f"k{number}")
        world.index()
        api = Api(world)
        short = api("POST", "/v1/context", {"goal": "Where do the parcels from Lyon lie?"}).json
        long = api("POST", "/v1/context", {"goal": "Where do the parcels from Lyon lie?", "token_budget": 800}).json
        assert 0 < short["tokens"] <= 200 < long["tokens"] <= 800


def full_of(world: World, count: int, **fields: Any) -> list[str]:
    made = [
        world.wrote(f"书单第 {number} 本：编号 {number * 7}", key=f"k{number}", **fields) for number in range(count)
    ]
    world.index()
    return [memory.memory_id for memory in made]


def test_a_user_over_the_limit_loses_what_is_stale_then_what_is_old_and_the_metrics_count_it() -> None:
    with a_world(write_policy=limited(10)) as world:
        made = full_of(world, 12)
        assert run_pass(world.services).applied["over_limit"] == 2
        world.drain()
        api = Api(world)
        assert [api("GET", f"/v1/memories/{id}").status for id in made] == [404, 404, *[200] * 10]
        assert api("GET", "/v1/metrics").json["totals"]["evicted_over_limit"] == 2


def test_a_write_beyond_what_may_be_evicted_is_refused_with_the_limit_and_the_count() -> None:
    with a_world(write_policy=limited(10)) as world:
        full_of(world, 12, importance=Importance.HIGH)
        assert run_pass(world.services).over_limit == 2
        refused = Api(world)("POST", "/v1/memories", {"content": "用户住在奥斯陆。", "type": "semantic"})
        assert (refused.status, refused.json["code"]) == (409, "memory_limit_reached")
        assert (refused.json["memory_limit"], refused.json["memories"]) == (10, 12)


def test_a_limit_that_is_switched_off_evicts_and_refuses_nothing() -> None:
    with a_world(write_policy=limited(0)) as world:
        full_of(world, 12)
        assert run_pass(world.services).applied == {}
        assert world.write("用户住在奥斯陆。").memory is not None


def limited(most: int) -> WritePolicy:
    expiry = WritePolicy().expiry
    return replace(WritePolicy(), expiry=replace(expiry, upkeep=replace(expiry.upkeep, user_memories=most)))
