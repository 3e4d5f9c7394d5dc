from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.builders import World, a_world
from tests.functions.conftest import open_log
from tests.mcp.calls import Mcp

__all__ = ["open_log"]


@pytest.fixture
def world() -> Iterator[World]:
    with a_world() as made:
        yield made


@pytest.fixture
def mcp(world: World) -> Mcp:
    return Mcp(world)
