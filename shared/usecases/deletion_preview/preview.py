"""Finds everything in a scope that mentions a text or means it, layer by layer, so that a deletion can name it by id.

Memories with every version, merged wording, quoted background, key and metadata; events, summaries and task states
of sessions. Nothing is deleted and nothing is stored. A call examines a bounded part and says where to go on, so
that the whole walk is linear in what the scope holds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_read_below, may_write
from shared.domain.deletion.preview import Found, Layer, Reason
from shared.domain.deletion.selectors import Selector, SelectorKind
from shared.domain.errors import ForbiddenRole, ForbiddenScope
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.domain.sessions.session import Session
from shared.language.mentions.mentioned import Mention
from shared.records import keys
from shared.records.store.record import Table
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.cursors import cursor, parts, position
from shared.usecases.reading.export import export
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recalled
from shared.usecases.services import Services
from shared.usecases.sessions.list_events import events_after
from shared.usecases.sessions.open_session import visible_session
from shared.usecases.sessions.search_session import search_session
from shared.usecases.sessions.summarise import served
from shared.usecases.sessions.task_state import state_of

_VERSIONS = 500  # examined in one call
_SESSIONS = 5
_ALIKE = 20  # memories that mean the text, and events of one session


@dataclass(frozen=True, slots=True)
class Preview:
    """`examined`: versions of memories and events that were looked at in this call. `degraded`: no search by meaning
    was possible. The list is complete once `next_cursor` is `None`."""

    items: tuple[Found, ...]
    examined: int
    degraded: bool
    next_cursor: str | None


def preview(services: Services, caller: Caller, scope: Scope | None, text: str, after: str | None = None) -> Preview:
    """Needs the right to write, as the deletion does. Data that is being deleted already is not listed; of the
    scopes below only those are listed that the caller may read. Raises the errors of access."""
    target = may_write(caller, scope)
    bound_to = f"{caller.principal}|{target.path}|preview|{text}"
    at = _Place.read(position(after, bound_to))
    page = (
        _memories(services, caller, target, text, at)
        if at.in_memories
        else _sessions(services, caller, target, text, at)
    )
    found, examined, degraded, further = page
    return Preview(tuple(found), examined, degraded, None if further is None else cursor(further.text, bound_to))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the walk goes on: in the memories of the target, then in the sessions of its owner."""

    in_memories: bool
    after: str | None = None

    @classmethod
    def read(cls, text: str | None) -> _Place:
        if text is None:
            return cls(in_memories=True)
        in_memories, after = parts(text, 2)
        return cls(bool(in_memories), None if after is None else str(after))

    @property
    def text(self) -> str:
        return json.dumps([self.in_memories, self.after])


_Page = tuple[list[Found], int, bool, _Place | None]


def _memories(services: Services, caller: Caller, target: Scope, text: str, at: _Place) -> _Page:
    mention = Mention.of(text)
    found: dict[str, Found] = {}
    examined, place = 0, at.after
    versions = export(services, caller, target, at.after)
    for exported in islice(versions, _VERSIONS):
        examined, place = examined + 1, exported.cursor
        reason = _reason(mention, exported.version, current=exported.is_current)
        memory = exported.memory
        if reason is not None and (reason is Reason.MENTIONS or memory.memory_id not in found):
            found[memory.memory_id] = _found_memory(memory, exported.version, reason)
    degraded = False
    if at.after is None:
        alike, degraded = _alike(services, caller, target, text)
        for memory, relevance in alike:
            found.setdefault(memory.memory_id, _found_memory(memory, memory, Reason.MEANS, relevance))
    if examined == _VERSIONS:
        return list(found.values()), examined, degraded, _Place(in_memories=True, after=place)
    return list(found.values()), examined, degraded, _Place(in_memories=False)


def _reason(mention: Mention, version: Memory, *, current: bool) -> Reason | None:
    if mention.is_in(version.content):
        return Reason.MENTIONS if current else Reason.MENTIONED
    wordings = [given.words for given in version.basis.contributions if given.words is not None]
    if any(mention.is_in(words) for words in (*wordings, *(later.content for later in version.schedule.upcoming))):
        return Reason.MENTIONED
    return Reason.QUOTES if any(mention.is_in(quoted) for quoted in _quoted(version)) else None


