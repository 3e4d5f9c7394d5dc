"""The review queue: the questions that wait for a person, newest first, and who works on them."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import may_govern, opens
from shared.domain.errors import AlreadyClaimed, AlreadyResolved, NotFound
from shared.domain.instants import wire_text
from shared.domain.memories.memory import Memory
from shared.domain.reviews.resolution import is_moot
from shared.domain.reviews.review import Review, ReviewKind, ReviewStatus
from shared.domain.scopes import Scope, segment_id
from shared.records import keys
from shared.records.ledger import reviews
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Key, Record, Table
from shared.usecases.barrier.check import visible
from shared.usecases.barrier.hidden_copies import seen_copies
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.cursors import cursor, position, sized
from shared.usecases.once import Kept, Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services

_T = TypeVar("_T")
# A page looks at no more reviews than this, however few of them a filter lets through; the cursor goes on from there.
MAX_LOOKED_AT = 1000
_BATCH = 50
_ID_LENGTH = 36  # review ids are UUIDv7: their order is the order in which the reviews were opened


@dataclass(frozen=True, slots=True)
class ReviewQuery:
    """`None` lets any value through. `limit`: 1 to 100."""

    scope: Scope | None = None
    kind: ReviewKind | None = None
    status: ReviewStatus | None = None
    limit: int = 50
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A review with its members as they are now; removed ones are left out. A review that other evidence has settled
    is `resolved` without a decision."""

    review: Review
    status: ReviewStatus
    members: tuple[Memory, ...]
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class ReviewPage:
    items: tuple[ReviewView, ...]
    next_cursor: str | None


def list_reviews(services: Services, caller: Caller, query: ReviewQuery) -> ReviewPage:
    """Reviews of memories at or below the target scope. A walk with the cursor returns each exactly once."""
    target = may_govern(caller, query.scope, Role.REVIEWER)
    bound_to = f"{caller.principal}|{target.path}|{query.kind}|{query.status}|reviews"
    after = sized(position(query.cursor, bound_to), _ID_LENGTH)
    items: list[ReviewView] = []
    looked_at, last = 0, ""
    for batch in _batched(_newest_first(services, target, query.status, after)):
        for review, view in zip(batch, _views(services, caller, batch), strict=True):
            looked_at += 1
            if len(items) == query.limit or looked_at > MAX_LOOKED_AT:
                return ReviewPage(tuple(items), cursor(last, bound_to))
            last = review.review_id
            if view is not None and _lets_through(query, target, view):
                items.append(view)
    return ReviewPage(tuple(items), None)


def _lets_through(query: ReviewQuery, target: Scope, view: ReviewView) -> bool:
    return (
        (query.kind is None or view.review.kind is query.kind)
        and (query.status is None or view.status is query.status)
        and view.review.lies_within(target)
    )


def _newest_first(
    services: Services, target: Scope, status: ReviewStatus | None, after: str | None
) -> Iterator[Review]:
    """An organisation's reviews lie in its own partition; those of one owner are found by the owner's pointers."""
    now = services.clock.now()
    if target != target.org_scope:
        yield from _of_owner(services, target.owner, after, now)
        return
    prefixes = [reviews.OPEN_PREFIX]
    if status in (None, ReviewStatus.RESOLVED):
        prefixes.append(reviews.DONE_PREFIX)
    walks = [_walk(services, keys.path(target), prefix, after) for prefix in prefixes]
    last = ""
    for record in heapq.merge(*walks, key=_id, reverse=True):
        if _id(record) != last and not _is_over(record, now):
            yield reviews.review(record)
        last = _id(record)


def _id(record: Record) -> str:
    return record.key.sk.rpartition("#")[2]


def _is_over(record: Record, now: datetime) -> bool:
    return record.expires_at is not None and record.expires_at <= now


def _of_owner(services: Services, owner: Scope, after: str | None, now: datetime) -> Iterator[Review]:
    for batch in _batched(_walk(services, keys.path(owner), reviews.OWNERS_PREFIX, after)):
        ids = [reviews.review_id_of(pointer) for pointer in batch]
        found = services.records.get(
            [key(owner, id) for id in ids for key in (reviews.open_key, reviews.done_key)]
        )  # fmt: skip
        for waiting, done in zip(found[::2], found[1::2], strict=True):
            record = waiting or done
            if record is not None and not _is_over(record, now):
                yield reviews.review(record)


