"""The comparison as a table of Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bench.evaluate.sets import KEYED
from bench.peers.work import Row

_HEADS = (
    "memory",
    "version",
    "add p50 / p95 ms (p50 to the first's)",
    "search p50 / p95 ms (p50 to the first's)",
    "R@10 tune",
    "R@10 test",
    "stale served, keyed",
    "stale served, no key",
    "stale alone or first, no key",
    "found after deletion",
    "shown anywhere after deletion",
    "another's facts, empty filter",
)


def table(rows: Sequence[Row]) -> str:
    parts = []
    for cases in dict.fromkeys(row.cases for row in rows):
        lines = [f"| {' | '.join(_HEADS)} |", f"|{'---|' * len(_HEADS)}"]
        own = [row for row in rows if row.cases == cases]
        lines += [f"| {' | '.join(_cells(row, own[0]))} |" for row in own]
        parts.append(f"**{cases}**\n\n" + "\n".join(lines))
    notes = dict.fromkeys(f"- {row.memory}: {row.note}." for row in rows)
    return "\n\n".join([*parts, "\n".join(notes)])


def _cells(row: Row, first: Row) -> list[str]:
    """`first`: the row of the same set to whose times this one's are set in a ratio."""
    foreign = "refused" if row.refused_empty_filter else _share(row.foreign)
    return [
        row.memory, row.version, _times(row.add_ms, first.add_ms), _times(row.search_ms, first.search_ms),
        _share(row.recall_at_10.get("tune"), 3), _share(row.recall_at_10.get("test"), 3),
        _share(row.stale.get(KEYED)), _share(_without_key(row.stale)), _share(_without_key(row.misled)),
        _share(row.found_after), _share(row.residue), foreign,
    ]  # fmt: skip


def _without_key(shares: Mapping[str, float]) -> float | None:
    return next((share for category, share in shares.items() if category != KEYED), None)


def _times(cuts: Mapping[str, float], first: Mapping[str, float]) -> str:
    return f"{cuts['p50']:.1f} / {cuts['p95']:.1f} ({cuts['p50'] / first['p50']:.2f})"


def _share(value: float | None, digits: int = 2) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
