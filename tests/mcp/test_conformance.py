"""The protocol's own suite finds no failure. It needs Node and its packages: make test-mcp."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
import yaml

from tests.mcp.calls import NEWEST, OLDEST
from tests.mcp.conformance import OWN, Check, counted, everything, own_service, required, run
from tests.mcp.node_programs import Node

pytestmark = [pytest.mark.node, pytest.mark.filterwarnings("ignore:The .* capability is deprecated")]

EXPECTED_FAILURES = Path(__file__).parent / "expected_failures.yml"


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    with own_service() as url:
        yield url


@pytest.fixture(scope="module")
def fixtures(node: Node) -> Iterator[str]:
    with everything(node.fixtures) as url:
        yield url


def those(checks: Sequence[Check], *outcomes: str) -> dict[str, str]:
    """What the suite says of each, by the name that it has among the expected failures."""
    return {f"{check.scenario}:{check.id}": check.message for check in checks if check.outcome in outcomes}


@pytest.mark.parametrize(("revision", "fewest"), [(NEWEST, 59), (OLDEST, 13)])
def test_the_service_passes_the_scenarios_that_need_no_fixture(
    node: Node, service: str, report: Callable[[str], None], revision: str, fewest: int
) -> None:
    checks = run(node, service, revision).of(OWN[revision])
    report(f"{revision}, the service itself, {len(OWN[revision])} scenarios: {counted(checks)}")
    assert those(checks, "failure", "skipped") == {}
    assert sum(check.outcome == "success" for check in checks) >= fewest


@pytest.mark.parametrize(("revision", "fewest"), [(NEWEST, 114), (OLDEST, 55)])
def test_gateway_and_bridge_pass_all_that_a_revision_requires_of_a_server_with_the_suites_tools(
    node: Node, fixtures: str, report: Callable[[str], None], revision: str, fewest: int
) -> None:
    expected = yaml.safe_load(EXPECTED_FAILURES.read_text(encoding="utf-8"))["server"] if revision == OLDEST else []
    ran = run(node, fixtures, revision, EXPECTED_FAILURES if expected else None)
    checks = ran.of(required(revision))
    report(f"{revision}, the makers' fixtures, {len(required(revision))} scenarios: {counted(checks)}")
    for one in expected:
        report(f"  expected, see {EXPECTED_FAILURES.name}: {one}")
    assert set(those(checks, "failure", "warning", "skipped")) == set(expected)
    assert ran.status == 0, ran.output
    assert sum(check.outcome == "success" for check in checks) >= fewest
