"""Vectors from which is taken what all texts of a language have in common, so that cosines can be compared.

The raw cosines of a multilingual embedder lie in another range for every pair of languages. Less the mean of a cohort
of texts, and less the directions in which the languages' means differ, unrelated texts lie near 0 in all of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from operator import mul
from typing import TypeAlias

Vector: TypeAlias = tuple[float, ...]

_LEAST_LENGTH = 1e-9


def dot(one: Vector, other: Vector) -> float:
    total: float = sum(map(mul, one, other))
    return total


@dataclass(frozen=True, slots=True)
class Centring:
    """`memory_mean` and `query_mean`: the cohort's mean statement and question. `directions`: orthonormal vectors in
    which languages differ, the same for both sides."""

    memory_mean: Vector
    query_mean: Vector
    directions: tuple[Vector, ...]

    def of_memory(self, vector: Vector) -> Vector:
        """At unit length."""
        return _unit(self._apart(vector, self.memory_mean))

    def of_query(self, vector: Vector) -> Vector:
        """At unit length."""
        return _unit(self._apart(vector, self.query_mean))

    def length(self, vector: Vector) -> float:
        """How long a memory's vector is once it is centred and before it has unit length again: with it one product of
        the raw vector gives the centred cosine (`centred_cosine`)."""
        return self.off_mean(vector)[1]

    def off_mean(self, vector: Vector) -> tuple[Vector, float]:
        """The vector less the mean memory, and its `length`. What lies along the directions is not taken out of the
        first: planes fitted on centred vectors do not see it."""
        apart = tuple(a - b for a, b in zip(vector, self.memory_mean, strict=True))
        along = sum(dot(apart, direction) ** 2 for direction in self.directions)
        return apart, math.sqrt(max(_LEAST_LENGTH**2, dot(apart, apart) - along))

    def cosine(self, product: float, asked_mean: float, length: float) -> float:
        """The centred cosine of a centred vector and a memory, of the product of the first with the memory's raw
        vector, of its product with the mean memory, and of the memory's `length`."""
        return (product - asked_mean) / length

    def asked_mean(self, asked: Vector) -> float:
        return dot(asked, self.memory_mean)

    def _apart(self, vector: Vector, mean: Vector) -> list[float]:
        left = [a - b for a, b in zip(vector, mean, strict=True)]
        for direction in self.directions:
            share = sum(map(mul, left, direction))
            left = [a - share * b for a, b in zip(left, direction, strict=True)]
        return left


def _norm(vector: list[float]) -> float:
    return math.sqrt(sum(map(mul, vector, vector)))


def _unit(vector: list[float]) -> Vector:
    length = max(_LEAST_LENGTH, _norm(vector))
    return tuple(value / length for value in vector)
