"""Point 2: one configuration a layer, set by the deployment within bounds, shown by the service."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from infra.settings import BadContext, DeploymentSettings
from shared.contracts.environment import MEMORY_LAYERS
from shared.domain.configuration.layers import Layers
from shared.runtime.settings import Settings
from tests.acceptance.client_in_process import InProcess
from tests.builders import a_world
from tests.functions.calls import Api

GIVEN = {
    "l1.ttl_seconds": 7200,
    "l2.ttl.preference.soft_days": 30,
    "l2.ttl.preference.hard_days": 180,
    "recall.push_items": 3,
}


def test_what_the_context_says_reaches_the_functions_as_policies() -> None:
    settings = DeploymentSettings.from_context({"memoryLayers": GIVEN})
    layers = Settings.from_environment({MEMORY_LAYERS: settings.layers.text()}).layers
    assert layers.session_policy.default_ttl == timedelta(hours=2)
    assert layers.write_policy.expiry.preference.hard == timedelta(days=180)
    assert layers.recall_policy.push_items == 3
    assert Layers({}).write_policy.expiry.preference.hard == timedelta(days=365)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"l1.ttl": 60}, "did you mean l1.ttl_seconds"),
        ({"l1.ttl_seconds": 5}, "from 60 to 2592000 seconds"),
        ({"recall.push_items": 2.5}, "whole number"),
        ({"l2.ttl.task.soft_days": 100, "l2.ttl.task.hard_days": 90}, "soft_days must not be more"),
        ({"l2.stale_at": 95}, "l2.stale_at must not be more than l2.evict_at"),
        ("[1]", "JSON object"),
    ],
)
def test_a_number_out_of_its_bounds_is_refused_before_anything_is_deployed(given: object, reason: str) -> None:
    with pytest.raises(BadContext, match=reason.replace(".", r"\.")):
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
