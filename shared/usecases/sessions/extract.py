"""Extraction: the implications of a completed session become `agent_inferred` memories. A queue worker reads them, so
that no caller waits.

Every turn of a person that was not promoted is read once by a model, if one is configured: statements of people are
remembered as they said them (`complete_session`). Each finding goes through the pipeline of every write. A message
may come twice: the outcome of each statement is kept in the transaction that wrote it. Events that a deletion covers
are dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.domain.access.caller import (
    ACT_AS,
    AGENT_ID,
    MEMORY_SCOPE,
    ORG,
    PURPOSES,
    ROLES,
    SOURCES,
    SUBJECT,
    Caller,
    caller_from_claims,
)
from shared.domain.access.permissions import acts_for
from shared.domain.deletion.barrier import BarrierState
from shared.domain.errors import DeletedBefore, MemoryLimitReached, MemoryServiceError, SubjectDeleting, Unavailable
from shared.domain.extraction.event_promotion import TURNS_BEFORE, background_of, corrected_ids, promotion_of, source_of
from shared.domain.extraction.statement import Statement, may_be_read
from shared.domain.extraction.turn_reading import Remember
from shared.domain.memories.evidence import Source
from shared.domain.scopes import Scope
from shared.domain.sessions.long_content import is_document
from shared.domain.sessions.session import Event, Session
from shared.domain.tasks.completion import TaskState
from shared.ports import SessionWork
from shared.records import keys
from shared.records.memories.memory_change import Author
from shared.records.store.record import Absent, Change, Key, Present, Record
from shared.usecases.barrier.completed_tasks import state_in, task_keys
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.known_vectors import knowing_vectors
from shared.usecases.remembering.turn_readings import TurnReadings
from shared.usecases.services import Services
from shared.usecases.sessions.list_events import stored_events
from shared.usecases.sessions.open_session import undeleted_session
from shared.usecases.sessions.withdraw_corrected import corrected_later
from shared.usecases.writing.admission import WriteCommand, admitted
from shared.usecases.writing.commit import Written
from shared.usecases.writing.write_memory import remember

# Events that one message reads, so that none runs into a function's end. All messages are sent at once: a function that
# sent the next one to its own queue would be stopped after sixteen by Lambda's guard against loops.
EVENTS_A_MESSAGE = 100
# Turns before the first event, for its background.
_LEAD = 4 * TURNS_BEFORE


@dataclass(frozen=True, slots=True)
class Extracted:
    """Counts of the outcomes of one message. `dropped`: events that were removed, or that a deletion covers."""

    read: int = 0
    written: int = 0
    refused: int = 0
    dropped: int = 0


class _DoneBefore(Exception):
    """The message came twice."""


def claims_of(caller: Caller) -> dict[str, object]:
    """By the service's own names, as `caller_from_claims` reads them: ids and roles, no content."""
    claims: dict[str, object] = {ORG: caller.org, SUBJECT: caller.subject, MEMORY_SCOPE: caller.bound.path}
    if caller.roles:
        claims[ROLES] = sorted(caller.roles)
    if caller.act_as:
        claims[ACT_AS] = sorted(caller.act_as)
    if caller.purposes is not None:
        claims[PURPOSES] = sorted(caller.purposes)
    if caller.sources is not None:
        claims[SOURCES] = sorted(caller.sources)
    if caller.agent_id is not None:
        claims[AGENT_ID] = caller.agent_id
    return claims


def ask_to_extract(services: Services, caller: Caller, session: Session, after: int, through: int) -> None:
    """Does nothing without a model that extracts. Raises `Unavailable` when it cannot be queued."""
    if services.session_queue is None or services.extractor is None or through <= after:
        return
    place = (session.scope.path, session.session_id, session.incarnation)
    starts = range(after, through, EVENTS_A_MESSAGE)
    ends = (min(start + EVENTS_A_MESSAGE, through) for start in starts)
    claims = claims_of(caller)
    services.session_queue.send(
        *(SessionWork("extract", *place, start, end, claims) for start, end in zip(starts, ends, strict=True))
    )


