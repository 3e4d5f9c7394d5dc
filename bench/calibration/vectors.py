"""Vectors of the labelled texts, each made once; a file keeps them between runs if one is named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from shared.domain.memories.embedding_text import query_for_embedding
from shared.ports import Embedder

Floats = NDArray[np.float64]


class Vectors:
    def __init__(self, embedder: Embedder, file: Path | None = None) -> None:
        self.embedder, self._file = embedder, file
        self._known: dict[str, Floats] = {}
        if file is not None and file.is_file():
            with np.load(file) as kept:
                self._known = dict(zip(kept["texts"].tolist(), kept["vectors"], strict=True))

    def queries(self, texts: Sequence[str]) -> Floats:
        for text in texts:
            if f"q {text}" not in self._known:
                self._known[f"q {text}"] = np.array(self.embedder.query(query_for_embedding(text)))
        return np.array([self._known[f"q {text}"] for text in texts])

    def memories(self, texts: Sequence[str]) -> Floats:
        for text in texts:
            if f"m {text}" not in self._known:
                self._known[f"m {text}"] = np.array(self.embedder.memories([text])[0])
        return np.array([self._known[f"m {text}"] for text in texts])

    def keep(self) -> None:
        if self._file is not None:
            np.savez(self._file, texts=np.array(list(self._known)), vectors=np.array(list(self._known.values())))
