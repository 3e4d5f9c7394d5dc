"""Asking a person about a memory as it is: one question of each kind at a time."""

from __future__ import annotations

from shared.domain.errors import NotFound
from shared.domain.memories.memory import Memory
from shared.domain.reviews.review import Member, ReviewKind
from shared.records import keys
from shared.records.ledger import reviews
from shared.records.store.reading import Reading
from shared.usecases.barrier.check import barrier_checks, visible
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.retry import until_committed
from shared.usecases.services import Services


def ask_about(services: Services, kind: ReviewKind, memory: Memory, reason: str) -> str:
    """The id of the review of this kind that waits for a decision on the memory, opened if there is none.

    `reason`: one line without content. Raises `NotFound` when the memory does not exist any more, and the errors of
    the barrier."""
    scope = memory.scope
    asked = reviews.asked_key(Member(memory.memory_id, scope), kind)
    wanted = (asked, keys.current(scope, memory.memory_id), keys.barrier(scope))

    def attempt() -> str:
        reading, now = Reading.of(wanted, services.records.get(wanted)), services.clock.now()
        barrier = whole_barrier(services, reading[keys.barrier(scope)])
        barrier.refuse_write(now)
        if visible(reading[wanted[1]], barrier, now) is None:
            raise NotFound("there is no such memory in this scope")
        before = reading[asked]
        if before is not None:
            waiting = reviews.review_id_of(before)
            (record,) = services.records.get([reviews.open_key(scope, waiting)])
            if record is not None:
                return waiting
        review_id = services.ids.new()
        change = reviews.open_review(kind, [memory], reason, review_id, now)
        change |= reviews.put_asked(asked, review_id, reading, now)
        change |= barrier_checks(reading, scope, now) | reading.unchanged(wanted[1])
        services.records.commit(change)
        return review_id

    return until_committed(attempt, services.write_policy.attempts, "too many writers of this memory at once")
