"""Reviews for tests: memories put under review as a write, maintenance or feedback puts them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from shared.domain.access.caller import Caller
from shared.domain.audit.chain import AuditAction
from shared.domain.memories.memory import Memory, Status
from shared.domain.reviews.resolution import ReviewDecisionInput
from shared.domain.reviews.review import ReviewDecision, ReviewKind
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger.reviews import open_review
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import Author, Free, audited, pointer_keys, put_current
from shared.records.store.reading import Reading
from shared.usecases.curation.resolve_review import resolve_review
from shared.usecases.curation.review_queue import ReviewQuery, ReviewView, list_reviews
from tests.builders import ACME, World, a_caller


def a_reviewer(subject: str = "rev", bound: Scope = ACME, **more: Any) -> Caller:
    return a_caller(subject, "reviewer", bound=bound, **more)


def now_of(world: World, memory: Memory) -> Memory | None:
    (record,) = world.services.records.get([keys.current(memory.scope, memory.memory_id)])
    return None if record is None else memory_codec.memory(record.attributes)


def stored(world: World, memory: Memory) -> Memory:
    found = now_of(world, memory)
    assert found is not None
    return found


def under_review(world: World, kind: ReviewKind, *memories: Memory, status: Status | None = None) -> str:
    """Opens a review of memories that are there, which get the status; the review's id."""
    review_id = world.services.ids.new()
    world.clock.advance()
    at = world.clock.now()
    change = open_review(kind, memories, "a test wants it", review_id, at)
    for memory in memories if status is not None else ():
        wanted = (keys.current(memory.scope, memory.memory_id), keys.salt(memory.scope), *pointer_keys(memory))
        reading = Reading.of(wanted, world.services.records.get(wanted))
        salt = reading[keys.salt(memory.scope)]
        assert salt is not None
        before = stored(world, memory)
        waiting, trail = audited(
            replace(before, status=status or before.status),
            AuditAction.DISPUTED,
            Author("a-test", None, at),
            bytes(salt.attributes["salt"]),  # type: ignore[arg-type]
        )
        expiry = world.services.write_policy.expiry
        change |= trail | put_current(waiting, reading, expiry, Free(at))
    world.services.records.commit(change)
    return review_id


def a_conflict(world: World, one: str = "The launch is on 4 May", two: str = "The launch is on 11 May") -> Case:
    world.simultaneous = True
    first = world.wrote(one, key="launch_date", source_event_ids=("s1/e1",), metadata={"from": "one", "a": 1})
    second = world.wrote(two, key="go_live", source_event_ids=("s1/e2",), metadata={"from": "two", "b": 2})
    review_id = under_review(world, ReviewKind.CONFLICT, first, second, status=Status.PENDING_REVIEW)
    return Case(review_id, first, second)


class Case:
    def __init__(self, review_id: str, *memories: Memory) -> None:
        self.review_id = review_id
        self.memories = memories
        self.ids = [memory.memory_id for memory in memories]


def queue(world: World, caller: Caller | None = None, **query: Any) -> list[ReviewView]:
    return list(list_reviews(world.services, caller or a_reviewer(), ReviewQuery(**query)).items)


def decide(
    world: World,
    review_id: str,
    decision: ReviewDecision,
    *,
    keep: tuple[str, ...] = (),
    content: str | None = None,
    caller: Caller | None = None,
    scope: Scope | None = None,
) -> ReviewView:
    world.clock.advance()
    decision_input = ReviewDecisionInput(decision, keep, content)
    return resolve_review(world.services, caller or a_reviewer(), scope, review_id, decision_input).view
