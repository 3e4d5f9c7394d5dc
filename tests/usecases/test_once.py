"""One request and its retries: what is kept, what is found, and what no key gives."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from shared.domain.errors import (
    ForbiddenRole,
    IdempotencyMismatch,
    NotFound,
    RoleRequired,
    VersionConflict,
    refusal_again,
)
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.store.record import Absent, Attributes, Change, CheckFailed, Key, Record, Table
from shared.usecases.once import Kept, Once
from tests.builders import World

A_KEY = IdempotencyKey.of("ann", "POST /v1/things?", "k1", b"{}")
AT = Key(Table.LEDGER, "things", "thing#1")


def act(once: Once, answer: Attributes, before: Callable[[], None] = lambda: None) -> Callable[[], str]:
    def run() -> str:
        before()
        once.commit(Change(puts=(Record(AT, {}),)), answer)
        return "done"

    return run


def again(kept: Kept) -> str:
    return f"again {kept['n']}"


def refused() -> str:
    raise NotFound("there is no such thing")


def test_without_a_key_nothing_is_kept_or_looked_for(world: World) -> None:
    once = Once(world.services, None)
    assert [once.answer(act(once, {"n": 1}), again) for _ in range(2)] == ["done", "done"]
    assert [record.key for record in world.records()] == [AT]
    with pytest.raises(NotFound):
        once.answer(refused, again)


def test_the_commit_of_a_retry_finds_that_it_was_answered(world: World) -> None:
    once = Once(world.services, A_KEY)
    assert once.answer(act(once, {"n": 1}), again) == "done"
    assert once.answer(act(once, {"n": 2}), again) == "again 1"


def test_a_refusal_is_replaced_by_the_kept_answer(world: World) -> None:
    once = Once(world.services, A_KEY)
    with pytest.raises(NotFound):
        once.answer(refused, again)
    once.answer(act(once, {"n": 1}), again)
    assert once.answer(refused, again) == "again 1"


def test_a_forbidden_request_is_refused_in_spite_of_a_kept_answer(world: World) -> None:
    once = Once(world.services, A_KEY)
    once.answer(act(once, {"n": 1}), again)

    def forbidden() -> str:
        raise ForbiddenRole("no longer")

    with pytest.raises(ForbiddenRole):
        once.answer(forbidden, again)


def test_another_body_is_a_mismatch_even_if_it_would_be_refused(world: World) -> None:
    once = Once(world.services, A_KEY)
    once.answer(act(once, {"n": 1}), again)
    other = Once(world.services, IdempotencyKey.of("ann", "POST /v1/things?", "k1", b"other"))
    for attempt in (refused, act(other, {"n": 2})):
        with pytest.raises(IdempotencyMismatch):
            other.answer(attempt, again)


def test_an_expired_answer_is_replaced_although_the_store_still_has_it(world: World) -> None:
    once = Once(world.services, A_KEY)
    once.answer(act(once, {"n": 1}), again)
    world.clock.advance(timedelta(hours=24))
    assert once.answer(act(once, {"n": 2}), again) == "done"
    assert once.answer(act(once, {"n": 3}), again) == "again 2"


def test_a_check_of_the_change_itself_is_reported_as_that(world: World) -> None:
    world.services.records.commit(Change(puts=(Record(AT, {}),)))
    once = Once(world.services, A_KEY)
    with pytest.raises(CheckFailed) as lost:
        once.commit(Change(checks=(Absent(AT),)), {"n": 1})
    assert lost.value.check == Absent(AT)


def test_an_act_that_changes_something_first_is_not_started_again(world: World) -> None:
    once, begun = Once(world.services, A_KEY), list[int]()
    acts = act(once, {"n": 1}, lambda: begun.append(1))
    assert [once.answer(acts, again, look_first=True) for _ in range(2)] == ["done", "again 1"]
    assert begun == [1]


@pytest.mark.parametrize("refusal", [VersionConflict("another", current_version=3), RoleRequired("a role")])
def test_a_refusal_that_was_kept_is_raised_as_it_was(refusal: VersionConflict | RoleRequired) -> None:
    kept = refusal_again(refusal.code, refusal.detail, refusal.extra)
    assert (type(kept), kept.detail, kept.extra) == (type(refusal), refusal.detail, refusal.extra)