def extract(services: Services, work: SessionWork) -> Extracted:
    """Reads the events of one message, also of a session that has ended since: a message that failed may come days
    later. Raises `Unavailable` for a message that is to be tried again, `Unauthenticated` or `Malformed` for one
    that cannot be read."""
    scope, caller = Scope.parse(work.scope), caller_from_claims(work.by, operator_org=services.operator_org)
    wanted = [keys.session(scope, work.session_id), keys.barrier(scope), *task_keys(scope)]
    record, barrier_record, *tasks = services.records.get(wanted)
    barrier = whole_barrier(services, barrier_record)
    session = undeleted_session(record, barrier)
    covered = work.through - work.after
    if barrier.state is BarrierState.DELETING or session is None or session.incarnation != work.incarnation:
        return Extracted(dropped=covered)
    if any(state_in(task) not in (None, TaskState.CLOSING) for task in tasks):
        return Extracted(dropped=covered)  # its task takes no memory any more: no model is asked
    services = knowing_vectors(services.in_one_run())
    lead, events = _events(services, session, work.after, work.through)
    hidden = session.withheld
    corrected = corrected_ids(events, hidden) | corrected_later(services, session, events)
    done = Extracted(dropped=covered - len(events))
    reads_turns = services.remember is Remember.STATEMENTS
    readings = TurnReadings(services, session, (*lead, *events) if reads_turns else (), None)
    for place, event in enumerate(events):
        if event.event_id in hidden:
            done = replace(done, dropped=done.dropped + 1)
        elif is_document(event.content):
            done = replace(done, refused=done.refused + 1)
        elif event.event_id not in corrected and may_be_read(event):
            before = [e for e in (*lead, *events[:place])[-_LEAD:] if e.event_id not in hidden]
            if promotion_of(event, readings.of(event), before) is not None:
                continue
            done = _from_event(services, caller, session, event, before, done)
    return done


def _events(services: Services, session: Session, after: int, through: int) -> tuple[list[Event], list[Event]]:
    """The events after `after` up to `through`, and a few before them."""
    first = max(1, after + 1 - _LEAD)
    at = [
        keys.event(session.scope, session.session_id, session.incarnation, sequence)
        for sequence in range(first, through + 1)
    ]
    found = stored_events(services, session, services.records.get(at))
    return [e for e in found if e.sequence <= after], [e for e in found if e.sequence > after]


def _from_event(
    services: Services, caller: Caller, session: Session, event: Event, before: Sequence[Event], done: Extracted
) -> Extracted:
    done = replace(done, read=done.read + 1)
    for number, statement in enumerate(_statements(services, event, before)):
        try:
            _write(services, caller, session, event, before, statement, number)
        except _DoneBefore:
            continue
        except (Unavailable, SubjectDeleting, MemoryLimitReached):
            raise
        except DeletedBefore:
            # This statement, or the event: then the others are refused as well, and no model is asked any more.
            done = replace(done, dropped=done.dropped + 1)
            if services.records.get([_event_key(session, event)]) == [None]:
                return done
        except MemoryServiceError:
            done = replace(done, refused=done.refused + 1)
        else:
            done = replace(done, written=done.written + 1)
    return done


def _event_key(session: Session, event: Event) -> Key:
    return keys.event(session.scope, session.session_id, session.incarnation, event.sequence)


def _statements(services: Services, event: Event, before: Sequence[Event]) -> list[Statement]:
    """Each once."""
    if services.extractor is None:
        return []
    return list({statement.text: statement for statement in services.extractor.statements(event, before)}.values())


def _write(
    services: Services,
    caller: Caller,
    session: Session,
    event: Event,
    before: Sequence[Event],
    statement: Statement,
    number: int,
) -> None:
    place = (session.scope, session.session_id, session.incarnation)
    step = keys.completion_step(*place, f"extract#{event.sequence:010d}#{number:04d}")
    event_key = _event_key(session, event)
    expires_at = session.kept_until + services.session_policy.store_grace

    def noted(written: Written) -> Change:
        known, barrier, there = services.records.get([step, keys.barrier(session.scope), event_key])
        if known is not None:
            raise _DoneBefore
        hidden = whole_barrier(services, barrier).hides_session(session.session_id, session.scope, session.epoch)
        if there is None or hidden:
            raise DeletedBefore("the event was deleted meanwhile")
        kept = {"memory_id": written.memory.memory_id, "recorded_at": services.clock.now().isoformat()}
        mark = Record(step, kept, expires_at=expires_at)
        return Change(puts=(mark,), checks=(Absent(step), Present(event_key)))

    command = WriteCommand(
        content=statement.text,
        type=statement.type,
        scope=session.scope,
        source=Source.AGENT_INFERRED,
        confidence=statement.confidence,
        importance=event.importance,
        observed_at=event.occurred_at,
        source_event_ids=(source_of(session.session_id, event.event_id),),
        background=background_of(session.session_id, event, before),
    )
    incoming = admitted(services, caller, command)
    author = Author(caller.principal, acts_for(caller, incoming.scope), incoming.recorded_at)
    remember(services, incoming, author, also=noted)
