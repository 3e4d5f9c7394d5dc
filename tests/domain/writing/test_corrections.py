"""A person's correction: a new version, and what it leaves as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Basis, Head, Importance, Memory, MemoryType, Status
from shared.domain.writing.correction import Correction, correct
from shared.domain.writing.decisions import Correct, WritePolicy
from tests.builders import NOW, a_memory, days

POLICY = WritePolicy()


def corrected(stored: Memory, **changes: object) -> Correct:
    return correct(stored, Correction(**changes), NOW, POLICY)  # type: ignore[arg-type]


def test_other_words_are_a_new_version_from_a_person() -> None:
    stored = a_memory(
        "Lives in Lyon",
        key="home",
        source=Source.AGENT_INFERRED,
        status=Status.CANDIDATE,
        version=2,
        head=Head(versions=3),
    )
    update = corrected(stored, content="Lives in Lille")
    new = update.memory
    assert (new.content, new.source, new.confidence) == ("Lives in Lille", Source.HUMAN_CONFIRMED, 1.0)
    assert (new.status, new.trust) == (Status.ACTIVE, Trust.DATA)
    assert (new.memory_id, new.key, new.version, new.head.versions) == (stored.memory_id, "home", 4, 4)
    assert new.content_hash != stored.content_hash
    assert (update.ended.version, update.ended.status, update.ended.ending.because) == (
        2,
        Status.SUPERSEDED,
        "corrected",
    )


def test_the_same_words_are_not_a_duplicate_but_a_confirmed_version() -> None:
    stored = a_memory("Lives in Lyon", source=Source.AGENT_INFERRED, confidence=0.9)
    new = corrected(stored, content="Lives in Lyon").memory
    assert (new.version, new.source, new.confidence) == (2, Source.HUMAN_CONFIRMED, 1.0)
    assert new.valid_from == stored.valid_from


def test_a_confirmed_statement_of_a_system_of_record_keeps_that_source_and_other_words_do_not() -> None:
    stored = a_memory("In finance", source=Source.SYSTEM_OF_RECORD)
    assert corrected(stored, importance=Importance.HIGH).memory.source is Source.SYSTEM_OF_RECORD
    assert corrected(stored, content="In legal").memory.source is Source.HUMAN_CONFIRMED


def test_only_what_is_named_changes() -> None:
    stored = a_memory(
        metadata={"a": 1}, importance=Importance.HIGH, purposes=("p",), basis=Basis(("e",)), consent_scope="c"
    )
    new = corrected(stored, metadata={}).memory
    assert (new.metadata, new.importance, new.content) == ({}, Importance.HIGH, stored.content)
    assert (new.purposes, new.basis.event_ids, new.consent_scope) == (("p",), ("e",), "c")
    assert corrected(stored, importance=Importance.NORMAL).memory.metadata == {"a": 1}


def test_a_correction_is_recorded_now_and_lives_anew() -> None:
    stored = a_memory(type=MemoryType.TASK, age=days(29))
    new = corrected(stored, importance=Importance.HIGH).memory
    assert new.observed_at == new.updated_at == NOW
    assert new.expiry.hard_at == NOW + days(90)
    assert new.created_at == stored.created_at


days_around_now = st.integers(-20, 20).map(lambda n: NOW + days(n))


@given(
    start=days_around_now,
    length=st.none() | st.integers(0, 15),
    ends=st.none() | days_around_now,
    content=st.none() | st.just("other"),
)
def test_no_version_ends_before_it_begins(start, length, ends, content) -> None:  # type: ignore[no-untyped-def]
    stored = a_memory("words", valid_from=start, valid_to=None if length is None else start + days(length))
    if ends is not None and ends < start:
        return  # refused before
    update = corrected(stored, content=content, valid_to=ends)
    for version in (update.memory, update.ended):
        assert version.valid_to is None or version.valid_from <= version.valid_to
    assert update.memory.valid_to == (ends or stored.valid_to)


@pytest.mark.parametrize("ends", [None, NOW + days(30)])
def test_other_words_hold_from_now_on_and_the_old_ones_until_now(ends) -> None:  # type: ignore[no-untyped-def]
    update = corrected(a_memory("words", age=days(10), valid_to=ends), content="other")
    assert (update.ended.valid_from, update.ended.valid_to) == (NOW - days(10), NOW)
    assert (update.memory.valid_from, update.memory.valid_to) == (NOW, ends)


def test_other_words_for_what_is_over_do_not_make_it_hold_again() -> None:
    over = a_memory("words", age=days(10), valid_to=NOW - days(2))
    assert not corrected(over, content="other").memory.holds_at(NOW)
