"""Sessions: made, looked up, listed. `append_events` and `list_events` handle their events. Records beside a
session's events live as long as the session does, however long ago they were written. The store's own expiry of
these records is `Session.kept_until`. When an event moves that on, once in `SessionPolicy.life`, the records are
written again with the new expiry before the event is stored: a break in between makes them live too long rather than
too short."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import cast

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_read, may_write
from shared.domain.deletion.barrier import Barrier
from shared.domain.errors import NotFound, SessionExists
from shared.domain.scopes import Scope, segment_id
from shared.domain.sessions.session import Session, SessionPolicy, new_session
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.memories.memory_change import put_directory
from shared.records.sessions import session_codec, summary_codec
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Key, Present, Record, Table
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.barrier.completed_tasks import refuse_in_completed_task, task_keys
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.cursors import cursor, position, sized
from shared.usecases.once import Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services

# A page of the list looks at no more sessions than this, including ended ones; the cursor goes on from there.
MAX_LOOKED_AT = 1000
_PAGE = 100
_POSITION_LENGTH = 36  # of a UUID


@dataclass(frozen=True, slots=True)
class SessionAnswer:
    session: Session
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class SessionPage:
    items: tuple[Session, ...]
    next_cursor: str | None


def create_session(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    session_id: str | None = None,
    ttl: timedelta | None = None,
    idempotency: IdempotencyKey | None = None,
) -> SessionAnswer:
    """A session of the target scope. Its id is unique for the owner; without one, the service makes it.

    A live session of the same id, scope and time to live is answered as it is; with another scope or time to live it
    raises `SessionExists`. In a completed task none begins (`TaskCompleted`). A retry with the same key gets the
    session as it was answered first, also when it has ended or was deleted since.
    """
    target = may_write(caller, scope)
    now, policy = services.clock.now(), services.session_policy
    id = services.ids.new() if session_id is None else segment_id(session_id, "session_id")
    from shared.usecases.writing.admission import refuse_secret_ids  # not for those who only read sessions

    refuse_secret_ids("session_id", [id])
    wished = new_session(id, target, services.ids.new(), ttl or policy.default_ttl, now, policy)
    wanted = [keys.session(target, id), keys.barrier(target), keys.directory(target), *task_keys(target)]
    once = Once(services, idempotency)

    def attempt() -> SessionAnswer:
        reading = Reading.of(wanted, services.records.get(wanted))
        barrier = whole_barrier(services, reading[keys.barrier(target)])
        barrier.refuse_write(now)
        open_task = refuse_in_completed_task(reading, target)
        existing = visible_session(reading[keys.session(target, id)], barrier, now)
        session, change = _made(services, wished, existing, reading)
        once.commit(change | open_task, session_codec.session_attributes(session))
        return SessionAnswer(session)

    return once.answer(
        lambda: until_committed(attempt, services.write_policy.attempts, "too many writers of this session at once"),
        lambda kept: SessionAnswer(session_codec.session(Record(wanted[0], kept)), replayed=True),
    )


def _made(services: Services, wished: Session, existing: Session | None, reading: Reading) -> tuple[Session, Change]:
    if existing is not None:
        if (existing.scope, existing.ttl) != (wished.scope, wished.ttl):
            raise SessionExists("a live session has this id, in another scope or with another time to live")
        return existing, Change()
    return wished, put_new(wished, reading, services.session_policy)


def put_new(session: Session, reading: Reading, policy: SessionPolicy) -> Change:
    """The session, its place in the list of its scope, and its scope's in the directory of the organisation."""
    change = session_codec.put_session(session, reading, policy) | session_codec.put_listing(session, policy)
    change |= put_directory(session.scope, reading)
    return change | barrier_checks(reading, session.scope, session.created_at)


def visible_session(record: Record | None, barrier: Barrier, now: datetime) -> Session | None:
    """The session in a record, unless it has ended or a deletion hides it."""
    session = undeleted_session(record, barrier)
    return None if session is None or session.is_expired(now) else session


