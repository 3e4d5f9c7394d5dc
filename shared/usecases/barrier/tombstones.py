"""Durable marks of narrow deletions: deleted data does not come back through a citation or through older evidence.
While a deletion runs the barrier itself knows what is selected; the tombstones are written before the barrier is
lowered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import cast

from shared.domain.audit.chain import content_hmac
from shared.domain.deletion.barrier import Barrier, DeletionRequest, Mark
from shared.domain.deletion.selectors import SelectorKind
from shared.domain.errors import DeletedBefore
from shared.domain.memories.contributions import with_contributions
from shared.domain.memories.memory import Background
from shared.domain.scopes import Scope
from shared.domain.writing.incoming import IncomingMemory
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.memories.memory_change import salt_of
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Key, Record
from shared.usecases.barrier.cited_events import knowing_events, said_mark
from shared.usecases.retry import until_committed
from shared.usecases.services import Services

_COVERED = "the evidence was deleted"
_AT_ONCE = 50  # marks a transaction


def event_mark(scope: Scope, event_id: str, session_id: str | None) -> Key:
    named = event_id if session_id is None else f"{session_id}/{event_id}"
    return keys.tombstone(scope, SelectorKind.EVENT, keys.hashed(named))


def session_mark(scope: Scope, session_id: str) -> Key:
    return keys.tombstone(scope, SelectorKind.SESSION, keys.hashed(session_id))


def _label_mark(scope: Scope, kind: SelectorKind, label: str) -> Key:
    return keys.tombstone(scope, kind, keys.hashed(scope.path, label))


def put_marks(services: Services, request: DeletionRequest) -> None:
    """Marks of all that the selector names. A tombstone of a later deletion is kept."""
    _put(services, request, _marks(request))


def words_mark(scope: Scope, salt: bytes, session_id: str, event_id: str, beginning: str) -> Key:
    """The mark of what an event said that was removed with its session, under the owner's salt. `beginning`: of a long
    content as it lies in the event's own record."""
    return keys.tombstone(scope, "words", content_hmac(salt, keys.hashed(session_id, event_id, beginning)))


def put_session_mark(services: Services, request: DeletionRequest, session_id: str) -> None:
    """Of a session that the selector does not name by its id."""
    _put(services, request, [session_mark(request.scope, session_id)])


def put_event_marks(services: Services, request: DeletionRequest, session_id: str, said: Mapping[str, str]) -> None:
    """Marks of the events (id to content) of a deleted session, written before they are removed: a memory that cites
    them without their session does not come back, nor do the events themselves with a date of that time, or without a
    date in the same words. Until then their own records say which session they belong to."""
    if not said:
        return
    scope, salt = request.scope, _salt(services, request)
    marks = [event_mark(scope, id, None) for id in said]
    marks += [said_mark(scope, session_id, id) for id in said]
    marks += [words_mark(scope, salt, session_id, id, words) for id, words in said.items()]
    _put(services, request, marks)


def _salt(services: Services, request: DeletionRequest) -> bytes:
    """The owner's, made now if the owner never had a memory; not stored beside a later deletion of the whole subject,
    as the marks are not."""
    wanted = [keys.salt(request.scope), keys.barrier(request.scope)]

    def attempt() -> bytes:
        reading = Reading.of(wanted, services.records.get(wanted))
        salt, change = salt_of(reading, request.scope, services.randomness(32))
        if change.puts and request.epoch >= deletion_codec.barrier(reading[wanted[1]]).subject_epoch:
            change = change.in_epoch(keys.path(request.scope.owner), request.epoch)
            services.records.commit(change | reading.unchanged(wanted[1]))
        return salt

    return until_committed(attempt, services.write_policy.attempts, "too many writers of this owner at once")


def _put(services: Services, request: DeletionRequest, marks: Sequence[Key]) -> None:
    for start in range(0, len(marks), _AT_ONCE):
        some = marks[start : start + _AT_ONCE]
        until_committed(
            partial(_put_some, services, request, some),
            services.write_policy.attempts,
            "too many deletions of this subject at once",
        )