def _walk(services: Services, pk: str, prefix: str, after: str | None) -> Iterator[Record]:
    start = None if after is None else prefix + after
    while True:
        page = services.records.page(
            Table.MEMORIES, pk, sk_prefix=prefix, after=start, limit=_BATCH, newest_first=True
        )  # fmt: skip
        yield from page.records
        if page.next_after is None:
            return
        start = page.next_after


def _batched(items: Iterator[_T]) -> Iterator[list[_T]]:
    batch: list[_T] = []
    for item in items:
        batch.append(item)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _views(services: Services, caller: Caller, found: Sequence[Review]) -> list[ReviewView | None]:
    """`None` for a review of a memory that is bound to purposes which the caller does not hold."""
    now = services.clock.now()
    owners = list(dict.fromkeys(review.owner for review in found))
    members = list(dict.fromkeys(member for review in found for member in review.members))
    records = services.records.get(
        [keys.barrier(owner) for owner in owners]
        + [keys.current(member.scope, member.memory_id) for member in members]
    )  # fmt: skip
    barriers = {owner: whole_barrier(services, record) for owner, record in zip(owners, records, strict=False)}
    memories = {
        member: visible(record, barriers[member.scope.owner], now)
        for member, record in zip(members, records[len(owners) :], strict=True)
    }
    there = [memory for memory in memories.values() if memory is not None]
    shown = {m.memory_id: remaining for m, remaining in zip(there, seen_copies(services, there, barriers), strict=True)}
    views: list[ReviewView | None] = []
    for review in found:
        found_there = (shown.get(member.memory_id) for member in review.members)
        seen = tuple(memory for memory in found_there if memory is not None)
        allowed = all(opens(caller, memory) for memory in seen)
        views.append(ReviewView(review, status_of(review, seen, now), seen) if allowed else None)
    return views


def status_of(review: Review, members: Sequence[Memory], now: datetime) -> ReviewStatus:
    if review.resolution is None and is_moot(review.kind, members):
        return ReviewStatus.RESOLVED
    return review.status(now)


def view(services: Services, caller: Caller, review: Review) -> ReviewView:
    (found,) = _views(services, caller, [review])
    if found is None:
        raise NotFound("there is no such review in this scope")
    return found


def kept_view(view: ReviewView) -> Attributes:
    """What is kept of an answer: ids, and what was done with the review."""
    return {**reviews.attributes(view.review), "status": view.status.value}


def view_again(services: Services, caller: Caller, kept: Kept) -> ReviewView:
    """The review as it was answered, with its present members. It may have been removed with them."""
    review = reviews.review(Record(Key(Table.LEDGER, "", ""), kept))
    return replace(view(services, caller, review), status=ReviewStatus(kept["status"]), replayed=True)


def claim_review(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    review_id: str,
    idempotency: IdempotencyKey | None = None,
) -> ReviewView:
    """Fifteen minutes for the caller alone; its own claim is renewed.

    Raises `AlreadyClaimed` while another's claim lasts, `AlreadyResolved`, `NotFound`.
    """
    target = may_govern(caller, scope, Role.REVIEWER)
    once = Once(services, idempotency)

    def attempt() -> ReviewView:
        reading, review = find(services, target, review_id)
        now = services.clock.now()
        seen = view(services, caller, review)
        if seen.status is ReviewStatus.RESOLVED:
            raise AlreadyResolved("the review is resolved")
        refuse_if_claimed(review, caller, now)
        claimed = review.claimed(caller.principal, now, services.review_policy)
        answer = replace(seen, review=claimed, status=ReviewStatus.CLAIMED)
        once.commit(reviews.put_open(claimed, reading), kept_view(answer))
        return answer

    return once.answer(
        lambda: until_committed(attempt, services.write_policy.attempts, "too many reviewers of this review at once"),
        lambda kept: view_again(services, caller, kept),
    )


def refuse_if_claimed(review: Review, caller: Caller, now: datetime) -> None:
    if review.claim is not None and review.is_claimed_by_another(caller.principal, now):
        raise AlreadyClaimed("another reviewer works on it", claimed_until=wire_text(review.claim.until))


def find(services: Services, target: Scope, review_id: str) -> tuple[Reading, Review]:
    """The review, with what was read at its two places. Raises `NotFound`."""
    review_id = segment_id(review_id, "review_id")
    wanted = (reviews.open_key(target, review_id), reviews.done_key(target, review_id))
    reading = Reading.of(wanted, services.records.get(wanted))
    record = reading[wanted[0]] or reading[wanted[1]]
    review = None if record is None or _is_over(record, services.clock.now()) else reviews.review(record)
    if review is None or not review.lies_within(target):
        raise NotFound("there is no such review in this scope")
    return reading, review
