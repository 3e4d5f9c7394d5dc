"""Where the owner is full for a while, what a task or a session promotes waits, and is not released or lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from shared.domain.errors import MemoryLimitReached
from shared.domain.memories.memory import Importance, MemoryType, Status
from shared.domain.scopes import ScopeKind
from shared.domain.sessions.session import EventKind, EventRole, NewEvent
from shared.domain.writing.decisions import WritePolicy
from shared.records import keys
from shared.usecases.hygiene.evict import make_room
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.open_session import create_session
from shared.usecases.tasks.complete_task import TaskRequest, complete_task
from tests.builders import ANN, World, a_caller, a_world
from tests.usecases.tasks.test_completing_tasks import alive

LIMIT = 10
TASK = ANN.child(ScopeKind.TASK, "t1")
STATED = "Deploys of billing need two approvals"


@pytest.fixture
def full() -> Iterator[World]:
    """Ann has a lasting memory in a task, and far more notes than she may have."""
    expiry = WritePolicy().expiry
    policy = replace(WritePolicy(), expiry=replace(expiry, upkeep=replace(expiry.upkeep, user_memories=LIMIT)))
    with a_world(write_policy=policy) as world:
        world.wrote(STATED, scope=TASK, importance=Importance.HIGH)
        create_session(world.services, a_caller(), ANN, "s1")
        said = NewEvent(EventRole.USER, "We ship on Wednesday", "e1", kind=EventKind.DECISION)
        append_events(world.services, a_caller(), ANN, "s1", [said])
        for number in range(LIMIT + 1):
            world.wrote(f"Reading list entry {number}: book {number * 7}", key=f"k{number}")
        world.index()
        yield world


def test_a_memory_of_a_completed_task_waits_for_room_and_is_not_released(full: World) -> None:
    with pytest.raises(MemoryLimitReached):
        complete_task(full.services, a_caller(), TaskRequest(TASK))
    assert alive(full, TASK) == [STATED]
    make_room(full.services, keys.path(ANN))
    done = complete_task(full.services, a_caller(), TaskRequest(TASK))
    assert [(one.memory.content, one.memory.scope) for one in done.promoted if one.memory] == [(STATED, ANN)]
    assert done.released == 0


def test_an_event_of_a_completed_session_waits_for_room_and_is_not_lost(full: World) -> None:
    with pytest.raises(MemoryLimitReached):
        complete_session(full.services, a_caller(), ANN, "s1")
    make_room(full.services, keys.path(ANN))
    (one,) = complete_session(full.services, a_caller(), ANN, "s1").promoted
    assert one.memory is not None
    assert (one.memory.type, one.memory.status) == (MemoryType.EPISODIC, Status.ACTIVE)
