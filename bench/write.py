"""The service's own processor time for one write on the laptop's adapters, the embedder aside: `make bench-write`.

Writes plain memories, duplicates and updates through the use case into SQLite, with what is near searched in the
local index, and prints p50, p95 and p99 of the process's CPU time less the embedder's, the calls a write makes to
each port, and with `--profile` where the time goes."""

from __future__ import annotations

import argparse
import cProfile
import pstats
import secrets
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
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
from shared.usecases.indexing.index_memories import index_memories
from shared.usecases.services import Services
from shared.usecases.writing.admission import WriteCommand
from shared.usecases.writing.write_memory import write_memory

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


class _NoWorkflow:
    def start(self, owner: str, request_id: str, attempt: int) -> None:
        raise RuntimeError("nothing is deleted here")


def services_in(folder: Path, embedder: TimedEmbedder) -> Services:
    clock = SystemClock()
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


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--writes", type=int, default=1000, help="plain writes; a quarter as many of the other kinds")
    parser.add_argument("--profile", action="store_true", help="print where the time of the plain writes goes")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        embedder = TimedEmbedder()
        services = services_in(Path(folder), embedder)
        caller = Caller("acme", "ann", Scope.user("acme", "ann"))

        def command(n: int, content: str, key: str | None = None) -> WriteCommand:
            return WriteCommand(content, MemoryType.SEMANTIC, key=key, source=Source.USER_STATED)

        profiler = cProfile.Profile()
        plain = []
        for n in range(options.writes):
            if options.profile:
                profiler.enable()
            plain.append(measured(services, embedder, caller, command(n, text(n), f"key-{n}" if n % 2 else None)))
            profiler.disable()
            if n % 10 == 9:
                index(services, caller)
        quarter = range(0, options.writes, 4)
        again = [measured(services, embedder, caller, command(n, text(n))) for n in quarter]
        updates = [
            measured(services, embedder, caller, command(n + 1, f"{text(n + 1)}, as of today", f"key-{n + 1}"))
            for n in quarter
        ]
        print("CPU milliseconds a write, the embedder aside (SQLite records and search)")
        print(f"{'':12} {'p50':>6} {'p95':>6} {'p99':>6}")
        print(row("plain", plain))
        print(row("duplicate", again))
        print(row("update", updates))
        if options.profile:
            pstats.Stats(profiler).sort_stats("tottime").print_stats(25)
    return 0 if statistics.median(plain) <= 5.0 else 1


if __name__ == "__main__":
    raise SystemExit(main())
