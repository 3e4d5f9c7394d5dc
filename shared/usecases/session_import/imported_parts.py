"""A session, its summary and its task state as an export has them, each put in one transaction. What a deletion covers
is refused by the time that it has in the export; nothing that is stored is replaced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from shared.domain.access.caller import Caller
from shared.domain.deletion.barrier import Barrier
from shared.domain.errors import DeletedBefore, Sensitive, SessionExists, SummaryAffected, TooLarge
from shared.domain.instants import CLOCKS_APART
from shared.domain.scopes import Scope
from shared.domain.sessions.session import Session, new_session
from shared.domain.sessions.task_state import TaskState, first_version, machine_of, refuse_transition
from shared.domain.summaries.faithfulness import SummaryRefused, refuse_unfaithful
from shared.domain.summaries.line_sources import with_sources
from shared.domain.summaries.summary import MAX_BYTES, Summary, SummaryContent, attributed, sources_of
from shared.language.secrets.secret_scan import blocks, scan_fields
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.sessions import state_codec, summary_codec
from shared.records.store.reading import Reading
from shared.records.store.record import Change
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.barrier.completed_tasks import refuse_in_completed_task, task_keys
from shared.usecases.barrier.tombstones import deleted_at, session_mark
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.blocked_writes import noting_blocks
from shared.usecases.once import Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.sessions.list_events import events_after
from shared.usecases.sessions.open_session import put_new, session_in, session_kept, visible_session
from shared.usecases.sessions.search_session import replaced_by_later
from shared.usecases.sessions.task_state import evidence_there

IMPORTED, DUPLICATE, ENDED, KEPT_EXISTING = "imported", "duplicate", "ended", "kept_existing"


@dataclass(frozen=True, slots=True)
class ExportedSession:
    """`scope`: where it lay; `None`: the target of the import."""

    scope: Scope | None
    ttl: timedelta
    created_at: datetime
    updated_at: datetime
    last_event_at: datetime | None


def put_session(
    services: Services, place: Scope, session_id: str, exported: ExportedSession, key: IdempotencyKey | None
) -> str:
    """What became of it. A session whose time is over stays ended. Raises `SessionExists` for another live session of
    the id, `DeletedBefore` for one that was deleted, `SubjectDeleting`, `TaskCompleted`."""
    now, policy = services.clock.now(), services.session_policy
    created, last = min(exported.created_at, now), exported.last_event_at
    wished = replace(
        new_session(session_id, place, services.ids.new(), exported.ttl, now, policy),
        created_at=created,
        updated_at=min(max(created, exported.updated_at), now),
        last_event_at=None if last is None else min(last, now),
    )
    if wished.is_expired(now):
        return ENDED
    at = keys.session(place, session_id)

    def change_of(reading: Reading, barrier: Barrier) -> Change | str:
        existing = visible_session(reading[at], barrier, now)
        if existing is None:
            return put_new(wished, reading, policy)
        if (existing.scope, existing.ttl, existing.created_at) != (place, exported.ttl, created):
            raise SessionExists("another live session has this id")
        return DUPLICATE

    return _put(services, place, session_id, created, key, change_of)


def put_summary(
    services: Services,
    caller: Caller,
    place: Scope,
    session_id: str,
    summary: Summary,
    key: IdempotencyKey | None,
) -> str:
    """Raises `SummaryAffected` unless it is a faithful summary of the events that the session has now."""
    with noting_blocks(services, caller, place):
        _refuse_secrets({"content": list(summary.content.texts()), "model": summary.model})
    if summary.content.size > MAX_BYTES:
        raise TooLarge(f"a summary is at most {MAX_BYTES:,} bytes")
    now = services.clock.now()
    made_at = min(summary.created_at, now)

    def change_of(reading: Reading, barrier: Barrier) -> Change | str:
        session = session_in(reading[keys.session(place, session_id)], barrier, now, place)
        head = keys.summary(place, session_id, session.incarnation)
        reading |= Reading.of([head], services.records.get([head]))
        before = reading[head]
        if before is not None:
            return DUPLICATE if before.attributes["summary_id"] == summary.summary_id else KEPT_EXISTING
        content = _faithful(services, session, reading, summary)
        last = min(summary.last, session.next_sequence - 1)  # what was removed at the end has left no place here
        first = min(max(1, summary.first), last)
        kept = replace(summary, content=content, first=first, last=last, created_at=made_at)
        change = summary_codec.put_summary(session, kept, reading, services.session_policy)
        return change | barrier_checks(reading, place, made_at) | session_kept(place, session_id)

    return _put(services, place, session_id, made_at, key, change_of)


def put_state(
    services: Services,
    caller: Caller,
    place: Scope,
    session_id: str,
    state: TaskState,
    key: IdempotencyKey | None,
) -> str:
    """Evidence that is not in the session counts as lost. Raises `TransitionNotAllowed` for a state that needs such
    evidence, `Malformed` for evidence that is none."""
    with noting_blocks(services, caller, place):
        _refuse_secrets({"state": state.state, "pending": list(state.pending), "data": dict(state.data)})
    now = services.clock.now()
    put_at = min(state.updated_at, now)

    def change_of(reading: Reading, barrier: Barrier) -> Change | str:
        session = session_in(reading[keys.session(place, session_id)], barrier, now, place)
        at = keys.state(place, session_id, session.incarnation)
        reading |= Reading.of([at], services.records.get([at]))
        if (record := reading[at]) is not None:
            known = state_codec.state(record)
            return DUPLICATE if (known.state, known.updated_at) == (state.state, put_at) else KEPT_EXISTING
        evidence = evidence_there(services, session, state.evidence)
        lost = frozenset(state.evidence) - {event.event_id for event in evidence}
        refuse_transition(None, state.state, machine_of(None, state.machine), evidence)
        version = max(state.version, first_version(barrier.epoch))
        kept = replace(state.without(lost), version=version, updated_at=put_at)
        change = state_codec.put_state(session, kept, reading, services.session_policy)
        return change | barrier_checks(reading, place, put_at) | session_kept(place, session_id)

    return _put(services, place, session_id, put_at, key, change_of)


def _put(
    services: Services,
    place: Scope,
    session_id: str,
    from_then: datetime,
    key: IdempotencyKey | None,
    change_of: Callable[[Reading, Barrier], Change | str],
) -> str:
    """In one transaction, unless `change_of` says what is there already. `from_then`: the time that it has in the
    export. What is new is judged as if it were older: another host's clock may have dated it after a deletion that
    came later."""
    wanted = [keys.session(place, session_id), keys.barrier(place), keys.directory(place), *task_keys(place)]
    once, judged_at = Once(services, key), from_then - CLOCKS_APART

    def attempt() -> str:
        reading = Reading.of(wanted, services.records.get(wanted))
        barrier = whole_barrier(services, reading[keys.barrier(place)])
        barrier.refuse_write(from_then)
        deletions = _deletions(services, place, session_id, barrier) if barrier.needs_tombstones(judged_at) else []
        _refuse_deleted(from_then, deletions)
        open_task = refuse_in_completed_task(reading, place)
        change = change_of(reading, barrier)
        if isinstance(change, str):
            return change
        barrier.refuse_write(judged_at)
        _refuse_deleted(judged_at, deletions)
        once.commit(change | open_task, {"outcome": IMPORTED})
        return IMPORTED

    return once.answer(
        lambda: until_committed(attempt, services.write_policy.attempts, "too many writers of this session at once"),
        lambda kept: str(kept["outcome"]),
        look_first=key is not None,
    )


def _deletions(services: Services, place: Scope, session_id: str, barrier: Barrier) -> list[datetime]:
    """When sessions of this id were deleted. The mark is read after the barrier: a deletion that ends in between is
    found in one of the two."""
    ends = [one.accepted_at for one in barrier.marks if one.names_session(session_id, place)]
    (mark,) = services.records.get([session_mark(place, session_id)])
    return ends if mark is None else [*ends, deleted_at(mark)]


def _refuse_deleted(at: datetime, deletions: Sequence[datetime]) -> None:
    if any(at <= deletion for deletion in deletions):
        raise DeletedBefore("a session of this id was deleted since")


def _faithful(services: Services, session: Session, reading: Reading, summary: Summary) -> SummaryContent:
    events = [event for event in events_after(services, session, 0) if event.sequence <= summary.last]
    replaced = replaced_by_later(services, session, reading, events)
    sources = sources_of(events, session.withheld | replaced.keys())
    if len(sources) != summary.count:
        raise SummaryAffected("the session does not have the events that it was made of: have it built again")
    try:
        refuse_unfaithful(summary.content, SummaryContent(), sources)
    except SummaryRefused as refusal:
        raise SummaryAffected(f"it does not go with the events of the session: {refusal}") from None
    return with_sources(attributed(summary.content, SummaryContent(), sources), SummaryContent(), sources)


def _refuse_secrets(fields: dict[str, object]) -> None:
    found = blocks(scan_fields(fields))
    if found:
        raise Sensitive.found(found)
