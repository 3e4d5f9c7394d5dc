"""An embedder without a model, for tests: texts that share words or pieces of words are near, always the same way."""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from shared.adapters.embedders.units import plain_text, unit_vector, within_limit
from shared.domain.meaning.centring import Vector
from shared.ports import EmbeddingModel

_WORD = re.compile(r"\w+")
# Words say more than pieces of words; pieces keep "owns" near "owned" and give CJK text its bigrams.
_WORD_WEIGHT, _BIGRAM_WEIGHT = 1.0, 0.4


class DeterministicEmbedder:
    """Hashed words and character bigrams with signs, so that unlike texts have a cosine near 0.

    The first number is a constant: text without a word (empty, only emoji) has a direction too, and near to no other.
    """

    model = EmbeddingModel(id="deterministic-1", dimension=256, max_characters=50_000)

    def query(self, text: str) -> Vector:
        return self._vector(text)

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> Vector:
        plain = unicodedata.normalize("NFKC", plain_text(within_limit(text, self.model))).casefold()
        values = [0.0] * self.model.dimension
        values[0] = 0.5
        for (feature, weight), count in Counter(_features(plain)).items():
            place, sign = _slot(feature, self.model.dimension)
            values[place] += sign * weight * (1.0 + math.log(count))
        return unit_vector(values, self.model)


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in _WORD.findall(text):
        yield word, _WORD_WEIGHT
        framed = word if len(word) > 1 and not word.isascii() else f"<{word}>"
        for start in range(len(framed) - 1):
            yield f"#{framed[start : start + 2]}", _BIGRAM_WEIGHT


@lru_cache(maxsize=65_536)
def _slot(feature: str, dimension: int) -> tuple[int, float]:
    digest = int.from_bytes(hashlib.blake2b(feature.encode(), digest_size=8).digest(), "big")
    return 1 + (digest >> 1) % (dimension - 1), 1.0 if digest & 1 else -1.0
