"""All ways of a run in one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.loop.script import Script

Rows = Sequence[Mapping[str, Any]]
_COLUMNS = (
    ("n", "n"), ("needs_met", "needs"), ("right", "right"), ("right_any_order", "any order"),
    ("stale_first", "stale1"), ("stale_present", "stale"), ("never", "never"), ("noise", "noise"),
    ("tokens", "tokens"),
)  # fmt: skip
_SHARES = {"needs_met", "right", "right_any_order"}
_TURNS_BACK = (("0-4", 0, 4), ("5-12", 5, 12), ("13+", 13, 10**6))


@dataclass(frozen=True, slots=True)
class Played:
    """The verdicts of one way to play; `setting` names the lives, and whether they were one person's."""

    setting: str
    via: str
    rows: Rows
    seconds: float
    notes: Mapping[str, Mapping[str, int]]


def table(script: Script, runs: Sequence[Played], *, languages: bool) -> list[str]:
    """A line for each way and kind of probe; with `languages` one for each language, too."""
    heads = "  ".join(f"{head:>9s}" for _, head in _COLUMNS)
    lines = [f"{'lives':12s}  {'via':8s}  {'probes':16s}  {heads}"]
    for run in runs:
        lines += [
            f"{run.setting:12s}  {run.via:8s}  {name:16s}  {_cells(script.figures(rows))}"
            for name, rows in _parts(script, run.rows, languages=languages)
        ]
        lines += [f"  {run.via}: {name} {dict(counts)}" for name, counts in run.notes.items() if counts]
    return lines


def _parts(script: Script, rows: Rows, *, languages: bool) -> list[tuple[str, Rows]]:
    parts: list[tuple[str, Rows]] = [("all", rows)]
    parts += [(kind, [row for row in rows if row["kind"] == kind]) for kind in script.KINDS]
    parts += [(f"turn, {name} back", [row for row in rows if _is_back(row, *span)]) for name, *span in _TURNS_BACK]
    if languages:
        parts += [
            (language, [row for row in rows if row["language"] == language])
            for language in sorted({row["language"] for row in rows})
        ]
    return [(name, some) for name, some in parts if some]


def _is_back(row: Mapping[str, Any], low: int, high: int) -> bool:
    return row["kind"] == "turn" and row["back"] is not None and low <= row["back"] <= high


def _cells(figures: Mapping[str, Any]) -> str:
    return "  ".join(f"{_cell(name, figures[name]):>9s}" for name, _ in _COLUMNS)


def _cell(name: str, value: float | None) -> str:
    if value is None:
        return "-"
    return f"{100 * value:.1f}%" if name in _SHARES else f"{value:.0f}"
