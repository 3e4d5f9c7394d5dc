"""The conditions of a recall: as the filter of its search, and as the check of each hit against the store of truth."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_read, may_read_below, readable_scopes
from shared.domain.deletion.barrier import Barrier
from shared.domain.errors import Malformed
from shared.domain.meaning.relevance import POLICY
from shared.domain.memories.evidence import Source, Trust, least_tier_of, sources_of_tier
from shared.domain.memories.memory import NEVER_BELIEVED, RECALLABLE, Background, Memory, MemoryType, Status
from shared.domain.memories.metadata import has_metadata, metadata_marks
from shared.domain.memories.metadata_conditions import MetadataCondition, holds_all
from shared.domain.recall.concluded_orders import is_concluded_order
from shared.domain.recall.conflicts import Risk
from shared.domain.recall.documents import SearchFilter
from shared.domain.recall.newer_first import Newer, newer_first, newer_of
from shared.domain.recall.policy import Mode, TimeKind
from shared.domain.recall.ranking import Ranked
from shared.domain.scopes import Scope
from shared.language.speech.questions import tells_of_another_time
from shared.records.memories import memory_codec
from shared.records.store.record import Record
from shared.records.store.shut import is_shut

_SHOWN = (*RECALLABLE, Status.PENDING_REVIEW)
_SHOWN_OF_THE_PAST = (*_SHOWN, Status.SUPERSEDED)


@dataclass(frozen=True, slots=True)
class RecallQuery:
    """`min_relevance` `None` takes the mode's own threshold. `metadata`: every named value must be equal, of the same
    type. `scopes`: several targets in the place of `scope`. Empty `types`, `keys` or `sources` mean any.
    `min_tier`: the least credibility of a source, 1 to 6.
    """

    text: str
    scope: Scope | None = None
    scopes: tuple[Scope, ...] = ()
    mode: Mode = Mode.PULL
    top_k: int = 5
    types: tuple[MemoryType, ...] = ()
    keys: tuple[str, ...] = ()
    metadata: Mapping[str, object] | None = None
    where: tuple[MetadataCondition, ...] = ()
    consent_scope: str | None = None
    speaker: str | None = None
    sources: tuple[Source, ...] = ()
    min_tier: int | None = None
    trust: Trust | None = None
    purpose: str | None = None
    min_relevance: float | None = None
    risk: Risk = Risk.LOW
    as_of: datetime | None = None
    as_of_kind: TimeKind = TimeKind.VALID
    include_history: bool = False
    include_inherited: bool = True
    include_descendants: bool = False
    profile: str = "default"
    # A session of exactly the target scope, whose events are searched as well.
    session_id: str | None = None

    @property
    def named(self) -> tuple[Scope, ...]:
        """The target scopes, none for the bound one."""
        return self.scopes or (() if self.scope is None else (self.scope,))

    @property
    def believed(self) -> tuple[Source, ...]:
        """The kinds of evidence that are asked for, all of them if none is named. Only the system of record writes an
        instruction, and nothing from outside is plain data."""
        least = max(self.min_tier or 1, 1 if self.trust is None else least_tier_of(self.trust))
        return sources_of_tier(least, self.sources)

    @property
    def looks_back(self) -> bool:
        return self.as_of is not None or self.include_history


@dataclass(frozen=True, slots=True)
class Reach:
    """Which memories a recall sees: those of `scopes`, and of all scopes below `below`. `targets`: the scopes that
    it named."""

    targets: tuple[Scope, ...]
    scopes: tuple[Scope, ...]
    below: tuple[Scope, ...]

    def covers(self, scope: Scope) -> bool:
        return scope in self.scopes or any(scope.is_below(target) for target in self.below)


def targets_of(caller: Caller, query: RecallQuery, session_id: str | None = None) -> tuple[Scope, ...]:
    """The scopes that a recall names, the bound one if none. Raises the errors of access, and `Malformed` for
    `scope` beside `scopes`, and for several scopes with a session, which belongs to one."""
    if query.scope is not None and query.scopes:
        raise Malformed.field("scopes", "must not be given together with scope")
    if session_id is not None and len(query.scopes) > 1:
        raise Malformed.field("scopes", "must be one scope where a session is named")
    return tuple(dict.fromkeys(may_read(caller, scope) for scope in query.scopes or (query.scope,)))


def reach_of(caller: Caller, query: RecallQuery) -> Reach:
    """Each target under the access table. Raises what `targets_of` does."""
    targets = targets_of(caller, query, query.session_id)
    if query.include_descendants:
        for target in targets:
            may_read_below(caller, target)
    lines = (readable_scopes(caller, target, include_inherited=query.include_inherited) for target in targets)
    scopes = tuple(dict.fromkeys(scope for line in lines for scope in line))
    return Reach(targets, scopes, targets if query.include_descendants else ())


def search_filter(org: str, query: RecallQuery, reach: Reach, now: datetime) -> SearchFilter:
    """All conditions of the query, for each sub-query of the engine. A query about an earlier time finds ended
    versions by their own words, each in its own time."""
    as_of, recorded = query.as_of, query.as_of_kind is TimeKind.RECORDED
    return SearchFilter(
        org=org,
        scopes=tuple(scope.path for scope in reach.scopes),
        below=tuple(scope.path for scope in reach.below),
        statuses=tuple(status.value for status in (_SHOWN_OF_THE_PAST if query.looks_back else _SHOWN)),
        types=tuple(type.value for type in query.types),
        keys=query.keys,
        metadata=metadata_marks(query.metadata or {}),
        where=query.where,
        consent_scope=query.consent_scope,
        speaker=query.speaker,
        sources=tuple(source.value for source in query.believed) if query.believed != tuple(Source) else (),
        purpose=query.purpose,
        at=now,
        any_time=query.looks_back and (as_of is None or recorded),
        history=query.looks_back,
        holds_at=None if recorded else as_of,
        believed_at=as_of if recorded else None,
    )


class RecallFilter:
    def __init__(
        self, query: RecallQuery, reach: Reach, now: datetime, threshold: float, *, least_x: float = -math.inf
    ) -> None:
        self._query, self._reach, self.now = query, reach, now
        self._threshold, self._least_x = threshold, least_x
        self.suppressed: Counter[str] = Counter()

    def is_relevant(self, found: Ranked) -> bool:
        if self._passes(found):
            return True
        self.suppressed["below_relevance"] += 1
        return False

    def count_waiting(self, waiting: Sequence[Ranked]) -> None:
        """Of the memories that wait for a person, those that would have been relevant."""
        least = -math.inf
        if self._query.min_relevance is None and not self._query.keys:
            least = max((found.x for found in waiting), default=0.0) - POLICY.within
        found = sum(self._passes(found) and found.x >= least for found in waiting)
        if found:
            self.suppressed[str(Status.CANDIDATE)] += found

    def newer_first(self, relevant: Iterable[Ranked], ranked: Sequence[Ranked]) -> Iterator[Ranked]:
        """Each after the memories that may say newer how its matter stands; these are added if they are not relevant
        by themselves, unless the caller sets a relevance. In a query about another time nothing is outdated."""
        if self._query.looks_back:
            yield from relevant
            return
        own = self._query.min_relevance is not None
        among = [one for one in ranked if not own or self._passes(one)]
        for found in newer_first(relevant, newer_of(self._query.text, among)):
            if not self._passes(found):
                self.suppressed["below_relevance"] -= 1
            yield found

    def is_outdated(self, found: Ranked, newer: Newer, shown: Set[str]) -> bool:
        """Whether a memory that is shown already and answers by itself almost surely replaces this one. Not where the
        caller sets a relevance or names keys, or asks about another time."""
        query, memory_id = self._query, found.candidate.document.memory_id
        if query.min_relevance is not None or query.keys or tells_of_another_time(query.text):
            return False
        outdated = any(
            memory_id in other.candidate.document.replaced
            and other.candidate.document.memory_id in shown
            and self._passes(other)
            for other in newer.get(memory_id, ())
        )
        return not self._counted("outdated" if outdated else None)

    def _passes(self, found: Ranked) -> bool:
        return found.relevance >= self._threshold and found.x >= self._least_x

    def known(self, record: Record | None, barrier: Barrier, copies: Mapping[str, Memory | None]) -> Memory | None:
        """The memory as it is now, unless it was removed or a deletion hides it: a view that lags behind an update
        has still found the right memory. `copies`: by id, the state in which other owners' deletions leave copies."""
        if record is None:
            self.suppressed["gone"] += 1
            return None
        if is_shut(record):
            self.suppressed["tampered"] += 1
            return None
        memory_id = str(record.attributes["memory_id"])
        there = copies[memory_id] if memory_id in copies else memory_codec.memory(record.attributes).at(self.now)
        memory = None if there is None else barrier.seen(there)
        if memory is None:
            self.suppressed["deleted"] += 1
        return memory

    def known_version(self, record: Record | None, barrier: Barrier) -> Memory | None:
        """An ended version, unless it was removed or a deletion hides it."""
        if is_shut(record):
            self.suppressed["tampered"] += 1
            return None
        version = None if record is None else barrier.seen(memory_codec.memory(record.attributes))
        if version is None:
            self.suppressed["gone" if record is None else "deleted"] += 1
        return version

    def accepts(self, memory: Memory) -> bool:
        """Whether this may be shown as holding now."""
        return self._counted(self._objection(memory) or self._objection_of_time(memory))

    def accepts_version(self, version: Memory) -> bool:
        """Whether this version may be shown as one of the requested time."""
        return self._counted(self._objection(version) or (None if self._is_of_its_time(version) else "other_time"))

    def opens_history(self, memory: Memory) -> bool:
        """Whether versions of this memory may be shown at all: a memory that nobody may see today has no visible
        history either."""
        return self._counted(self._objection_to_showing(memory))

    def _counted(self, reason: str | None) -> bool:
        if reason is not None:
            self.suppressed[reason] += 1
        return reason is None

    def _objection_to_showing(self, memory: Memory) -> str | None:
        if memory.sealed is not None:
            return "sealed"
        if memory.is_expired(self.now):
            return "expired"
        if is_concluded_order(memory):
            return "order"
        if not memory.serves(self._query.purpose):
            return "out_of_purpose"
        return None if self._reach.covers(memory.scope) else "out_of_scope"

    def _objection(self, memory: Memory) -> str | None:
        query, background = self._query, memory.background or Background()
        other = {
            "other_type": query.types and memory.type not in query.types,
            "other_key": query.keys and memory.key not in query.keys,
            "other_metadata": (query.metadata and not has_metadata(memory.metadata, query.metadata))
            or not holds_all(query.where, memory.metadata),
            "other_consent": query.consent_scope is not None and memory.consent_scope != query.consent_scope,
            "other_speaker": query.speaker is not None and background.speaker != query.speaker,
            "other_source": memory.source not in query.believed,
            "other_trust": query.trust is not None and memory.trust is not query.trust,
        }
        return self._objection_to_showing(memory) or next((reason for reason, is_so in other.items() if is_so), None)

    def _is_of_its_time(self, version: Memory) -> bool:
        """Whether it was a fact at all, and held (or was believed) at `as_of`."""
        if version.status in NEVER_BELIEVED:
            return False
        if self._query.as_of is None:
            return True
        if self._query.as_of_kind is TimeKind.RECORDED:
            return version.believed_at(self._query.as_of)
        return version.holds_at(self._query.as_of)

    def _objection_of_time(self, memory: Memory) -> str | None:
        if not memory.holds_at(self.now) and not memory.is_of_the_past:
            return "out_of_validity"
        if memory.status not in _SHOWN:
            return str(memory.status)
        return None
