from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.acceptance.time.person import Person
from tests.builders import a_world
from tests.functions.conftest import open_log
from tests.offline import no_sockets
from tests.packaged_embedder import NANO

__all__ = ["no_sockets", "open_log"]


@pytest.fixture
def ann() -> Iterator[Person]:
    with a_world(embedder=NANO) as world:
        yield Person(world)
