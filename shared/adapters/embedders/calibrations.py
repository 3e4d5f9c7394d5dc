"""Calibrations, packaged as one JSON file a model. `bench/calibrate.py` writes the measured ones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from shared.domain.recall.calibration import Calibration, Curve, RelevanceScale
from shared.language.text.scripts import Writing

FOLDER = "calibrations"


@lru_cache(maxsize=8)
def calibration_for(model_id: str) -> Calibration:
    """The calibration of the model, whatever the dimension after a `/` in its id.

    Raises `LookupError` for a model without one: thresholds mean nothing on another model's scale.
    """
    name = model_id.partition("/")[0]
    for file in (resources.files(__package__) / FOLDER).iterdir():
        if file.name.endswith(".json"):
            raw = json.loads(file.read_text(encoding="utf-8"))
            if raw["model"] == name:
                return calibration_from(raw)
    raise LookupError(f"no calibration for embedding model {name}")


def calibration_from(raw: Mapping[str, Any]) -> Calibration:
    """From the file's form. Raises `KeyError` or `ValueError` for what is no calibration."""
    return Calibration(
        model=raw["model"],
        recall={
            Writing(name): RelevanceScale(_curve(scale["points"]), float(scale["coverage_weight"]))
            for name, scale in raw["recall"].items()
        },
        sameness={Writing(name): _curve(points) for name, points in raw["sameness"].items()},
        measured=bool(raw["measured"]),
    )


def _curve(points: list[list[float]]) -> Curve:
    return Curve(tuple((float(x), float(y)) for x, y in points))
