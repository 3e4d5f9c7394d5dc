"""`python -m bench.cost [--writes N] [--recalls N] [--events N] [--kept N] [--changes N] [--stage NAME ...]`: the bill
of a month.

Counts the operations on DynamoDB in moto, synthesises each stage's template for the floor, and prints the bill by
stage, AgentCore Memory's list price for the same work, and where the two meet. `--no-floor` leaves the templates out.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bench.cost.bill import (
    Line,
    Workload,
    a_million,
    agentcore,
    break_even,
    changes_entered,
    floor,
    total,
    use,
)
from bench.cost.counted import CHANGE_OF_MANY, CHANGES_A_BATCH, TOP_K, Operation, counted
from bench.cost.prices import Prices, read_prices

STAGES = ("dev", "prod-small", "prod")


def synthesised(stage: str) -> dict[str, Any]:
    from app import build

    with tempfile.TemporaryDirectory() as folder:
        build({"aws:cdk:bundling-stacks": [], "stage": stage}, folder).synth()
        (path,) = Path(folder).glob("*.template.json")
        template: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return template


def main(arguments: list[str] | None = None) -> int:
    asked = _arguments(arguments)
    prices = read_prices()
    first_retrieved = min(asked.writes, TOP_K * asked.recalls)
    workload = Workload(asked.writes, asked.recalls, asked.events, asked.kept, first_retrieved, asked.changes)
    of = counted()
    print(f"Prices of {prices.region} as of {prices.as_of}; not looked up: {', '.join(prices.unchecked)}")
    print(f"Assumed, because only an account tells: {json.dumps(dict(prices.assumed))}\n")
    _print_operations(of)
    _print_millions(of, prices)
    print(
        f"\nA month of {workload.writes:,} writes, {workload.recalls:,} recalls (top_k {TOP_K}), "
        f"{workload.events:,} events, {workload.kept:,} memories kept, {workload.changes:,} changes into feeds"
    )
    lines = use(workload, of, prices)
    _print_sums("beyond the floor", lines)
    for stage in () if asked.no_floor else asked.stage or STAGES:
        _print_stage(stage, floor(synthesised(stage), prices), workload, of, prices)
    _print_agentcore(workload, prices)
    return 0


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in (("writes", 200_000), ("recalls", 600_000), ("events", 1_000_000), ("kept", 500_000),
                        ("changes", 0)):  # fmt: skip
        parser.add_argument(f"--{name}", type=int, default=usual, help=f"a month (default: {usual:,})")
    parser.add_argument("--stage", action="append", choices=STAGES, help="(default: each)")
    parser.add_argument("--no-floor", action="store_true", help="without the templates, in a few seconds")
    return parser.parse_args(arguments)


def _print_operations(of: Mapping[str, Operation]) -> None:
    print(f"{'Counted, of one':30} {'WRU':>7} {'RRU':>7} {'calls':>6} {'stored bytes':>13}")
    for name, one in of.items():
        print(f"{name:30} {one.writes:7.2f} {one.reads:7.2f} {one.calls:6.2f} {one.stored_bytes:13,.0f}")


def _print_millions(of: Mapping[str, Operation], prices: Prices) -> None:
    print("\nA million of each, beyond the floor")
    for what in ("writes", "recalls", "events", "first_retrieved"):
        _print_sums(what, use(a_million(what), of, prices))
    alone = use(a_million("changes"), of, prices)
    together = total(changes_entered(1_000_000, of[CHANGE_OF_MANY], prices))
    title = f"with the feed of changes: + ${total(alone):,.2f} a million changes"
    print(f"  {title}, ${together:,.2f} where {CHANGES_A_BATCH} of an owner come together")
    _print_sums("of it", alone)


def _print_sums(title: str, lines: Iterable[Line]) -> None:
    lines, by = list(lines), defaultdict[str, float](float)
    for line in lines:
        by[f"{line.what}, {line.price}"] += line.dollars
    print(f"  {title}: ${total(lines):,.2f}")
    for name, dollars in sorted(by.items(), key=lambda one: -one[1]):
        print(f"      {dollars:10,.2f}  {name}")


def _print_stage(
    stage: str, fixed: list[Line], workload: Workload, of: Mapping[str, Operation], prices: Prices
) -> None:  # fmt: skip
    times = break_even(workload, total(fixed), of, prices)
    print(f"\n{stage}: ${total(fixed) + total(use(workload, of, prices)):,.2f} a month")
    _print_sums("floor", fixed)
    if times is None:
        print("  AgentCore is cheaper for such work at any volume")
    else:
        print(
            f"  as dear as AgentCore at {times:.2f} times this work ({times * workload.recalls:,.0f} recalls a month)"
        )


def _print_agentcore(workload: Workload, prices: Prices) -> None:
    print("\nAgentCore Memory, list price of the same work")
    _print_sums("built-in strategies", agentcore(workload, prices))
    _print_sums("own strategies, the model's use aside", agentcore(workload, prices, own_strategies=True))


if __name__ == "__main__":
    sys.exit(main())
