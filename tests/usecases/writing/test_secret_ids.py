"""A key or token that somebody has made an id of is refused at every door: ids stand in keys, indexes and logs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import Sensitive
from shared.domain.memories.memory import Background, Turn
from shared.domain.sessions.session import EventRole, NewEvent
from shared.language.secrets.secret_scan import scan_ids
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.open_session import create_session
from tests.builders import World, a_caller

SECRET = "ghp_" + "Ab1" * 12
CALLER = a_caller()

DOORS: dict[str, Callable[[World], object]] = {
    "source of a memory": lambda world: world.write("Plain text", source_event_ids=(f"s1/{SECRET}",)),
    "quoted session": lambda world: world.write("Plain text", background=Background(session_id=SECRET)),
    "quoted event": lambda world: world.write("Plain text", background=Background(before=(Turn("x", SECRET),))),
    "session": lambda world: create_session(world.services, CALLER, None, SECRET),
    "event": lambda world: append_events(
        world.services, CALLER, None, "s1", [NewEvent(EventRole.USER, "Plain text", SECRET)]
    ),
    "corrected event": lambda world: append_events(
        world.services, CALLER, None, "s1", [NewEvent(EventRole.USER, "Plain text", "e1", corrects=(SECRET,))]
    ),
    "deletion": lambda world: request_deletion(
        world.services, CALLER, None, SECRET, Selector(SelectorKind.MEMORY, ("x",))
    ),
}


@pytest.mark.parametrize("door", DOORS)
def test_no_route_accepts_a_token_as_an_id_or_repeats_it(world: World, door: str) -> None:
    create_session(world.services, CALLER, None, "s1")
    with pytest.raises(Sensitive) as refused:
        DOORS[door](world)
    assert SECRET not in repr(refused.value) + str(vars(refused.value))
    assert world.holds(SECRET) == []


@pytest.mark.parametrize(
    "id",
    ["4111111111111111", "13800138000", "550e8400-e29b-41d4-a716-446655440000", "task-9f8e7d6c5b4a", "e1", "小明/1"],
)
def test_an_ordinary_id_is_no_token_whatever_its_digits(id: str) -> None:
    assert scan_ids("event_id", [id]) == ()
