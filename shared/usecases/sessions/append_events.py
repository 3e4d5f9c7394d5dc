"""A session's events: appended in order of arrival, read in pages or by turns.

Calls to the store: an append 2 for each 40 events (read, commit) and a few more once in `SessionPolicy.life`
(`open_session`), and one to the queue for each 25 events that leave the window; a page 2 (session and barrier,
events) and one more for the parts of long events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_write
from shared.domain.errors import DeletedBefore, Sensitive
from shared.domain.memories.evidence import Source
from shared.domain.scopes import Scope, segment_id
from shared.domain.sessions.append import Appended, Dropped, append, chunks, refuse_false_approvals
from shared.domain.sessions.long_content import refuse_too_long
from shared.domain.sessions.session import EventRole, NewEvent, Session, SessionPolicy
from shared.language.secrets.secret_scan import blocks, scan_fields
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.sessions import session_codec
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Record
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.barrier.completed_tasks import refuse_in_completed_task, task_keys
from shared.usecases.barrier.deleted_events import deleted_events
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.blocked_writes import note_blocked
from shared.usecases.once import Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.sessions.leaving_turns import ask_to_remember
from shared.usecases.sessions.open_session import find_session, renew, session_in
from shared.usecases.sessions.summarise import ask_to_rebuild, ask_to_summarise, withdrawal
from shared.usecases.writing.admission import refuse_secret_ids


@dataclass(frozen=True, slots=True)
class AppendAnswer:
    """Ids in the order in which they were sent. `blocked`: the kinds of secrets for which events were dropped, once an
    event; none in a replay."""

    accepted: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    replayed: bool = False
    blocked: tuple[str, ...] = ()


def append_events(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    session_id: str,
    events: Sequence[NewEvent],
    idempotency: IdempotencyKey | None = None,
) -> AppendAnswer:
    """Appends the events, each chunk of them in one transaction.

    With an idempotency key each chunk keeps its own answer, so that a retry finishes what a crash left. A turn of
    the user states what a user stated. Raises `SourceNotAllowed` for a token that may not assert that, `NotFound`,
    `SubjectDeleting`, `TaskCompleted`, `Malformed` and `TooLarge` (before anything is written), and `Unavailable`
    when the race for the session is lost `WritePolicy.attempts` times.
    """
    target = may_write(caller, scope)
    session_id = segment_id(session_id, "session_id")
    now = services.clock.now()
    if any(event.role is EventRole.USER for event in events):
        caller.may_assert(Source.USER_STATED)
    refuse_false_approvals(events)
    refuse_too_long(events, services.session_policy)
    refuse_secret_ids("event_id", (event.event_id for event in events))
    refuse_secret_ids("corrects", (id for event in events for id in event.corrects))
    clean, secret, found = _scanned(events)
    for kinds in found:
        note_blocked(services, caller, target, kinds)
    blocked = tuple(kind for kinds in found for kind in kinds)
    if not clean:
        return replace(_nothing_appended(services, target, session_id, secret, idempotency), blocked=blocked)
    answers: list[AppendAnswer] = []
    remaining = list(clean)
    for number, chunk in enumerate(chunks(clean, services.session_policy)):
        part = None if idempotency is None else idempotency.part(number)
        answers.append(_append(services, caller, target, session_id, chunk, remaining, now, part))
        remaining = remaining[len(chunk) :]
    return AppendAnswer(
        tuple(id for answer in answers for id in answer.accepted),
        tuple(id for answer in answers for id in answer.duplicates),
        (*secret, *(dropped for answer in answers for dropped in answer.dropped)),
        all(answer.replayed for answer in answers),
        blocked,
    )


def _nothing_appended(
    services: Services,
    target: Scope,
    session_id: str,
    secret: tuple[Dropped, ...],
    idempotency: IdempotencyKey | None,
) -> AppendAnswer:
    once = Once(services, None if idempotency is None else idempotency.part(0))
    answer = AppendAnswer((), (), secret)

    def keep() -> AppendAnswer:
        find_session(services, target, session_id)
        once.keep(_kept(answer))
        return answer

    return once.answer(keep, _replayed)


def _scanned(events: Sequence[NewEvent]) -> tuple[list[NewEvent], tuple[Dropped, ...], list[tuple[str, ...]]]:
    """Events that hold data which must not be stored in the clear are dropped before anything is stored; the others
    are appended. With the kinds that each of the dropped ones was found to hold."""
    clean, dropped, kinds = [], [], []
    for event in events:
        fields = {"content": event.content, "tool": event.tool, "speaker": event.speaker}
        if found := blocks(scan_fields({name: value for name, value in fields.items() if value})):
            dropped.append(Dropped(event.event_id, Sensitive.code))
            kinds.append(Sensitive.found(found).kinds)
        else:
            clean.append(event)
    return clean, tuple(dropped), kinds


def _append(
    services: Services,
    caller: Caller,
    target: Scope,
    session_id: str,
    chunk: Sequence[NewEvent],
    remaining: Sequence[NewEvent],
    now: datetime,
    idempotency: IdempotencyKey | None,
) -> AppendAnswer:
    """`left` are the chunk and the rest of the request: either all of them fit, or none is taken."""
    policy = services.session_policy

    def attempt() -> AppendAnswer:
        reading = _read(services, target, session_id, remaining, idempotency)
        if idempotency is not None:
            kept = idempotency.remembered(reading[idempotency.record_key], now)
            if kept is not None:
                return _replayed(kept)
        barrier = whole_barrier(services, reading[keys.barrier(target)])
        barrier.refuse_write(now)
        # No check in the change: completing the task ends the session, whose own guard fails then.
        refuse_in_completed_task(reading, target)
        session = session_in(reading[keys.session(target, session_id)], barrier, now, target)
        stored = _stored_ids(session, remaining, reading)
        deleted = deleted_events(services, session, remaining, _known(target, session_id, remaining, reading), barrier)
        append(session, [event for event in remaining if not deleted.cover(event, now)], stored, barrier, now, policy)
        dropped = tuple(Dropped(e.event_id, DeletedBefore.code) for e in chunk if deleted.cover(e, now))
        new = [event for event in chunk if not deleted.cover(event, now)]
        appended = append(session, new, stored, barrier, now, policy, actor=caller.principal)
        accepted = tuple(event.event_id for event in appended.events)
        answer = AppendAnswer(accepted, appended.duplicates, (*dropped, *appended.dropped))
        if appended.session.kept_until != session.kept_until:
            renew(services, appended.session)
        change = _put(appended, reading, policy)
        withdrawn = _withdrawal(services, appended)
        change |= withdrawn
        if idempotency is not None:
            change |= idempotency.remember(_kept(answer), reading, now)
        services.records.commit(change)
        if withdrawn.puts:
            ask_to_rebuild(services, session)
        ask_to_remember(services, caller, session, appended.session)
        every = policy.summary_turns
        if chunk[0].arrival is None and appended.session.count // every > session.count // every:
            ask_to_summarise(services, appended.session, every)
        return answer

    return Once(services, idempotency).answer(
        lambda: until_committed(attempt, policy.append_attempts, "too many writers of this session at once"), _replayed
    )


def _read(
    services: Services, target: Scope, session_id: str, events: Sequence[NewEvent], idempotency: IdempotencyKey | None
) -> Reading:
    wanted = [keys.session(target, session_id), keys.barrier(target), *task_keys(target)]
    wanted += [keys.event_id(target, session_id, event.event_id) for event in events if not event.id_is_new]
    if idempotency is not None:
        wanted.append(idempotency.record_key)
    reading = Reading.of(wanted, services.records.get(wanted))
    for event in events:
        if event.id_is_new:
            reading = reading.knowing_absent(keys.event_id(target, session_id, event.event_id))
    return reading


def _known(target: Scope, session_id: str, events: Sequence[NewEvent], reading: Reading) -> dict[str, Record | None]:
    ids = (event.event_id for event in events if not event.id_is_new)
    return {id: reading[keys.event_id(target, session_id, id)] for id in ids}


def _stored_ids(session: Session, events: Sequence[NewEvent], reading: Reading) -> frozenset[str]:
    at = {event.event_id: keys.event_id(session.scope, session.session_id, event.event_id) for event in events}
    return frozenset(id for id, key in at.items() if session_codec.holds_event(reading[key], session))


def _put(appended: Appended, reading: Reading, policy: SessionPolicy) -> Change:
    """Nothing if no event was taken: a duplicate does not prolong a session."""
    if not appended.events:
        return Change()
    session = appended.session
    change = session_codec.put_session(session, reading, policy)
    for event in appended.events:
        change |= session_codec.put_event(session, event, reading, policy)
    return change | barrier_checks(reading, session.scope, min(event.evidence_at for event in appended.events))


def _withdrawal(services: Services, appended: Appended) -> Change:
    """An event that corrects another withdraws the summary that may rest on it."""
    if not any(event.corrects for event in appended.events):
        return Change()
    session = appended.session
    head = keys.summary(session.scope, session.session_id, session.incarnation)
    return withdrawal(services, session, Reading.of([head], services.records.get([head])))


def _kept(answer: AppendAnswer) -> Attributes:
    return {
        "accepted": list(answer.accepted),
        "duplicates": list(answer.duplicates),
        "dropped": [[dropped.event_id, dropped.code] for dropped in answer.dropped],
    }


def _replayed(kept: Mapping[str, Any]) -> AppendAnswer:
    dropped = tuple(Dropped(event_id, code) for event_id, code in kept["dropped"])
    return AppendAnswer(tuple(kept["accepted"]), tuple(kept["duplicates"]), dropped, replayed=True)
