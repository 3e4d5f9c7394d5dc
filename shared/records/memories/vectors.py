"""The vector of a memory as a record: apart from the memory, so that lists stay cheap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from shared.domain.meaning.centring import Vector
from shared.domain.memories.embedding_text import embedding_text_of
from shared.domain.memories.memory import Memory, content_hash
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.packed_vectors import packed, unpacked
from shared.records.store.record import Attributes, Record


@dataclass(frozen=True, slots=True)
class StoredVector:
    """`scope` is the path where the memory lies; `text_hash` which text was embedded, `model` in which space."""

    scope: str
    model: str
    text_hash: str
    vector: Vector


def vector_record(
    scope: Scope, memory_id: str, value: StoredVector, scheduled: tuple[StoredVector, ...] = ()
) -> Record:
    """With the vectors of texts that the memory schedules beside its own."""
    attributes = vector_attributes(value)
    if scheduled:
        attributes = {**attributes, "scheduled": [vector_attributes(one) for one in scheduled]}
    return Record(keys.vector(scope, memory_id), attributes)


def vector_attributes(value: StoredVector) -> Attributes:
    of: Attributes = {"scope": value.scope, "model": value.model, "text_hash": value.text_hash}
    return {**of, "vector": packed(value.vector)}


def stored_vector(record: Record) -> StoredVector:
    return _stored(record.attributes)


def stored_vectors(record: Record) -> tuple[StoredVector, ...]:
    """The memory's own first, then those of what it schedules, as far as they are known."""
    scheduled = cast("Sequence[Attributes]", record.attributes.get("scheduled", ()))
    return (stored_vector(record), *(_stored(one) for one in scheduled))


_OWN = "vector"  # in the record of an ended version


def with_own_vector(attributes: Attributes, version: Memory, vectors: Sequence[StoredVector]) -> Attributes:
    """The attributes of an ended version with the vector of its text, if that is known: the memory's own record of
    vectors keeps only what the memory says now or later."""
    text_hash = content_hash(embedding_text_of(version))
    own = next((one for one in vectors if one.text_hash == text_hash), None)
    return attributes if own is None or version.sealed is not None else {**attributes, _OWN: vector_attributes(own)}


def own_vectors(version: Record) -> tuple[StoredVector, ...]:
    """What an ended version keeps of vectors: one or none."""
    own = version.attributes.get(_OWN)
    return () if own is None else (_stored(cast("Attributes", own)),)


def _stored(attributes: Attributes) -> StoredVector:
    return StoredVector(
        scope=cast("str", attributes["scope"]),
        model=cast("str", attributes["model"]),
        text_hash=cast("str", attributes["text_hash"]),
        vector=unpacked(cast("bytes", attributes["vector"])),
    )


def vector_scope(record: Record) -> Scope:
    return Scope.parse(cast("str", record.attributes["scope"]))