def undeleted_session(record: Record | None, barrier: Barrier) -> Session | None:
    """The session in a record, even when it has ended, unless a deletion hides it: for the work that its completion
    has left. The result is shown to no caller."""
    if record is None:
        return None
    session = session_codec.session(record)
    if barrier.hides_session(session.session_id, session.scope, session.epoch):
        return None
    return replace(session, withheld=barrier.hidden_events(session.session_id, session.scope))


def session_in(record: Record | None, barrier: Barrier, now: datetime, target: Scope) -> Session:
    """Raises `NotFound`, whatever the reason, unless a visible session lies in exactly the target scope."""
    session = visible_session(record, barrier, now)
    if session is None or session.scope != target:
        raise NotFound("there is no such session in this scope")
    return session


def session_kept(target: Scope, session_id: str) -> Change:
    """Fails the transaction that it is part of if the session's record is not there any more."""
    return Change(checks=(Present(keys.session(target, session_id)),))


def find_session(services: Services, target: Scope, session_id: str) -> Session:
    wanted = [keys.session(target, session_id), keys.barrier(target)]
    record, barrier = services.records.get(wanted)
    return session_in(record, whole_barrier(services, barrier), services.clock.now(), target)


def get_session(services: Services, caller: Caller, scope: Scope | None, session_id: str) -> Session:
    """Raises `NotFound`, whatever the reason."""
    target = may_read(caller, scope)
    return find_session(services, target, segment_id(session_id, "session_id"))


def list_sessions(
    services: Services, caller: Caller, scope: Scope | None, *, newest_first: bool, limit: int, after: str | None
) -> SessionPage:
    """The live sessions of exactly the target scope, by their creation. A walk returns each once: a session that is
    made meanwhile comes after its end (or, newest first, before its beginning)."""
    target = may_read(caller, scope)
    bound_to = f"{caller.principal}|{target.path}|{newest_first}|sessions"
    start = sized(position(after, bound_to), _POSITION_LENGTH)
    now, prefix = services.clock.now(), keys.listing_prefix(target)
    barrier = whole_barrier(services, services.records.get([keys.barrier(target)])[0])
    items: list[Session] = []
    looked_at = 0
    while True:
        page = services.records.page(
            Table.SESSIONS,
            keys.path(target.owner),
            sk_prefix=prefix,
            after=None if start is None else prefix + start,
            limit=_PAGE,
            newest_first=newest_first,
        )
        for pointer, record in zip(page.records, _pointed(services, target, page.records), strict=True):
            if len(items) == limit or looked_at == MAX_LOOKED_AT:
                return SessionPage(tuple(items), cursor(str(start), bound_to))
            start = pointer.key.sk.removeprefix(prefix)
            looked_at += 1
            session = visible_session(record, barrier, now)
            if session is not None and session.incarnation == start:
                items.append(session)
        if page.next_after is None:
            return SessionPage(tuple(items), None)


def _pointed(services: Services, target: Scope, pointers: tuple[Record, ...]) -> list[Record | None]:
    ids = [cast("str", pointer.attributes["session_id"]) for pointer in pointers]
    return services.records.get([keys.session(target, id) for id in ids]) if ids else []


def renew(services: Services, session: Session) -> None:
    """Raises `CheckFailed` when one of them is written meanwhile: then it must be looked at again."""
    place = (session.scope, session.session_id, session.incarnation)
    head = keys.summary(*place)
    at = [keys.listing(session.scope, session.incarnation), keys.state(*place), keys.completion(*place), head]
    reading = Reading.of(at, services.records.get(at))
    _put(services, session, reading, at[:-1])
    summary = reading[head]
    if summary is not None:
        parts = summary_codec.part_keys(summary)
        reading |= Reading.of(parts, services.records.get(parts) if parts else [])
        _put(services, session, reading, [head, *parts])


def _put(services: Services, session: Session, reading: Reading, at: list[Key]) -> None:
    expires_at = session.kept_until + services.session_policy.store_grace
    change = Change()
    for key in at:
        record = reading[key]
        if record is not None:
            change |= reading.put(key, record.attributes, expires_at=expires_at)
    services.records.commit(change)
