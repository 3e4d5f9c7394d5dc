"""`python -m tests.simulation --from SEED --seeds N`: prints a line for each kind of violation, then its history."""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import time
from collections import Counter

from tests.simulation.one_seed import Result, simulate
from tests.simulation.plan_of_duties import PLANS
from tests.simulation.shrink import shrink

_PROGRESS = 250  # seeds between two lines that say how far it is


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--plans", choices=sorted(PLANS), default="general")
    parser.add_argument("--history", type=int, default=1, help="histories to print")
    parser.add_argument("--reads", action="store_true", help="with every call that reads")
    parser.add_argument("--digest", action="store_true", help="only a hash of each history")
    options = parser.parse_args(arguments)
    plan_of = PLANS[options.plans]
    if options.digest:
        for seed in range(options.first, options.first + options.seeds):
            text = "\n".join(simulate(plan_of(seed)).history.lines())
            sys.stdout.write(f"{seed} {hashlib.sha256(text.encode()).hexdigest()}\n")
        return 0
    begun = time.monotonic()
    tally: Counter[str] = Counter()
    examples: dict[str, Result] = {}
    for seed in range(options.first, options.first + options.seeds):
        result = simulate(plan_of(seed))
        for kind in result.kinds:
            tally[kind] += 1
            examples.setdefault(kind, result)
            sys.stderr.write(f"seed {seed}: {kind}\n")
        if (seed + 1 - options.first) % _PROGRESS == 0:
            rate = 60 * (seed + 1 - options.first) / (time.monotonic() - begun)
            found = f"{sum(tally.values())} violations, {rate:.0f} a minute"
            sys.stderr.write(f"seeds {options.first} to {seed}: {found}\n")
    took = time.monotonic() - begun
    sys.stdout.write(f"{options.seeds} seeds in {took:.1f} s, {60 * options.seeds / took:.0f} a minute\n")
    for kind, count in tally.most_common():
        result = examples[kind]
        detail = next(v.detail for v in result.violations if v.kind == kind)
        sys.stdout.write(f"{count:5} {kind}; first seed {result.plan.seed}: {detail}\n")
    for kind, result in list(examples.items())[: options.history]:
        _tell(shrink(result, kind), kind, options.reads)
    return 1 if tally else 0


def _tell(result: Result, kind: str, reads: bool) -> None:
    """A shrunk history, and what it violates. The plan is all that is needed to play it again."""
    write = sys.stdout.write
    write(f"\n== {kind}, shrunk to {result.plan.size} acts, deliveries and injections\n{result.plan}\n")
    for line in result.history.lines(reads=reads):
        write(line + "\n")
    for violation in result.violations:
        write(f"VIOLATED at {violation.step}: {violation.kind}: {violation.detail}\n")


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is part of what must replay
        os.execve(  # noqa: S606 - ourselves
            sys.executable,
            [sys.executable, "-m", "tests.simulation", *sys.argv[1:]],
            {**os.environ, "PYTHONHASHSEED": "0"},
        )
    sys.exit(main())