def _put_some(services: Services, request: DeletionRequest, marks: Sequence[Key]) -> None:
    change = marked(services, marks, request)
    if change.puts:
        services.records.commit(change)


def marked(services: Services, marks: Sequence[Key], request: DeletionRequest) -> Change:
    """None if a later deletion of the whole subject was accepted: it removes everything and refuses older evidence
    by itself."""
    key = keys.barrier(request.scope)
    barrier, *known = services.records.get([key, *marks])
    if request.epoch < deletion_codec.barrier(barrier).subject_epoch:
        return Change()
    puts = tuple(
        Record(mark, {"deleted_at": request.accepted_at.isoformat(), "epoch": request.epoch}, epoch=request.epoch)
        for mark, other in zip(marks, known, strict=True)
        if other is None or deleted_at(other) < request.accepted_at
    )
    return Change(puts=puts) | Reading({key: barrier}).unchanged(key)


def _marks(request: DeletionRequest) -> list[Key]:
    scope, selector = request.scope, request.selector
    match selector.kind:
        case SelectorKind.SESSION:
            found = [session_mark(scope, id) for id, _ in request.places]
        case SelectorKind.EVENT:
            # Cited without its session, an id counts as the selected event's.
            sessions = dict.fromkeys((selector.session_id, None))
            found = [event_mark(scope, id, session_id) for id in selector.ids for session_id in sessions]
        case SelectorKind.TYPE | SelectorKind.CONSENT:
            found = [_label_mark(scope, selector.kind, id) for id in selector.ids]
        case _:
            found = []
    return list(dict.fromkeys(found))


def without_deleted(services: Services, incoming: IncomingMemory, barrier: Barrier) -> IncomingMemory:
    """The incoming memory without its citations and quotes of deleted events and sessions. Raises `DeletedBefore`
    when no source is left, and for evidence from before a deletion of its type or consent. The marks are read only
    if the owner ever had a narrow deletion."""
    if not barrier.narrow_before:
        return incoming
    for mark in knowing_events(services, incoming.scope.owner, barrier, _cited(incoming)).marks:
        incoming = _without_marked(mark, incoming)
    if barrier.needs_tombstones(incoming.compared_at):
        _refuse_labels(services, incoming)
    if not incoming.source_event_ids and incoming.background is None:
        return incoming
    said_in = None if incoming.background is None else incoming.background.session_id
    removed = _DeletedCitations.read(services, incoming, said_in)
    return _left(
        incoming,
        [s for s in incoming.source_event_ids if not removed.covers(s, said_in)],
        removed.background_left(incoming.background),
    )


def _cited(incoming: IncomingMemory) -> Sequence[str]:
    background = incoming.background
    return () if background is not None and background.session_id is not None else incoming.source_event_ids


def _left(incoming: IncomingMemory, sources: Sequence[str], background: Background | None) -> IncomingMemory:
    if incoming.source_event_ids and not sources:
        raise DeletedBefore(_COVERED)
    reported = with_contributions(incoming.contributions, sources, of_copy=True) if incoming.contributions else ()
    return replace(incoming, source_event_ids=tuple(sources), background=background, contributions=reported)


def _without_marked(mark: Mark, incoming: IncomingMemory) -> IncomingMemory:
    selector = mark.selector
    older = incoming.compared_at <= mark.accepted_at and mark.scope.contains(incoming.scope)
    if older and selector.kind is SelectorKind.TYPE and incoming.type.value in selector.ids:
        raise DeletedBefore(_COVERED)
    if older and selector.kind is SelectorKind.CONSENT and incoming.consent_scope in selector.ids:
        raise DeletedBefore(_COVERED)
    said_in = None if incoming.background is None else incoming.background.session_id
    remaining = [source for source in incoming.source_event_ids if not mark.covers(source, said_in)]
    return _left(incoming, remaining, mark.background_left(incoming.background))


