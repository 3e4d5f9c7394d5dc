"""Which parts of a session become memories, one step for each event, and the outcome of each: kept in the
transaction of its promotion, so that a later call knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import acts_for
from shared.domain.errors import (
    DeletedBefore,
    MemoryLimitReached,
    MemoryServiceError,
    NotFound,
    SubjectDeleting,
    TooLarge,
    Unavailable,
)
from shared.domain.extraction.event_promotion import (
    LESSON,
    TURNS_BEFORE,
    Promotion,
    background_of,
    corrected_ids,
    promotion_of,
    source_of,
)
from shared.domain.extraction.turn_reading import TurnReading
from shared.domain.memories.memory import Importance, content_hash
from shared.domain.sessions.long_content import MAX_PASSAGE, is_document, passages
from shared.domain.sessions.session import Event, Session
from shared.records import keys
from shared.records.memories.memory_change import Author
from shared.records.store.record import Absent, Attributes, Change, CheckFailed, Key, Present, Record
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.services import Services
from shared.usecases.sessions.completion_record import Completion
from shared.usecases.writing.admission import WriteCommand, admitted
from shared.usecases.writing.commit import Written
from shared.usecases.writing.write_memory import kept_answer, remember

_PAGE = 200


@dataclass(frozen=True, slots=True)
class Step:
    """One statement to promote, and the event that said it; a lesson has none. `refusal`: why it cannot be promoted."""

    key: Key
    command: WriteCommand
    event: Event | None = None
    refusal: MemoryServiceError | None = None


class _DoneMeanwhile(Exception):
    """Another call promoted it first."""


def steps_taken(services: Services, session: Session, completion: Completion) -> Iterator[Record]:
    """The known outcomes of this completion's events, in their order, the lesson last."""
    first = _step_key(session, completion, "")
    after: str | None = first.sk
    while after is not None:
        page = services.records.page(first.table, first.pk, sk_prefix=first.sk, after=after, limit=_PAGE)
        yield from page.records
        after = page.next_after


def steps_left(
    session: Session,
    completion: Completion,
    events: Sequence[Event],
    taken: frozenset[Key],
    outcome: str | None,
    lesson: str | None,
    reading_of: Callable[[Event], TurnReading | None],
    corrected: frozenset[str] = frozenset(),
) -> Iterator[Step]:
    """The events still to be promoted, in their order, the lesson last. `events`: all of the completion's, or the
    first of them; `corrected`: which of these a later one corrects."""
    corrected = corrected | corrected_ids(events)
    metadata = {} if outcome is None else {"outcome": outcome}
    for place, event in enumerate(events):
        key = _step_key(session, completion, f"{event.sequence:010d}")
        if event.event_id in corrected or (key in taken and not _may_be_long(event)):
            continue
        if is_document(event.content):
            yield from _refused(key, session, event, taken)
            continue
        before = events[max(0, place - 4 * TURNS_BEFORE) : place]
        promotion = promotion_of(event, reading_of(event), before)
        if promotion is not None:
            steps = _steps(key, _command(session, event, promotion, before, metadata), event)
            yield from (step for step in steps if step.key not in taken)
    key = _step_key(session, completion, f"~lesson#{content_hash(lesson or '')}")
    if lesson is not None and key not in taken:
        command = WriteCommand(
            content=lesson,
            type=LESSON.type,
            scope=session.scope,
            source=LESSON.source,
            importance=Importance.HIGH,
            source_event_ids=(source_of(session.session_id),),
            metadata=metadata,
        )
        yield Step(key, command)


def _may_be_long(event: Event) -> bool:
    return len(event.content) > MAX_PASSAGE


def _refused(key: Key, session: Session, event: Event, taken: frozenset[Key]) -> Iterator[Step]:
    """A document, which would have been promoted by its beginning."""
    promotion = promotion_of(replace(event, content=event.content[:MAX_PASSAGE]))
    if promotion is not None and key not in taken:
        refusal = TooLarge("an event of this length is a document and becomes no memory")
        yield Step(key, _command(session, event, promotion, (), {}), event, refusal)


