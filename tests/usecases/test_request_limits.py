"""Requests within the rates of a tenant and a user, counted by several processes over one bucket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

import pytest

from local.aws.rate_buckets import ProcessRateBuckets
from shared.domain.access.caller import Caller
from shared.domain.access.request_rates import RequestRates, cost_of_running
from shared.domain.errors import MemoryServiceError, StoreUnavailable, Throttled
from shared.usecases.request_limits import RequestLimits
from tests.builders import NOW, a_caller

BOB = a_caller("bob")


@dataclass
class CountedBuckets:
    """The real buckets, with the calls that are made to them."""

    buckets: ProcessRateBuckets = field(default_factory=ProcessRateBuckets)
    taken: list[tuple[str, ...]] = field(default_factory=list)
    down: bool = False

    def take(self, ids: Sequence[str], refill: timedelta, now: datetime) -> datetime:
        self.taken.append(tuple(ids))
        if self.down:
            raise StoreUnavailable("down")
        return self.buckets.take(ids, refill, now)


def _raise(error: MemoryServiceError) -> None:
    raise error


def processes(rates: RequestRates, many: int = 1, buckets: CountedBuckets | None = None) -> list[RequestLimits]:
    shared = buckets or CountedBuckets()
    random = Random(many)
    return [RequestLimits(rates, shared, _raise, random.random) for _ in range(many)]


def sent(limits: Sequence[RequestLimits], caller: Caller, a_second: int, seconds: int, start: datetime = NOW) -> int:
    """Requests spread evenly over time and, in turn, over the processes; how many are let through."""
    passed = 0
    for number in range(a_second * seconds):
        try:
            limits[number % len(limits)].admit(caller, start + timedelta(seconds=number / a_second))
            passed += 1
        except Throttled:
            pass
    return passed


@pytest.mark.parametrize("many", [1, 2, 7, 40])
@pytest.mark.parametrize("a_second", [150, 400, 1_000])
def test_over_a_minute_a_tenant_gets_its_rate_and_its_bucket_and_what_processes_have_not_reported(
    many: int, a_second: int
) -> None:
    rate, unreported = 100, 20 * many
    passed = sent(processes(RequestRates(tenant=rate), many), BOB, a_second, 60)
    assert rate * 60 <= passed <= rate * (60 + 2) + unreported


@pytest.mark.parametrize("many", [1, 7, 40])
def test_within_its_rate_nobody_is_refused(many: int) -> None:
    assert sent(processes(RequestRates(tenant=100), many), BOB, 95, 60) == 95 * 60


def test_a_full_bucket_lets_a_burst_through() -> None:
    assert sent(processes(RequestRates(tenant=100), 3), BOB, 190, 1) == 190


@pytest.mark.parametrize("many", [1, 2, 40])
def test_at_most_one_request_in_twenty_calls_the_store_for_each_limit_and_a_refused_one_never(many: int) -> None:
    buckets = CountedBuckets()
    passed = sent(processes(RequestRates(tenant=100, user=100), many, buckets), BOB, 1_000, 20)
    assert passed < 20_000
    assert len(buckets.taken) <= 2 * (passed / 20 + many)  # and the first of each process, which may come sooner


def test_no_request_makes_more_than_one_call() -> None:
    buckets = CountedBuckets()
    (limits,) = processes(RequestRates(tenant=100, user=100), 1, buckets)
    for _ in range(200):
        before = len(buckets.taken)
        limits.admit(BOB, NOW)
        assert len(buckets.taken) - before <= 1
    assert {ids: buckets.taken.count(ids) for ids in buckets.taken} == {("acme",): 10, ("acme", "bob"): 10}


def test_the_refusal_says_when_to_come_again_and_then_one_is_let_through() -> None:
    limits = processes(RequestRates(tenant=10))
    sent(limits, BOB, 1_000, 1)
    later = NOW + timedelta(seconds=1)
    with pytest.raises(Throttled) as refused:
        limits[0].admit(BOB, later)
    assert 1 <= refused.value.retry_after_s <= 5
    limits[0].admit(BOB, later + timedelta(seconds=refused.value.retry_after_s))


def test_one_user_does_not_use_up_the_rate_of_the_others_of_the_tenant() -> None:
    limits = processes(RequestRates(tenant=100, user=20), 4)
    for second in range(30):
        start = NOW + timedelta(seconds=second)
        sent(limits, BOB, 500, 1, start)
        assert sent(limits, a_caller("ann"), 10, 1, start) == 10


def test_tenants_and_users_of_one_name_have_buckets_of_their_own() -> None:
    limits = processes(RequestRates(tenant=10, user=5))
    sent(limits, BOB, 1_000, 1)
    for other in (a_caller("bob", org="umbrella"), a_caller("acme", org="bob")):
        assert sent(limits, other, 5, 1) == 5


def test_a_request_costs_by_the_time_that_it_runs() -> None:
    """An import that runs for 20 s counts like 81 short requests."""
    (limits,) = processes(RequestRates(tenant=10))
    assert [cost_of_running(seconds) for seconds in (-1.0, 0.0, 0.2, 0.25, 20.0)] == [0, 0, 0, 1, 80]
    limits.admit(BOB, NOW)
    limits.add_time(BOB, timedelta(seconds=20))
    limits.admit(BOB, NOW)  # reports 82 tokens of a bucket of 20
    with pytest.raises(Throttled) as refused:
        limits.admit(BOB, NOW)
    assert refused.value.retry_after_s == 7  # 62 tokens too many, at 10 a second


def test_who_is_acted_for_pays_nothing() -> None:
    limits = processes(RequestRates(user=5))
    sent(limits, a_caller("lead", act_as=frozenset({"bob"})), 1_000, 1)
    assert sent(limits, BOB, 5, 1) == 5


def test_without_its_buckets_all_is_let_through_and_counted_later() -> None:
    buckets, failures = CountedBuckets(down=True), list[MemoryServiceError]()
    limits = RequestLimits(RequestRates(tenant=10), buckets, failures.append, lambda: 1.0)
    assert sent([limits], BOB, 100, 1) == 100
    assert len(failures) == len(buckets.taken) == 50
    buckets.down = False
    assert sent([limits], BOB, 100, 1, NOW + timedelta(seconds=1)) == 2


def test_without_rates_nothing_is_counted() -> None:
    buckets = CountedBuckets()
    assert sent(processes(RequestRates(), 1, buckets), BOB, 1_000, 1) == 1_000
    assert buckets.taken == []
