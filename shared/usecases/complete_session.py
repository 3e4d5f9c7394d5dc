"""Completing a session: its marked events become memories, each through the pipeline of every write.

A completion covers the events up to the last one that was there when it began, and keeps what became of each in the
transaction that promoted it. So it can be asked again: after a crash it goes on where it stopped, after its end it
gives the same answer. Events that arrive later make the next completion another one, about them alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from shared.domain.access import acts_for, may_write, opens
from shared.domain.errors import DeletedBefore, MemoryServiceError, NotFound, SubjectDeleting, Unavailable
from shared.domain.events import Event, Session
from shared.domain.identity import Caller
from shared.domain.memories import Importance
from shared.domain.promotion import (
    LESSON,
    TURNS_BEFORE,
    Promotion,
    background_of,
    corrected_ids,
    promotion_of,
    source_of,
)
from shared.domain.scopes import Scope, segment_id
from shared.records import codec, keys, session_codec
from shared.records.idempotency import IdempotencyKey
from shared.records.memory_change import Author
from shared.records.model import Absent, Attributes, Change, CheckFailed, Key, Present, Record, Table
from shared.records.reading import Reading
from shared.usecases.admission import WriteCommand, admitted
from shared.usecases.barriers import barrier_checks
from shared.usecases.extraction import ask_to_extract
from shared.usecases.services import Services
from shared.usecases.sessions import session_in
from shared.usecases.write_change import Written
from shared.usecases.write_memory import WriteAnswer, kept_answer, remember, replayed

# A promotion takes some 100 to 200 ms on AWS and a call has 29 s: what is left goes on with the next call.
PROMOTIONS_A_CALL = 80
# An answer holds 6 MB. Memories beyond so many are answered by outcome alone, and listed like any other.
SHOWN = 150
_PAGE = 200


@dataclass(frozen=True, slots=True)
class RefusedEvent:
    """`event_id` is `None` for the lesson."""

    event_id: str | None
    code: str


@dataclass(frozen=True, slots=True)
class Completed:
    """`released`: how many events stay in the session and end with it."""

    promoted: tuple[WriteAnswer, ...]
    refused: tuple[RefusedEvent, ...]
    released: int
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Completion:
    """The `number`th completion of the session: it covers the events after `after` up to `through`."""

    number: int
    after: int
    through: int
    done: bool = False
    released: int = 0


@dataclass(frozen=True, slots=True)
class _Step:
    """One thing to promote, and the events whose word it is."""

    key: Key
    command: WriteCommand
    event: Event | None = None


class _DoneMeanwhile(Exception):
    """Another call promoted it first."""


def complete_session(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    session_id: str,
    *,
    outcome: str | None = None,
    lesson: str | None = None,
    idempotency: IdempotencyKey | None = None,
) -> Completed:
    """Raises `NotFound`, `SubjectDeleting`, and `Unavailable` when it could not be finished in this call: what was
    promoted stays, and the same call goes on with the rest."""
    target = may_write(caller, scope)
    session, completion, again = _begun(services, target, segment_id(session_id, "session_id"), idempotency)
    if not completion.done:
        events = list(_events(services, session, completion))
        promoted = _promote(services, caller, session, completion, events, outcome, lesson)
        ask_to_extract(services, caller, session, completion.after, completion.through)
        completion = replace(completion, done=True, released=len(events) - promoted)
        _finish(services, session, completion, idempotency)
    return _answer(services, caller, session, completion, again)


def _begun(
    services: Services, target: Scope, session_id: str, idempotency: IdempotencyKey | None
) -> tuple[Session, Completion, bool]:
    """The completion that is to be done or told, and whether it is told again to a retry."""
    wanted = [keys.session(target, session_id), keys.barrier(target)]
    if idempotency is not None:
        wanted.append(idempotency.record_key)
    for _ in range(services.write_policy.attempts):
        now = services.clock.now()
        reading = Reading.of(wanted, services.records.get(wanted))
        barrier = codec.barrier(reading[keys.barrier(target)])
        session = session_in(reading[keys.session(target, session_id)], barrier, now, target)
        if idempotency is not None:
            kept = idempotency.remembered(reading[idempotency.record_key], now)
            if kept is not None:
                done = _told(kept)
                return session, done, True
        barrier.refuse_write(now)
        key = keys.completion(target, session_id, session.incarnation)
        reading |= Reading.of([key], services.records.get([key]))
        known, last = _completion(reading[key]), session.next_sequence - 1
        if known is not None and (not known.done or known.through == last):
            return session, known, False
        completion = Completion(1, 0, last) if known is None else Completion(known.number + 1, known.through, last)
        change = _put(services, session, completion, reading) | barrier_checks(reading, target, now)
        change |= Change(checks=(Present(keys.session(target, session_id)),))
        try:
            services.records.commit(change)
        except CheckFailed:
            continue
        return session, completion, False
    raise Unavailable("too many writers of this session at once")


def _completion(record: Record | None) -> Completion | None:
    if record is None:
        return None
    a = cast("Mapping[str, Any]", record.attributes)
    return replace(_told(a), done=a["done"])


def _told(kept: Mapping[str, Any]) -> Completion:
    return Completion(kept["number"], kept["after"], kept["through"], done=True, released=kept["released"])


def _attributes(completion: Completion) -> dict[str, int]:
    return {
        "number": completion.number,
        "after": completion.after,
        "through": completion.through,
        "released": completion.released,
    }


def _put(services: Services, session: Session, completion: Completion, reading: Reading) -> Change:
    attributes: Attributes = {
        **_attributes(completion),
        "done": completion.done,
        "recorded_at": services.clock.now().isoformat(),
    }
    key = keys.completion(session.scope, session.session_id, session.incarnation)
    return reading.put(key, attributes, expires_at=session.ends_at + services.session_policy.store_grace)


def _events(services: Services, session: Session, completion: Completion) -> Iterator[Event]:
    prefix = keys.incarnation_prefix(session.session_id, session.incarnation)
    after: str | None = f"{prefix}{completion.after:010d}"
    while after is not None:
        page = services.records.page(
            Table.SESSIONS, keys.path(session.scope.owner), sk_prefix=prefix, after=after, limit=_PAGE
        )
        for record in page.records:
            event = session_codec.event(record)
            if event.sequence > completion.through:
                return
            if event.event_id not in session.withheld:
                yield event
        after = page.next_after


def _promote(
    services: Services,
    caller: Caller,
    session: Session,
    completion: Completion,
    events: list[Event],
    outcome: str | None,
    lesson: str | None,
) -> int:
    """How many events became memories, those of earlier calls among them."""
    known = {record.key: record for record in _steps(services, session, completion)}
    promoted = sum("refused" not in r.attributes and r.attributes["event_id"] is not None for r in known.values())
    at_work = 0
    for step in _todo(session, completion, events, outcome, lesson):
        if step.key in known:
            continue
        if at_work == PROMOTIONS_A_CALL:
            raise Unavailable("the session has more to promote than fits into one call: ask again", retry_after_s=1)
        at_work += 1
        promoted += _promote_one(services, caller, session, step) and step.event is not None
    return promoted


def _todo(
    session: Session, completion: Completion, events: list[Event], outcome: str | None, lesson: str | None
) -> Iterator[_Step]:
    corrected = corrected_ids(events)
    metadata = {} if outcome is None else {"outcome": outcome}
    for place, event in enumerate(events):
        promotion = None if event.event_id in corrected else promotion_of(event)
        if promotion is None:
            continue
        yield _Step(
            _step_key(session, completion, f"{event.sequence:010d}"),
            _command(session, event, promotion, events[max(0, place - 4 * TURNS_BEFORE) : place], metadata),
            event,
        )
    if lesson is not None:
        key = _step_key(session, completion, "~lesson")
        command = WriteCommand(
            content=lesson,
            type=LESSON.type,
            scope=session.scope,
            source=LESSON.source,
            importance=Importance.HIGH,
            source_event_ids=(source_of(session.session_id),),
            metadata=metadata,
        )
        yield _Step(key, command)


def _command(
    session: Session, event: Event, promotion: Promotion, before: list[Event], metadata: Mapping[str, object]
) -> WriteCommand:
    return WriteCommand(
        content=event.content,
        type=promotion.type,
        scope=session.scope,
        source=promotion.source,
        importance=event.importance,
        observed_at=event.occurred_at,
        source_event_ids=(source_of(session.session_id, event.event_id),),
        background=background_of(session.session_id, event, before),
        metadata=metadata,
    )


def _promote_one(services: Services, caller: Caller, session: Session, step: _Step) -> bool:
    """Whether a memory stands for it now. A refusal is kept as well: the same call gets the same answer."""
    event_id = None if step.event is None else step.event.event_id
    guarded = [keys.session(session.scope, session.session_id)]
    if step.event is not None:
        guarded.append(keys.event(session.scope, session.session_id, session.incarnation, step.event.sequence))

    def noted(written: Written) -> Change:
        """What became of it, in the same transaction; not without the event, whose deletion may come first."""
        done, *there = services.records.get([step.key, *guarded])
        if done is not None:
            raise _DoneMeanwhile
        if None in there:
            raise DeletedBefore("the event was deleted meanwhile")
        checks: tuple[Absent | Present, ...] = (Absent(step.key), *map(Present, guarded))
        return _note(services, session, step, {**kept_answer(written), "event_id": event_id}, checks)

    try:
        newcomer = admitted(services, caller, step.command)
        author = Author(caller.principal, acts_for(caller, newcomer.scope), newcomer.recorded_at)
        remember(services, newcomer, author, also=noted)
    except _DoneMeanwhile:
        return True
    except (Unavailable, SubjectDeleting):
        raise
    except MemoryServiceError as refusal:
        kept: Attributes = {"refused": refusal.code, "event_id": event_id}
        try:
            services.records.commit(_note(services, session, step, kept, (Absent(step.key), Present(guarded[0]))))
        except CheckFailed:
            if services.records.get(guarded[:1]) == [None]:
                raise NotFound("there is no such session in this scope") from None
        return False
    return True


def _note(
    services: Services, session: Session, step: _Step, kept: Attributes, checks: tuple[Absent | Present, ...]
) -> Change:
    attributes = {**kept, "recorded_at": services.clock.now().isoformat()}
    expires_at = session.ends_at + services.session_policy.store_grace
    return Change(puts=(Record(step.key, attributes, expires_at=expires_at),), checks=checks)


def _finish(services: Services, session: Session, completion: Completion, idempotency: IdempotencyKey | None) -> None:
    """Whoever is first has finished it: all of them have found the same."""
    key = keys.completion(session.scope, session.session_id, session.incarnation)
    wanted = [key] if idempotency is None else [key, idempotency.record_key]
    for _ in range(services.write_policy.attempts):
        reading = Reading.of(wanted, services.records.get(wanted))
        known = _completion(reading[key])
        if known is None:
            raise NotFound("there is no such session in this scope")
        change = Change()
        if not known.done and known.through == completion.through:
            change |= _put(services, session, completion, reading)
        if idempotency is not None:
            change |= idempotency.remember(_attributes(completion), reading, services.clock.now())
        try:
            services.records.commit(change)
        except CheckFailed:
            continue
        return
    raise Unavailable("too many writers of this session at once")


def _steps(services: Services, session: Session, completion: Completion) -> Iterator[Record]:
    """What is known of this completion's events, in their order, the lesson last."""
    first = _step_key(session, completion, "")
    after: str | None = first.sk
    while after is not None:
        page = services.records.page(first.table, first.pk, sk_prefix=first.sk, after=after, limit=_PAGE)
        yield from page.records
        after = page.next_after


def _step_key(session: Session, completion: Completion, step: str) -> Key:
    place = (session.scope, session.session_id, session.incarnation)
    return keys.completion_step(*place, f"{completion.number:06d}#{step}")


def _answer(services: Services, caller: Caller, session: Session, completion: Completion, again: bool) -> Completed:
    """From what was kept, with the memories as they are now."""
    promoted: list[WriteAnswer] = []
    refused: list[RefusedEvent] = []
    for record in _steps(services, session, completion):
        kept = cast("Mapping[str, Any]", record.attributes)
        if "refused" in kept:
            refused.append(RefusedEvent(kept["event_id"], kept["refused"]))
            continue
        answer = replayed(services, kept)
        shown = len(promoted) < SHOWN and answer.memory is not None and opens(caller, answer.memory)
        promoted.append(answer if shown else replace(answer, memory=None))
    return Completed(tuple(promoted), tuple(refused), completion.released, again)
