"""Events that may not come (again) into a session: deleted by their ids, or with an earlier session of the same id.

A session may begin again under its id, with the same event ids. An event of the earlier one that is sent again is known
by its id and its date, which may lie ahead of ours by a clock's error; while that session's deletion runs by what lies
at its id still, afterwards by its mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.domain.deletion.barrier import Barrier
from shared.domain.memories.evidence import evidence_instant
from shared.domain.sessions.session import NewEvent, Session
from shared.records.store.record import Record
from shared.usecases.barrier.tombstones import deleted_at, epoch_of, event_mark, said_mark, session_mark
from shared.usecases.services import Services

# Clocks of those who send events may be so far ahead of ours.
SKEW = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class DeletedEvents:
    """`before`: an earlier session of this id was deleted then; `then`: ids of its events that are still known. `ever`:
    ids of events that were deleted by themselves."""

    before: datetime | None = None
    then: frozenset[str] = frozenset()
    ever: frozenset[str] = frozenset()

    def cover(self, event: NewEvent, now: datetime) -> bool:
        if event.event_id in self.ever:
            return True
        if self.before is None or event.occurred_at is None:
            return False  # it arose when it came, and that is after the deletion whatever our clocks say
        allowance = SKEW if event.event_id in self.then else timedelta(0)
        return evidence_instant(event.occurred_at, now) <= self.before + allowance


def deleted_events(
    services: Services, session: Session, known: Mapping[str, Record | None], barrier: Barrier
) -> DeletedEvents:
    """`known`: what lies at the ids that the events came with, as it was read. The marks are read only where the owner
    ever deleted something narrowly."""
    if not barrier.narrow_before:
        return DeletedEvents()
    ids = list(known)
    wanted = [session_mark(session.scope, session.session_id)]
    wanted += [event_mark(session.scope, id, session.session_id) for id in ids]
    wanted += [said_mark(session.scope, session.session_id, id) for id in ids]
    of_session, *rest = services.records.get(wanted)
    of_events, said = rest[: len(ids)], rest[len(ids) :]
    ends = [(mark.accepted_at, mark.epoch) for mark in barrier.marks if mark.names_session(session.session_id)]
    if of_session is not None:
        ends.append((deleted_at(of_session), epoch_of(of_session)))
    before = max((at for at, _ in ends), default=None)
    epoch = max((epoch for _, epoch in ends), default=0)
    hidden = {id for mark in barrier.marks for id in mark.hidden_events(session.session_id, session.scope)}
    return DeletedEvents(
        before,
        frozenset(id for id, record in known.items() if record is not None and record.epoch < epoch)
        | frozenset(id for id, mark in zip(ids, said, strict=True) if mark is not None),
        frozenset(id for id, mark in zip(ids, of_events, strict=True) if mark is not None or id in hidden),
    )
