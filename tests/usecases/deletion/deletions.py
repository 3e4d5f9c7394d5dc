"""Deletions in tests: a subject with something in every store, and what must be left of it."""

from __future__ import annotations

from datetime import timedelta

from shared.domain.access.caller import Caller
from shared.domain.deletion.barrier import DeletionRequest, Selector, SelectorKind
from shared.domain.memories.evidence import Source
from shared.domain.scopes import Scope, ScopeKind
from shared.domain.sessions.session import EventRole, NewEvent
from shared.usecases.deletion.request_deletion import get_deletion, request_deletion
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.open_session import create_session
from tests.builders import ANN, World, a_caller

PRIVATE = "EpiPen"
TASK = ANN.child(ScopeKind.TASK, "allergies")
OTHER_TASK = ANN.child(ScopeKind.TASK, "other")
SUBJECT = Selector(SelectorKind.SUBJECT)


def filled(world: World, caller: Caller | None = None, events: int = 3) -> list[str]:
    """Memories with versions, rejected incoming memories, sources, a candidate, a task's memory, and a session with
    events; all of it speaks of what is private. The memory ids."""
    caller = caller or a_caller()
    scope = caller.bound
    made = [
        world.wrote(f"Carries an {PRIVATE} for bee stings", caller, key="allergy", source_event_ids=("s1/e1", "s1/e2")),
        world.wrote(f"Bought a second {PRIVATE} in March", caller, source_event_ids=("s1/e2",)),
        world.wrote(f"The doctor of the {PRIVATE} is Dr Bell", caller, scope=scope.child(ScopeKind.TASK, "allergies")),
        world.wrote(f"Perhaps the {PRIVATE} is blue", caller, source=Source.EXTERNAL_UNVERIFIED),
    ]
    world.write(f"Carries an {PRIVATE} for wasps and bees", caller, key="allergy", source_event_ids=("s1/e3",))
    world.write(f"Carries no {PRIVATE}", caller, key="allergy", source=Source.AGENT_INFERRED, confidence=0.9)
    create_session(world.services, caller, None, "s1")
    reported = [
        NewEvent(
            event_id=f"e{n}", id_is_new=False, role=EventRole.USER, content=f"My {PRIVATE} number {n}",
            occurred_at=world.clock.now(),
        )
        for n in range(events)
    ]  # fmt: skip
    append_events(world.services, caller, None, "s1", reported)
    world.index()
    return [memory.memory_id for memory in made]


def ask(
    world: World, request_id: str = "r1", selector: Selector = SUBJECT, scope: Scope | None = None,
    caller: Caller | None = None,
) -> DeletionRequest:  # fmt: skip
    world.clock.advance(timedelta(seconds=1))
    return request_deletion(world.services, caller or a_caller(), scope, request_id, selector)


def of_memories(*ids: str) -> Selector:
    return Selector(SelectorKind.MEMORY, ids)


def state(world: World, request_id: str = "r1", caller: Caller | None = None) -> DeletionRequest:
    return get_deletion(world.services, caller or a_caller(), None, request_id)
