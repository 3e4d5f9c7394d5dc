"""When a deletion of several pages puts the marks of what it selects."""

from __future__ import annotations

from shared.domain.deletion.barrier import Target
from shared.records.store.record import Change, Key
from shared.usecases.deletion import run_deletion
from tests.builders import ANN, World
from tests.usecases.deletion.deletions import ask
from tests.usecases.deletion.test_selectors import a_session, of_sessions

SESSIONS = ("s1", "s2", "s3")


def marks(world: World) -> list[Key]:
    return [record.key for record in world.records(prefix="tomb#session#")]


def test_they_are_put_with_the_first_page_and_once_more_with_the_last(world: World) -> None:
    for session_id in SESSIONS:
        a_session(world, session_id, "The bridge opens in May")
    ask(world, selector=of_sessions(*SESSIONS))
    run_deletion.begin(world.services, ANN, "r1")
    assert marks(world) == []
    assert run_deletion.purge_page(world.services, ANN, "r1", Target.SESSIONS)[1]
    put = marks(world)
    assert len(put) == len(SESSIONS)

    world.store.commit(Change(removes=tuple(put)))  # as a slow step of an older deletion of the whole subject does
    after_each = []
    while run_deletion.purge_page(world.services, ANN, "r1", Target.SESSIONS)[1]:
        after_each.append(marks(world))
    assert after_each
    assert not any(after_each)
    assert marks(world) == put
