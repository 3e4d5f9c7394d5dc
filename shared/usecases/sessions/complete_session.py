"""Completing a session: its marked events and what the user stated become memories, each through the pipeline of every
write.

A completion covers the events up to the last one that existed when it began, and keeps the outcome of each in the
transaction that promoted it. So the call can be repeated: after a crash, or when a call's time was over, it goes on
where it stopped; after its end it gives the same answer. Events that arrive later belong to the next completion
alone. While the embedder does not answer, turns are read by their words, and memories get their vectors when it answers
again. A lesson that comes after the end is promoted beside the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_write, opens
from shared.domain.errors import Sensitive, Unavailable
from shared.domain.extraction.turn_reading import Remember
from shared.domain.scopes import Scope, segment_id
from shared.domain.sessions.session import Event, Session
from shared.language.secrets.secret_scan import blocks, scan_fields
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.store.record import Attributes, Record, Table
from shared.usecases.blocked_writes import noting_blocks
from shared.usecases.known_vectors import letting_vectors_follow
from shared.usecases.once import Kept, Once
from shared.usecases.remembering.turn_readings import TurnReadings
from shared.usecases.services import Services
from shared.usecases.sessions.completion_record import Completion, begun, finish
from shared.usecases.sessions.extract import ask_to_extract
from shared.usecases.sessions.list_events import stored_events
from shared.usecases.sessions.promote_events import promote, steps_left, steps_taken
from shared.usecases.sessions.withdraw_corrected import withdraw_corrected
from shared.usecases.writing.write_memory import WriteAnswer, outcome_again, replayed

# A promotion takes some 100 to 200 ms on AWS and a call has 29 s: the next call does the rest.
PROMOTIONS_A_CALL = 80
# No promotion is begun that would end later than this if it took as long as the slowest before it. The gateway and the
# client give up after 30 s, the function after 29; the packaged embedder takes up to 16 s for one text of 10,000
# characters.
TIME_A_CALL = timedelta(seconds=25)
# An answer holds 6 MB. Beyond this many memories it gives only the outcomes; the memories are in the list like any
# other.
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


def complete_session(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    session_id: str,
    *,
    outcome: str | None = None,
    lesson: str | None = None,
    idempotency: IdempotencyKey | None = None,
    until: datetime | None = None,
) -> Completed:
    """`until`: when the call's time is over, where it is part of another. Raises `NotFound`, `SubjectDeleting`,
    `Sensitive` for a secret in the outcome, and `Unavailable` when it could not be finished in this call: promoted
    memories stay, and the same call, repeated, goes on with the rest."""
    until = until or services.clock.now() + TIME_A_CALL
    target, id = may_write(caller, scope), segment_id(session_id, "session_id")
    refuse_secret_outcome(services, caller, target, outcome)
    once = Once(services, idempotency)
    promoting = letting_vectors_follow(services)

    def complete() -> Completed:
        session, completion = begun(services, target, id, once, caller.principal)
        was_done = completion.done
        if not was_done:
            events = list(_events(services, session, completion))
            withdraw_corrected(promoting, caller, session, events)
            promoted = _promote(promoting, caller, session, completion, events, outcome, lesson, until)
            ask_to_extract(services, caller, session, completion.after, completion.through)
            completion = replace(completion, done=True, released=len(events) - promoted)
        elif lesson is not None:
            _promote(promoting, caller, session, completion, [], outcome, lesson, until)
        steps = [_kept_step(record) for record in steps_taken(services, session, completion)]
        if not was_done or lesson is not None or idempotency is not None:
            finish(services, session, completion, once, steps)
        return _answer(services, caller, steps, session.scope.path, completion.released)

    def again(kept: Kept) -> Completed:
        steps = [step for part in once.read_beside(kept["parts"]) for step in part["steps"]]
        return replace(_answer(services, caller, steps, kept["scope"], kept["released"]), replayed=True)

    return once.answer(complete, again)


def refuse_secret_outcome(services: Services, caller: Caller, target: Scope, outcome: str | None) -> None:
    """It is kept with every memory that is promoted: each of them would be refused for it, and its event be lost.
    Raises `Sensitive`."""
    found = blocks(scan_fields({} if outcome is None else {"outcome": outcome}))
    if found:
        with noting_blocks(services, caller, target):
            raise Sensitive.found(found)


def _events(services: Services, session: Session, completion: Completion) -> Iterator[Event]:
    prefix = keys.incarnation_prefix(session.session_id, session.incarnation)
    after: str | None = f"{prefix}{completion.after:010d}"
    while after is not None:
        page = services.records.page(
            Table.SESSIONS, keys.path(session.scope.owner), sk_prefix=prefix, after=after, limit=_PAGE
        )
        for event in stored_events(services, session, page.records):
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
    until: datetime,
) -> int:
    """How many events became memories, with those of earlier calls. However late it is, one is promoted, so that
    every call makes progress."""
    known = {record.key: record for record in steps_taken(services, session, completion)}
    promoted = {r.attributes["event_id"] for r in known.values() if "refused" not in r.attributes}
    slowest, now = timedelta(0), services.clock.now()
    services = services.in_one_run()
    readings = TurnReadings(services, session, events if services.remember is Remember.STATEMENTS else (), until)
    left = steps_left(session, completion, events, frozenset(known), outcome, lesson, readings.of)
    for at_work, step in enumerate(left):
        if at_work == PROMOTIONS_A_CALL or (at_work and now + slowest >= until):
            raise Unavailable("the session has more to promote than fits into one call: ask again", retry_after_s=1)
        if promote(services, caller, session, step) and step.event is not None:
            promoted.add(step.event.event_id)
        began, now = now, services.clock.now()
        slowest = max(slowest, now - began)
    return len(promoted - {None})


def _kept_step(record: Record) -> Attributes:
    """Without the session's scope, which all of them have."""
    return {name: value for name, value in record.attributes.items() if name not in ("scope", "recorded_at")}


def _answer(services: Services, caller: Caller, steps: Sequence[Kept], scope: str, released: int) -> Completed:
    """From what was kept, with the memories as they are now."""
    promoted: list[WriteAnswer] = []
    refused: list[RefusedEvent] = []
    for step in steps:
        kept = {**step, "scope": scope}
        if "refused" in kept:
            refused.append(RefusedEvent(kept["event_id"], kept["refused"]))
            continue
        answer = replayed(services, kept) if len(promoted) < SHOWN else outcome_again(kept)
        shown = answer.memory is not None and opens(caller, answer.memory)
        promoted.append(answer if shown else replace(answer, memory=None))
    return Completed(tuple(promoted), tuple(refused), released)
