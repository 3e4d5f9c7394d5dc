"""Our own processor time for one recall on the laptop's adapters, the embedder aside: `make bench-recall-time`."""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.write import TimedEmbedder, index, row, services_in, text
from shared.domain.evidence import Source
from shared.domain.identity import Caller
from shared.domain.memories import MemoryType
from shared.domain.scopes import Scope
from shared.usecases.admission import WriteCommand
from shared.usecases.recall import recall
from shared.usecases.recall_judge import RecallQuery
from shared.usecases.write_memory import write_memory


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=500)
    parser.add_argument("--recalls", type=int, default=300)
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        embedder = TimedEmbedder()
        services = services_in(Path(folder), embedder)
        caller = Caller("acme", "ann", Scope.user("acme", "ann"))
        for n in range(options.memories):
            write_memory(services, caller, WriteCommand(text(n), MemoryType.SEMANTIC, source=Source.USER_STATED))
            if n % 10 == 9:
                index(services, caller)
        taken = {"default": [0.0], "textbook": [0.0]}
        for profile, times in taken.items():
            times.clear()
            for n in range(options.recalls):
                query = RecallQuery(
                    f"Which port does the {text(n).split(' listens')[0]} use?", min_relevance=0.0, profile=profile
                )
                embedding, began = embedder.seconds, time.process_time()
                recall(services, caller, query)
                times.append(1000 * (time.process_time() - began - (embedder.seconds - embedding)))
        print(f"CPU milliseconds a recall, the embedder aside (SQLite records and search, {options.memories} memories)")
        print(f"{'':12} {'p50':>6} {'p95':>6} {'p99':>6}")
        for profile, times in taken.items():
            print(row(profile, times).replace("writes", "recalls"))
    return 0 if statistics.median(taken["default"]) <= 5.0 else 1


if __name__ == "__main__":
    raise SystemExit(main())
