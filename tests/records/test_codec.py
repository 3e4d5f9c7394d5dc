"""Domain values survive the store whole: what is put is what comes back, empty values and offsets too."""

from __future__ import annotations

import math
import struct
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.deletion.barrier import (
    DeletionRequest,
    RequestStatus,
    Selector,
    SelectorKind,
    Target,
    TargetState,
    TargetStatus,
)
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import (
    Background,
    Basis,
    EmbeddingSpace,
    Ending,
    Expiry,
    Head,
    Importance,
    MemoryType,
    Status,
    Turn,
    Upkeep,
)
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.memories import memory_codec
from shared.records.memories.vectors import StoredVector, stored_vector, vector_record, vector_scope
from shared.records.store import packed_vectors
from shared.records.store.packed_vectors import unpacked
from shared.records.store.record import Record
from shared.records.store.stored_form import stored_form
from tests.builders import ANN, NOW, a_memory
from tests.strategies import ids, instants, recent, scopes

texts = st.text(min_size=1, max_size=20)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
backgrounds = st.builds(
    Background,
    st.none() | ids,
    st.none() | ids,
    st.none() | st.integers(0, 10**9),
    st.lists(st.builds(Turn, st.text(max_size=9), st.none() | ids), max_size=2).map(tuple),
).filter(lambda background: background != Background())  # which is none at all
_CHANGES: dict[str, st.SearchStrategy[Any]] = {
    "memory_id": ids,
    "scope": scopes(),
    "type": st.sampled_from(MemoryType),
    "key": st.none() | texts,
    "content": texts,
    "source": st.sampled_from(Source),
    "confidence": st.floats(0, 1),
    "importance": st.sampled_from(Importance),
    "trust": st.sampled_from(Trust),
    "status": st.sampled_from(Status),
    "observed_at": instants,
    "valid_from": instants,
    "valid_to": st.none() | instants,
    "created_at": recent,
    "updated_at": recent,
    "version": st.integers(1, 10**6),
    "purposes": st.lists(ids, max_size=3).map(tuple),
    "consent_scope": st.none() | ids,
    "background": st.none() | backgrounds,
    "metadata": st.dictionaries(st.text(max_size=5), json_values, max_size=3),
    "flags": st.lists(texts, max_size=2).map(tuple),
    "supersedes": st.none() | ids,
    "basis": st.builds(
        Basis,
        st.lists(texts, max_size=3).map(tuple),
        st.none() | st.dictionaries(texts, json_values, min_size=1, max_size=2),
    ),
    "expiry": st.builds(Expiry, st.none() | instants, st.none() | instants),
    "ending": st.builds(
        Ending,
        st.none() | recent,
        st.none() | texts,
        st.none() | ids,
        st.lists(st.none() | instants, max_size=1).map(tuple),
    ),
    "upkeep": st.builds(Upkeep, st.none() | recent, st.none() | recent),
    "embedding": st.builds(EmbeddingSpace, st.none() | texts, st.integers(0, 4096)),
    "head": st.builds(Head, st.integers(1, 10**6), st.integers(1, 10**6), st.integers(0, 10**6), st.just("") | texts),
}


@given(st.fixed_dictionaries({}, optional=_CHANGES))
def test_a_memory_comes_back_as_it_was_put(changes: dict[str, Any]) -> None:
    memory = a_memory(**changes)
    record = stored_form(Record(keys.current(ANN, "m"), memory_codec.memory_attributes(memory)))
    again = memory_codec.memory(record.attributes)
    assert again == memory
    for name in ("observed_at", "valid_from", "valid_to"):
        before, after = getattr(memory, name), getattr(again, name)
        assert before is None or before.utcoffset() == after.utcoffset()


targets = st.tuples(
    *(
        st.tuples(st.just(target), st.builds(TargetState, st.sampled_from(TargetStatus), *[st.integers(0, 10**6)] * 3))
        for target in Target
    )
)


@given(
    st.builds(
        DeletionRequest,
        ids,
        scopes(),
        st.builds(Selector, st.sampled_from(SelectorKind), st.lists(ids, max_size=3).map(tuple)),
        recent,
        ids,
        st.sampled_from(RequestStatus),
        targets,
        st.lists(st.tuples(ids, scopes()), max_size=3).map(tuple),
        st.integers(0, 99),
        st.none() | recent,
    )
)
def test_a_deletion_comes_back_as_it_was_put(request: DeletionRequest) -> None:
    assert deletion_codec.deletion(stored_form(deletion_codec.deletion_record(request))) == request


def half_a_step(vector: tuple[float, ...]) -> float:
    return max(map(abs, vector), default=0.0) / 2047 * 0.5 * (1 + 2**-20) + 2**-126 * 2048


vectors = st.lists(st.floats(-1, 1), max_size=9).map(tuple)


@given(scopes(), vectors)
def test_a_vector_comes_back_as_near_as_its_bits_go_and_then_stays_as_it_is(
    scope: Any, vector: tuple[float, ...]
) -> None:
    record = stored_form(vector_record(scope, "m", StoredVector(scope.path, "model-1", "hash", vector)))
    once = stored_vector(record)
    assert replace(once, vector=()) == StoredVector(scope.path, "model-1", "hash", ())
    assert len(once.vector) == len(vector)
    for one, other in zip(vector, once.vector, strict=True):
        assert abs(one - other) <= half_a_step(vector)
    assert vector_scope(record) == scope
    assert stored_vector(stored_form(vector_record(scope, "m", once))) == once


@given(vectors)
def test_a_vector_takes_three_bytes_for_two_dimensions_and_four_for_itself(vector: tuple[float, ...]) -> None:
    assert len(packed_vectors.packed(vector)) == 4 + math.ceil(1.5 * len(vector))


def test_the_bytes_of_a_vector_are_those_of_the_description() -> None:
    step = struct.pack("<f", 2.0 / 2047)
    packed = packed_vectors.packed((-2.0, 1.0, 4.0 / 2047))
    # In steps -2047 (0x801), 1023 or 1024 and 2 (0x002): the upper eight bits of each, then the lower four.
    assert packed == step + bytes.fromhex("8040000102")
    assert unpacked(packed) == pytest.approx((-2.0, 1.0, 4.0 / 2047), abs=1.0 / 2047)


def test_a_record_without_what_came_later_reads_as_its_default() -> None:
    oldest = memory_codec.memory_attributes(a_memory())
    assert not {"metadata", "purposes", "flags", "background", "provenance", "ended_at"} & set(oldest)
    assert memory_codec.memory(oldest) == a_memory()


def test_nothing_of_a_memory_is_stored_empty() -> None:
    assert all(
        value not in (None, "", [], {}) for value in memory_codec.memory_attributes(a_memory(created_at=NOW)).values()
    )
