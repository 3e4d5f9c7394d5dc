from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.builders import World, a_world
from tests.offline import no_sockets

__all__ = ["no_sockets", "world"]


@pytest.fixture
def world() -> Iterator[World]:
    with a_world() as made:
        yield made
