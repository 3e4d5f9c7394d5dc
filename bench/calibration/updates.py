"""The chance that the newer of two statements replaces the older: a logistic plane over the measures of a pair.

`updates/<language>.json` holds changes in everyday words by their matter, and pairs that are none: another person's
change, another matter, what was or is planned, what is added. Each change is also set beside the earlier statements of
other matters in its language: in a store it stands beside all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np

from bench.calibration.planes import FittedPlane
from bench.calibration.vectors import Floats, Vectors
from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import dot
from shared.domain.meaning.marks import marks_of
from shared.domain.meaning.rivals import NewerStatement

_FOLDER = Path(__file__).parent / "updates"
_RIDGE, _STEPS = 1.0, 60
# There are many more of them, and most are easy.
_OF_OTHER_MATTERS = 0.15


def labelled_pairs() -> Iterator[tuple[str, str, bool, float]]:
    """Older, newer, whether it replaces the older, and the pair's weight."""
    for file in sorted(_FOLDER.glob("*.json")):
        own = json.loads(file.read_text(encoding="utf-8"))
        changes = [(matter, older, newer) for matter, pairs in own["updates"].items() for older, newer in pairs]
        yield from ((older, newer, True, 1.0) for _, older, newer in changes)
        yield from ((older, newer, False, 1.0) for older, newer in own["apart"])
        for (matter, older, _), (another, _, newer) in product(changes, repeat=2):
            if matter != another:
                yield older, newer, False, _OF_OTHER_MATTERS


def update_plane(vectors: Vectors, calibration: Calibration) -> FittedPlane:
    """`calibration`: with the planes that the measures are taken with. The plane gives the logit of the chance."""
    rows, replaces, weights = [], [], []
    for older, newer, yes, weight in labelled_pairs():
        old, new = (tuple(vector) for vector in vectors.memories([older, newer]).tolist())
        statement, marks = NewerStatement.of(new, calibration, newer), marks_of(old, calibration)
        rows.append(statement.measures(statement.likeness(dot(statement.centred, old), marks), marks))
        replaces.append(yes)
        weights.append(weight)
    return logistic_plane(np.array(rows), np.array(replaces, dtype=float), np.array(weights))


def logistic_plane(rows: Floats, yes: Floats, weights: Floats) -> FittedPlane:
    """Logistic regression with a ridge on the standardised measures, by Newton's steps."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    inputs = np.column_stack([(rows - mean) / spread, np.ones(len(rows))])
    ridge = np.diag([_RIDGE] * rows.shape[1] + [1e-6])
    plane = np.zeros(inputs.shape[1])
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-inputs @ plane))
        curvature = (inputs * ((chances * (1 - chances) + 1e-6) * weights)[:, None]).T @ inputs + ridge
        plane = plane - np.linalg.solve(curvature, inputs.T @ (weights * (chances - yes)) + ridge @ plane)
    own = plane[:-1] / spread
    return FittedPlane(own, float(plane[-1] - mean @ own))
