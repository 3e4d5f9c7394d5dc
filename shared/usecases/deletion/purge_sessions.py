"""Removes sessions and single events, with their ids, state and summaries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from shared.domain.deletion.barrier import DeletionRequest, Target
from shared.domain.deletion.selectors import SelectorKind, takes_sessions
from shared.domain.errors import Unavailable
from shared.domain.scopes import Scope
from shared.domain.sessions.session import Session
from shared.records import keys
from shared.records.sessions import session_codec
from shared.records.store.reading import Reading
from shared.records.store.record import Change, CheckFailed, Key, Present, Record, RevisionIs, Table
from shared.records.store.shut import intact, is_shut
from shared.records.store.stored_form import MAX_CHANGE_BYTES, record_bytes
from shared.usecases.barrier.tombstones import event_mark, marked, put_event_marks, put_session_mark
from shared.usecases.changes.forget_changes import forget_session, forget_sessions_within
from shared.usecases.deletion import purge_selected
from shared.usecases.deletion.walk_events import (
    entries_of_task,
    is_old,
    left_events,
    life_of,
    prefixes,
    records_of_life,
    session_id_of,
)
from shared.usecases.operations.task_record import forget_said
from shared.usecases.removal.progress import Purged, count
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.sessions.summarise import rebuild, withdraw
from shared.usecases.sessions.task_state import withdraw_evidence

_EVENTS = 20  # events that one step works on: each may be cited by memories
_LOOKUPS = 100  # ids of events that one step looks up
_AT_ONCE = 90  # records that one transaction removes, beside its count


def page(services: Services, request: DeletionRequest) -> Purged:
    if takes_sessions(request.selector, request.scope):
        return _of_task(services, request)
    match request.selector.kind:
        case SelectorKind.SESSION:
            return _session(services, request)
        case SelectorKind.EVENT:
            return _events(services, request)
        case _:
            return Purged()


def _session(services: Services, request: DeletionRequest) -> Purged:
    """A page of the next session that has records left. The cursor: how many sessions are done."""
    at = int(request.cursor(Target.SESSIONS) or 0)
    if at >= len(request.places):
        return Purged()
    session_id, scope = request.places[at]
    for prefix in prefixes(session_id):
        records = _old(services, request, scope, prefix)
        if records:
            memories = _cited_by_id_alone(services, request, records)
            put_event_marks(services, request, session_id, _said(records))
            events = remove(services, request, Target.SESSIONS, records, ("evt#",))
            return Purged({Target.SESSIONS: events, Target.MEMORIES: memories}, more=True, cursor=str(at))
    forget_session(services, scope, session_id, request.epoch)
    try:
        removed = _session_itself(services, request, scope, session_id)
    except CheckFailed:
        return Purged(more=True, cursor=str(at))
    more = at + 1 < len(request.places)
    return Purged({Target.SESSIONS: removed}, more, str(at + 1) if more else "")


def _of_task(services: Services, request: DeletionRequest) -> Purged:
    """Of the first session that is left. The entry in its scope's list goes last: it leads to all the rest but what
    the feed of changes and the task's own completion say."""
    entry = next(entries_of_task(services, request), None)
    if entry is None:
        forget_sessions_within(services, request.scope, request.epoch)
        forget_said(services, request.scope, request.epoch)
        return Purged()
    session_id = session_id_of(entry)
    records = next(records_of_life(services, request, entry), None)
    if records:
        put_event_marks(services, request, session_id, _said(records))
        removed = remove(services, request, Target.SESSIONS, records, ("evt#",))
        return Purged({Target.SESSIONS: removed}, more=True)
    try:
        return Purged({Target.SESSIONS: _entry_itself(services, request, entry)}, more=True)
    except CheckFailed:
        return Purged(more=True)


