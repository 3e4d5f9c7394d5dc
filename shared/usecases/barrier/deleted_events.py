"""Events that a session must not take (again): deleted by their ids, or with an earlier session of the same id. A
session may begin again under its id, with the same event ids. An event of the earlier session that is sent again is
recognised by its id and its date, which may be ahead of this process's clock; without a date of its own, by its id and
its words. While that session's deletion runs its record at the id shows it; afterwards its marks do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from shared.domain.deletion.barrier import Barrier
from shared.domain.instants import CLOCKS_APART
from shared.domain.memories.evidence import evidence_instant
from shared.domain.sessions.long_content import beginning_and_parts
from shared.domain.sessions.session import NewEvent, Session
from shared.records import keys
from shared.records.sessions.session_codec import event_at
from shared.records.store.record import Record
from shared.usecases.barrier.cited_events import said_mark
from shared.usecases.barrier.tombstones import deleted_at, epoch_of, event_mark, session_mark, words_mark
from shared.usecases.services import Services


@dataclass(frozen=True, slots=True)
class DeletedEvents:
    """`before`: an earlier session of this id was deleted then; `then`: ids of its events that are still known; `same`:
    ids of those incoming events that say what one of them said. `ever`: ids of events that were deleted by
    themselves."""

    before: datetime | None = None
    then: frozenset[str] = frozenset()
    ever: frozenset[str] = frozenset()
    same: frozenset[str] = frozenset()

    def cover(self, event: NewEvent, now: datetime) -> bool:
        if event.event_id in self.ever:
            return True
        if self.before is None:
            return False
        if event.occurred_at is None:
            # Other words came into being when they arrived, which is after the deletion whatever the clocks say.
            return event.event_id in self.same
        allowance = CLOCKS_APART if event.event_id in self.then else timedelta(0)
        return evidence_instant(event.occurred_at, now) <= self.before + allowance


def deleted_events(
    services: Services,
    session: Session,
    events: Sequence[NewEvent],
    known: Mapping[str, Record | None],
    barrier: Barrier,
) -> DeletedEvents:
    """`known`: the records at the ids of the incoming events, as they were read. The marks are read only if the
    owner ever had a narrow deletion, and what was said only for events without a date under ids of then."""
    if not barrier.narrow_before:
        return DeletedEvents()
    ids, place = list(known), (session.session_id, session.scope)
    wanted = [session_mark(session.scope, session.session_id)]
    wanted += [event_mark(session.scope, id, session.session_id) for id in ids]
    wanted += [said_mark(session.scope, session.session_id, id) for id in ids]
    of_session, *rest = services.records.get(wanted)
    of_events, said = rest[: len(ids)], rest[len(ids) :]
    ends = [(mark.accepted_at, mark.epoch) for mark in barrier.marks if mark.names_session(*place)]
    if of_session is not None:
        ends.append((deleted_at(of_session), epoch_of(of_session)))
    before = max((at for at, _ in ends), default=None)
    epoch = max((epoch for _, epoch in ends), default=0)
    hidden = {id for mark in barrier.marks for id in mark.hidden_events(session.session_id, session.scope)}
    left = {id: record for id, record in known.items() if record is not None and record.epoch < epoch}
    then = frozenset(left) | frozenset(id for id, mark in zip(ids, said, strict=True) if mark is not None)
    undated = [event for event in events if event.occurred_at is None and event.event_id in then]
    return DeletedEvents(
        before,
        then,
        frozenset(id for id, mark in zip(ids, of_events, strict=True) if mark is not None or id in hidden),
        _same_words(services, session, undated, left) if undated else frozenset(),
    )


def _same_words(
    services: Services, session: Session, undated: Sequence[NewEvent], left: Mapping[str, Record]
) -> frozenset[str]:
    """Of these events, the ids of those that say what was said under their id in the deleted session: by its record,
    which may be removed at this moment, or by the mark that is put before."""
    scope, policy = session.scope, services.session_policy
    said = {event.event_id: beginning_and_parts(event.content, policy)[0] for event in undated}
    places = {id: event_at(scope, session.session_id, left[id]) for id in said if id in left}
    salt, *records = services.records.get([keys.salt(scope), *places.values()])
    stored = dict(zip(places, records, strict=True))
    same = {id for id, record in stored.items() if record is not None and record.attributes["content"] == said[id]}
    if salt is None:
        return frozenset(same)
    secret = cast("bytes", salt.attributes["salt"])
    marks = [words_mark(scope, secret, session.session_id, id, words) for id, words in said.items()]
    found = services.records.get(marks)
    return frozenset(same | {id for id, mark in zip(said, found, strict=True) if mark is not None})