def _quoted(version: Memory) -> Iterator[str]:
    background = version.background
    if background is not None:
        yield background.speaker or ""
        yield from (turn.text for turn in background.before)
    yield version.key or ""
    yield from _texts(version.metadata)
    yield from _texts(version.basis.provenance)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, member in value.items():
            yield str(name)
            yield from _texts(member)
    elif isinstance(value, list | tuple):
        for member in value:
            yield from _texts(member)
    elif isinstance(value, str | int | float):
        yield str(value)


def _found_memory(memory: Memory, shown: Memory, reason: Reason, relevance: float | None = None) -> Found:
    selector = Selector(SelectorKind.MEMORY, (memory.memory_id,))
    return Found(Layer.MEMORY, reason, memory.memory_id, memory.scope, shown.content, selector, relevance=relevance)


def _alike(services: Services, caller: Caller, target: Scope, text: str) -> tuple[list[tuple[Memory, float]], bool]:
    query = RecallQuery(
        text,
        scope=target,
        top_k=_ALIKE,
        include_inherited=False,
        include_descendants=_reads_below(caller, target),
        include_history=False,
    )
    answer = recalled(services, caller, query)
    return [(hit.memory, hit.relevance) for hit in answer.hits], answer.degraded


def _reads_below(caller: Caller, target: Scope) -> bool:
    try:
        may_read_below(caller, target)
    except (ForbiddenRole, ForbiddenScope):
        return False
    return True


def _sessions(services: Services, caller: Caller, target: Scope, text: str, at: _Place) -> _Page:
    page = services.records.page(
        Table.SESSIONS, keys.path(target.owner), sk_prefix=keys.SESSION_PREFIX, after=at.after, limit=_SESSIONS
    )
    barrier = whole_barrier(services, services.records.get([keys.barrier(target)])[0])
    below = _reads_below(caller, target)
    found: list[Found] = []
    examined, degraded = 0, False
    for record in page.records:
        session = visible_session(record, barrier, services.clock.now())
        if session is None or not (session.scope == target or (below and target.contains(session.scope))):
            continue
        of_session, count, lost = _in_session(services, caller, session, text)
        found += of_session
        examined, degraded = examined + count, degraded or lost
    further = None if page.next_after is None else _Place(in_memories=False, after=page.next_after)
    return found, examined, degraded, further


def _in_session(services: Services, caller: Caller, session: Session, text: str) -> tuple[list[Found], int, bool]:
    mention = Mention.of(text)
    events = [event for event in events_after(services, session, 0) if event.event_id not in session.withheld]
    found: dict[str, Found] = {}
    for event in events:
        if mention.is_in(" ".join(part for part in (event.speaker, event.tool, event.content) if part)):
            found[event.event_id] = _found_event(session, event.event_id, event.content, Reason.MENTIONS)
    alike = search_session(services, caller, session.scope, session.session_id, text, _ALIKE)
    for hit in alike.hits:
        event = hit.event
        found.setdefault(event.event_id, _found_event(session, event.event_id, event.content, Reason.MEANS, hit.score))
    whole = [*found.values(), *_beside_events(services, session, mention)]
    return whole, len(events), alike.degraded


def _found_event(
    session: Session, event_id: str, content: str, reason: Reason, relevance: float | None = None
) -> Found:
    selector = Selector(SelectorKind.EVENT, (event_id,), session.session_id)
    return Found(Layer.EVENT, reason, event_id, session.scope, content, selector, session.session_id, relevance)


def _beside_events(services: Services, session: Session, mention: Mention) -> Iterator[Found]:
    """The summary and the task state: they are deleted with their session."""
    selector = Selector(SelectorKind.SESSION, (session.session_id,))
    summary = served(services, session)
    if summary is not None:
        holding = _holding(mention, list(summary.content.texts()))
        if holding:
            yield Found(
                Layer.SUMMARY,
                Reason.MENTIONS,
                summary.summary_id,
                session.scope,
                holding,
                selector,
                session.session_id,
            )
    state = state_of(services, session)
    if state is not None:
        holding = _holding(mention, [state.state, *map(str, state.pending), *_texts(state.data)])
        if holding:
            yield Found(
                Layer.STATE,
                Reason.MENTIONS,
                session.session_id,
                session.scope,
                holding,
                selector,
                session.session_id,
            )


def _holding(mention: Mention, texts: Sequence[str]) -> str:
    return "\n".join(text for text in texts if mention.is_in(text))
