"""What an evaluation found: measures with their figures, or the command that would measure them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class State(StrEnum):
    """`MEASURED` has no limit to hold: its figures are for a reader to judge."""

    HOLDS = "holds"
    MISSED = "missed"
    MEASURED = "measured"
    NOT_MEASURED = "not measured"
    FAILED = "did not run to its end"


@dataclass(frozen=True, slots=True)
class Figure:
    """`of`: how many cases; `half`: "tune", "test" or empty where nothing was chosen. `at_least`, `at_most`: its
    limit."""

    name: str
    value: float | None
    unit: str
    of: int | None = None
    half: str = ""
    at_least: float | None = None
    at_most: float | None = None

    @property
    def holds(self) -> bool | None:
        """Whether it keeps its limit, `None` without one. A figure without a value keeps none."""
        if self.at_least is None and self.at_most is None:
            return None
        if self.value is None:
            return False
        low = self.at_least is None or self.value >= self.at_least
        return low and (self.at_most is None or self.value <= self.at_most)


@dataclass(frozen=True, slots=True)
class Bars:
    """One bar for each name, values from 0 to `top` (the largest of them where it is `None`)."""

    title: str
    values: Mapping[str, float]
    unit: str
    top: float | None = None


@dataclass(frozen=True, slots=True)
class Reliability:
    """Points (what was claimed, the share that was right, how many), each share in [0,1]."""

    title: str
    points: Sequence[tuple[float, float, int]]


@dataclass(frozen=True, slots=True)
class Curve:
    """The share of values at or below each value."""

    title: str
    values: Mapping[str, Sequence[float]]
    unit: str


Plot = Bars | Reliability | Curve


@dataclass(frozen=True, slots=True)
class Measure:
    """`command` measures it again; `data` says on what. Without figures `reason` says why."""

    name: str
    command: str
    data: str
    figures: Sequence[Figure] = ()
    plots: Sequence[Plot] = ()
    reason: str = ""
    output: str = ""
    failed: bool = False

    @property
    def state(self) -> State:
        if self.failed:
            return State.FAILED
        if not self.figures:
            return State.NOT_MEASURED
        kept = [figure.holds for figure in self.figures if figure.holds is not None]
        if not kept:
            return State.MEASURED
        return State.HOLDS if all(kept) else State.MISSED

    def as_json(self) -> dict[str, Any]:
        figures = [{**asdict(figure), "holds": figure.holds} for figure in self.figures]
        return {
            "name": self.name, "state": self.state.value, "command": self.command, "data": self.data,
            "figures": figures, "reason": self.reason, "output": self.output,
            "reliability": [asdict(plot) for plot in self.plots if isinstance(plot, Reliability)],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Report:
    """`about`: the machine, the versions, the date and the command of the run."""

    about: Mapping[str, str]
    measures: Sequence[Measure]

    @property
    def bad(self) -> list[Measure]:
        return [measure for measure in self.measures if measure.state in (State.MISSED, State.FAILED)]

    def as_json(self) -> dict[str, Any]:
        return {"about": dict(self.about), "measures": [measure.as_json() for measure in self.measures]}
