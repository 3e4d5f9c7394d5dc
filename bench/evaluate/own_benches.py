"""Measures from the benches that are there already: in this process where they answer with numbers, else as commands
whose verdict and output are kept."""

from __future__ import annotations

import os
import re
import shlex
import subprocess  # our own benches, with this interpreter # nosec B404
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.cost.bill import a_million, total, use
from bench.cost.counted import counted
from bench.cost.prices import read_prices
from bench.evaluate.results import Bars, Figure, Measure
from bench.gc import ALLOWED, on_sqlite
from bench.measures.__main__ import HttpService
from bench.measures.rates import Rate, measured

ROOT = Path(__file__).resolve().parents[2]
_LONGEST_S = 3600
_CONFLICTS, _SUMMARIES = "Conflict handling", "Summary fidelity"


def stories(service: HttpService, scripted: Any) -> list[Measure]:
    """The rates by stories: conflicts and summaries as measures of their own, the others as one."""
    rates = measured(service, scripted)
    named = {"conflicts": _CONFLICTS, "summaries": _SUMMARIES}
    parts: dict[str, list[Rate]] = {_CONFLICTS: [], _SUMMARIES: [], "Stories in English and Chinese": []}
    for rate in rates:
        parts[named.get(rate.name.partition(":")[0], "Stories in English and Chinese")].append(rate)
    return [
        Measure(name, "make measures", "bench/measures/stories.json", [_figure(rate) for rate in some])
        for name, some in parts.items()
    ]


def _figure(rate: Rate) -> Figure:
    least, most = (None, rate.wanted) if rate.most else (rate.wanted, None)
    return Figure(rate.name, rate.value, "share", rate.of, at_least=least, at_most=most)


def costs() -> Measure:
    """AWS calls are counted in moto; prices are a dated table. Beyond a stage's floor, which `make cost` has."""
    operations, prices = counted(), read_prices()
    figures = [
        Figure(f"{name}: calls to DynamoDB", one.calls * 1000, "a thousand")
        for name, one in operations.items()
        if name in ("write", "recall", "event")
    ]
    dollars = {what: total(use(a_million(what), operations, prices)) / 1000 for what in ("writes", "recalls", "events")}
    figures += [Figure(f"a thousand {what}", value, "USD") for what, value in dollars.items()]
    return Measure(
        "Calls and price per thousand operations",
        "make cost",
        f"counted in moto; prices as of {prices.as_of}",
        figures,
        [Bars("A thousand of each, beyond the floor", dollars, "USD")],
    )


def maintenance(stored: int, due: int) -> Measure:
    """The same due items in a store of one and of ten times the size."""
    small, large = on_sqlite(stored, due), on_sqlite(stored * 10, due)
    calls, items = large.calls / small.calls, large.items / small.items
    return Measure(
        "Maintenance: the work follows what is due",
        "make bench-gc",
        f"{due} due of {stored:,} and of {stored * 10:,} stored, SQLite",
        [
            Figure("calls with ten times the store", calls, "times", at_most=ALLOWED),
            Figure("items read with ten times the store", items, "times", at_most=ALLOWED),
            Figure(f"calls, {stored:,} stored", small.calls, "calls"),
            Figure(f"calls, {stored * 10:,} stored", large.calls, "calls"),
        ],
        [Bars("Calls of one pass", {"one": small.calls, "ten times the store": large.calls}, "calls")],
    )


def simulated(seeds: int) -> Measure:
    """Crashes, delays and deletions between every two steps; a violation is another's data or deleted data seen."""
    command = f"make simulate SEEDS={seeds}"
    run = _run([sys.executable, "-m", "tests.simulation", "--seeds", str(seeds)])
    ended = re.search(r"^(\d+) seeds in", run.stdout, re.MULTILINE)
    if ended is None:
        return Measure(_SIMULATED, command, f"{seeds} seeds", output=_output(run), failed=True)
    found = len(re.findall(r"^seed \d+: ", run.stderr, re.MULTILINE))
    figure = Figure("violations", found, "violations", int(ended[1]), at_most=0)
    return Measure(_SIMULATED, command, f"seeds 0 to {seeds - 1}", [figure], output=_output(run))


_SIMULATED = "Simulated faults"


def judged(name: str, make: str, module: Sequence[str], data: str) -> Measure:
    """A bench that prints and judges itself. One that says NOT RUN was not measured, whatever its exit status."""
    run = _run([sys.executable, "-m", *module])
    if "NOT RUN" in run.stdout:
        return not_measured(name, make, data, run.stdout.strip().splitlines()[0])
    status = Figure("exit status", run.returncode, "", at_most=0)
    return Measure(name, make, data, [status], output=_output(run))


def not_measured(name: str, command: str, data: str, reason: str) -> Measure:
    return Measure(name, command, data, reason=reason)


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "client"))),
    }
    try:
        return subprocess.run(  # as above # nosec B603
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=_LONGEST_S, check=False
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", f"{shlex.join(command)}: longer than {_LONGEST_S} s")


def _output(run: subprocess.CompletedProcess[str]) -> str:
    return "\n".join(part.strip() for part in (run.stdout, run.stderr) if part.strip())[-8000:]
