"""What becomes of the events of a request: each is taken, known already, or dropped, and the session grows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.deletion.barrier import Barrier
from shared.domain.errors import DeletedBefore, Malformed, TooLarge
from shared.domain.memories.memory import Importance
from shared.domain.sessions.chatter import is_chatter
from shared.domain.sessions.session import (
    BINDING,
    Arrival,
    Event,
    EventKind,
    EventRole,
    NewEvent,
    Session,
    SessionPolicy,
    beyond_beginning,
)
from shared.language.speech.spoken_constraints import spoken_constraints


def refuse_false_approvals(events: Sequence[NewEvent]) -> None:
    """Raises `Malformed` for an approval that no person gave: an agent, a tool or a prompt can only report one."""
    for place, event in enumerate(events):
        if event.kind is EventKind.APPROVAL and event.role is not EventRole.USER:
            raise Malformed.field(f"events.{place}.kind", "can be approval for the role user only")


@dataclass(frozen=True, slots=True)
class Dropped:
    """An event that was not taken, and the code of the refusal."""

    event_id: str
    code: str


@dataclass(frozen=True, slots=True)
class Appended:
    """What becomes of the events of a request: each is accepted, a duplicate, or dropped."""

    session: Session
    events: tuple[Event, ...] = ()
    duplicates: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()


def append(
    session: Session,
    events: Sequence[NewEvent],
    stored_ids: frozenset[str],
    barrier: Barrier,
    now: datetime,
    policy: SessionPolicy,
    actor: str | None = None,
) -> Appended:
    """The session with the events after its last. `stored_ids`: those of their ids that the session has already.

    An id that is there, or came earlier in the request, is a duplicate, whatever its content. What arose before the
    owner's deletion is dropped, the rest goes on. Raises `SubjectDeleting` while a deletion of the owner runs, and
    `TooLarge` when the session would outgrow the policy.
    """
    seen, sequence = set(stored_ids), session.next_sequence
    taken: list[Event] = []
    duplicates: list[str] = []
    dropped: list[Dropped] = []
    for new in events:
        if new.event_id in seen:
            duplicates.append(new.event_id)
            continue
        event = _recorded(new, sequence, now, actor, policy)
        try:
            barrier.refuse_write(event.evidence_at)
        except DeletedBefore as refusal:
            dropped.append(Dropped(new.event_id, refusal.code))
            continue
        seen.add(new.event_id)
        taken.append(event)
        sequence = event.sequence + 1
    if session.count + len(taken) > policy.max_events:
        raise TooLarge(f"a session holds at most {policy.max_events:,} events")
    grown = _grown(session, taken, policy)
    if grown.long_bytes > max(session.long_bytes, policy.max_long_bytes):
        raise TooLarge(f"a session holds at most {policy.max_long_bytes:,} bytes of what its long events go on with")
    return Appended(grown, tuple(taken), tuple(duplicates), tuple(dropped))


def _recorded(new: NewEvent, sequence: int, now: datetime, actor: str | None, policy: SessionPolicy) -> Event:
    in_parts = new.role is EventRole.USER and beyond_beginning(new.content, policy) > 0
    came = new.arrival or Arrival(sequence, now, actor)
    return Event(
        event_id=new.event_id,
        sequence=max(sequence, came.sequence),
        role=new.role,
        content=new.content,
        occurred_at=new.occurred_at or now,
        recorded_at=min(came.recorded_at, now),
        speaker=new.speaker,
        tool=new.tool,
        importance=new.importance,
        kind=new.kind,
        corrects=new.corrects,
        actor=came.actor,
        bound=spoken_constraints(new.content) if in_parts else (),
    )


def _grown(session: Session, events: Sequence[Event], policy: SessionPolicy) -> Session:
    if not events:
        return session
    starts = (*session.turn_starts, *(event.sequence for event in events if event.role is EventRole.USER))
    marked = tuple(event.sequence for event in events if event.importance is not Importance.NORMAL)
    binding = tuple(event.sequence for event in events if event.kind in BINDING or event.corrects or event.constraints)
    arrived = max(event.recorded_at for event in events)
    last = arrived if session.last_event_at is None else max(arrived, session.last_event_at)
    return replace(
        session,
        updated_at=last,
        last_event_at=last,
        next_sequence=events[-1].sequence + 1,
        count=session.count + len(events),
        turn_starts=starts[-policy.turns :],
        important=(*session.important, *marked)[-policy.important :],
        binding=(*session.binding, *binding)[-policy.binding :],
        opening=_opening(session, events),
        kept_until=_kept_until(session, last, policy),
        long_bytes=session.long_bytes + sum(beyond_beginning(event.content, policy) for event in events),
    )


def _opening(session: Session, events: Sequence[Event]) -> int | None:
    """A greeting opens nothing."""
    if session.opening != 0:
        return session.opening
    said = (event.sequence for event in events if event.role is EventRole.USER and not is_chatter(event.content))
    return next(said, 0)


def _kept_until(session: Session, last: datetime, policy: SessionPolicy) -> datetime:
    life = policy.life(session.ttl)
    return session.kept_until if session.kept_until >= last + life else last + 2 * life


def chunks(events: Sequence[NewEvent], policy: SessionPolicy) -> list[tuple[NewEvent, ...]]:
    """The events in order, split into what one transaction can hold. The same request always splits the same way."""
    found: list[list[NewEvent]] = []
    records = size = 0
    for event in events:
        needed = 2 + -(-beyond_beginning(event.content, policy) // (policy.part_bytes - 3))
        if not found or records + needed > policy.chunk_records or size + event.size > policy.chunk_bytes:
            found.append([])
            records = size = 0
        found[-1].append(event)
        records += needed
        size += event.size
    return [tuple(chunk) for chunk in found]
