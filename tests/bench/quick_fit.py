"""A fit of the right form, made at once: the real one takes minutes, and its own tests are in tests/contract."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bench.calibration import texts
from bench.calibration.fit import Fitted
from bench.calibration.planes import FittedPlane, Side
from bench.calibration.vectors import Vectors
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.domain.meaning.calibration import Fit
from shared.domain.meaning.centring import Vector
from shared.ports import Embedder, EmbeddingModel


def an_embedder(model_id: str) -> Embedder:
    class Named:
        model = EmbeddingModel(model_id, DeterministicEmbedder.model.dimension, 10_000)

        def query(self, text: str) -> Vector:
            return DeterministicEmbedder().query(text)

        def memories(self, texts: Sequence[str]) -> list[Vector]:
            return DeterministicEmbedder().memories(texts)

    return Named()


def a_fit(vectors: Vectors) -> Fitted:
    size = vectors.embedder.model.dimension
    side, plane = Side(np.zeros(size), np.zeros((2, size))), FittedPlane(np.ones(size), 0.5)
    both = FittedPlane(np.ones(2 * size), 0.5)
    kinds = np.zeros((size + 1, len(texts.KINDS)))
    good = Fit(auc=0.99, right=0.5, wrong=0.2, kinds=0.7, assertions=0.9)
    return Fitted(
        side, side, plane, plane, plane, plane, plane, both, kinds, np.zeros((size + 1, len(texts.ASSERTIONS))), good
    )
