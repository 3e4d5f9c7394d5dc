"""Reviews in deletions: an organisation's list names no deleted subject and no deleted memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger import reviews
from shared.records.store.reading import Reading
from shared.records.store.record import MAX_ACTIONS, Change, Key, Page, Record, Table
from shared.usecases.retry import until_committed
from shared.usecases.services import Services

# Of the pointers that one transaction takes along: two places of each review.
_POINTERS_A_CHANGE = MAX_ACTIONS // 2
# Of a memory, those that go in one transaction with it: three records each.
_REVIEWS_A_MEMORY = 10


def remove_reviews_of_owner(services: Services, owner: Scope, records: Sequence[Record]) -> None:
    """The reviews to which these records of the owner's partition point, before the pointers themselves are removed."""
    ids = [
        reviews.review_id_of(record) for record in records if record.key.sk.startswith(reviews.OWNERS_PREFIX)
    ]  # fmt: skip
    for start in range(0, len(ids), _POINTERS_A_CHANGE):
        removes = [
            place(owner, id)
            for id in ids[start : start + _POINTERS_A_CHANGE]
            for place in (reviews.open_key, reviews.done_key)
        ]
        services.records.commit(Change(removes=tuple(removes)))


def without_memory(services: Services, scope: Scope, memory_id: str) -> Change:
    """The change that takes a memory out of the reviews that wait: a review without members is removed with it, a
    decided one keeps only its id. To join the change that removes the memory; reviews beyond `_REVIEWS_A_MEMORY`
    must have been removed before (`remove_reviews`)."""
    return _without(services, scope, memory_id, _pointers(services, scope, memory_id).records)


def remove_reviews(services: Services, scope: Scope, memory_id: str, *, there: bool) -> None:
    """Takes a memory out of its reviews, `_REVIEWS_A_MEMORY` at a time: out of all of them if it was removed, and
    while it is `there` out of those that cannot join its removal."""

    def attempt() -> bool:
        page = _pointers(services, scope, memory_id)
        if not page.records or (there and page.next_after is None):
            return False
        services.records.commit(_without(services, scope, memory_id, page.records))
        return page.next_after is not None

    while until_committed(attempt, services.write_policy.attempts, "too many reviewers of this memory at once"):
        pass


def _without(services: Services, scope: Scope, memory_id: str, found: Sequence[Record]) -> Change:
    ids = dict.fromkeys(reviews.review_id_of(pointer) for pointer in found)
    places = [reviews.open_key(scope, id) for id in ids]
    reading = Reading.of(places, services.records.get(places) if places else [])
    change = Change(removes=tuple(pointer.key for pointer in found))
    for place in places:
        record = reading[place]
        if record is not None:
            change |= _left_of(record, reading, memory_id)
    return change


def _left_of(record: Record, reading: Reading, memory_id: str) -> Change:
    review = reviews.review(record)
    remaining = tuple(member for member in review.members if member.memory_id != memory_id)
    if remaining:
        return reviews.put_open(replace(review, members=remaining), reading)
    pointer = reviews.owner_pointer(review.owner, review.review_id)
    return reading.remove(record.key) | Change(removes=(pointer,))


def forgotten_rejections(memories: Sequence[Memory]) -> tuple[Key, ...]:
    """The remembered hashes of rejected texts are removed when a person has them deleted."""
    return tuple(dict.fromkeys(key for memory in memories for key in reviews.memory_rejection_keys(memory)))


def residue_of_memory(services: Services, scope: Scope, memory_id: str) -> int:
    return len(_pointers(services, scope, memory_id).records)


def _pointers(services: Services, scope: Scope, memory_id: str) -> Page:
    return services.records.page(
        Table.MEMORIES,
        keys.path(scope.owner),
        sk_prefix=reviews.member_prefix(memory_id),
        limit=_REVIEWS_A_MEMORY,
    )
