"""What the tests of the doors share: a user that nobody was before, and a place for the counts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from exchange.fresh_users import fresh_client

from agent_memory import MemoryClient


@pytest.fixture
def client() -> Iterator[MemoryClient]:
    with fresh_client() as made:
        yield made


@pytest.fixture(scope="session")
def sequences() -> int:
    """How many random sequences a comparison plays; 2,000 take about a quarter of an hour."""
    return int(os.environ.get("SEQUENCES", "40"))


@pytest.fixture(scope="session")
def counted() -> Callable[[str], None]:
    """Adds a line to the table that the run ends with."""
    counts = Path(os.environ["INTEGRATION_COUNTS"])

    def count(line: str) -> None:
        with counts.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    return count
