"""What every embedder does to its texts and its vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence

from shared.domain.errors import EmbedderUnavailable, TooLarge
from shared.domain.meaning.centring import Vector
from shared.ports import EmbeddingModel


def plain_text(text: str) -> str:
    """The text with every NUL and lone surrogate as a space.

    Neither carries meaning; engines end the text at the first and refuse the second.
    """
    if "\x00" not in text and text.isascii():
        return text
    return "".join(" " if c == "\x00" or "\ud800" <= c <= "\udfff" else c for c in text)


def within_limit(text: str, model: EmbeddingModel) -> str:
    """Raises `TooLarge` when the text is longer than the model reads: it is never cut."""
    if len(text) > model.max_characters:
        raise TooLarge(f"the text is longer than the {model.max_characters} characters that the embedder reads")
    return text


def unit_vector(values: Sequence[float], model: EmbeddingModel) -> Vector:
    """The vector at unit length, for summed products in float64 and in an engine's float32 alike.

    Raises `EmbedderUnavailable` when the model gave another dimension, no finite number, or only zeros: such a vector
    would be refused by the search engines, or match everything.
    """
    if len(values) != model.dimension:
        raise EmbedderUnavailable(f"the embedder answered {len(values)} numbers instead of {model.dimension}")
    length = math.sqrt(math.fsum(float(v) * float(v) for v in values))
    if not math.isfinite(length) or length < 1e-6:
        raise EmbedderUnavailable("the embedder answered a vector without a direction")
    return tuple(float(v) / length for v in values)
