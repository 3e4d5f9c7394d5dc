"""One deployment in one process: a store, a search index, queues, and a host for each actor."""

from __future__ import annotations

import io
import logging
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.sqlite.search import SqliteSearch
from shared.adapters.testing.in_memory import InMemoryRecords
from shared.domain.deletion.barrier import DeletionPolicy
from shared.domain.errors import MemoryServiceError
from shared.domain.memories.lifetimes import ExpiryPolicy, UpkeepPolicy
from shared.domain.writing.decisions import WritePolicy
from shared.ports import RecordStore
from shared.records import keys
from shared.records.store import revisions
from shared.records.store.record import MAX_ACTIONS, Change, CheckFailed, Key, Record, Table
from shared.runtime import bootstrap
from shared.runtime.observability import logger, metrics
from shared.usecases.caches import WRITTEN_LAST, JustWritten
from shared.usecases.services import Services
from tests.ciphers import ShiftingCipher
from tests.simulation.engine.deliveries import Deliveries, run_workflow
from tests.simulation.engine.history import History
from tests.simulation.engine.hosts import BaseClock, Host
from tests.simulation.engine.injections import Crash, Injection, Injections
from tests.simulation.engine.lagging_search import LaggingSearch
from tests.simulation.engine.ports import (
    SimulatedComparisons,
    SimulatedEmbedder,
    SimulatedQueues,
    SimulatedRecords,
    SimulatedSearch,
    SimulatedSessionQueue,
)
from tests.simulation.engine.scheduler import Scheduler, Style

_T = TypeVar("_T")
# A file system in memory where there is one: these worlds end with their seed.
_FOLDERS = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a fresh folder is made in it
BEGINNING = datetime(2026, 3, 1, 12, tzinfo=UTC)
_A_CALL = timedelta(milliseconds=2)
_MOST_DELAY = timedelta(hours=21)
_LATE_STARTS = 0.25  # share of the workflow's runs that wait before they begin
_QUIET = 60  # turns of an idle worker until it looks again whether anybody is at work
_CROWDED_EACH = 3  # one seed of so many has barriers without room for the names of a deletion
_CROWDED = DeletionPolicy(barrier_bytes=0)


def _limited(memories: int) -> WritePolicy:
    """A user may have so many."""
    return WritePolicy(expiry=ExpiryPolicy(upkeep=UpkeepPolicy(user_memories=memories)))


OUTSIDE = "outside"  # the host of what is done before and after the actors' run


