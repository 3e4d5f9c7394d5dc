"""Sessions: who sees one, what its id is, how they are listed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from shared.adapters.testing.in_memory import InMemoryRecords
from shared.domain.access.caller import Caller, Role
from shared.domain.errors import ForbiddenScope, IdempotencyMismatch, Malformed, NotFound, SessionExists
from shared.domain.scopes import Scope, ScopeKind
from shared.records.ledger.idempotency import IdempotencyKey
from shared.usecases.services import Services
from shared.usecases.sessions import open_session
from shared.usecases.sessions.open_session import create_session, get_session, list_sessions
from tests.session_builders import ANN, ANN_SCOPE, BOB, NOW, MovableClock, services_for_tests

TASK = ANN_SCOPE.child(ScopeKind.TASK, "t1")


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
def services(clock: MovableClock) -> Services:
    return services_for_tests(InMemoryRecords(), clock)


def _key(key: str, body: bytes = b"{}") -> IdempotencyKey:
    return IdempotencyKey.of(ANN.principal, "POST /v1/sessions?", key, body)


def _listed(services: Services, caller: Caller = ANN, *, limit: int = 100, newest_first: bool = True) -> list[str]:
    found: list[str] = []
    after: str | None = None
    while True:
        page = list_sessions(services, caller, None, newest_first=newest_first, limit=limit, after=after)
        assert len(page.items) <= limit
        found += [session.session_id for session in page.items]
        after = page.next_cursor
        if after is None:
            return found


def test_a_session_lives_an_hour_unless_it_asks_for_something_else(services: Services) -> None:
    plain = create_session(services, ANN, None, "plain").session
    short = create_session(services, ANN, None, "short", timedelta(minutes=5)).session
    assert plain.expires_at == NOW + timedelta(hours=1)
    assert short.expires_at == NOW + timedelta(minutes=5)
    assert plain.scope == ANN_SCOPE
    assert get_session(services, ANN, None, "plain") == plain


def test_a_session_without_an_id_gets_a_unique_one(services: Services) -> None:
    ids = {create_session(services, ANN, None).session.session_id for _ in range(20)}
    assert len(ids) == 20


def test_creating_the_same_session_again_returns_it(services: Services, clock: MovableClock) -> None:
    first = create_session(services, ANN, None, "s1").session
    clock.advance(timedelta(minutes=10))
    assert create_session(services, ANN, None, "s1").session == first


def test_a_live_id_is_not_given_to_another_session_of_the_owner(services: Services) -> None:
    create_session(services, ANN, None, "s1")
    with pytest.raises(SessionExists):
        create_session(services, ANN, None, "s1", timedelta(minutes=5))
    with pytest.raises(SessionExists):
        create_session(services, ANN, TASK, "s1")
    assert create_session(services, BOB, None, "s1").session.scope == BOB.bound


def test_a_session_is_found_only_in_its_own_scope(services: Services) -> None:
    create_session(services, ANN, TASK, "s1")
    assert get_session(services, ANN, TASK, "s1").scope == TASK
    for scope in (None, ANN_SCOPE.child(ScopeKind.TASK, "t2"), TASK.child(ScopeKind.NODE, "n1")):
        with pytest.raises(NotFound):
            get_session(services, ANN, scope, "s1")


def test_another_users_session_and_a_missing_session_are_answered_alike(services: Services) -> None:
    create_session(services, ANN, None, "s1")
    with pytest.raises(NotFound) as hers:
        get_session(services, BOB, None, "s1")
    with pytest.raises(NotFound) as none:
        get_session(services, BOB, None, "s2")
    assert (hers.value.detail, hers.value.extra) == (none.value.detail, none.value.extra)


def test_a_scope_that_is_not_open_is_refused(services: Services) -> None:
    with pytest.raises(ForbiddenScope):
        create_session(services, BOB, ANN_SCOPE, "s1")
    with pytest.raises(ForbiddenScope):
        get_session(services, BOB, ANN_SCOPE, "s1")
    with pytest.raises(ForbiddenScope):
        list_sessions(services, BOB, ANN_SCOPE, newest_first=True, limit=10, after=None)


def test_a_supervisor_reads_a_session_of_the_organisation_but_writes_none(services: Services) -> None:
    create_session(services, ANN, None, "s1")
    supervisor = Caller("acme", "lead", Scope.org("acme"), roles=frozenset({Role.SUPERVISOR}))
    assert get_session(services, supervisor, ANN_SCOPE, "s1").session_id == "s1"
    with pytest.raises(ForbiddenScope):
        create_session(services, supervisor, ANN_SCOPE, "s2")


@pytest.mark.parametrize("id", ["", "   ", "a" * 129, "nul\x00", "new\nline", "lone\ud800"])
def test_an_impossible_id_is_malformed(services: Services, id: str) -> None:
    with pytest.raises(Malformed):
        create_session(services, ANN, None, id)
    with pytest.raises(Malformed):
        get_session(services, ANN, None, id)


@pytest.mark.parametrize("id", ["a/b", "a#b", "a%b", "小明", "🦊" * 128, "evt#1", "."])
def test_any_reasonable_id_is_its_own_session(services: Services, id: str) -> None:
    create_session(services, ANN, None, id)
    assert get_session(services, ANN, None, id).session_id == id
    assert _listed(services) == [id]


def test_an_id_is_one_whatever_its_unicode_form(services: Services) -> None:
    create_session(services, ANN, None, "caf\u00e9")
    assert get_session(services, ANN, None, "cafe\u0301").session_id == "caf\u00e9"


def test_a_retry_with_its_key_makes_no_second_session(services: Services) -> None:
    first = create_session(services, ANN, None, idempotency=_key("k1"))
    again = create_session(services, ANN, None, idempotency=_key("k1"))
    assert (again.session, again.replayed, first.replayed) == (first.session, True, False)
    assert _listed(services) == [first.session.session_id]
    with pytest.raises(IdempotencyMismatch):
        create_session(services, ANN, None, idempotency=_key("k1", b'{"ttl_seconds":60}'))


def test_the_creation_of_a_session_is_answered_as_at_first_after_it_has_ended(
    services: Services, clock: MovableClock
) -> None:
    first = create_session(services, ANN, None, ttl=timedelta(minutes=1), idempotency=_key("k1"))
    clock.advance(timedelta(minutes=1))
    again = create_session(services, ANN, None, ttl=timedelta(minutes=1), idempotency=_key("k1"))
    assert (again.session, again.replayed) == (first.session, True)


def test_the_list_shows_the_live_sessions_of_just_that_scope_newest_first(
    services: Services, clock: MovableClock
) -> None:
    for number, minutes in enumerate((5, 60, 5, 60)):
        create_session(services, ANN, None, f"{9 - number}", timedelta(minutes=minutes))
        clock.advance(timedelta(minutes=1))
    create_session(services, ANN, TASK, "of the task")
    create_session(services, BOB, None, "of bob")
    assert _listed(services) == ["6", "7", "8", "9"]
    assert _listed(services, newest_first=False) == ["9", "8", "7", "6"]
    clock.advance(timedelta(minutes=5))
    assert _listed(services) == ["6", "8"]


@pytest.mark.parametrize("limit", [1, 3, 7, 100])
def test_a_walk_over_sessions_returns_each_once(services: Services, limit: int) -> None:
    made = [create_session(services, ANN, None).session.session_id for _ in range(7)]
    assert _listed(services, limit=limit) == made[::-1]


def test_a_session_created_during_a_walk_does_not_disturb_it(services: Services) -> None:
    made = [create_session(services, ANN, None).session.session_id for _ in range(4)]
    first = list_sessions(services, ANN, None, newest_first=True, limit=2, after=None)
    create_session(services, ANN, None)
    rest = list_sessions(services, ANN, None, newest_first=True, limit=2, after=first.next_cursor)
    assert [s.session_id for s in (*first.items, *rest.items)] == made[::-1]
    assert rest.next_cursor is None


def test_a_page_ends_after_a_bounded_number_of_records(
    services: Services, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_session, "MAX_LOOKED_AT", 5)
    create_session(services, ANN, None, "oldest", timedelta(days=1))
    for number in range(12):
        create_session(services, ANN, None, f"short {number}", timedelta(minutes=1))
    clock.advance(timedelta(minutes=2))
    page = list_sessions(services, ANN, None, newest_first=True, limit=10, after=None)
    assert page.items == ()
    assert page.next_cursor is not None
    assert _listed(services, limit=10) == ["oldest"]


def test_an_id_used_again_is_listed_once_and_as_new(services: Services, clock: MovableClock) -> None:
    create_session(services, ANN, None, "again", timedelta(minutes=1))
    clock.advance(timedelta(minutes=2))
    create_session(services, ANN, None, "between")
    clock.advance(timedelta(minutes=2))
    create_session(services, ANN, None, "again", timedelta(minutes=1))
    assert _listed(services) == ["again", "between"]


def test_a_cursor_is_valid_for_its_caller_and_query_only(services: Services) -> None:
    for scope in (None, None, TASK, TASK):
        create_session(services, ANN, scope)
    acting = Caller("acme", "bob", BOB.bound, act_as=frozenset({"ann"}))
    cursor = list_sessions(services, ANN, None, newest_first=True, limit=1, after=None).next_cursor
    for caller, scope, newest_first in ((acting, ANN_SCOPE, True), (ANN, TASK, True), (ANN, None, False)):
        with pytest.raises(Malformed):
            list_sessions(services, caller, scope, newest_first=newest_first, limit=1, after=cursor)
