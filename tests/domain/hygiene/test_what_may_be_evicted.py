"""What makes room for a new memory, what never does, and from how many memories on what happens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from shared.domain.errors import MemoryLimitReached
from shared.domain.hygiene.maintenance_rules import RetrievalStats
from shared.domain.hygiene.owner_limits import OwnerLimit, eviction_order, limit_of, may_evict
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.lifetimes import ExpiryPolicy, UpkeepPolicy
from shared.domain.memories.memory import Importance, Meaning, Memory, MemoryType, Status
from shared.domain.scopes import ScopeKind
from tests.builders import NOW, a_memory, days

PROTECTED: list[dict[str, Any]] = [
    {"type": MemoryType.PROFILE},
    {"source": Source.SYSTEM_OF_RECORD},
    {"trust": Trust.INSTRUCTION},
    {"meaning": Meaning(binding=0.5)},
    {"importance": Importance.HIGH},
    {"importance": Importance.CRITICAL},
    {"status": Status.PENDING_REVIEW},
    {"status": Status.CANDIDATE},
]


@pytest.mark.parametrize("fields", PROTECTED, ids=str)
def test_what_is_protected_is_never_evicted(fields: dict[str, Any]) -> None:
    assert may_evict(a_memory())
    assert not may_evict(a_memory(**fields))


def test_what_has_ended_makes_room_first_whatever_it_said() -> None:
    ended = a_memory(status=Status.SUPERSEDED, importance=Importance.CRITICAL)
    assert may_evict(ended)
    assert order(ended) > order(a_memory(age=days(400)))


def test_what_is_stale_goes_before_what_is_older() -> None:
    old = a_memory(age=days(90))
    unread = replace(a_memory(age=days(60)), memory_id="b")
    assert order(unread) > order(old, RetrievalStats(1, NOW))
    assert order(old) > order(unread)


def order(memory: Memory, stats: RetrievalStats | None = None) -> tuple[object, ...]:
    return eviction_order(memory, stats, ExpiryPolicy(), NOW)


def test_a_user_and_a_project_have_limits_of_their_own_and_others_have_none() -> None:
    policy = UpkeepPolicy(user_memories=100, project_memories=200)
    assert (limit_of(ScopeKind.USER, policy), limit_of(ScopeKind.PROJECT, policy)) == (OwnerLimit(100), OwnerLimit(200))
    assert limit_of(ScopeKind.ORG, policy) is limit_of(ScopeKind.GLOBAL, policy) is None


def test_room_is_made_from_the_limit_on_at_once_a_twentieth_above_and_writes_end_a_tenth_above() -> None:
    limit = OwnerLimit(100)
    assert [limit.excess(n) for n in (100, 101, 120)] == [0, 1, 20]
    assert [limit.is_pressing(n) for n in (105, 106)] == [False, True]
    limit.refuse_more(110)
    with pytest.raises(MemoryLimitReached):
        limit.refuse_more(111)


def test_a_limit_of_0_is_none() -> None:
    limit = OwnerLimit(0)
    limit.refuse_more(1_000_000)
    assert not limit.excess(1_000_000)
    assert not limit.is_pressing(1_000_000)


def test_an_excess_that_only_a_lowered_limit_explains_is_left_to_the_daily_pass() -> None:
    assert OwnerLimit(100).is_usual(122)
    assert not OwnerLimit(100).is_usual(123)
