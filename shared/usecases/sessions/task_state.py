"""The task state of a session. Calls to the store: a read 2 (session and barrier, state), a write 3 (and commit); with
evidence 2 more (its ids, its events)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_read, may_write
from shared.domain.errors import Malformed, NotFound, Sensitive
from shared.domain.scopes import Scope, segment_id
from shared.domain.sessions.session import Event, Session
from shared.domain.sessions.task_state import (
    StateMachine,
    TaskState,
    evidence_kind,
    first_version,
    machine_of,
    refuse_other_version,
    refuse_transition,
)
from shared.language.secrets.secret_scan import blocks, scan_fields
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.sessions import session_codec, state_codec
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.blocked_writes import noting_blocks
from shared.usecases.once import Kept, Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.sessions.list_events import beginnings
from shared.usecases.sessions.open_session import find_session, session_in, session_kept, visible_session


@dataclass(frozen=True, slots=True)
class NewState:
    state: str
    pending: tuple[str, ...] = ()
    data: Mapping[str, object] | None = None
    expected_version: int | None = None
    # `None`: as it was, if the state stays the same.
    evidence: tuple[str, ...] | None = None
    machine: StateMachine | None = None


def get_state(services: Services, caller: Caller, scope: Scope | None, session_id: str) -> TaskState:
    """Raises `NotFound` for a session that the caller cannot see, and for one without a state."""
    session = find_session(services, may_read(caller, scope), segment_id(session_id, "session_id"))
    found = state_of(services, session)
    if found is None:
        raise NotFound("the session has no state")
    return found


def state_of(services: Services, session: Session) -> TaskState | None:
    (record,) = services.records.get([keys.state(session.scope, session.session_id, session.incarnation)])
    return None if record is None else state_codec.state(record).without(session.withheld)


@dataclass(frozen=True, slots=True)
class StateAnswer:
    """`is_first`: the session had no state before."""

    state: TaskState
    is_first: bool
    replayed: bool = False


def put_state(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    session_id: str,
    new: NewState,
    idempotency: IdempotencyKey | None = None,
) -> StateAnswer:
    """The state from now on; a retry gets it as it put it, without its content once the session no longer exists.

    Raises `NotFound`, `SubjectDeleting`, `Sensitive`, `VersionConflict`, `TransitionNotAllowed`, `Malformed` for
    evidence that is none, and `Unavailable` when the race is lost
    `WritePolicy.attempts` times by a writer that names no version."""
    target = may_write(caller, scope)
    id = segment_id(session_id, "session_id")
    data = dict(new.data or {})
    blocking = blocks(scan_fields({"state": new.state, "pending": list(new.pending), "data": data}))
    if blocking:
        with noting_blocks(services, caller, target):
            raise Sensitive.found(blocking)
    wanted = [keys.session(target, id), keys.barrier(target)]
    once = Once(services, idempotency)

    def attempt() -> StateAnswer:
        now = services.clock.now()
        reading = Reading.of(wanted, services.records.get(wanted))
        barrier = whole_barrier(services, reading[keys.barrier(target)])
        barrier.refuse_write(now)
        session = session_in(reading[keys.session(target, id)], barrier, now, target)
        key = keys.state(target, id, session.incarnation)
        reading |= Reading.of([key], services.records.get([key]))
        record = reading[key]
        current = None if record is None else state_codec.state(record).without(session.withheld)
        refuse_other_version(current, new.expected_version)
        machine = machine_of(current, new.machine)
        evidence = _evidence(services, session, new.evidence or ())
        refuse_transition(current, new.state, machine, evidence)
        stays = current is not None and current.state == new.state and new.evidence is None
        version = first_version(barrier.epoch) if current is None else current.version + 1
        state = TaskState(new.state, new.pending, data, version, now, new.evidence or (), machine=machine)
        if stays and current is not None:
            state = replace(state, evidence=current.evidence, evidence_lost=current.evidence_lost)
        change = state_codec.put_state(session, state, reading, services.session_policy)
        change |= barrier_checks(reading, target, now) | session_kept(target, id)
        kept: Attributes = {
            "version": version,
            "is_first": current is None,
            "updated_at": now.isoformat(),
            "incarnation": session.incarnation,
        }
        once.commit(change, kept)
        return StateAnswer(state, current is None)

    def again(kept: Kept) -> StateAnswer:
        record, barrier = services.records.get(wanted)
        seen = visible_session(record, whole_barrier(services, barrier), services.clock.now())
        put = NewState("") if seen is None or seen.incarnation != kept["incarnation"] else new
        at = datetime.fromisoformat(kept["updated_at"])
        evidence = tuple(id for id in put.evidence or () if seen is None or id not in seen.withheld)
        state = TaskState(
            put.state, put.pending, dict(put.data or {}), kept["version"], at, evidence, machine=put.machine
        )
        return StateAnswer(state, kept["is_first"], replayed=True)

    return once.answer(
        lambda: until_committed(attempt, services.write_policy.attempts, "too many writers of this state at once"),
        again,
    )


def _evidence(services: Services, session: Session, event_ids: Sequence[str]) -> list[Event]:
    """The events that these ids name. Raises `Malformed` for an id of no event that a caller may see now, and for an
    event that is neither a tool's result nor an approval."""
    there = {event.event_id: event for event in evidence_there(services, session, event_ids)}
    missing = [id for id in event_ids if id not in there]
    if missing:
        raise Malformed.field("evidence", f"names no event of this session: {', '.join(missing)}")
    return [there[id] for id in event_ids]


def evidence_there(services: Services, session: Session, event_ids: Sequence[str]) -> list[Event]:
    """Those of them that a caller may see now. Raises `Malformed` for an event that is neither a tool's result nor an
    approval."""
    if not event_ids:
        return []
    place = (session.scope, session.session_id)
    pointers = services.records.get([keys.event_id(*place, id) for id in event_ids])
    held = [one for one in pointers if one is not None and session_codec.holds_event(one, session)]
    at = [keys.event(*place, session.incarnation, session_codec.sequence(one)) for one in held]
    events = beginnings(services, session, services.records.get(at) if at else [])
    there = [event for event in events if event.event_id not in session.withheld]
    if any(evidence_kind(event) is None for event in there):
        raise Malformed.field("evidence", "must name results of tools and approvals only")
    return there


def withdraw_evidence(services: Services, scope: Scope, session_id: str, event_ids: Sequence[str]) -> None:
    """The state does not name these events any more, because they are removed. Safe to repeat."""
    gone = frozenset(event_ids)

    def attempt() -> None:
        (record,) = services.records.get([keys.session(scope, session_id)])
        if record is None:
            return
        session = session_codec.session(record)
        key = keys.state(session.scope, session_id, session.incarnation)
        reading = Reading.of([key], services.records.get([key]))
        held = reading[key]
        current = None if held is None else state_codec.state(held)
        if current is None or gone.isdisjoint(current.evidence):
            return
        left = current.without(gone)
        services.records.commit(state_codec.put_state(session, left, reading, services.session_policy))

    if gone:
        until_committed(attempt, services.write_policy.attempts, "too many writers of this state at once")
