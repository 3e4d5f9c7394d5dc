"""Calibrations, packaged as one JSON file a model. `bench/calibrate.py` writes the measured ones."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources

from shared.domain.calibration import Calibration, Curve

_FOLDER = resources.files("shared.adapters.embedders") / "calibrations"


@lru_cache(maxsize=8)
def calibration_for(model_id: str) -> Calibration:
    """The calibration of the model, whatever the dimension after a `/` in its id.

    Raises `LookupError` for a model without one: thresholds mean nothing on another model's scale.
    """
    name = model_id.partition("/")[0]
    for file in sorted(_FOLDER.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".json"):
            raw = json.loads(file.read_text(encoding="utf-8"))
            if raw["model"] == name:
                return Calibration(
                    model=name,
                    recall=_curve(raw["recall"]),
                    sameness=_curve(raw["sameness"]),
                    coverage_weight=float(raw["coverage_weight"]),
                    measured=bool(raw["measured"]),
                )
    raise LookupError(f"no calibration for embedding model {name}")


def _curve(points: list[list[float]]) -> Curve:
    return Curve(tuple((float(x), float(y)) for x, y in points))