def _refuse_labels(services: Services, incoming: IncomingMemory) -> None:
    places = [scope for scope in (incoming.scope, *incoming.scope.ancestors()) if incoming.scope.owner.contains(scope)]
    marks = [_label_mark(place, SelectorKind.TYPE, incoming.type.value) for place in places]
    if incoming.consent_scope is not None:
        marks += [_label_mark(place, SelectorKind.CONSENT, incoming.consent_scope) for place in places]
    for record in services.records.get(marks):
        if record is not None and incoming.compared_at <= deleted_at(record):
            raise DeletedBefore(_COVERED)


class _DeletedCitations:
    """Which citations of an incoming memory name something that was deleted. An event that was deleted by its id
    stays deleted. A session's id may be used again: a citation of it counts as deleted unless today's session has
    the event, in one of the ways to read the citation. A citation of the session as a whole (no event id) means
    today's session."""

    def __init__(self, marks: dict[Key, Record], alive: dict[tuple[str, str], int], scope: Scope) -> None:
        self._marks, self._alive, self._scope = marks, alive, scope

    @classmethod
    def read(cls, services: Services, incoming: IncomingMemory, said_in: str | None) -> _DeletedCitations:
        scope, back = incoming.scope, incoming.background or Background()
        cited = [*incoming.source_event_ids, *(turn.event_id for turn in back.before if turn.event_id is not None)]
        named = list(dict.fromkeys(pair for source in cited for pair in _readings(source, said_in)))
        sessions = dict.fromkeys([*(sid for sid, _ in named if sid is not None), *([said_in] if said_in else [])])
        wanted = [event_mark(scope, id, sid) for sid, id in named] + [session_mark(scope, sid) for sid in sessions]
        found = services.records.get(wanted) if wanted else []
        marks = {record.key: record for record in found if record is not None}
        asked = [(sid, id) for sid, id in named if sid is not None and session_mark(scope, sid) in marks]
        places = [keys.event_id(scope, sid, id) if id else keys.session(scope, sid) for sid, id in asked]
        records = services.records.get(places) if places else []
        alive = {
            (sid, id): record.epoch for (sid, id), record in zip(asked, records, strict=True) if record is not None
        }
        return cls(marks, alive, scope)

    def covers(self, source: str, said_in: str | None) -> bool:
        readings = list(_readings(source, said_in))
        if any(self._is_marked(sid, id, source, said_in) for sid, id in readings):
            return True
        since = [
            self._is_of_today(sid, id, mark)
            for sid, id in readings
            if sid is not None and (mark := self._marks.get(session_mark(self._scope, sid))) is not None
        ]
        return bool(since) and not any(since)

    def _is_marked(self, session_id: str | None, event_id: str, source: str, said_in: str | None) -> bool:
        if event_mark(self._scope, event_id, session_id) not in self._marks:
            return False
        # Without a session the id may be another event's, unless it is cited without one and nothing shows which is
        # meant.
        return session_id is not None or (source == event_id and said_in is None)

    def _is_of_today(self, session_id: str, event_id: str, mark: Record) -> bool:
        epoch = self._alive.get((session_id, event_id))
        return epoch is not None and epoch >= epoch_of(mark)

    def background_left(self, background: Background | None) -> Background | None:
        if background is None:
            return None
        sid = background.session_id
        before = tuple(t for t in background.before if t.event_id is None or not self.covers(t.event_id, sid))
        return background if before == background.before else replace(background, before=before)


def _readings(source: str, said_in: str | None) -> Iterable[tuple[str | None, str]]:
    """What a citation may mean, as (session id, event id)."""
    for at, character in enumerate(source):
        if character == "/":
            yield source[:at], source[at + 1 :]
    if said_in is not None:
        yield said_in, source
    yield None, source


def epoch_of(mark: Record) -> int:
    return cast("int", mark.attributes.get("epoch", 0))


def deleted_at(mark: Record) -> datetime:
    return datetime.fromisoformat(cast("str", mark.attributes["deleted_at"]))