class World:
    """`watchers` are called after each commit with the change and the name of the actor that made it."""

    def __init__(
        self, seed: int, style: Style, injections: Injections, search: SqliteSearch, store: RecordStore,
        *, lag: float, skews: bool, feed: bool = False, limit: int | None = None,
    ) -> None:  # fmt: skip
        self.seed = seed
        self._feed = feed
        self._write_policy = WritePolicy() if limit is None else _limited(limit)
        self.store = store
        self.injections = injections
        self.history = History()
        self.clock = BaseClock(BEGINNING)
        self.search = LaggingSearch(search, seed, lag)
        self.deliveries = Deliveries(on_start=self._take_up)
        self.scheduler = Scheduler(seed, style, self._enter)
        self.watchers: list[Callable[[Change, str], None]] = []
        # What clients keep at hand: answered requests, events as they were sent, exports, plans of maintenance.
        self.later: list[tuple[Any, ...]] = []
        self.sent: dict[str, dict[str, Any]] = {}
        self.exports: dict[str, str] = {}
        self.planned: dict[str, set[str]] = {}
        self.feed_watch: Any = None
        self.cursors: dict[tuple[str, str], str] = {}  # of readers of feeds: whose feed, and the reader
        self.runs: dict[str, str] = {}  # of the workflow, by the actor's name: the request
        self._skews = skews
        self._hosts: dict[str, Host] = {}
        self._delayed = timedelta()
        self._workflows = 0
        self._outside = OUTSIDE
        self._enter(OUTSIDE)

    # The hosts and their ports

    def host(self, name: str) -> Host:
        known = self._hosts.get(name)
        if known is None:
            known = self._hosts[name] = Host(name, self.seed, self.clock, self._skews, self._services)
        return known

    @property
    def here(self) -> Host:
        """The host of the actor at work."""
        return self.host(self.scheduler.running or self._outside)

    @contextmanager
    def acting_as(self, name: str) -> Iterator[None]:
        """The host of what is done outside of the actors' run."""
        before, self._outside = self._outside, name
        self._enter(name)
        try:
            yield
        finally:
            self._outside = before
            self._enter(before)

    def restart(self) -> None:
        """A new process in the place of one that has ended."""
        self.here.restart()
        bootstrap.install(self.here.services)

    def _enter(self, name: str) -> None:
        bootstrap.install(self.host(name).services)

    def _services(self, host: Host) -> Services:
        embedder = SimulatedEmbedder(self)
        return Services(
            records=SimulatedRecords(self, self.store, self._committed),
            search=SimulatedSearch(self, self.search),
            embedder=embedder,
            calibration=calibration_for(embedder.model.id),
            clock=host.clock,
            ids=host.ids,
            deletions=SimulatedQueues(self, self.deliveries),
            cipher=ShiftingCipher(),
            randomness=lambda count: bytes(host.random.randrange(256) for _ in range(count)),
            retrievals=SimulatedQueues(self, self.deliveries),
            session_queue=SimulatedSessionQueue(self, self.deliveries),
            comparisons=SimulatedComparisons(self, self.deliveries),
            just_written=JustWritten(lasts=WRITTEN_LAST),
            write_policy=self._write_policy,
            deletion_policy=_CROWDED if self.seed % _CROWDED_EACH == 0 else DeletionPolicy(),
        )

    def call(
        self, what: str, detail: object, effect: Callable[[], _T], outage: Callable[[], MemoryServiceError],
        *, changes: bool = False,
    ) -> _T:  # fmt: skip
        host = self.here
        if host.ended:
            raise Crash
        self.scheduler.point()
        self.clock.move(_A_CALL)
        steps, note = self.scheduler.steps, self.history.add
        note(steps, host.name, what, detail)
        struck = self.injections.next(host.name) if self.scheduler.running else None
        if struck is None:
            return self._done(host, effect)
        note(steps, host.name, "! " + struck.value, what)
        if struck is Injection.DELAYED:
            self._delay(host)
            return self._done(host, effect)
        if struck is Injection.CRASH_BEFORE:
            host.ended = True
            raise Crash
        if struck is Injection.THROTTLED or not changes:
            raise outage()
        self._done(host, effect)
        if struck is Injection.UNACKNOWLEDGED:
            raise outage()
        host.ended = True
        raise Crash

    def _done(self, host: Host, effect: Callable[[], _T]) -> _T:
        try:
            return effect()
        except CheckFailed as failed:
            self.history.add(self.scheduler.steps, host.name, "check failed", failed.check.key)
            raise

    def _delay(self, host: Host) -> None:
        by = self.injections.delay(host.name)
        if self._delayed + by > _MOST_DELAY:
            by = timedelta(seconds=5)
        self._delayed += by
        self.scheduler.sleep(host.random.randrange(10, 120))
        self.clock.move(by)
        self.history.add(self.scheduler.steps, host.name, "goes on", f"after {by}")

    def _committed(self, change: Change) -> None:
        touched = [(r.key, "MODIFY") for r in change.puts] + [(key, "REMOVE") for key in change.removes]
        self.deliveries.stream += [
            (key, event)
            for key, event in touched
            if key.table is Table.MEMORIES and key.sk.startswith(keys.INDEXED_PREFIXES)
        ]
        if self._feed:
            self.deliveries.feed += [
                (r.key, self.clock.at)
                for r in change.puts
                if r.key.table is Table.LEDGER and r.key.sk.startswith(keys.FOLLOWED_PREFIXES)
            ]
        for watch in self.watchers:
            watch(change, self.here.name)

    def let_expire(self) -> list[Record]:
        """What the store's time to live takes: everything whose time has come, in one sweep of the store in memory."""
        over = [r for r in self.records() if r.expires_at is not None and r.expires_at <= self.clock.at]
        for start in range(0, len(over), MAX_ACTIONS):
            self.store.commit(Change(removes=tuple(r.key for r in over[start : start + MAX_ACTIONS])))
        expired = [r.key for r in over if r.key.table is Table.MEMORIES]
        self.deliveries.stream += [(key, "REMOVE") for key in expired if key.sk.startswith(keys.INDEXED_PREFIXES)]
        if self._feed:
            self.deliveries.feed += [(key, self.clock.at) for key in expired if key.sk.startswith(keys.CURRENT_PREFIX)]
        return over

    # What the platform does by itself

    def _take_up(self) -> None:
        """Runs of the workflow that were started: actors of their own while actors run."""
        if not self.scheduler.running:
            return
        while self.deliveries.waiting:
            request = self.deliveries.waiting.pop(0)
            self._workflows += 1
            rolls = random.Random(f"start {self.seed} {self._workflows}")
            late = rolls.randrange(40, 300) if rolls.random() < _LATE_STARTS else 0
            self.scheduler.spawn(f"workflow-{self._workflows}", partial(self._run_late, request, late))

    def _run_late(self, request: dict[str, object], late: int) -> None:
        """After so many steps in which only the barrier hides what is to go."""
        self.scheduler.sleep(late)
        self._run(request)

    def _run(self, request: dict[str, object]) -> None:
        name = self.here.name
        self.runs[name] = str(request["request_id"])

        def side_by_side(purge: Callable[[str, int], None], targets: list[str], number: int) -> None:
            left = set(targets)

            def branch(target: str) -> None:
                try:
                    purge(target, number)
                finally:
                    left.discard(target)

            for target in targets:
                self.scheduler.spawn(f"{name}.{target}", lambda target=target: branch(target))  # type: ignore[misc]
            while left:
                self.scheduler.sleep(20)

        in_turn = side_by_side if self.scheduler.running else self._one_by_one
        ended = run_workflow(request, self.restart, in_turn)
        self.deliveries.ended.append(
            (str(request["owner"]), str(request["request_id"]), str(request["attempt"]), ended)
        )
        self.history.add(self.scheduler.steps, name, "ended", f"{request['request_id']} {ended}")

    @staticmethod
    def _one_by_one(purge: Callable[[str, int], None], targets: list[str], number: int) -> None:
        for target in targets:
            purge(target, number)

    def worker(self, deliver: Callable[[], None]) -> Callable[[], None]:
        """An actor that delivers while anybody else is at work."""

        def work() -> None:
            while self.scheduler.others_work:
                try:
                    deliver()
                except Crash:
                    self.restart()
                self.scheduler.sleep(self.here.random.randrange(2, _QUIET))

        return work

    def settle(self) -> None:
        """Delivers all that is on its way, in order and without a fault, until nothing is."""
        for _ in range(2_000):
            if not self.deliveries.pending:
                self.search.refresh()
                return
            self.deliveries.deliver_stream()
            self.deliveries.deliver_feed()
            self.deliveries.deliver_work()
            self.deliveries.deliver_retrieved()
            while self.deliveries.waiting:
                request = self.deliveries.waiting.pop(0)
                with self.acting_as(f"workflow-{request['request_id']}"):
                    self._run(request)
            self.search.refresh()
        raise RuntimeError("what is on its way never arrives")

    # What is looked at from outside

    def records(self) -> list[Record]:
        """Everything that the store holds, by key."""
        if isinstance(self.store, InMemoryRecords):
            return sorted(self.store._records.values(), key=lambda record: record.key)
        return self.store.everything()  # type: ignore[attr-defined,no-any-return]

    def record(self, key: Key) -> Record | None:
        """As it is now, without a call of a port."""
        return self.store.get([key])[0]


