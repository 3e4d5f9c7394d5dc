"""A dispute that loses a side: the memories that wait because of a removed memory are judged again among those that
are left. A memory that is left alone is a fact as before the dispute; while another memory in dispute with it is
left, a person is still asked. It is done before the removal, each counterpart in a transaction of its own and any
number of times: a broken-off removal comes here again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from shared.domain.audit.chain import AuditAction
from shared.domain.errors import Unavailable
from shared.domain.memories.memory import Memory, Status
from shared.domain.reviews.review import Resolution, Review, ReviewKind
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger import reviews
from shared.records.memories.memory_change import Author, Free, audited, pointer_keys
from shared.records.store.reading import Reading
from shared.records.store.record import Change, CheckFailed, Key, Table
from shared.usecases.barrier.check import as_it_is, barrier_checks, visible
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.memories.make_current import make_current
from shared.usecases.retry import until_committed
from shared.usecases.services import Services

_UNGUARDED = Change()


def release(
    services: Services, removed: Memory, author: Author, *, stays: bool = False, guard: Change = _UNGUARDED
) -> None:
    """Releases the memories in dispute with `removed`, which is removed or `stays` with another text, and closes the
    reviews that this decides. `guard` joins each change; its failing check is raised as it is. Raises `Unavailable`
    when the race for a counterpart is lost `WritePolicy.attempts` times."""
    found = _reviews(services, removed)
    places = dict.fromkeys(removed.conflicts_with, removed.scope)
    places |= {member.memory_id: member.scope for review in found for member in review.members}
    for id, place in places.items():
        if id != removed.memory_id:
            _let_go(services, removed, place, id, author, stays, guard)
    for review in found:
        _close(services, review, removed, author, stays)


def _reviews(services: Services, removed: Memory) -> list[Review]:
    """The disputes about the memory that wait for a person."""
    found: list[Review] = []
    after: str | None = None
    while True:
        page = services.records.page(
            Table.MEMORIES,
            keys.path(removed.scope.owner),
            sk_prefix=reviews.member_prefix(removed.memory_id),
            after=after,
        )
        ids = dict.fromkeys(reviews.review_id_of(pointer) for pointer in page.records)
        records = services.records.get([reviews.open_key(removed.scope, id) for id in ids]) if ids else []
        waiting = [reviews.review(record) for record in records if record is not None]
        found += [review for review in waiting if review.kind is ReviewKind.CONFLICT]
        after = page.next_after
        if after is None:
            return found


def _let_go(
    services: Services, removed: Memory, place: Scope, memory_id: str, author: Author, stays: bool, guard: Change
) -> None:
    current = keys.current(place, memory_id)
    wanted = (current, keys.barrier(place), keys.salt(place))
    for _ in range(services.write_policy.attempts):
        reading = Reading.of(wanted, services.records.get(wanted))
        barrier, salt = whole_barrier(services, reading[wanted[1]]), reading[wanted[2]]
        if visible(reading[current], barrier, author.at) is None or salt is None:
            return
        other = as_it_is(reading[current], author.at)
        if other is None or other.status is not Status.PENDING_REVIEW:
            return
        names = [id for id in other.conflicts_with if id != removed.memory_id]
        pointers = pointer_keys(other)
        records = services.records.get([*(keys.current(place, id) for id in names), *pointers])
        there = (visible(record, barrier, author.at) for record in records[: len(names)])
        held_by = tuple(m.memory_id for m in there if m is not None and m.status is Status.PENDING_REVIEW)
        if held_by and held_by == other.conflicts_with:
            return
        after = replace(other, conflicts_with=held_by, status=Status.PENDING_REVIEW if held_by else Status.ACTIVE)
        if stays and not held_by:
            # It may contradict the other text as well.
            after = replace(after, upkeep=replace(after.upkeep, scanned_at=None))
        after, trail = audited(after, AuditAction.RELEASED, author, cast("bytes", salt.attributes["salt"]))
        reading |= Reading.of(pointers, records[len(names) :])
        change = trail | make_current(services, after, reading, author, Free(author.at, barrier.hidden))
        change |= barrier_checks(reading, place, author.at) | guard
        try:
            services.records.commit(change)
        except CheckFailed as failed:
            if failed.check in guard.checks:
                raise
            continue
        return
    raise Unavailable("too many writers of a memory in dispute at once")


def _close(services: Services, found: Review, removed: Memory, author: Author, stays: bool) -> None:
    """A person is no longer asked to choose where at most one statement waits (unless another review asks). A review
    of nothing is removed with its last member."""
    key = reviews.open_key(removed.scope, found.review_id)

    def attempt() -> None:
        reading = Reading.of([key], services.records.get([key]))
        record = reading[key]
        if record is None:
            return
        review = reviews.review(record)
        remaining = tuple(member for member in review.members if member.memory_id != removed.memory_id)
        members = _members(services, review.owner, [keys.current(m.scope, m.memory_id) for m in remaining], author)
        if not members or sum(memory.status is Status.PENDING_REVIEW for memory in members) > 1:
            return
        resolution = Resolution(None, "", author.actor, author.at)
        resolved = replace(review, members=review.members if stays else remaining, resolution=resolution)
        change = reviews.put_resolved(resolved, reading, services.review_policy)
        services.records.commit(change.in_epoch(key.pk, record.epoch))

    until_committed(attempt, services.write_policy.attempts, "too many reviewers of this review at once")


def _members(services: Services, owner: Scope, wanted: Sequence[Key], author: Author) -> list[Memory]:
    barrier, *records = services.records.get([keys.barrier(owner), *wanted])
    found = (visible(record, whole_barrier(services, barrier), author.at) for record in records)
    return [memory for memory in found if memory is not None]
