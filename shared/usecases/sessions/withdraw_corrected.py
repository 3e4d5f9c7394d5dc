"""An event that corrects one of an earlier completion. A memory that rests on the corrected event alone ends before
the correcting event is promoted, as if it had never been written: the memory that it superseded becomes current
again, unless the correction states another value of the same. A memory with further sources stays, and so does one
that a person has confirmed since. The result is the same however often this is done: a completion that broke off
comes here again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import acts_for
from shared.domain.audit.chain import AuditAction
from shared.domain.deletion.selectors import Mark, Selector, SelectorKind
from shared.domain.extraction.event_promotion import source_of
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import ENDED, Memory, Status
from shared.domain.scopes import Scope
from shared.domain.sessions.event_corrections import corrects
from shared.domain.sessions.session import Event, EventRole, Session
from shared.language.comparison.replacement import states_otherwise
from shared.records import keys
from shared.records.memories.memory_change import Author, Free, audited, pointer_keys
from shared.records.sessions import session_codec
from shared.records.store.reading import Reading
from shared.records.store.record import Table
from shared.usecases.barrier.check import barrier_checks, visible
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.memories.make_current import make_current
from shared.usecases.removal.reinstate_superseded import reinstate
from shared.usecases.removal.release_disputes import release
from shared.usecases.retry import until_committed
from shared.usecases.services import Services

BECAUSE = "corrected"
_EDGES = 50


def withdraw_corrected(services: Services, caller: Caller, session: Session, events: Sequence[Event]) -> None:
    """`events`: those of one completion, which handles corrections among themselves, unless a session is so long
    that some of them were remembered before (`leaving_turns`). Raises `Unavailable` when the race for a memory is
    lost `WritePolicy.attempts` times."""
    for corrector, corrected in _corrections(services, session, events):
        for place, memory_id in _citing(services, session, corrected):
            _end(services, caller, session, corrector, corrected, place, memory_id)


def corrected_later(services: Services, session: Session, events: Sequence[Event]) -> frozenset[str]:
    """Ids of these events that an event after the last of them corrects, as far back as the session keeps track of
    corrections."""
    last = max((event.sequence for event in events), default=0)
    later = [sequence for sequence in session.binding if sequence > last]
    at = [keys.event(session.scope, session.session_id, session.incarnation, sequence) for sequence in later]
    found = [session_codec.event(record) for record in (services.records.get(at) if at else []) if record is not None]
    standing = [event for event in found if event.event_id not in session.withheld]
    there = {event.event_id: event for event in events}
    return frozenset(id for event in standing for id in event.corrects if id in there and corrects(event, there[id]))


def _corrections(services: Services, session: Session, events: Sequence[Event]) -> Iterator[tuple[Event, Event]]:
    """Each of the events that corrects one that may have been remembered, with the corrected event as it is stored."""
    long = session.next_sequence - 1 > services.session_policy.window
    own = frozenset() if long else {event.event_id for event in events}
    named = [(event, id) for event in events for id in dict.fromkeys(event.corrects) if id not in own]
    if not named:
        return
    place = (session.scope, session.session_id)
    pointers = services.records.get([keys.event_id(*place, id) for _, id in named])
    known = [
        (event, keys.event(*place, session.incarnation, cast("int", pointer.attributes["sequence"])))
        for (event, _), pointer in zip(named, pointers, strict=True)
        if session_codec.holds_event(pointer, session) and pointer is not None
    ]
    records = services.records.get([key for _, key in known]) if known else []
    for (event, _), record in zip(known, records, strict=True):
        if record is not None and corrects(event, (corrected := session_codec.event(record))):
            yield event, corrected


def _citing(services: Services, session: Session, event: Event) -> Iterator[tuple[Scope, str]]:
    """Memories of the session's scope, or below it, to which an edge leads from the event."""
    after: str | None = None
    prefix = keys.edge_prefix(source_of(session.session_id, event.event_id))
    while True:
        page = services.records.page(
            Table.MEMORIES, keys.path(session.scope.owner), sk_prefix=prefix, after=after, limit=_EDGES
        )
        for edge in page.records:
            place = Scope.parse(str(edge.attributes["scope"]))
            if "kind" not in edge.attributes and session.scope.contains(place):
                yield place, str(edge.attributes["memory_id"])
        after = page.next_after
        if after is None:
            return


def _end(
    services: Services,
    caller: Caller,
    session: Session,
    corrector: Event,
    corrected: Event,
    place: Scope,
    memory_id: str,
) -> None:
    def kept_out(other: Memory) -> bool:
        return states_otherwise(corrector.content, other.content)

    current = keys.current(place, memory_id)
    wanted = [current, keys.barrier(place), keys.salt(place)]

    def attempt() -> None:
        now = services.clock.now()
        author = Author(caller.principal, acts_for(caller, place), now)
        reading = Reading.of(wanted, services.records.get(wanted))
        barrier, salt = whole_barrier(services, reading[wanted[1]]), reading[wanted[2]]
        memory = visible(reading[current], barrier, now)
        if memory is None or salt is None or not _falls(memory, session, corrector, corrected):
            return
        if memory.status is Status.PENDING_REVIEW:
            release(services, memory, author)
        reinstate(services, None, memory, None, author, kept_out=kept_out)
        pointers = pointer_keys(memory)
        reading |= Reading.of(pointers, services.records.get(pointers))
        until = max(memory.valid_from, corrector.evidence_at)
        ended = replace(
            memory,
            status=Status.SUPERSEDED,
            valid_to=until if memory.valid_to is None else min(memory.valid_to, until),
            conflicts_with=(),
            ending=replace(memory.ending, at=now, because=BECAUSE),
            updated_at=now,
        )
        ended, trail = audited(ended, AuditAction.SUPERSEDED, author, cast("bytes", salt.attributes["salt"]))
        change = trail | make_current(services, ended, reading, author, Free(now, barrier.hidden))
        services.records.commit(change | barrier_checks(reading, place, now))

    until_committed(attempt, services.write_policy.attempts, "too many writers of a corrected memory at once")


def _falls(memory: Memory, session: Session, corrector: Event, corrected: Event) -> bool:
    """Whether no source is left without the corrected event, and the correction has a source of the same
    credibility."""
    if memory.status in ENDED:
        return False
    word = Source.USER_STATED if corrector.role is EventRole.USER else Source.TASK_OUTCOME
    if memory.source.tier > word.tier:
        return False
    selector = Selector(SelectorKind.EVENT, (corrected.event_id,), session.session_id)
    return Mark("", selector, session.scope, corrector.recorded_at).remaining(memory) is None
