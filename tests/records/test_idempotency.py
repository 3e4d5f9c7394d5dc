"""Idempotency keys: one caller's, on one path, with one body, for a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.errors import IdempotencyMismatch
from shared.records.ledger.idempotency import KEPT_FOR, IdempotencyKey
from shared.records.store.reading import Reading
from shared.records.store.record import Absent, Record, RevisionIs
from tests.builders import NOW


def a_key(
    principal: str = "ann", path: str = "POST /v1/memories?", key: str = "k1", body: bytes = b"{}"
) -> IdempotencyKey:
    return IdempotencyKey.of(principal, path, key, body)


def the_record(key: IdempotencyKey, **answer: str) -> Record:
    (record,) = key.remember(answer, Reading({key.record_key: None}), NOW).puts
    return record


def test_the_first_answer_is_remembered() -> None:
    key = a_key()
    answer = key.remembered(the_record(key, outcome="created"), NOW)
    assert answer is not None
    assert answer["outcome"] == "created"
    assert key.remembered(None, NOW) is None


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_the_same_key_with_another_body_is_refused(one: bytes, other: bytes) -> None:
    record = the_record(a_key(body=one))
    if one == other:
        assert a_key(body=other).remembered(record, NOW) is not None
        return
    with pytest.raises(IdempotencyMismatch):
        a_key(body=other).remembered(record, NOW)


@pytest.mark.parametrize(
    "change",
    [{"principal": "bob"}, {"path": "PATCH /v1/memories/m?"}, {"path": "POST /v1/memories?scope=x"}, {"key": "k2"}],
)
def test_another_caller_path_or_key_has_an_answer_of_its_own(change: dict[str, str]) -> None:
    assert a_key(**change).record_key != a_key().record_key  # type: ignore[arg-type]


def test_after_a_day_the_key_is_free_again() -> None:
    key, other = a_key(), a_key(body=b"other")
    record = the_record(key)
    assert key.remembered(record, NOW + KEPT_FOR - timedelta(seconds=1)) is not None
    assert key.remembered(record, NOW + KEPT_FOR) is None
    assert other.remembered(record, NOW + KEPT_FOR) is None
    assert timedelta(hours=24) == KEPT_FOR


def test_remembering_is_guarded_by_what_was_read() -> None:
    key = a_key()
    first = key.remember({}, Reading({key.record_key: None}), NOW)
    assert first.checks == (Absent(key.record_key),)
    stale = the_record(key)
    again = key.remember({}, Reading({key.record_key: stale}), NOW)
    assert again.checks == (RevisionIs(key.record_key, stale.revision),)


def test_neither_the_key_nor_the_body_is_stored() -> None:
    key = a_key(key="secret-key", body=b"the office is on the third floor")
    text = repr(the_record(key, memory_id="m1"))
    assert "secret-key" not in text
    assert "third floor" not in text


def test_comparing_guessed_bodies_with_what_is_stored_needs_the_key() -> None:
    assert a_key(key="k1").fingerprint != a_key(key="k2").fingerprint


def test_the_items_of_a_batch_have_keys_of_their_own() -> None:
    key = a_key()
    parts = [key.part(number).record_key for number in range(100)]
    assert len({key.record_key, *parts}) == 101
    assert key.part(1).fingerprint == key.fingerprint
    assert replace(key, fingerprint="x").part(1).record_key == key.part(1).record_key
