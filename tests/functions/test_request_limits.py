"""A caller over its rate is answered 429 at every route, and one noisy tenant does not starve the rest."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

import pytest

from functions.api import recall
from local.aws.rate_buckets import ProcessRateBuckets
from shared.contracts.routes import ROUTES
from shared.domain.access.caller import Caller
from shared.domain.access.request_rates import RequestRates
from shared.domain.errors import MemoryServiceError
from shared.runtime import bootstrap
from shared.usecases.request_limits import RequestLimits
from tests.builders import NOW, World, a_caller, an_event
from tests.functions.calls import Api
from tests.functions.changing_routes import CASES, send
from tests.tooling.documented import Documented

GUARDED = [route for route in ROUTES if not route.open]
ANN, EVE = a_caller("ann"), a_caller("eve", org="umbrella")


def _raise(error: MemoryServiceError) -> None:
    raise error


def _limited(world: World, rates: RequestRates, random: float = 0.0) -> RequestLimits:
    limits = RequestLimits(rates, ProcessRateBuckets(), _raise, lambda: random)
    bootstrap.install(replace(world.services, request_limits=limits))
    return limits


def _overdraw(limits: RequestLimits, caller: Caller, now: datetime) -> None:
    limits.add_time(caller, timedelta(seconds=100))
    limits.admit(caller, now)


@pytest.mark.parametrize("route", GUARDED, ids=[route.key for route in GUARDED])
def test_every_route_answers_429_and_when_to_come_again(api: Api, route: object, world: World) -> None:
    assert isinstance(route, type(GUARDED[0]))
    limits = _limited(world, RequestRates(tenant=50))
    _overdraw(limits, ANN, world.clock.now() + timedelta(seconds=1))
    path = "/".join("0195-x" if part.startswith("{") else part for part in route.path.split("/"))
    answer = api(route.method, path, {"no": "matter"}, ANN)
    answer.is_problem(429, "throttled")
    assert answer.headers["retry-after"] == "7"  # 401 tokens of a bucket of 100, at 50 a second
    assert world.records() == []
    documented = Documented()
    documented.exchange(route.method, path, 429, answer.json, "application/problem+json")
    assert documented.differences == []


def test_after_the_wait_a_request_is_answered_again(api: Api, world: World) -> None:
    limits = _limited(world, RequestRates(tenant=50))
    _overdraw(limits, ANN, world.clock.now())
    assert api("GET", "/v1/memories", None, ANN).status == 429
    assert api("GET", "/v1/memories", None, EVE).status == 200
    world.clock.advance(timedelta(seconds=7))
    assert api("GET", "/v1/memories", None, ANN).status == 200


def test_a_request_without_a_token_is_nobodys(api: Api, world: World) -> None:
    limits = _limited(world, RequestRates(tenant=1, user=1))
    for _ in range(20):
        assert api("GET", "/v1/memories", claims={}).status == 401
    assert limits._known == {}


def test_what_was_refused_by_its_rate_is_done_when_it_is_sent_again(api: Api, world: World) -> None:
    """The refusal is not kept as the answer to the request's `Idempotency-Key`."""
    limits = _limited(world, RequestRates(tenant=50))
    sent = CASES["POST /v1/memories"].prepare(api)
    _overdraw(limits, ANN, world.clock.now())
    send(api, sent).is_problem(429, "throttled")
    world.clock.advance(timedelta(seconds=7))
    assert send(api, sent).status == 201


def test_the_gateways_own_routes_have_no_rate(api: Api, world: World) -> None:
    _limited(world, RequestRates(tenant=1, user=1))
    assert [api("GET", "/v1/health", claims={}).status for _ in range(20)] == [200] * 20


@dataclass
class Container:
    services: object
    busy_until: datetime = NOW


def _served(world: World, rates: RequestRates, seconds: int = 20) -> dict[str, tuple[int, int, int]]:
    """A noisy tenant sends 400 requests a second and another 10, to 12 containers that answer one after the other in
    100 ms, or refuse in 5. By tenant: answered, refused by the rate, refused because no container was free.

    Time is virtual; the requests go through the function's handler."""
    buckets, random = ProcessRateBuckets(), Random(7)
    containers = [
        Container(replace(world.services, request_limits=RequestLimits(rates, buckets, _raise, random.random)))
        for _ in range(12)
    ]
    arrivals = [(random.uniform(0, seconds), ANN) for _ in range(10 * seconds)]
    arrivals += [(random.uniform(0, seconds), EVE) for _ in range(400 * seconds)]
    events = {caller.org: an_event("GET", "/v1/memories/m1", None, caller) for caller in (ANN, EVE)}
    counts = {caller.org: [0, 0, 0] for caller in (ANN, EVE)}
    for at, caller in sorted(arrivals, key=lambda arrival: arrival[0]):
        now = world.clock.at = NOW + timedelta(seconds=at)
        free = [container for container in containers if container.busy_until <= now]
        if not free:
            counts[caller.org][2] += 1
            continue
        container = random.choice(free)
        bootstrap.install(container.services)  # type: ignore[arg-type]
        answer = recall.handler(events[caller.org], None)
        refused = answer["statusCode"] == 429
        assert refused or json.loads(answer["body"])["code"] == "not_found"
        counts[caller.org][refused] += 1
        container.busy_until = now + timedelta(milliseconds=5 if refused else 100)
    return {org: (answered, refused, full) for org, (answered, refused, full) in counts.items()}


def test_one_noisy_tenant_does_not_starve_the_rest(world: World) -> None:
    """Without rates the noisy one takes every container, and most requests of the other find none."""
    without = _served(world, RequestRates())["acme"]
    assert without[2] > 50
    limited = _served(world, RequestRates(tenant=24))
    answered, refused, full = limited["acme"]
    assert refused == 0
    assert full <= 20
    assert answered >= 180
    noisy = limited["umbrella"][0]
    assert 24 * 20 <= noisy <= 24 * (20 + 2) + 12 * 5
