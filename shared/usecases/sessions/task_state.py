"""The task state of a session. Calls to the store: a read 2 (session and barrier, state), a write 3 (and commit)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_read, may_write
from shared.domain.errors import NotFound, Sensitive
from shared.domain.scopes import Scope, segment_id
from shared.domain.sessions.session import Session
from shared.domain.sessions.task_state import TaskState, first_version, refuse_other_version
from shared.language.secrets.secret_scan import blocks, scan_fields
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.sessions import state_codec
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Present
from shared.usecases.audit.blocked_writes import noting_blocks
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.once import Kept, Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.sessions.open_session import find_session, session_in, visible_session


@dataclass(frozen=True, slots=True)
class NewState:
    state: str
    pending: tuple[str, ...] = ()
    data: Mapping[str, object] | None = None
    expected_version: int | None = None


def get_state(services: Services, caller: Caller, scope: Scope | None, session_id: str) -> TaskState:
    """Raises `NotFound` for a session that the caller cannot see, and for one without a state."""
    session = find_session(services, may_read(caller, scope), segment_id(session_id, "session_id"))
    found = state_of(services, session)
    if found is None:
        raise NotFound("the session has no state")
    return found


def state_of(services: Services, session: Session) -> TaskState | None:
    (record,) = services.records.get([keys.state(session.scope, session.session_id, session.incarnation)])
    return None if record is None else state_codec.state(record)


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

    Raises `NotFound`, `SubjectDeleting`, `Sensitive`, `VersionConflict`, and `Unavailable` when the race is lost
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
        current = None if record is None else state_codec.state(record)
        refuse_other_version(current, new.expected_version)
        version = first_version(barrier.epoch) if current is None else current.version + 1
        state = TaskState(new.state, new.pending, data, version, now)
        change = state_codec.put_state(session, state, reading, services.session_policy)
        change |= barrier_checks(reading, target, now) | Change(checks=(Present(keys.session(target, id)),))
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
        state = TaskState(put.state, put.pending, dict(put.data or {}), kept["version"], at)
        return StateAnswer(state, kept["is_first"], replayed=True)

    return once.answer(
        lambda: until_committed(attempt, services.write_policy.attempts, "too many writers of this state at once"),
        again,
    )
