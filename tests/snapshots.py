"""Worlds that begin at the same moment, for tests that break off the same work at one step after the other: what comes
before the work is done once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from shared.runtime import bootstrap
from tests.builders import InProcessDeletions, World, a_world

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Snapshot(Generic[_T]):
    """`made`: what the builder of the world has returned."""

    made: _T
    _world: World
    _files: dict[str, bytes]
    _policies: dict[str, Any]

    @contextmanager
    def restored(self) -> Iterator[World]:
        """A world of its own in the state of the snapshot, what its process remembers included."""
        before = self._world
        with a_world(store=before.store.copy(), files=self._files, **self._policies) as world:
            world.stream.changed[:] = before.stream.changed
            world.clock.at = before.clock.at
            world.deletions.started[:] = before.deletions.started
            world.deletions.waiting[:] = before.deletions.waiting
            known = before.services
            world.services = replace(
                world.services,
                thresholds=replace(known.thresholds, _known=dict(known.thresholds._known)),
                views=replace(known.views, _known=dict(known.views._known)),
                admission=replace(known.admission),
            )
            bootstrap.install(world.services)
            yield world


def snapshot(build: Callable[[World], _T], **policies: Any) -> Snapshot[_T]:
    """Of a new world with these policies, once `build` has been applied to it."""
    with a_world(**policies) as world:
        made = build(world)
        assert world.services.just_written is None
        assert type(world.deletions) is InProcessDeletions
        assert world.deletions.down is None
        files = {
            path.name: _content(path) for path in world.folder.iterdir() if path.suffix in (".db", ".pem", ".jsonl")
        }
    return Snapshot(made, world, files, policies)


def _content(path: Path) -> bytes:
    if path.suffix != ".db":
        return path.read_bytes()
    with closing(sqlite3.connect(path)) as db:  # with what lies in its log
        return db.serialize()
