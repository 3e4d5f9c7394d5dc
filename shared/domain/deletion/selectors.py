"""What a deletion selects, and what is left of a memory after it.

A memory cites events as `event_id` or `session_id/event_id`, and quotes the turns before it in its background. Both are
compared whole and never parsed, for an id may hold a slash itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from operator import is_

from shared.domain.errors import Malformed
from shared.domain.memories.contributions import as_stated
from shared.domain.memories.memory import Background, Contribution, Memory, MemoryType
from shared.domain.memories.provenance import DIRECT, origin_of, origins, promoted_from, without_origin
from shared.domain.memories.scheduled import without_scheduled
from shared.domain.scopes import Scope, ScopeKind


class SelectorKind(StrEnum):
    SUBJECT = "subject"
    SESSION = "session"
    EVENT = "event"
    MEMORY = "memory"
    TYPE = "type"
    CONSENT = "consent"


@dataclass(frozen=True, slots=True)
class Selector:
    """`ids` are session, event or memory ids, type names or consent labels; empty for `subject`. `session_id` narrows
    event ids, which are unique in their session only."""

    kind: SelectorKind
    ids: tuple[str, ...] = ()
    session_id: str | None = None

    def means(self, other: Selector) -> bool:
        """Whether both select the same: their ids are a set."""
        return (self.kind, set(self.ids), self.session_id) == (other.kind, set(other.ids), other.session_id)


# Types that a deletion names to take all of a task; a profile is its source's.
_ALL_OF_A_TASK = frozenset(MemoryType) - {MemoryType.PROFILE}


def takes_sessions(selector: Selector, scope: Scope) -> bool:
    """Whether a deletion by types takes a task or a node as a whole, its sessions too."""
    return (
        selector.kind is SelectorKind.TYPE
        and scope.kind in (ScopeKind.TASK, ScopeKind.NODE)
        and set(selector.ids) >= _ALL_OF_A_TASK
    )


def session_link(session_id: str) -> str:
    """The source of the edge from a session to all that was said in it."""
    return f"session:{session_id}"


def successor_link(memory_id: str) -> str:
    """The source of the edge from a memory to what it has superseded under another key."""
    return f"superseded:{memory_id}"


def quote_sources(background: Background | None) -> tuple[str, ...]:
    if background is None:
        return ()
    sid = background.session_id
    return tuple(
        turn.event_id if sid is None else f"{sid}/{turn.event_id}"
        for turn in background.before
        if turn.event_id is not None
    )


def links(memory: Memory) -> dict[str, str]:
    """Every source from which an edge leads to the memory, with the edge's kind."""
    found: dict[str, str] = {}
    for session_id in _sessions(memory):
        found[session_link(session_id)] = "session"
    for quote in quote_sources(memory.background):
        found[quote] = "quotes"
    for source in memory.basis.event_ids:
        found[source] = "source"
    if memory.ending.superseded_by is not None:
        found[successor_link(memory.ending.superseded_by)] = "superseded"
    return found


def _sessions(memory: Memory) -> Iterator[str]:
    """Those that a source or the background may name: with a slash in an id more than it meant, never fewer."""
    for source in memory.basis.event_ids:
        yield from {source.partition("/")[0], source.rpartition("/")[0]} if "/" in source else ()
    if memory.background is not None and memory.background.session_id is not None:
        yield memory.background.session_id
    yield from (contribution.said_in for contribution in memory.basis.contributions if contribution.said_in is not None)


# Each source has an edge, and each session that it names: all of them go into the one transaction of a write.
_MAX_SESSIONS = 20


def refuse_too_many_sessions(source_event_ids: Sequence[str]) -> None:
    """Raises `Malformed` for citations of more sessions than one write may name."""
    if len({source.rpartition("/")[0] for source in source_event_ids if "/" in source}) > _MAX_SESSIONS:
        raise Malformed.field("source_event_ids", f"must name at most {_MAX_SESSIONS} sessions")


