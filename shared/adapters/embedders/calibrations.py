"""Calibrations, packaged as one JSON file a model; `bench.calibration` writes them.

Vectors are 32-bit floats in base64: a model's planes are some ten thousand numbers, and a cold start reads them.
"""

from __future__ import annotations

import json
import struct
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from shared.domain.meaning.calibration import Calibration, Fit, KindPlanes, PairPlanes, Plane, QueryPlanes
from shared.domain.meaning.centring import Centring, Vector
from shared.domain.meaning.curves import RELEVANCE, SAMENESS, Curve

FOLDER = "calibrations"


@lru_cache(maxsize=8)
def calibration_for(model_id: str) -> Calibration:
    """The calibration of the model at the dimension after a `/` in its id, else that of the model at any.

    Raises `LookupError` for a model without one: thresholds mean nothing on another model's scale.
    """
    name = model_id.partition("/")[0]
    known = {raw["model"]: raw for raw in _packaged()}
    raw = known.get(model_id) or known.get(name)
    if raw is None:
        raise LookupError(f"no calibration for embedding model {name}")
    return calibration_from(raw)


def folder() -> Traversable:
    return resources.files(__package__) / FOLDER


def _packaged() -> Iterator[Mapping[str, Any]]:
    for file in folder().iterdir():
        if file.name.endswith(".json"):
            yield json.loads(file.read_text(encoding="utf-8"))


def calibration_from(raw: Mapping[str, Any]) -> Calibration:
    """From the file's form. Raises `KeyError` or `ValueError` for what is no calibration."""
    fit = raw.get("fit")
    return Calibration(
        model=raw["model"],
        fit=None if fit is None else Fit(**fit),
        centring=_centring(raw["centring"]) if "centring" in raw else None,
        queries=_queries(raw["queries"]) if "queries" in raw else None,
        pairs=_pairs(raw["pairs"]) if "pairs" in raw else None,
        kinds=_kinds(raw["kinds"]) if "kinds" in raw else None,
        assertions=_kinds(raw["assertions"]) if "assertions" in raw else None,
        relevance_curve=_curve(raw["relevance"]) if "relevance" in raw else RELEVANCE,
        sameness_curve=_curve(raw["sameness"]) if "sameness" in raw else SAMENESS,
        **{name: float(raw[name]) for name in ("spaced_words", "other_words") if name in raw},
    )


def packed(vector: Sequence[float]) -> str:
    return b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()


def _vector(text: str) -> Vector:
    raw = b64decode(text)
    return struct.unpack(f"<{len(raw) // 4}f", raw)


def _centring(raw: Mapping[str, Any]) -> Centring:
    return Centring(
        _vector(raw["memory_mean"]), _vector(raw["query_mean"]), tuple(_vector(one) for one in raw["directions"])
    )


def _queries(raw: Mapping[str, Any]) -> QueryPlanes:
    return QueryPlanes(**{name: _plane(plane) for name, plane in raw.items()})


def _pairs(raw: Mapping[str, Any]) -> PairPlanes:
    update = _plane(raw["update"]) if "update" in raw else None
    return PairPlanes(_plane(raw["change"]), _plane(raw["subject"]), _vector(raw["subject_newer"]), update)


def _kinds(raw: Mapping[str, Any]) -> KindPlanes:
    weights = tuple(_vector(one) for one in raw["weights"])
    offsets = tuple(float(offset) for offset in raw["offsets"])
    if not len(raw["kinds"]) == len(weights) == len(offsets):
        raise ValueError("each kind has a plane")
    return KindPlanes(raw["kinds"], weights, offsets)


def _plane(raw: Mapping[str, Any]) -> Plane:
    return Plane(_vector(raw["weights"]), float(raw["offset"]))


def _curve(points: Sequence[Sequence[float]]) -> Curve:
    return Curve(tuple((float(x), float(y)) for x, y in points))
