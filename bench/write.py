"""The service's own processor time for one write on the laptop's adapters, the embedder aside: `make bench-write`.

Writes plain memories, duplicates and updates through the use case into SQLite, with what is near searched in the
local index, and prints p50, p95 and p99 of the process's CPU time less the embedder's, and with `--profile` where the
time goes. The index follows outside of the measured time, as the stream would do it.

"plain": a memory a second. "at once": as fast as they go, so that each is compared with what the same process wrote in
the last ten seconds and the index did not find. "by others": the same, written by other processes, so that each write
reads the latest 40."""

from __future__ import annotations

import argparse
import cProfile
import pstats
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from local.stores_at_rest.record_files import open_records, opening
from shared.adapters.ciphers.key_file import FileCipher
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.sqlite.search import SqliteSearch
from shared.adapters.system import SystemClock, UuidV7Ids
from shared.domain.access.caller import Caller
from shared.domain.meaning.centring import Vector
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import MemoryType
from shared.domain.scopes import Scope
from shared.ports import EmbeddingModel
from shared.records import keys
from shared.records.store.record import Key, Table
from shared.usecases.caches import WRITTEN_LAST, JustWritten
from shared.usecases.indexing.index_memories import index_memories
from shared.usecases.services import Services
from shared.usecases.writing.admission import WriteCommand
from shared.usecases.writing.write_memory import write_memory

# Milliseconds at p50 on an idle machine.
AIMS = {"plain": 5.0, "at once": 8.0, "by others": 8.0}
_SUBJECTS = ("database", "cache", "queue", "gateway", "scheduler", "worker", "mirror", "registry")
_ZH = ("用户住在第{n}号楼", "用户喜欢编号{n}的茶", "第{n}次例会改到周三下午")


@dataclass
class TimedEmbedder:
    """The deterministic embedder with its own CPU time counted, to be taken off."""

    inner: DeterministicEmbedder = field(default_factory=DeterministicEmbedder)
    seconds: float = 0.0

    @property
    def model(self) -> EmbeddingModel:
        return self.inner.model

    def query(self, text: str) -> Vector:
        began = time.process_time()
        try:
            return self.inner.query(text)
        finally:
            self.seconds += time.process_time() - began

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        began = time.process_time()
        try:
            return self.inner.memories(texts)
        finally:
            self.seconds += time.process_time() - began


@dataclass
class PacedClock:
    """The system's clock, ahead by what is said to have passed."""

    ahead: timedelta = timedelta()

    def now(self) -> datetime:
        return SystemClock().now() + self.ahead

    def pass_time(self, time: timedelta) -> None:
        self.ahead += time


class _NoWorkflow:
    def start(self, owner: str, request_id: str, attempt: int) -> None:
        raise RuntimeError("nothing is deleted here")


def services_in(folder: Path, embedder: TimedEmbedder, clock: PacedClock | None = None) -> Services:
    """As every deployment has them: a process remembers what it wrote last."""
    clock = clock or PacedClock()
    return Services(
        records=opening(open_records(folder), folder),
        search=SqliteSearch(folder / "search.db"),
        embedder=embedder,
        calibration=calibration_for(embedder.model.id),
        clock=clock,
        ids=UuidV7Ids(clock),
        deletions=_NoWorkflow(),
        cipher=FileCipher(folder / "field.key"),
        randomness=secrets.token_bytes,
        just_written=JustWritten(lasts=WRITTEN_LAST),
    )


def text(n: int) -> str:
    if n % 4 == 3:
        return _ZH[n % 3].format(n=n)
    return (
        f"The {_SUBJECTS[n % 8]} of team {n // 8} listens on port {5000 + n} and keeps its logs for {n % 90 + 1} days"
    )


def measured(services: Services, embedder: TimedEmbedder, caller: Caller, command: WriteCommand) -> float:
    """Milliseconds of CPU, the embedder's taken off."""
    embedding, began = embedder.seconds, time.process_time()
    write_memory(services, caller, command)
    return 1000 * (time.process_time() - began - (embedder.seconds - embedding))


def index(services: Services, caller: Caller) -> None:
    """What the stream would do, outside the measured time."""
    page = services.records.page(Table.MEMORIES, keys.path(caller.bound), sk_prefix="cur#", limit=20, newest_first=True)
    index_memories(services, [Key(r.key.table, r.key.pk, r.key.sk) for r in page.records])


def row(name: str, times: Sequence[float]) -> str:
    ordered = sorted(times)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * q))] for q in (0.95, 0.99)]
    return f"{name:12} {statistics.median(ordered):6.2f} {at[0]:6.2f} {at[1]:6.2f}   {len(ordered)} writes"


def command(content: str, key: str | None = None) -> WriteCommand:
    return WriteCommand(content, MemoryType.SEMANTIC, key=key, source=Source.USER_STATED)


def written(
    count: int, pace: timedelta, *, by_others: bool = False, profiler: cProfile.Profile | None = None
) -> dict[str, list[float]]:
    """Milliseconds of each write; of paced ones also of duplicates and updates, a quarter as many."""
    with tempfile.TemporaryDirectory() as folder:
        embedder, clock = TimedEmbedder(), PacedClock()
        services = services_in(Path(folder), embedder, clock)
        if by_others:
            services = replace(services, just_written=None)
        caller = Caller("acme", "ann", Scope.user("acme", "ann"))

        def one(content: str, key: str | None = None) -> float:
            clock.pass_time(pace)
            return measured(services, embedder, caller, command(content, key))

        plain = []
        for n in range(count):
            if profiler is not None:
                profiler.enable()
            plain.append(one(text(n), f"key-{n}" if n % 2 else None))
            if profiler is not None:
                profiler.disable()
            if n % 10 == 9:
                index(services, caller)
        if not pace:
            return {"plain": plain}
        quarter = range(0, count, 4)
        again = [one(text(n)) for n in quarter]
        updates = [one(f"{text(n + 1)}, as of today", f"key-{n + 1}") for n in quarter]
        return {"plain": plain, "duplicate": again, "update": updates}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--writes", type=int, default=1000, help="plain writes; a quarter as many of the other kinds")
    parser.add_argument("--profile", action="store_true", help="print where the time of the plain writes goes")
    options = parser.parse_args(argv)
    profiler = cProfile.Profile(time.process_time) if options.profile else None
    rows = written(options.writes, timedelta(seconds=1), profiler=profiler)
    rows["at once"] = written(options.writes // 4, timedelta())["plain"]
    rows["by others"] = written(options.writes // 4, timedelta(), by_others=True)["plain"]
    print("CPU milliseconds a write, the embedder aside (SQLite records and search)")
    print(f"{'':12} {'p50':>6} {'p95':>6} {'p99':>6}")
    for name, times in rows.items():
        print(row(name, times))
    if profiler is not None:
        pstats.Stats(profiler).sort_stats("tottime").print_stats(25)
    late = [name for name, most in AIMS.items() if statistics.median(rows[name]) > most]
    for name in late:
        print(f"{name}: more than {AIMS[name]} ms at p50", file=sys.stderr)
    return 1 if late else 0


if __name__ == "__main__":
    raise SystemExit(main())
