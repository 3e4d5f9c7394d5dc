"""The sessions of a completed task: each is completed as it would be alone, and then ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from shared.domain.access.caller import Caller
from shared.domain.errors import NotFound
from shared.domain.sessions.session import Session
from shared.records import keys
from shared.records.sessions import session_codec
from shared.records.store.reading import Reading
from shared.records.store.record import Absent, Attributes, Change, Record, Table
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.operations.task_record import GAVE_UP, TaskCompletion, step_of_session
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.sessions.complete_session import Completed, complete_session
from shared.usecases.sessions.completion_record import upcoming
from shared.usecases.sessions.open_session import visible_session

_PAGE = 100


def end_sessions(services: Services, caller: Caller, completion: TaskCompletion, until: datetime) -> None:
    """Goes on where an earlier call stopped: a session that has ended is not met again. Raises `Unavailable` when the
    time is over."""
    for session in _live(services, completion):
        try:
            while not _ended(services, session, completion, _completed(services, caller, session, completion, until)):
                pass  # an event came in between the two
        except NotFound:
            continue  # its time was over, or a deletion took it


def _completed(
    services: Services, caller: Caller, session: Session, completion: TaskCompletion, until: datetime
) -> Completed:
    return complete_session(
        services, caller, session.scope, session.session_id, outcome=completion.outcome, until=until
    )


def _live(services: Services, completion: TaskCompletion) -> Iterator[Session]:
    task = completion.scope
    for prefix in keys.listing_prefixes_within(task):
        after: str | None = None
        while True:
            page = services.records.page(
                Table.SESSIONS, keys.path(task.owner), sk_prefix=prefix, after=after, limit=_PAGE
            )
            ids = [str(pointer.attributes["session_id"]) for pointer in page.records]
            wanted = [keys.barrier(task), *(keys.session(task, id) for id in ids)]
            barrier, *found = services.records.get(wanted)
            known, now = whole_barrier(services, barrier), services.clock.now()
            for record in found:
                session = visible_session(record, known, now)
                if session is not None and task.contains(session.scope):
                    yield session
            after = page.next_after
            if after is None:
                break


def _ended(services: Services, session: Session, completion: TaskCompletion, done: Completed) -> bool:
    """Whether it ends with what `done` covers: not if events have come since. Raises `NotFound`."""
    key, barrier_key = keys.session(session.scope, session.session_id), keys.barrier(session.scope)
    step = step_of_session(completion, session.incarnation)

    def attempt() -> bool:
        now = services.clock.now()
        reading = Reading.of([key, barrier_key], services.records.get([key, barrier_key]))
        current = visible_session(reading[key], whole_barrier(services, reading[barrier_key]), now)
        if current is None or current.incarnation != session.incarnation:
            raise NotFound("the session has ended")
        if upcoming(services, current).after < current.next_sequence - 1:
            return False
        change = session_codec.put_session(replace(current, ended_at=now), reading, services.session_policy)
        kept: Attributes = {
            "session_id": session.session_id,
            "scope": session.scope.path,
            "promoted": len(done.promoted),
            "refused": len(done.refused),
            "released": done.released,
            "recorded_at": now.isoformat(),
        }
        change |= Change(puts=(Record(step, kept),), checks=(Absent(step),))
        services.records.commit(change | barrier_checks(reading, session.scope, now))
        return True

    return until_committed(attempt, services.write_policy.attempts, GAVE_UP)
