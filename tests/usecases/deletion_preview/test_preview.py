"""What a preview of a deletion lists: every layer that holds a text, and what would take it away."""

from __future__ import annotations

import pytest

from shared.domain.deletion.preview import Found, Layer, Reason
from shared.domain.deletion.selectors import SelectorKind
from shared.domain.errors import ForbiddenRole, ForbiddenScope, Malformed
from shared.domain.memories.memory import Background, Turn
from shared.domain.scopes import Scope
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.deletion_preview import preview as module
from shared.usecases.deletion_preview.preview import preview
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.task_state import NewState, put_state
from tests.builders import ANN, World, a_caller
from tests.usecases.deletion.deletions import TASK
from tests.usecases.deletion.test_selectors import a_session

NUMBER = "0170 1234567"


def listed(world: World, text: str, scope: Scope | None = None, *roles: str) -> list[Found]:
    found: list[Found] = []
    after: str | None = None
    while True:
        page = preview(world.services, a_caller("ann", *roles), scope, text, after)
        found += page.items
        after = page.next_cursor
        if after is None:
            return found


def reasons(found: list[Found]) -> dict[str, Reason]:
    return {one.id: one.reason for one in found}


def test_a_memory_that_mentions_the_text_in_another_form_is_listed_with_its_selector(world: World) -> None:
    memory = world.wrote("The studio's number is +49 170 123-4567")
    world.wrote("The office is on the third floor")
    world.index()
    (found,) = [one for one in listed(world, NUMBER) if one.reason is Reason.MENTIONS]
    assert (found.layer, found.id, found.content) == (Layer.MEMORY, memory.memory_id, memory.content)
    assert (found.selector.kind, found.selector.ids) == (SelectorKind.MEMORY, (memory.memory_id,))


def test_an_earlier_version_and_what_is_quoted_beside_a_memory_are_listed(world: World) -> None:
    changed = world.wrote(f"Rings the studio at {NUMBER}", key="studio")
    world.wrote("Rings the studio at 030 555", key="studio")
    quoting = world.wrote("Prefers calls", background=Background(before=(Turn(f"Is it {NUMBER}?"),)))
    labelled = world.wrote("Lives by the sea", metadata={"phone": {"home": "0049 170 1234567"}})
    world.index()
    found = reasons(listed(world, NUMBER))
    assert found[changed.memory_id] is Reason.MENTIONED
    assert found[quoting.memory_id] is found[labelled.memory_id] is Reason.QUOTES


def test_events_the_summary_and_the_state_of_a_session_are_listed(world: World) -> None:
    a_session(world, "s1", f"We decided: the studio's number is {NUMBER}", "Good weather today")
    put_state(world.services, a_caller(), None, "s1", NewState("calling", (f"ring {NUMBER}",)))
    complete_session(world.services, a_caller(), None, "s1")
    found = [one for one in listed(world, NUMBER) if one.reason is Reason.MENTIONS]
    layers = {one.layer for one in found}
    assert {Layer.EVENT, Layer.STATE} <= layers
    event = next(one for one in found if one.layer is Layer.EVENT)
    assert (event.id, event.session_id, event.selector.kind) == ("e1", "s1", SelectorKind.EVENT)
    assert event.selector.session_id == "s1"
    state = next(one for one in found if one.layer is Layer.STATE)
    assert (state.selector.kind, state.selector.ids) == (SelectorKind.SESSION, ("s1",))


def test_a_text_of_the_same_meaning_without_a_mention_is_listed_with_its_relevance(world: World) -> None:
    memory = world.wrote("Rings the studio at 030 555")
    world.index()
    found = {one.id: one for one in listed(world, "Rings the studio at which number")}
    assert found[memory.memory_id].reason is Reason.MEANS
    assert 0 < (found[memory.memory_id].relevance or 0) <= 1


def test_items_deleted_by_their_selectors_are_no_longer_listed(world: World) -> None:
    world.wrote(f"The studio's number is {NUMBER}")
    a_session(world, "s1", f"the studio is at {NUMBER}")
    world.index()
    for n, found in enumerate(one for one in listed(world, NUMBER) if one.reason is Reason.MENTIONS):
        request_deletion(world.services, a_caller(), found.scope, f"r{n}", found.selector)
    assert [one for one in listed(world, NUMBER) if one.reason is Reason.MENTIONS] == []
    world.drain()
    assert world.holds("1234567") == []


def test_a_walk_over_many_pages_lists_everything_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_VERSIONS", 2)
    monkeypatch.setattr(module, "_SESSIONS", 1)
    made = {world.wrote(f"The number of friend {n} is {NUMBER}").memory_id for n in ("one", "two", "three")}
    for n in range(3):
        a_session(world, f"s{n}", f"call {NUMBER}")
    world.index()
    found = [one for one in listed(world, NUMBER) if one.reason is Reason.MENTIONS]
    assert {one.id for one in found if one.layer is Layer.MEMORY} == made
    assert sorted(str(one.session_id) for one in found if one.layer is Layer.EVENT) == ["s0", "s1", "s2"]
    assert len(found) == 6


def test_items_of_scopes_below_are_listed_to_callers_who_may_read_them(world: World) -> None:
    below = world.wrote(f"The task's number is {NUMBER}", scope=TASK)
    world.index()
    assert below.memory_id in reasons(listed(world, NUMBER, TASK))
    assert below.memory_id in reasons(listed(world, NUMBER, ANN, "supervisor"))


def test_another_user_and_another_scope_are_never_listed(world: World) -> None:
    world.wrote(f"Ben's number is {NUMBER}", a_caller("ben"))
    world.index()
    assert listed(world, NUMBER) == []
    with pytest.raises((ForbiddenScope, ForbiddenRole)):
        preview(world.services, a_caller(), Scope.parse("/org/acme/user/ben"), NUMBER)


def test_a_cursor_of_another_text_is_refused(world: World) -> None:
    page = preview(world.services, a_caller(), None, NUMBER)
    assert page.next_cursor is not None
    with pytest.raises(Malformed):
        preview(world.services, a_caller(), None, "another text", page.next_cursor)
