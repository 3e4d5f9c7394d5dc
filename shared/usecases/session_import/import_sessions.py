"""Import of sessions: the lines of an export, each with its own outcome. Ids, places and times are kept, so that the
rules of deletions judge each line by the time that it has in the export. What is there already is a duplicate, whatever
the line says: importing the same lines again changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import may_write
from shared.domain.errors import MemoryServiceError, NotFound, Unavailable
from shared.domain.memories.evidence import Source
from shared.domain.messages import OF_SESSION_LINES
from shared.domain.scopes import Scope, segment_id
from shared.domain.sessions.append import refuse_false_approvals
from shared.domain.sessions.long_content import answer_bytes, refuse_too_long
from shared.domain.sessions.session import EventRole, NewEvent, Session, SessionPolicy
from shared.domain.sessions.task_state import TaskState
from shared.domain.summaries.summary import Summary
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.sessions import session_codec
from shared.usecases.once import Once
from shared.usecases.operations.note_operation import keep_import
from shared.usecases.services import Services
from shared.usecases.session_import.imported_parts import (
    DUPLICATE,
    ENDED,
    IMPORTED,
    ExportedSession,
    put_session,
    put_state,
    put_summary,
)
from shared.usecases.sessions.append_events import append_events
from shared.usecases.writing.admission import refuse_secret_ids
from shared.usecases.writing.import_memories import TIME_A_CALL, ImportResult, RefusedLine, rebased

_AT_ONCE = 40  # events: those of one transaction
Imported: TypeAlias = ExportedSession | NewEvent | Summary | TaskState


@dataclass(frozen=True, slots=True)
class SessionImportItem:
    """One line: an error when it cannot be read."""

    line: int
    session_id: str
    part: Imported | MemoryServiceError


def import_sessions(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    items: Sequence[SessionImportItem],
    idempotency: IdempotencyKey | None = None,
) -> ImportResult:
    """Sessions come into the target scope, or below it where they lay below it. With a key each line keeps its own
    outcome, so that a retry finishes what a crash left. Raises the errors of access to the target itself, and
    `Unavailable`; whatever else is wrong with a line is in the report."""
    target = may_write(caller, scope)
    once = Once(services, idempotency)
    unreadable = {item.line: item.part for item in items if isinstance(item.part, MemoryServiceError)}

    def run() -> ImportResult:
        began = services.clock.now()
        result = _Import(services, caller, target, idempotency).run(items)
        keep_import(once, caller, target, began, *result.progress(items), result.kept(unreadable))
        return result

    return once.answer(run, lambda kept: ImportResult.again(kept, unreadable), look_first=True)


class _Import:
    """`_places`: where the sessions of the lines so far lie, or why they were refused."""

    def __init__(self, services: Services, caller: Caller, target: Scope, idempotency: IdempotencyKey | None) -> None:
        self._services = services
        self._caller = caller
        self._target = target
        self._idempotency = idempotency
        self._places: dict[str, Scope | RefusedLine] = {}
        self._result = ImportResult()

    def run(self, items: Sequence[SessionImportItem]) -> ImportResult:
        until = self._services.clock.now() + TIME_A_CALL
        for batch in _batches(items, self._services.session_policy):
            if self._services.clock.now() >= until:
                self._result.next_line = batch[0].line
                break
            self._take(batch)
        self._result.refused.sort(key=lambda one: one.line)
        return self._result

    def _take(self, batch: Sequence[SessionImportItem]) -> None:
        first = batch[0]
        try:
            if isinstance(first.part, MemoryServiceError):
                raise first.part
            segment_id(first.session_id, "session_id")
            if isinstance(first.part, ExportedSession):
                self._open(first, first.part)
                return
            place = self._place(first.session_id)
            if isinstance(place, RefusedLine):
                self._refuse(batch, place)
            elif isinstance(first.part, NewEvent):
                self._append(place, batch)
            else:
                self._put_beside(place, first, first.part)
        except Unavailable:
            raise
        except MemoryServiceError as refusal:
            self._refuse(batch, _refused(first, refusal))

    def _open(self, item: SessionImportItem, exported: ExportedSession) -> None:
        """What refuses the session refuses the rest of its lines."""
        try:
            refuse_secret_ids("session_id", [item.session_id])
            place = self._target_of(exported)
            outcome = put_session(self._services, place, item.session_id, exported, self._part(item))
        except Unavailable:
            raise
        except MemoryServiceError as refusal:
            self._places[item.session_id] = _refused(item, refusal)
            raise
        self._places[item.session_id] = _line(item, ENDED) if outcome == ENDED else place
        self._note(item, outcome)

    def _target_of(self, exported: ExportedSession) -> Scope:
        place = rebased(exported.scope, self._target)
        return may_write(self._caller, place if place.owner == self._target.owner else self._target)

    def _place(self, session_id: str) -> Scope | RefusedLine:
        """Of a session whose own line came with an earlier call, where it lies. Raises `NotFound`."""
        if session_id not in self._places:
            (record,) = self._services.records.get([keys.session(self._target, session_id)])
            session = None if record is None else session_codec.session(record)
            if session is None or not self._target.contains(session.scope):
                raise NotFound("there is no such session in this scope: its own line comes first")
            self._places[session_id] = session.scope
        return self._places[session_id]

    def _append(self, place: Scope, batch: Sequence[SessionImportItem]) -> None:
        session = self._session(place, batch[0].session_id)
        fit: list[tuple[SessionImportItem, NewEvent]] = []
        for item in batch:
            if not isinstance(item.part, NewEvent):
                continue
            try:
                event = self._as_it_arrived(item.part)
                if self._is_over(session, event):
                    self._refuse([item], _line(item, ENDED))
                else:
                    fit.append((item, event))
            except MemoryServiceError as refusal:
                self._refuse([item], _refused(item, refusal))
        if not fit:
            return
        try:
            answer = append_events(
                self._services,
                self._caller,
                place,
                session.session_id,
                [event for _, event in fit],
                self._part(fit[0][0]),
            )
        except Unavailable:
            raise
        except MemoryServiceError as refusal:
            self._refuse([item for item, _ in fit], _refused(fit[0][0], refusal))
            return
        # A kept answer may speak of an event whose time is over since.
        waiting: dict[str, list[SessionImportItem]] = {}
        for item, event in fit:
            waiting.setdefault(event.event_id, []).append(item)
        self._result.imported += sum(id in waiting for id in answer.accepted)
        self._result.duplicates += sum(id in waiting for id in answer.duplicates)
        for dropped in answer.dropped:
            if lines := waiting.get(dropped.event_id):
                item = lines.pop(0)
                self._refuse([item], _line(item, dropped.code))

    def _as_it_arrived(self, event: NewEvent) -> NewEvent:
        """With who it came from as far as the caller may say so. Raises what an append would."""
        if event.role is EventRole.USER:
            self._caller.may_assert(Source.USER_STATED)
        refuse_false_approvals([event])
        refuse_too_long([event], self._services.session_policy)
        refuse_secret_ids("event_id", [event.event_id])
        refuse_secret_ids("corrects", event.corrects)
        arrival = event.arrival
        if arrival is None or self._caller.has(Role.ADMIN):
            return event
        return replace(event, arrival=replace(arrival, actor=self._caller.principal))

    def _is_over(self, session: Session, event: NewEvent) -> bool:
        life = self._services.session_policy.life(session.ttl)
        return event.arrival is not None and event.arrival.recorded_at + life <= self._services.clock.now()

    def _session(self, place: Scope, session_id: str) -> Session:
        (record,) = self._services.records.get([keys.session(place, session_id)])
        if record is None:
            raise NotFound("there is no such session in this scope")
        return session_codec.session(record)

    def _put_beside(self, place: Scope, item: SessionImportItem, part: Summary | TaskState) -> None:
        at, key = (self._services, self._caller, place, item.session_id), self._part(item)
        self._note(item, put_summary(*at, part, key) if isinstance(part, Summary) else put_state(*at, part, key))

    def _part(self, item: SessionImportItem) -> IdempotencyKey | None:
        return None if self._idempotency is None else self._idempotency.part(item.line)

    def _note(self, item: SessionImportItem, outcome: str) -> None:
        if outcome == IMPORTED:
            self._result.imported += 1
        elif outcome == DUPLICATE:
            self._result.duplicates += 1
        else:
            self._refuse([item], _line(item, outcome))

    def _refuse(self, batch: Sequence[SessionImportItem], why: RefusedLine) -> None:
        self._result.refused += [why._replace(line=item.line) for item in batch]


def _refused(item: SessionImportItem, refusal: MemoryServiceError) -> RefusedLine:
    """In words without content: what is kept of an answer holds none."""
    if refusal.code in OF_SESSION_LINES:
        return _line(item, refusal.code)
    return RefusedLine.of(item.line, refusal)


def _line(item: SessionImportItem, code: str) -> RefusedLine:
    return RefusedLine(item.line, code, None, OF_SESSION_LINES[code])


def _batches(items: Sequence[SessionImportItem], policy: SessionPolicy) -> Iterator[list[SessionImportItem]]:
    """Events of one session that follow one another, as many as one append takes; any other line alone."""
    most = min(policy.max_request_characters, policy.max_request_bytes)
    batch: list[SessionImportItem] = []
    size = 0
    for item in items:
        own = answer_bytes(item.part.content) if isinstance(item.part, NewEvent) else most
        follows = bool(batch) and batch[0].session_id == item.session_id and isinstance(batch[0].part, NewEvent)
        if batch and not (follows and len(batch) < _AT_ONCE and size + own < most):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += own
    if batch:
        yield batch
