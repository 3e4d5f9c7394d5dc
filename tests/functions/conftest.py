from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.builders import World, a_world
from tests.functions.calls import Api
from tests.offline import no_sockets

__all__ = ["api", "no_sockets", "world"]


@pytest.fixture
def world() -> Iterator[World]:
    with a_world() as made:
        yield made


@pytest.fixture
def api(world: World) -> Api:
    return Api(world)
