"""What an agent says of a recall, and who hears of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from shared.domain.errors import NotFound
from shared.domain.reviews.review import ReviewKind
from shared.records.ledger import reviews
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from shared.usecases.recall.record_feedback import give_feedback
from tests.builders import World, a_caller


def recalled(world: World) -> str:
    world.index()
    return recall(world.services, a_caller(), RecallQuery("where is the printer?", min_relevance=0.0)).recall_id


def waiting(world: World) -> list[tuple[ReviewKind, tuple[str, ...]]]:
    found = [reviews.review(record) for record in world.records(prefix=reviews.OPEN_PREFIX)]
    return [(review.kind, tuple(member.memory_id for member in review.members)) for review in found]


def test_a_wrong_memory_is_put_before_a_reviewer_once(world: World) -> None:
    memory = world.wrote("The printer is on floor two")
    id = recalled(world)
    assert give_feedback(world.services, a_caller(), None, id, used=(), wrong=(memory.memory_id,)).is_first
    assert not give_feedback(world.services, a_caller(), None, id, used=(), wrong=(memory.memory_id,)).is_first
    assert waiting(world) == [(ReviewKind.FEEDBACK, (memory.memory_id,))]


def test_a_used_memory_opens_no_review(world: World) -> None:
    memory = world.wrote("The printer is on floor two")
    assert give_feedback(world.services, a_caller(), None, recalled(world), used=(memory.memory_id,), wrong=()).is_first
    assert waiting(world) == []


@pytest.mark.parametrize("id", ["never-was", "", "01234567-89ab-7def-8123-456789abcdef", "-" * 40, "x" * 128])
def test_feedback_on_an_unknown_recall_is_not_found(world: World, id: str) -> None:
    with pytest.raises(NotFound):
        give_feedback(world.services, a_caller(), None, id, used=(), wrong=())


def test_only_the_caller_of_a_recall_gives_feedback_on_it(world: World) -> None:
    with pytest.raises(NotFound):
        give_feedback(world.services, a_caller("bob"), None, recalled(world), used=(), wrong=())


def test_feedback_after_a_day_is_not_found(world: World) -> None:
    id = recalled(world)
    world.clock.advance(timedelta(days=1, seconds=1))
    with pytest.raises(NotFound):
        give_feedback(world.services, a_caller(), None, id, used=(), wrong=())


def test_another_users_memory_is_never_put_up_for_review(world: World) -> None:
    theirs = world.wrote("Bob's printer is on floor nine", a_caller("bob"))
    assert give_feedback(world.services, a_caller(), None, recalled(world), used=(), wrong=(theirs.memory_id,)).is_first
    assert waiting(world) == []
