"""Centring and planes from labelled vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.calibration.vectors import Floats

# What the fits are held back by. Chosen on the cohort's folds: a tenth and ten times as much lose a point or two.
QUERY_RIDGE, PAIR_RIDGE, KIND_RIDGE = 1.0, 10.0, 0.1
_STEPS = 400


@dataclass(frozen=True, slots=True)
class Side:
    """The vectors of one side less their mean and less the languages' directions, at unit length."""

    mean: Floats
    directions: Floats

    def __call__(self, vectors: Floats) -> Floats:
        apart = vectors - self.mean
        apart = apart - (apart @ self.directions.T) @ self.directions
        return np.asarray(apart / np.maximum(np.linalg.norm(apart, axis=-1, keepdims=True), 1e-9))


def sides(memories: Sequence[Floats], queries: Sequence[Floats], directions: int) -> tuple[Side, Side]:
    """From the parallel texts of each language; the directions are common to both sides."""
    means = [np.array([vectors.mean(axis=0) for vectors in side]) for side in (memories, queries)]
    apart = np.vstack([mean - mean.mean(axis=0) for mean in means])
    basis = np.linalg.svd(apart, full_matrices=False)[2][:directions]
    memory, query = (Side(mean.mean(axis=0), basis) for mean in means)
    return memory, query


@dataclass(frozen=True, slots=True)
class FittedPlane:
    weights: Floats
    offset: float

    def __call__(self, vectors: Floats) -> Floats:
        return np.asarray(vectors @ self.weights + self.offset)


def ridge_plane(vectors: Floats, yes: NDArray[np.bool_], ridge: float) -> FittedPlane:
    """Least squares on 0 and 1."""
    mean, target = vectors.mean(axis=0), yes.astype(float)
    centred = vectors - mean
    inner = centred @ centred.T + ridge * np.eye(len(target))
    weights = centred.T @ np.linalg.solve(inner, target - target.mean())
    return FittedPlane(weights, float(target.mean() - mean @ weights))


def chances(planes: Floats, vectors: Floats) -> Floats:
    """Of each kind; `planes` has a column a kind, the offsets in the last row."""
    z = vectors @ planes[:-1] + planes[-1]
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return np.asarray(e / e.sum(axis=1, keepdims=True))


def kind_planes(vectors: Floats, kinds: NDArray[np.int_], count: int, ridge: float = KIND_RIDGE) -> Floats:
    """Multinomial logistic regression with a ridge, by accelerated gradient steps. The cost is convex and its gradient
    changes by at most the step's inverse, so the steps need no search."""
    inputs = np.hstack([vectors, np.ones((len(vectors), 1))])
    target = np.eye(count)[kinds]
    step = 1.0 / (0.5 * float(np.linalg.norm(inputs, 2)) ** 2 + ridge)
    planes = momentum = np.zeros((inputs.shape[1], count))
    for n in range(1, _STEPS + 1):
        gradient = inputs.T @ (chances(momentum, vectors) - target)
        gradient[:-1] += ridge * momentum[:-1]
        following = momentum - step * gradient
        momentum = following + (n - 1) / (n + 2) * (following - planes)
        planes = following
    return np.asarray(planes)