def _entry_itself(services: Services, request: DeletionRequest, entry: Record) -> int:
    """The entry, with the session if the id is still its own, or if its record can no longer be read. Another life of
    the id stays, and what is said there is not taken for what was deleted."""
    key = keys.session(request.scope, session_id_of(entry))
    (record,) = services.records.get([key])
    change = Change(removes=(entry.key,), checks=(RevisionIs(entry.key, entry.revision),))
    own = record is not None and is_old(record, request)
    if record is not None and not is_shut(record):
        own = own and session_codec.session(record).incarnation == life_of(entry)
    if record is None or own:
        put_session_mark(services, request, session_id_of(entry))
    if record is not None and own:
        change |= Change(removes=(key,), checks=(RevisionIs(key, record.revision),))
    services.records.commit(change | count(services, request, Target.SESSIONS, int(own)))
    return int(own)


def _old(services: Services, request: DeletionRequest, scope: Scope, prefix: str) -> list[Record]:
    """The first records of a prefix that the deletion covers: records that came later under the same session id
    stay."""
    after: str | None = None
    while True:
        found = services.records.page(
            Table.SESSIONS, keys.path(scope.owner), sk_prefix=prefix, after=after, limit=_EVENTS
        )
        old = [record for record in found.records if is_old(record, request)]
        after = found.next_after
        if old or after is None:
            return old


def remove(
    services: Services, request: DeletionRequest, target: Target, records: Sequence[Record], content: tuple[str, ...]
) -> int:
    """Removes records in transactions that are bounded by their bytes, and counts those that are content by the
    prefixes of their sort keys; returns how many that was. A record that another step has removed meanwhile is
    counted there."""
    some: list[Record] = []
    removed = size = 0
    for record in records:
        size += record_bytes(record)
        if some and (size > MAX_CHANGE_BYTES or len(some) == _AT_ONCE):
            removed += _remove(services, request, target, some, content)
            some, size = [], record_bytes(record)
        some.append(record)
    return removed + (_remove(services, request, target, some, content) if some else 0)


def _remove(
    services: Services, request: DeletionRequest, target: Target, records: Sequence[Record], content: tuple[str, ...]
) -> int:
    there = [record.key for record in records]

    def attempt() -> int:
        counts = [key for key in there if key.sk.startswith(content)]
        change = Change(removes=tuple(there), checks=tuple(Present(key) for key in counts))
        try:
            services.records.commit(change | count(services, request, target, len(counts)))
        except CheckFailed:
            found = services.records.get(there)
            there[:] = [key for key, record in zip(there, found, strict=True) if record is not None]
            raise
        return len(counts)

    return until_committed(attempt, services.write_policy.attempts, "too many deletions of the same at once")


def _said(records: Sequence[Record]) -> dict[str, str]:
    """The events among the records: id to content."""
    events = (record.attributes for record in intact(records) if record.key.sk.startswith("evt#"))
    return {str(event["event_id"]): str(event["content"]) for event in events}


def _cited_by_id_alone(services: Services, request: DeletionRequest, records: Sequence[Record]) -> int:
    """Memories that cite one of these events without its session."""
    ids = list(_said(records))
    removed = 0
    request = replace(request, events=frozenset(ids))
    for id in ids:
        after: str | None = None
        while True:
            count, after = purge_selected.follow_edges(services, request, id, after)
            removed += count
            if after is None:
                break
    return removed


def _session_itself(services: Services, request: DeletionRequest, scope: Scope, session_id: str) -> int:
    key = keys.session(scope, session_id)
    (record,) = services.records.get([key])
    if record is None or record.epoch >= request.epoch:
        return 0
    change = Change(removes=(key,), checks=(RevisionIs(key, record.revision),))
    if not is_shut(record):
        session = session_codec.session(record)
        change |= Change(removes=(keys.listing(session.scope, session.incarnation),))
    services.records.commit(change | count(services, request, Target.SESSIONS, 1))
    return 1


