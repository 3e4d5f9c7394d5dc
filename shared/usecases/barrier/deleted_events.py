"""Events that a session must not take (again): deleted by their ids, or with an earlier session of the same id. A
session may begin again under its id, with the same event ids. An event of the earlier session that is sent again is
recognised by its id and its date, which may be ahead of this process's clock. While that session's deletion runs its
record at the id shows it; afterwards its mark does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.domain.deletion.barrier import Barrier
from shared.domain.memories.evidence import evidence_instant
from shared.domain.sessions.session import NewEvent, Session
from shared.records.store.record import Record
from shared.usecases.barrier.cited_events import said_mark
from shared.usecases.barrier.tombstones import deleted_at, epoch_of, event_mark, session_mark
from shared.usecases.services import Services

# Clocks of senders may be ahead of this process's clock by this much.
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
            return False  # it came into being when it arrived, which is after the deletion whatever the clocks say
        allowance = SKEW if event.event_id in self.then else timedelta(0)
        return evidence_instant(event.occurred_at, now) <= self.before + allowance


def deleted_events(
    services: Services, session: Session, known: Mapping[str, Record | None], barrier: Barrier
) -> DeletedEvents:
    """`known`: the records at the ids of the incoming events, as they were read. The marks are read only if the
    owner ever had a narrow deletion."""
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
