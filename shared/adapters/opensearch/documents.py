"""A search document as the engine's source, and a hit back into a document and its vector."""

from __future__ import annotations

import struct
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from shared.adapters.opensearch.mapping import ABOVE, CONTENT_WORDS, CONTEXT_WORDS, MEMORY, PACKED, VECTOR
from shared.adapters.search_documents import paths_above, to_fields
from shared.domain.meaning.centring import Vector, dot
from shared.domain.recall.documents import SearchDocument, memory_id_in
from shared.language.text.terms import indexed_terms


def to_source(document: SearchDocument) -> dict[str, Any]:
    """What is sent to the engine. A vector without a direction (all zero) is refused there: it counts as none."""
    source = to_fields(document)
    source[ABOVE] = paths_above(document.scope)
    source[MEMORY] = memory_id_in(document.memory_id)
    source[CONTENT_WORDS] = " ".join(indexed_terms(document.content))
    source[CONTEXT_WORDS] = " ".join(indexed_terms(document.before)) if document.before else source[CONTENT_WORDS]
    if document.vector is not None and any(document.vector):
        source[VECTOR] = list(document.vector)
        source[PACKED] = pack(document.vector)
    return source


def pack(vector: Vector) -> str:
    """Components as 16-bit floats (11 significant bits), in base64: two and two thirds characters each."""
    return b64encode(struct.pack(f"<{len(vector)}e", *vector)).decode()


def products(source: Mapping[str, Any], model: str, vectors: Sequence[Vector]) -> list[float | None]:
    """Of the packed vector with each of the others, to about 1e-4; `None` without a vector of this model."""
    packed = source.get(PACKED)
    if packed is None or source["model"] != model:
        return [None] * len(vectors)
    raw = b64decode(packed)
    components: tuple[float, ...] = struct.unpack(f"<{len(raw) // 2}e", raw)
    return [dot(components, vector) for vector in vectors]
