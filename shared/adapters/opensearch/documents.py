"""A search document as the engine's fields, and a hit back into a document and its vector."""

from __future__ import annotations

import json
import struct
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from shared.adapters.opensearch.mapping import (
    ABOVE,
    CONTENT_WORDS,
    CONTEXT_WORDS,
    HIT,
    MEMORY,
    SEARCHED,
    VECTOR,
    VISIBILITY,
)
from shared.adapters.opensearch.visibility import visibility_of
from shared.adapters.search_documents import from_fields, paths_above, to_fields
from shared.domain.meaning.centring import Vector, dot
from shared.domain.recall.documents import SearchDocument, memory_id_in
from shared.language.text.terms import indexed_terms

_END = b"\n"  # of the JSON in a hit: there is none inside
_PADDING = "=="  # more than is needed does no harm


class Hit(NamedTuple):
    """`document` without its vector; `components` of it to 11 significant bits, empty without one."""

    document: SearchDocument
    components: Vector


def to_source(document: SearchDocument) -> dict[str, Any]:
    """What is sent to the engine: fields to search by, and all of the document in one that a hit brings back. A vector
    without a direction (all zero) is refused there: it counts as none."""
    fields = to_fields(document)
    vector = document.vector if document.vector is not None and any(document.vector) else None
    source = {name: fields[name] for name in SEARCHED}
    source[VISIBILITY] = visibility_of(document)
    source[ABOVE] = paths_above(document.scope)
    source[MEMORY] = memory_id_in(document.memory_id)
    source[CONTENT_WORDS] = " ".join(indexed_terms(document.content))
    source[CONTEXT_WORDS] = " ".join(indexed_terms(document.before)) if document.before else source[CONTENT_WORDS]
    if vector is not None:
        source[VECTOR] = list(vector)
    source[HIT] = packed(fields, vector)
    return source


def packed(fields: Mapping[str, Any], vector: Vector | None) -> str:
    """The fields that say something, as JSON, and the components as 16-bit floats: in base64."""
    said = {name: value for name, value in fields.items() if value is not None and value != []}
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    components = () if vector is None else vector
    return b64encode(text.encode() + _END + struct.pack(f"<{len(components)}e", *components)).decode()


def unpacked(hit: str) -> Hit:
    """Of what `packed` made. The engine sends it back without the padding."""
    text, _, raw = b64decode(hit + _PADDING).partition(_END)
    return Hit(from_fields(json.loads(text)), struct.unpack(f"<{len(raw) // 2}e", raw))


def products(hit: Hit, model: str, vectors: Sequence[Vector]) -> list[float | None]:
    """Of the hit's vector with each of the others, to about 1e-4; `None` without a vector of this model."""
    if not hit.components or hit.document.model != model:
        return [None] * len(vectors)
    return [dot(hit.components, vector) for vector in vectors]