@contextmanager
def quiet() -> Iterator[io.StringIO]:
    """What the functions log and print while it lasts."""
    written = io.StringIO()
    metrics.cache_clear()  # one that was made meanwhile counts nothing, and one of before counts for its own test
    handlers = [h for h in logging.getLogger(logger().service).handlers if isinstance(h, logging.StreamHandler)]
    before = [handler.stream for handler in handlers]
    for handler in handlers:
        handler.stream = written
    try:
        with redirect_stdout(written), patch.dict(os.environ, {"POWERTOOLS_METRICS_DISABLED": "true"}):
            yield written
    finally:
        metrics.cache_clear()
        for handler, stream in zip(handlers, before, strict=True):
            handler.stream = sys.__stdout__ if getattr(stream, "closed", False) else stream


@contextmanager
def a_search() -> Iterator[SqliteSearch]:
    with tempfile.TemporaryDirectory(prefix="agent-memory-", dir=_FOLDERS) as folder:
        index = SqliteSearch(Path(folder) / "search.db")
        try:
            yield index
        finally:
            index.close()


class _SeededBits:
    """In the place of `secrets`, where the product draws what must not repeat."""

    def __init__(self, seed: int) -> None:
        self.randbits = random.Random(f"revisions {seed}").getrandbits


@contextmanager
def seeded_revisions(seed: int) -> Iterator[None]:
    names = vars(revisions)
    before, names["secrets"] = names["secrets"], _SeededBits(seed)
    try:
        yield
    finally:
        names["secrets"] = before
