"""Where records lie: two things never at one place, and no place too long for the store."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shared.domain.scopes import Scope, ScopeKind
from shared.records import keys
from shared.records.store.record import Key
from shared.records.store.stored_form import check_key
from tests.strategies import ids, scopes

Build = Callable[[Scope, str], Key]
_INCARNATION = "01958f00-0000-7000-8000-000000000001"
# Every kind of record that carries a foreign id, by that id.
_BY_ID: dict[str, Build] = {
    "current": keys.current,
    "version": lambda scope, name: keys.version(scope, name, 3),
    "vector": keys.vector,
    "key pointer": lambda scope, name: keys.key_pointer(scope, "semantic", name),
    "hash pointer": lambda scope, name: keys.hash_pointer(scope, "semantic", keys.hashed(name)),
    "edge to a memory": lambda scope, name: keys.edge(scope, "event-1", name),
    "edge from a source": lambda scope, name: keys.edge(scope, name, "memory-1"),
    "tombstone": lambda scope, name: keys.tombstone(scope, "text", name),
    "session": keys.session,
    "event": lambda scope, name: keys.event(scope, name, _INCARNATION, 9_999_999_999),
    "event id of a session": lambda scope, name: keys.event_id(scope, name, "event-1"),
    "event id": lambda scope, name: keys.event_id(scope, "session-1", name),
    "deletion": keys.deletion,
    "audit": lambda scope, name: keys.audit(scope, name, 3),
    "plan": keys.plan,
    "plan items": lambda scope, name: keys.plan_items(scope, name, 3),
}
_OF_SCOPE: dict[str, Callable[[Scope], Key]] = {
    "barrier": keys.barrier,
    "salt": keys.salt,
    "directory": keys.directory,
    "receipt": lambda scope: keys.receipt(scope, 1),
    "receipt head": keys.receipt_head,
    "listing": lambda scope: keys.listing(scope, _INCARNATION),
    "lease": lambda scope: keys.lease(scope, "scheduled-pass"),
}
# 128 characters of four bytes, each twelve characters long once encoded.
_LONG = "😀" * 128
_DEEPEST = Scope.org(_LONG).child(ScopeKind.PROJECT, _LONG).child(ScopeKind.TASK, _LONG).child(ScopeKind.NODE, _LONG)


@pytest.mark.parametrize("build", _BY_ID.values(), ids=_BY_ID)
@settings(max_examples=30)
@given(scope=scopes(), one=ids, other=ids)
@example(scope=_DEEPEST, one=_LONG, other=_LONG[:-1] + "a")
@example(scope=_DEEPEST, one="%%" + keys.hashed(_LONG), other=_LONG)
@example(scope=_DEEPEST, one="a#1", other="a")
def test_two_ids_never_share_a_record(build: Build, scope: Scope, one: str, other: str) -> None:
    assert (build(scope, one) == build(scope, other)) == (one == other)


@pytest.mark.parametrize("build", _BY_ID.values(), ids=_BY_ID)
@settings(max_examples=30)
@given(one=scopes(), other=scopes())
def test_two_owners_never_share_a_record(build: Build, one: Scope, other: Scope) -> None:
    first, second = build(one, "id"), build(other, "id")
    within = keys.path(one.org_scope) == keys.path(other.org_scope) if build in _OF_ORG else one.owner == other.owner
    assert (first.pk == second.pk) == within


_OF_ORG = (_BY_ID["plan"], _BY_ID["plan items"])


@given(one=scopes(), other=scopes())
def test_two_scopes_never_share_a_memory_a_pointer_or_an_entry_in_the_directory(one: Scope, other: Scope) -> None:
    for place in (
        lambda s: keys.current(s, "m"),
        lambda s: keys.key_pointer(s, "semantic", "k"),
        lambda s: keys.hash_pointer(s, "semantic", "0" * 64),
        keys.directory,
    ):
        assert (place(one) == place(other)) == (one == other)


@pytest.mark.parametrize("build", _BY_ID.values(), ids=_BY_ID)
@settings(max_examples=30)
@given(scope=scopes(), id=ids)
@example(scope=_DEEPEST, id=_LONG)
@example(scope=Scope.GLOBAL, id=_LONG)
def test_every_key_fits_into_the_store(build: Build, scope: Scope, id: str) -> None:
    check_key(build(scope, id))


@pytest.mark.parametrize("build", _OF_SCOPE.values(), ids=_OF_SCOPE)
@given(scope=scopes())
@example(scope=_DEEPEST)
def test_every_key_of_a_scope_fits_into_the_store(build: Callable[[Scope], Key], scope: Scope) -> None:
    check_key(build(scope))


def test_the_longest_ids_of_a_caller_still_have_their_idempotency_keys() -> None:
    subject, bound = Scope.user(_LONG, _LONG), _DEEPEST
    check_key(keys.idempotency(f"{subject.path}@{bound.path}", "POST /v1/memories?", "k" * 255))


@given(one=st.tuples(ids, ids, ids), other=st.tuples(ids, ids, ids))
def test_two_callers_paths_or_keys_never_share_an_answer(
    one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:  # fmt: skip
    assert (keys.idempotency(*one) == keys.idempotency(*other)) == (one == other)


@given(scopes())
def test_the_tenant_can_be_read_from_a_partition(scope: Scope) -> None:
    assert keys.org_of(keys.barrier(scope).pk) == (scope.org_id or "")


@given(scopes(), ids)
def test_the_vector_beside_a_current_record_is_its_own(scope: Scope, memory_id: str) -> None:
    assert keys.vector_beside(keys.current(scope, memory_id)) == keys.vector(scope, memory_id)


@given(scopes(), ids, st.lists(st.integers(0, 9_999_999_999), min_size=2, max_size=5))
def test_numbered_records_sort_by_number(scope: Scope, id: str, numbers: list[int]) -> None:
    for numbered in (keys.version, keys.audit):
        assert sorted(numbers) == sorted(numbers, key=lambda n: numbered(scope, id, n).sk)
    assert sorted(numbers) == sorted(numbers, key=lambda n: keys.event(scope, id, _INCARNATION, n).sk)
    assert sorted(numbers) == sorted(numbers, key=lambda n: keys.receipt(scope, n).sk)


@given(scopes(), ids, ids)
def test_a_prefix_finds_its_own_records_only(scope: Scope, one: str, other: str) -> None:
    assert keys.version(scope, one, 1).sk.startswith(keys.version_prefix(other)) == (one == other)
    assert keys.event(scope, one, _INCARNATION, 1).sk.startswith(keys.event_prefix(other)) == (one == other)
    assert keys.audit(scope, one, 1).sk.startswith(keys.audit_prefix(other)) == (one == other)
    assert keys.edge(scope, one, "m").sk.startswith(keys.edge_prefix(other)) == (one == other)
    assert keys.plan_items(scope, one, 1).sk.startswith(keys.plan_items_prefix(other)) == (one == other)


@given(scopes(), scopes())
def test_a_scopes_prefix_finds_its_own_memories_only(one: Scope, other: Scope) -> None:
    same_place = one.owner != other.owner or one.sub == other.sub
    assert keys.current(one, "m").sk.startswith(keys.current_prefix(other)) == (one.sub == other.sub)
    assert same_place or not keys.current(one, "m").sk.startswith(keys.current_prefix(other))


def test_kinds_of_records_never_share_a_place() -> None:
    scope = Scope.user("acme", "ann")
    places = [build(scope, "x") for build in _BY_ID.values()] + [build(scope) for build in _OF_SCOPE.values()]
    assert all(one != other for one, other in itertools.combinations(places, 2))


@given(scopes())
def test_the_readable_part_of_an_ordinary_path_is_the_path_itself(scope: Scope) -> None:
    if all(len(id.encode()) <= 40 for _, id in scope.segments):
        assert keys.path(scope) == scope.path
        assert keys.sub(scope) == scope.sub
