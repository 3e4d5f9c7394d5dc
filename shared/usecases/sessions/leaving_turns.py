"""A person's statements are remembered while a long session runs, once they leave the window that contexts and
searches look at. The queue does this, so no answer waits. Each turn is promoted as the completion that will cover it
would promote it, under the same step: neither does it twice. Turns that the queue loses are left to that completion."""

from __future__ import annotations

from collections.abc import Sequence

from shared.domain.access.caller import Caller, caller_from_claims
from shared.domain.deletion.barrier import BarrierState
from shared.domain.errors import Unavailable
from shared.domain.extraction.event_promotion import TURNS_BEFORE
from shared.domain.extraction.remembered import is_statement_of
from shared.domain.extraction.turn_reading import Remember
from shared.domain.scopes import Scope
from shared.domain.sessions.session import Event, EventKind, Session
from shared.ports import SessionWork
from shared.records import keys
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.known_vectors import knowing_vectors
from shared.usecases.remembering.turn_readings import TurnReadings
from shared.usecases.services import Services
from shared.usecases.sessions.completion_record import upcoming
from shared.usecases.sessions.extract import Extracted, claims_of
from shared.usecases.sessions.list_events import stored_events
from shared.usecases.sessions.open_session import undeleted_session
from shared.usecases.sessions.promote_events import promote, steps_left, steps_taken
from shared.usecases.sessions.withdraw_corrected import corrected_later

# Events that one message reads: an append queues one message for so many events that have left the window.
EVENTS_A_MESSAGE = 25
_LEAD = 4 * TURNS_BEFORE


def leaving(before: Session, after: Session, window: int) -> tuple[int, int] | None:
    """After and through which event of a session that has grown there is something to do; `None` for not yet."""

    def removed(session: Session) -> int:
        return max(0, session.next_sequence - 1 - window) // EVENTS_A_MESSAGE * EVENTS_A_MESSAGE

    return (removed(before), removed(after)) if removed(after) > removed(before) else None


def ask_to_remember(services: Services, caller: Caller, before: Session, after: Session) -> None:
    """No caller waits for it: a turn that cannot be queued is remembered when the session completes."""
    work = leaving(before, after, services.session_policy.window)
    if work is None or services.session_queue is None or services.remember is Remember.MARKED:
        return
    place = (after.scope.path, after.session_id, after.incarnation)
    try:
        services.session_queue.send(SessionWork("remember", *place, *work, claims_of(caller)))
    except Unavailable:
        return


def remember_leaving(services: Services, work: SessionWork) -> Extracted:
    """Promotes the statements in the turns of one message. Raises as `extract` does."""
    scope, caller = Scope.parse(work.scope), caller_from_claims(work.by, operator_org=services.operator_org)
    record, barrier_record = services.records.get([keys.session(scope, work.session_id), keys.barrier(scope)])
    barrier = whole_barrier(services, barrier_record)
    session = undeleted_session(record, barrier)
    if barrier.state is BarrierState.DELETING or session is None or session.incarnation != work.incarnation:
        return Extracted(dropped=work.through - work.after)
    if session.ended_at is not None:  # the completion of its task has read them
        return Extracted(dropped=work.through - work.after)
    completion = upcoming(services, session)
    services = knowing_vectors(services.in_one_run())
    events = [event for event in _events(services, session, work) if event.event_id not in session.withheld]
    own = [e for e in events if max(work.after, completion.after) < e.sequence and e.kind is EventKind.TURN]
    if not own:
        return Extracted()
    readings = TurnReadings(services, session, own, None)
    wanted = frozenset(event.event_id for event in own if is_statement_of(event))
    taken = frozenset(record.key for record in steps_taken(services, session, completion))
    corrected = corrected_later(services, session, events)
    read = written = refused = 0
    for step in steps_left(session, completion, events, taken, None, None, readings.of, corrected):
        if step.event is None or step.event.event_id not in wanted:
            continue
        read += 1
        if promote(services, caller, session, step):
            written += 1
        else:
            refused += 1
    return Extracted(read, written, refused)


def _events(services: Services, session: Session, work: SessionWork) -> Sequence[Event]:
    """With a few before the first, for its background."""
    first = max(1, work.after + 1 - _LEAD)
    place = (session.scope, session.session_id, session.incarnation)
    at = [keys.event(*place, sequence) for sequence in range(first, work.through + 1)]
    return stored_events(services, session, services.records.get(at))