@dataclass(frozen=True, slots=True)
class Mark:
    """What a narrow deletion selects. In the barrier it hides that from the moment of its acceptance on.

    `events`: those of the ids cited without a session that are events of a selected one, as far as they were looked up.
    `epoch`: of the request; of records of its owner, what has a smaller one was there before.
    """

    request_id: str
    selector: Selector
    scope: Scope
    accepted_at: datetime
    events: frozenset[str] = frozenset()
    epoch: int = 0

    def seen(self, memory: Memory) -> Memory | None:
        """The memory as a reader may see it while the deletion runs: hidden when nothing that it rests on by itself is
        left (what a copy's origins rest on shows when they have been gone through), else without what goes."""
        remaining = self.remaining(memory) if self.scope.contains(memory.scope) else memory
        if remaining is None or (
            memory.basis.event_ids and not remaining.basis.event_ids and not _rests_on_itself(remaining)
        ):
            return None
        return remaining

    def remaining(self, memory: Memory) -> Memory | None:
        """What is left of a memory in the deletion's reach; the same object when nothing of it goes."""
        return _carried_left(memory, self._left)

    def _left(self, memory: Memory) -> Memory | None:
        selected = {SelectorKind.TYPE: memory.type.value, SelectorKind.CONSENT: memory.consent_scope}
        label = selected.get(self.selector.kind)
        if memory.basis.contributions and self.selector.kind is SelectorKind.CONSENT:
            label = None  # each contribution has its own
        if label in self.selector.ids and self._is_before(memory.epoch, memory.basis.origin_epoch, memory.scope):
            return None
        return self._left_of_copy(memory, None, None)

    def _is_before(self, epoch: int, origin_epoch: int, scope: Scope) -> bool:
        """Of a copy in another owner's scope, what it was made of is compared: each owner has epochs of its own."""
        return (epoch if scope.owner == self.scope.owner else origin_epoch) < self.epoch

    def left_of_copy(self, copy: Memory, origin_id: str, lost: Memory | None) -> Memory | None:
        """What is left of a copy once the memory `origin_id` that it was made of has lost what is selected; with `lost`
        the memory itself is removed, and its evidence with it. A copy whose events are all removed stays only if it has
        another origin."""
        return _carried_left(copy, lambda version: self._left_of_copy(version, lost, origin_of(origin_id)))

    def _left_of_stated(self, memory: Memory, lost: Memory | None, via: str | None) -> Memory | None:
        """The memory made again of the contributions that remain. Of a copy, those of the origin `via` are asked: what
        others said is cited by the same ids, and means other events."""
        named = origins(memory)
        removed = None if lost is None or origin_of(lost.memory_id) not in named else lost
        asked = [via is None or via in contribution.origins for contribution in memory.basis.contributions]
        reported = [
            self._contribution_left(t, removed, memory.scope) if mine else t
            for t, mine in zip(memory.basis.contributions, asked, strict=True)
        ]
        remaining = [contribution for contribution in reported if contribution is not None]
        background = self.background_left(memory.background)
        if not remaining:
            return None
        found: Memory | None = memory
        if tuple(remaining) != memory.basis.contributions:
            found = as_stated(memory, remaining, of_copy=bool(named))
        if found is None:
            return None
        if background != memory.background and found.background is not None:
            found = replace(found, background=background)
        if removed is not None:
            stay = {origin for contribution in remaining for origin in contribution.origins}
            stay |= {DIRECT} if any(contribution.is_direct for contribution in remaining) else set()
            rest = tuple(o for o in named if o in stay and o != origin_of(removed.memory_id))
            provenance = without_origin(memory.basis.provenance, removed.memory_id, rest)
            found = replace(found, basis=replace(found.basis, provenance=provenance))
        return found

    def _contribution_left(
        self, contribution: Contribution, removed: Memory | None, scope: Scope
    ) -> Contribution | None:
        """What of a contribution is left: it goes with the last event that it cites, unless it was promoted from
        several memories, and with the last memory that it was promoted from, unless that did not cite all its
        events."""
        before = self._is_before(contribution.epoch, contribution.origin_epoch, scope)
        if before and self._withdraws(contribution.consent_scope):
            return None
        lost = removed is not None and origin_of(removed.memory_id) in contribution.origins
        cited = frozenset(removed.basis.event_ids) if lost and removed is not None else frozenset()
        cites = tuple(s for s in contribution.cites if s not in cited and not self.covers(s, contribution.said_in))
        rest = tuple(
            o for o in contribution.origins if not lost or removed is None or o != origin_of(removed.memory_id)
        )
        if contribution.cites and not cites and not (rest if lost else rest[1:]):
            return None
        if contribution.origins and not rest and not cites:
            return None
        same = (cites, rest) == (contribution.cites, contribution.origins)
        return contribution if same else replace(contribution, cites=cites, origins=rest)

    def _withdraws(self, consent_scope: str | None) -> bool:
        return self.selector.kind is SelectorKind.CONSENT and consent_scope in self.selector.ids

    def _left_of_copy(self, copy: Memory, lost: Memory | None, via: str | None) -> Memory | None:
        if copy.basis.contributions:
            return self._left_of_stated(copy, lost, via)
        named = origins(copy)
        before = self._is_before(copy.epoch, copy.basis.origin_epoch, copy.scope)
        if named == (via,) and before and self._withdraws(copy.consent_scope):
            return None
        removed = None if lost is None or origin_of(lost.memory_id) not in named else lost
        said_in = None if copy.background is None else copy.background.session_id
        cited = frozenset(removed.basis.event_ids) if removed is not None else frozenset()
        sources = tuple(s for s in copy.basis.event_ids if s not in cited and not self.covers(s, said_in))
        remaining = tuple(o for o in named if removed is None or o != origin_of(removed.memory_id))
        background = self.background_left(copy.background)
        if removed is not None and background == removed.background:
            background = None
        if (sources, remaining, background) == (copy.basis.event_ids, named, copy.background):
            return copy
        provenance = copy.basis.provenance
        others = [origin for origin in remaining if removed is not None or origin != promoted_from(provenance)]
        if copy.basis.event_ids and not sources and not others:
            return None
        if named and not remaining and not sources:
            return None
        provenance = copy.basis.provenance
        if removed is not None:
            provenance = without_origin(copy.basis.provenance, removed.memory_id, remaining)
        return replace(copy, basis=replace(copy.basis, event_ids=sources, provenance=provenance), background=background)

    def background_left(self, background: Background | None) -> Background | None:
        """Without the quoted turns of selected events; nothing of it when it was said in a selected session."""
        if background is None:
            return None
        sid = background.session_id
        if self.selector.kind is SelectorKind.SESSION and sid in self.selector.ids:
            return None
        before = tuple(t for t in background.before if t.event_id is None or not self.covers(t.event_id, sid))
        return background if before == background.before else replace(background, before=before)

    def covers(self, source: str, said_in: str | None = None) -> bool:
        """Whether a citation names what is selected. `said_in`: the session of the citing memory's background, which
        tells whose an id without a session is; unknown, it counts as the selected one's."""
        ids, only = self.selector.ids, self.selector.session_id
        if self.selector.kind is SelectorKind.SESSION:
            if any(source[:cut] in ids for cut in _slashes(source)):
                return True
            if said_in is not None:
                return said_in in ids and "/" not in source
            return source in self.events
        if self.selector.kind is not SelectorKind.EVENT:
            return False
        if source in ids:
            return only is None or said_in is None or said_in == only
        session, event = (f"{said_in}/", source) if said_in is not None else ("", f"/{source}")
        if any(id.startswith(session) and id.endswith(event) and len(id) >= len(session + event) for id in ids):
            return True
        if only is not None:
            return source.startswith(f"{only}/") and source[len(only) + 1 :] in ids
        return any(source[cut + 1 :] in ids for cut in _slashes(source))

    def names_session(self, session_id: str, scope: Scope) -> bool:
        """Whether a session of that id and scope is selected."""
        if takes_sessions(self.selector, self.scope):
            return self.scope.contains(scope)
        return self.selector.kind is SelectorKind.SESSION and session_id in self.selector.ids

    def hides_session(self, session_id: str, scope: Scope, epoch: int) -> bool:
        return self.names_session(session_id, scope) and self.scope.contains(scope) and epoch < self.epoch

    def hidden_events(self, session_id: str, scope: Scope) -> frozenset[str]:
        """Event ids of a session that are being deleted one by one."""
        if self.selector.kind is not SelectorKind.EVENT or not self.scope.contains(scope):
            return frozenset()
        own = f"{session_id}/"
        whole = {id[len(own) :] for id in self.selector.ids if id.startswith(own)}
        if self.selector.session_id not in (None, session_id):
            return frozenset(whole)
        return frozenset(whole | set(self.selector.ids))


def _carried_left(memory: Memory, remaining: Callable[[Memory], Memory | None]) -> Memory | None:
    """With what it schedules, each version judged by itself."""
    current = remaining(memory)
    if current is None or not (memory.schedule.upcoming or memory.schedule.passed):
        return current
    scheduled, passed = (
        [one for version in versions if (one := remaining(version)) is not None]
        for versions in (memory.schedule.upcoming, memory.schedule.passed)
    )
    if _same(scheduled, memory.schedule.upcoming) and _same(passed, memory.schedule.passed):
        return current
    current = without_scheduled(current, scheduled)
    return replace(current, schedule=replace(current.schedule, passed=tuple(passed)))


def _rests_on_itself(remaining: Memory) -> bool:
    if remaining.basis.contributions:
        return any(contribution.is_direct for contribution in remaining.basis.contributions)
    named = origins(remaining)
    return DIRECT in named if named else not remaining.basis.event_ids


def _same(remaining: Sequence[Memory], before: Sequence[Memory]) -> bool:
    return len(remaining) == len(before) and all(map(is_, remaining, before))


def _slashes(text: str) -> Iterator[int]:
    return (at for at, character in enumerate(text) if character == "/")
