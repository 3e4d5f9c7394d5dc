"""Crashes at a chosen commit, and the same deletion broken off at each of its commits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from shared.adapters.testing.recording import RecordingRecords
from shared.records.store.record import Change
from shared.runtime import bootstrap
from tests.builders import ANN, World, run_workflow
from tests.snapshots import Snapshot

_T = TypeVar("_T")

REQUEST: dict[str, Any] = {"owner": ANN.path, "request_id": "r1", "attempt": 0}


class Crash(BaseException):
    """The process ends here."""


class CrashingRecords(RecordingRecords):
    """Ends the process at the n-th commit from 1: before it is done, or right after. 0: at none."""

    def arm(self, commit: int, *, after: bool) -> None:
        self.fuse, self.after = commit, after

    def commit(self, change: Change) -> None:
        self.fuse -= 1
        if self.fuse == 0 and not self.after:
            raise Crash
        RecordingRecords.commit(self, change)
        if self.fuse == 0:
            raise Crash


def _run() -> object:
    return run_workflow(REQUEST)


def broken_off_at_each_commit(
    begun: Snapshot[_T], *, after: bool, more_than: int, run: Callable[[], object] = _run
) -> Iterator[tuple[World, bool]]:
    """For each commit of `run`, the deletion `REQUEST`, a world in which it crashed there, and False; at last one in
    which it came to its end, and True. The worlds' own stores work again. `more_than`: with no more commits than that
    the test has not covered what it is for, and fails."""
    commit, ended = 0, False
    while not ended:
        commit += 1
        with begun.restored() as world:
            records = CrashingRecords(world.stream)
            records.arm(commit, after=after)
            bootstrap.install(replace(world.services, records=records))
            try:
                run()
                ended = True
            except Crash:
                pass
            bootstrap.install(world.services)
            yield world, ended
    assert commit > more_than
