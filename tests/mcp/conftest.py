from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.builders import World, a_world
from tests.functions.conftest import open_log
from tests.mcp.calls import Mcp
from tests.mcp.node_programs import Node, NotInstalled

__all__ = ["open_log"]

_REPORTED = pytest.StashKey[list[str]]()


@pytest.fixture
def world() -> Iterator[World]:
    with a_world() as made:
        yield made


@pytest.fixture
def mcp(world: World) -> Mcp:
    return Mcp(world)


@pytest.fixture(scope="session")
def node() -> Node:
    try:
        return Node.installed()
    except NotInstalled as missing:
        pytest.fail(f"NOT RUN: {missing} is not there; make test-mcp installs it", pytrace=False)


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Adds a line to what stands below the tests."""
    return request.config.stash.setdefault(_REPORTED, []).append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in config.stash.get(_REPORTED, []):
        terminalreporter.write_line(line)
