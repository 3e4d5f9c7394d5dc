"""The protocol's own suite finds no failure. It needs Node and its packages: make test-mcp."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import httpx2
import pytest

from tests.mcp.calls import NEWEST, OLDEST
from tests.mcp.conformance import (
    ASK_THE_CLIENT,
    OWN,
    WITHOUT_A_SESSION,
    Check,
    counted,
    everything,
    everything_with_sessions,
    own_service,
    required,
    run,
)
from tests.mcp.node_programs import Node

pytestmark = [pytest.mark.node, pytest.mark.filterwarnings("ignore:The .* capability is deprecated")]


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    with own_service() as url:
        yield url


@pytest.fixture(scope="module")
def fixtures(node: Node) -> Iterator[str]:
    with everything(node.fixtures) as url:
        yield url


def those(checks: Sequence[Check], *outcomes: str) -> dict[str, str]:
    """What the suite says of each, by scenario and check."""
    return {f"{check.scenario}:{check.id}": check.message for check in checks if check.outcome in outcomes}


@pytest.mark.parametrize(("revision", "fewest"), [(NEWEST, 59), (OLDEST, 13)])
def test_the_service_passes_the_scenarios_that_need_no_fixture(
    node: Node, service: str, report: Callable[[str], None], revision: str, fewest: int
) -> None:
    checks = run(node, service, revision).of(OWN[revision])
    report(f"{revision}, the service itself, {len(OWN[revision])} scenarios: {counted(checks)}")
    assert those(checks, "failure", "skipped") == {}
    assert sum(check.outcome == "success" for check in checks) >= fewest


@pytest.mark.parametrize(("revision", "fewest", "apart"), [(NEWEST, 114, ()), (OLDEST, 51, ASK_THE_CLIENT)])
def test_gateway_and_bridge_pass_all_that_a_revision_requires_of_a_server_with_the_suites_tools(
    node: Node, fixtures: str, report: Callable[[str], None], revision: str, fewest: int, apart: Sequence[str]
) -> None:
    scenarios = [scenario for scenario in required(revision) if scenario not in apart]
    ran = run(node, fixtures, revision)
    checks = ran.of(scenarios)
    report(f"{revision}, the makers' fixtures, {len(scenarios)} scenarios: {counted(checks)}")
    failed_apart = {check.scenario for check in ran.of(apart) if check.outcome == "failure"}
    assert failed_apart == set(apart), "what passes without a session is not to be set apart"
    without_session = {WITHOUT_A_SESSION} if revision == OLDEST else set()
    assert set(those(checks, "failure", "warning", "skipped")) == without_session
    assert sum(check.outcome == "success" for check in checks) >= fewest


def test_a_server_with_sessions_behind_our_authorizer_passes_all_that_the_oldest_revision_requires(
    node: Node, report: Callable[[str], None]
) -> None:
    scenarios = required(OLDEST)
    with everything_with_sessions(node.fixtures) as (url, unauthorised):
        assert httpx2.post(unauthorised, json={}).status_code == 401
        ran = run(node, url, OLDEST)
    checks = ran.of(scenarios)
    report(f"{OLDEST}, the makers' fixtures with sessions, {len(scenarios)} scenarios: {counted(checks)}")
    assert those(checks, "failure", "warning", "skipped") == {}
    assert {check.outcome for check in ran.of(ASK_THE_CLIENT)} == {"success"}