def _events(services: Services, request: DeletionRequest) -> Purged:
    """The selected events in the next sessions of the owner. The cursor: the last session."""
    named = request.selector.session_id
    if named is not None:
        key = keys.session(request.scope, named)
        removed = _in_session(services, request, services.records.get([key])[0])
        return Purged({Target.SESSIONS: removed + _left_behind(services, request)})
    after = request.cursor(Target.SESSIONS) or None
    found = services.records.page(
        Table.SESSIONS,
        keys.path(request.scope.owner),
        sk_prefix=keys.SESSION_PREFIX,
        after=after,
        limit=max(1, _LOOKUPS // len(request.selector.ids)),
    )
    removed = sum(_in_session(services, request, record) for record in found.records)
    if found.next_after is None:
        removed += _left_behind(services, request)
    return Purged({Target.SESSIONS: removed}, found.next_after is not None, found.next_after or "")


def _left_behind(services: Services, request: DeletionRequest) -> int:
    """After a verification has found residue: events that no session leads to."""
    if not request.target(Target.SESSIONS).residue:
        return 0
    return sum(
        remove(services, request, Target.SESSIONS, records, ("evt#",)) for records in left_events(services, request)
    )


def _in_session(services: Services, request: DeletionRequest, record: Record | None) -> int:
    """How many of the selected events the session held."""
    if record is None:
        return 0
    session = session_codec.session(record)
    if not request.scope.contains(session.scope):
        return 0
    ids = sorted(request.mark.hidden_events(session.session_id, session.scope))
    for _ in range(services.write_policy.attempts):
        try:
            return _removed_from(services, request, session, ids)
        except CheckFailed:
            (record,) = services.records.get([record.key])
            if record is None:
                return 0
            session = session_codec.session(record)
    raise Unavailable("too many writers of this session at once")


def _removed_from(services: Services, request: DeletionRequest, session: Session, ids: Sequence[str]) -> int:
    """Removes one event after the other, each with its id, its parts, its vector, its mark and its place in the
    session. The session's summary is withdrawn before and built again afterwards."""
    found = [one for one in located(services, session, ids) if is_old(one[0], request)]
    withdraw(services, session.scope, session.session_id, [id for _, _, id in found])
    withdraw_evidence(services, session.scope, session.session_id, [id for _, _, id in found])
    for pointer, event_key, event_id in found:
        place = keys.session(session.scope, session.session_id)
        reading = Reading.of([place, event_key], services.records.get([place, event_key]))
        record, event = reading[place], reading[event_key]
        if record is None:
            return 0
        shrunk = session_codec.session(record)
        sequence = session_codec.sequence(pointer)
        shrunk = replace(
            shrunk,
            count=max(0, shrunk.count - 1),
            turn_starts=tuple(start for start in shrunk.turn_starts if start != sequence),
            long_bytes=shrunk.long_bytes - _long_bytes(services, shrunk, pointer),
        )
        change = session_codec.put_session(shrunk, reading, services.session_policy)
        vector = keys.event_vector(session.scope, session.session_id, event_id)
        parts = session_codec.parts_at(session.scope, session.session_id, event_id, pointer)
        change |= Change(removes=(pointer.key, event_key, vector, *parts))
        change |= Change(checks=(RevisionIs(pointer.key, pointer.revision),))
        if event is not None:  # or another deletion has removed and counted it
            change |= count(services, request, Target.SESSIONS, 1) | Change(checks=(Present(event_key),))
        mark = event_mark(session.scope, event_id, session.session_id)
        services.records.commit(change | marked(services, [mark], request))
    # Also when nothing is left to remove: an earlier step may have broken off before this.
    rebuild(services, session.scope, session.session_id)
    return len(found)


def _long_bytes(services: Services, session: Session, pointer: Record) -> int:
    """The records of the event at that id, unless an earlier session of the same id left it."""
    if not session_codec.holds_event(pointer, session) or not session_codec.part_count(pointer):
        return 0
    return session_codec.content_bytes(pointer) - services.session_policy.inline_bytes


def located(services: Services, session: Session, ids: Sequence[str]) -> Iterator[tuple[Record, Key, str]]:
    """The record of each id that the session has, the event's key, and the id."""
    wanted = [keys.event_id(session.scope, session.session_id, id) for id in ids]
    for id, pointer in zip(ids, services.records.get(wanted) if wanted else [], strict=True):
        if pointer is not None:
            sequence, incarnation = pointer.attributes["sequence"], pointer.attributes["incarnation"]
            key = keys.event(session.scope, session.session_id, str(incarnation), cast("int", sequence))
            yield pointer, key, id
