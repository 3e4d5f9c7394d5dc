"""Life in time: by type, counted from the record, over at its very second."""

from __future__ import annotations

from datetime import timedelta

import pytest

from shared.domain.memories.lifetimes import ExpiryPolicy, store_expiry
from shared.domain.memories.memory import Expiry, MemoryType
from tests.builders import NOW, a_memory, days

POLICY = ExpiryPolicy()


@pytest.mark.parametrize(
    ("type", "soft", "hard"),
    [
        (MemoryType.PREFERENCE, 90, 365),
        (MemoryType.TASK, 30, 90),
        (MemoryType.EPISODIC, 90, 365),
        (MemoryType.SEMANTIC, None, None),
        (MemoryType.PROCEDURAL, None, None),
        (MemoryType.PROFILE, None, None),
    ],
)
def test_every_type_has_its_time_to_live(type: MemoryType, soft: int | None, hard: int | None) -> None:
    expiry = POLICY.expiry_of(type, NOW)
    assert expiry.soft_at == (None if soft is None else NOW + days(soft))
    assert expiry.hard_at == (None if hard is None else NOW + days(hard))


def test_no_type_is_forgotten_by_the_policy() -> None:
    for type in MemoryType:
        soft, hard = POLICY.of(type).soft, POLICY.of(type).hard
        assert (soft is None) == (hard is None)
        assert soft is None or hard is None or soft < hard


def test_a_memory_is_absent_from_the_second_of_its_expiry_on() -> None:
    memory = a_memory(expiry=Expiry(NOW, NOW))
    assert not memory.is_expired(NOW - timedelta(microseconds=1))
    assert memory.is_expired(NOW)
    assert memory.is_expired(NOW + days(1))
    assert not memory.is_soft_expired(NOW - timedelta(microseconds=1))
    assert memory.is_soft_expired(NOW)
    lasting = a_memory()
    assert not lasting.is_expired(NOW + days(100_000))
    assert not lasting.is_soft_expired(NOW + days(100_000))


def test_a_fact_holds_from_its_first_instant_up_to_its_last() -> None:
    fact = a_memory(valid_from=NOW, valid_to=NOW + days(1))
    held = [fact.holds_at(NOW + days(n)) for n in (-0.1, 0, 0.9, 1, 2)]
    assert held == [False, True, True, False, False]
    assert a_memory(valid_from=NOW).holds_at(NOW + days(100_000))
    assert not a_memory(valid_from=NOW, valid_to=NOW).holds_at(NOW)


def test_the_stores_own_time_to_live_comes_after_the_audited_removal() -> None:
    memory = a_memory(expiry=Expiry(hard_at=NOW))
    at = store_expiry(memory, POLICY)
    assert at is not None
    assert at > NOW
    assert store_expiry(a_memory(), POLICY) is None
