"""What a million of each costs by counted units, against what is promised and documented."""

from __future__ import annotations

import pytest

from bench.cost.bill import a_million, changes_entered, total, use
from bench.cost.counted import CHANGE, CHANGE_OF_MANY, CHANGES_A_BATCH, Operation, counted
from bench.cost.prices import read_prices
from infra.functions.plans import plans
from infra.settings import DeploymentSettings, Stage

PRICES = read_prices()


@pytest.fixture(scope="module")
def of() -> dict[str, Operation]:
    return counted()


def test_a_million_recalls_cost_twelve_dollars_at_most_beyond_the_floor(of: dict[str, Operation]) -> None:
    assert total(use(a_million("recalls"), of, PRICES)) <= 12.0


def test_a_million_plain_writes_cost_sixteen_dollars_at_most_beyond_the_floor(of: dict[str, Operation]) -> None:
    assert total(use(a_million("writes"), of, PRICES)) <= 16.0


def test_a_million_plain_writes_do_not_pay_for_a_feed_that_is_off(of: dict[str, Operation]) -> None:
    assert "feed of changes" not in {line.what for line in use(a_million("writes"), of, PRICES)}


def test_a_million_changes_of_the_feed_cost_nine_dollars_at_most_each_delivered_alone(
    of: dict[str, Operation],
) -> None:
    assert of[CHANGE].invocations == 1
    assert total(use(a_million("changes"), of, PRICES)) <= 9.0


def test_changes_of_one_owner_that_come_together_share_the_feeds_head(of: dict[str, Operation]) -> None:
    together = of[CHANGE_OF_MANY]
    assert CHANGES_A_BATCH * together.invocations == 1
    assert together.writes <= of[CHANGE].writes - 3
    assert total(changes_entered(1_000_000, together, PRICES)) <= 5.0


def test_the_bill_has_the_memory_that_the_functions_have() -> None:
    size = {plan.name: plan.memory_mib / 1024 for plan in plans(DeploymentSettings(Stage.PROD, change_feed=True))}
    assumed = PRICES.assumed
    assert size["write"] == assumed["write_gigabytes"]
    assert size["recall"] == size["sessions"] == assumed["api_gigabytes"]
    assert size["index"] == size["retrieved"] == size["feed"] == assumed["background_gigabytes"]


def test_counting_a_retrieval_is_one_write_unit_and_a_share_of_the_organisations_count(
    of: dict[str, Operation],
) -> None:
    assert 1.0 <= of["count a retrieval"].writes <= 1.1