def _steps(key: Key, command: WriteCommand, event: Event) -> Iterator[Step]:
    """One statement, or one for each passage of an event that is longer than a memory; an event that is too long
    even for that is refused as a whole."""
    try:
        texts = passages(command.content) if _may_be_long(event) else [command.content]
    except TooLarge as refusal:
        yield Step(key, command, event, refusal)
        return
    for number, text in enumerate(texts, 1):
        at = key if number == 1 else Key(key.table, key.pk, f"{key.sk}#{number:02d}")
        part = {"part": number, "parts": len(texts)} if len(texts) > 1 else {}
        yield Step(at, replace(command, content=text, metadata={**command.metadata, **part}), event)


def _command(
    session: Session, event: Event, promotion: Promotion, before: Sequence[Event], metadata: Mapping[str, object]
) -> WriteCommand:
    return WriteCommand(
        content=promotion.text,
        type=promotion.type,
        scope=session.scope,
        source=promotion.source,
        importance=event.importance,
        observed_at=event.occurred_at,
        source_event_ids=(source_of(session.session_id, event.event_id),),
        background=background_of(session.session_id, event, before),
        metadata=metadata,
        trust=promotion.trust,
        binding=promotion.binding,
    )


def promote(services: Services, caller: Caller, session: Session, step: Step) -> bool:
    """Whether there is a memory of it now. A refusal is kept as well: the same call gets the same answer. Raises
    `MemoryLimitReached`: there may be room later, and what is refused is lost with the session."""
    event_id = None if step.event is None else step.event.event_id
    guarded = [keys.session(session.scope, session.session_id)]
    if step.event is not None:
        guarded.append(keys.event(session.scope, session.session_id, session.incarnation, step.event.sequence))

    def noted(written: Written) -> Change:
        """The outcome, in the same transaction; it needs the event, whose deletion may come first. That transaction
        checks the barrier too: a session that is being deleted is one whatever its host's clock says of its events."""
        done, barrier, *there = services.records.get([step.key, keys.barrier(session.scope), *guarded])
        if done is not None:
            raise _DoneMeanwhile
        known = whole_barrier(services, barrier)
        if None in there or known.hides_session(session.session_id, session.scope, session.epoch):
            raise DeletedBefore("the event was deleted meanwhile")
        checks: tuple[Absent | Present, ...] = (Absent(step.key), *map(Present, guarded))
        return _note(services, session, step, {**kept_answer(written), "event_id": event_id}, checks)

    try:
        if step.refusal is not None:
            raise step.refusal
        incoming = admitted(services, caller, step.command)
        author = Author(caller.principal, acts_for(caller, incoming.scope), incoming.recorded_at)
        remember(services, incoming, author, also=noted)
    except _DoneMeanwhile:
        return True
    except (Unavailable, SubjectDeleting, MemoryLimitReached):
        raise
    except MemoryServiceError as refusal:
        kept: Attributes = {"refused": refusal.code, "event_id": event_id}
        try:
            note = _note(services, session, step, kept, (Absent(step.key), Present(guarded[0])))
            services.records.commit(note.in_epoch(keys.path(session.scope.owner), session.epoch))
        except CheckFailed:
            if services.records.get(guarded[:1]) == [None]:
                raise NotFound("there is no such session in this scope") from None
        return False
    return True


def _note(
    services: Services, session: Session, step: Step, kept: Attributes, checks: tuple[Absent | Present, ...]
) -> Change:
    attributes = {**kept, "recorded_at": services.clock.now().isoformat()}
    expires_at = session.kept_until + services.session_policy.store_grace
    return Change(puts=(Record(step.key, attributes, expires_at=expires_at),), checks=checks)


def _step_key(session: Session, completion: Completion, step: str) -> Key:
    place = (session.scope, session.session_id, session.incarnation)
    return keys.completion_step(*place, f"{completion.number:06d}#{step}")
