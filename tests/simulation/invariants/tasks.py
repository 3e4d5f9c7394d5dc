"""A completed task: nothing of it is stored twice, nothing of it goes on, and once it is deleted nothing is left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from shared.domain.memories.memory import ENDED, Memory, Status
from shared.domain.scopes import Scope
from shared.domain.sessions.session import Session
from shared.records.memories.memory_codec import memory
from shared.records.sessions import session_codec
from shared.records.store.record import Record, Table
from tests.simulation.engine.world import World
from tests.simulation.model import Model, tokens_in

_TASK = Scope.parse("/org/acme/user/ann/task/move")
_WAITS = (Status.CANDIDATE, Status.PENDING_REVIEW)


def check_task(world: World, model: Model, records: Iterable[Record]) -> None:
    records = list(records)
    current = [memory(r.attributes) for r in records if r.key.table is Table.MEMORIES and r.key.sk.startswith("cur#")]
    living = [one for one in current if one.status not in ENDED and one.scope.owner == _TASK.owner]
    step = world.scheduler.steps
    stored: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in living:
        for token in tokens_in(one.content):
            if any(s.in_task for s in model.said[token]) and not any(not s.in_task for s in model.said[token]):
                stored[token, one.scope.path].append(f"{one.memory_id[-6:]} {one.type.value}: {one.content}")
    for (token, scope), found in stored.items():
        if len(found) > 1:
            model.violated("stored twice by a completion", f"{token} in {scope}: {' | '.join(sorted(found))}", step)
    if model.task_done is None or any(d.kind in ("subject", "task") for d in model.deletions):
        return
    for one in living:
        if _TASK.contains(one.scope) and one.status not in _WAITS and one.memory_id not in _judged(model, one):
            model.violated("goes on in a completed task", f"{one.status.value} {one.content}", step)
    for session in _sessions(records):
        if session.ended_at is None and session.expires_at > world.clock.at:
            model.violated("goes on in a completed task", f"session {session.session_id}", step)


def _judged(model: Model, one: Memory) -> set[str]:
    """A reviewer decides where it is what the completion has held."""
    return {one.memory_id} if tokens_in(one.content) & model.judged.keys() else set()


def _sessions(records: Iterable[Record]) -> list[Session]:
    found = [session_codec.session(r) for r in records if r.key.table is Table.SESSIONS and r.key.sk.startswith("ses#")]
    return [one for one in found if _TASK.contains(one.scope)]
