"""Alarms on what the memory does, not on how it runs: ratios of an hour with enough events in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from aws_cdk import Duration
from aws_cdk import aws_cloudwatch as cloudwatch

HOUR = Duration.hours(1)
LEAST = 20  # events of an hour below which a ratio says nothing


@dataclass(frozen=True, slots=True)
class Ratio:
    """Rings when `part` is at least `limit` of the sum of `whole`: names of metrics that the functions count."""

    name: str
    part: str
    whole: tuple[str, ...]
    limit: float
    meaning: str

    def metric(self, counted: Mapping[str, cloudwatch.IMetric]) -> cloudwatch.MathExpression:
        used = {name.lower(): counted[name] for name in dict.fromkeys((self.part, *self.whole))}
        whole = " + ".join(f"FILL({name.lower()}, 0)" for name in self.whole)
        part = f"FILL({self.part.lower()}, 0)"
        return cloudwatch.MathExpression(
            expression=f"IF({whole} >= {LEAST}, {part} / ({whole}), 0)",
            using_metrics=used,
            label=self.name,
            period=HOUR,
        )


RATIOS = (
    Ratio("WritesRefusedOften", "WritesRefused", ("WritesTaken", "WritesRefused"), 0.5, "half the writes are refused"),
    Ratio("ConflictsOften", "Conflicts", ("WritesTaken",), 0.2, "a fifth of the writes contradict what is remembered"),
    Ratio("CorrectionsOften", "Corrections", ("WritesTaken",), 0.2, "people correct a fifth of what is written"),
    Ratio(
        "RecallsWrongOften", "FalsePositives", ("MemoriesUsed", "FalsePositives"), 0.5,
        "half of the recalled memories that were judged are wrong",
    ),
)  # fmt: skip
COUNTED = tuple(dict.fromkeys(name for ratio in RATIOS for name in (ratio.part, *ratio.whole)))
