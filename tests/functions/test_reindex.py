"""The function that an operator calls to rebuild the index, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from functions.events.reindex import handler
from shared.adapters.sqlite.inventory import SqliteInventory
from shared.adapters.sqlite.search import SqliteSearch
from shared.adapters.testing.in_memory import InMemoryWalk
from shared.runtime import bootstrap
from shared.usecases.indexing.rebuild_index import Rebuilding
from tests.builders import ANN, ORG, World, a_world


@pytest.fixture
def rebuilt(tmp_path: Path) -> Iterator[World]:
    search, inventory = SqliteSearch(tmp_path / "search.db"), SqliteInventory(tmp_path / "search.db")
    with a_world(search=search) as world:
        bootstrap.install(world.services, Rebuilding.of(world.services, InMemoryWalk(world.store), inventory))
        yield world
    inventory.close()
    search.close()


def ask(**event: Any) -> dict[str, Any]:
    return handler(event, None)


def test_the_steps_fill_an_emptied_index_and_say_so(rebuilt: World) -> None:
    made = rebuilt.wrote("Likes tea")
    rebuilt.index()
    assert ask(step="empty") == {"after": None, "counts": {}, "orgs": {}, "failed": []}
    assert rebuilt.indexed() == []
    sent = ask(step="send", after=None, segment=0, segments=1)
    assert (sent["after"], sent["counts"]["sent"]) == (None, 1)
    assert rebuilt.indexed(ANN) == [made.memory_id]
    assert ask(step="sweep", after=None)["counts"]["swept"] == 1
    assert ask(step="verify", after=None, segment=0, segments=1)["orgs"] == {ORG: [1, 1]}


def test_an_unknown_step_is_refused(rebuilt: World) -> None:
    with pytest.raises(ValueError, match="no step"):
        ask(step="everything")
