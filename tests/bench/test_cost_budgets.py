"""What a million of each costs by counted units, against what is promised and documented."""

from __future__ import annotations

import pytest

from bench.cost.bill import a_million, total, use
from bench.cost.counted import Operation, counted
from bench.cost.prices import read_prices

PRICES = read_prices()


@pytest.fixture(scope="module")
def of() -> dict[str, Operation]:
    return counted(writes=16)


def test_a_million_recalls_cost_twelve_dollars_at_most_beyond_the_floor(of: dict[str, Operation]) -> None:
    assert total(use(a_million("recalls"), of, PRICES)) <= 12.0


def test_a_million_writes_cost_no_more_than_is_documented(of: dict[str, Operation]) -> None:
    """The goal is 16; docs/reference/cost.md says what keeps it from that."""
    assert total(use(a_million("writes"), of, PRICES)) <= 19.5


def test_counting_a_retrieval_is_one_write_unit_and_a_share_of_the_organisations_count(
    of: dict[str, Operation],
) -> None:
    assert 1.0 <= of["count a retrieval"].writes <= 1.1
