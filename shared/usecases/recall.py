"""Recall: search finds candidates, the rules rank them, and the store of truth says which of them still are.

Calls: embed, search, read (the best candidates and the barriers of their owners), so three; one more for each further
slice of candidates when what a lagging view found is no longer there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.access import may_read, may_read_below, readable_scopes
from shared.domain.deletion import Barrier
from shared.domain.errors import EmbedderUnavailable, SearchUnavailable
from shared.domain.identity import Caller
from shared.domain.memories import RECALLABLE, Memory, MemoryType
from shared.domain.ranking import PROFILES, Ranked, RankingQuery, diversify, query_for_embedding, rank
from shared.domain.recalling import Mode
from shared.domain.scopes import Scope
from shared.domain.search import SearchFilter, SearchQuery
from shared.records import codec, keys
from shared.records.model import Record
from shared.usecases.degraded_recall import by_words
from shared.usecases.hits import Hit
from shared.usecases.services import Services


@dataclass(frozen=True, slots=True)
class RecallQuery:
    """`min_relevance` `None` takes the mode's own threshold. `metadata`: every named value must be equal."""

    text: str
    scope: Scope | None = None
    mode: Mode = Mode.PULL
    top_k: int = 5
    types: tuple[MemoryType, ...] = ()
    keys: tuple[str, ...] = ()
    metadata: Mapping[str, object] | None = None
    purpose: str | None = None
    min_relevance: float | None = None
    include_inherited: bool = True
    include_descendants: bool = False
    profile: str = "default"


@dataclass(frozen=True, slots=True)
class RecallAnswer:
    """`suppressed` counts by reason what was found and is not shown. `degraded`: found without the search index."""

    recall_id: str
    hits: tuple[Hit, ...]
    suppressed: Mapping[str, int]
    degraded: bool = False


def recall(services: Services, caller: Caller, query: RecallQuery) -> RecallAnswer:
    """Raises the errors of access and `PurposeNotAllowed`; with search or the embedder down the answer is degraded."""
    query = _with_mode(query, services)
    if query.purpose is not None:
        caller.may_name(frozenset((query.purpose,)))
    target = may_read(caller, query.scope)
    if query.include_descendants:
        may_read_below(caller, target)
    scopes = readable_scopes(caller, target, include_inherited=query.include_inherited)
    now = services.clock.now()
    filter = SearchFilter(
        org=caller.org,
        scopes=tuple(scope.path for scope in scopes),
        below=(target.path,) if query.include_descendants else (),
        statuses=tuple(status.value for status in RECALLABLE),
        types=tuple(type.value for type in query.types),
        keys=query.keys,
        purpose=query.purpose,
        at=now,
    )
    judge = _Judge(query, scopes, target, now, _threshold(query, services))
    try:
        ranked = _ranked(services, query, filter, now)
    except (SearchUnavailable, EmbedderUnavailable):
        hits = [hit for hit in by_words(services, query.text, scopes) if judge.accepts(hit.memory)]
        return RecallAnswer(services.ids.new(), tuple(hits[: query.top_k]), dict(judge.suppressed), degraded=True)
    hits = sorted(_true_hits(services, ranked, judge, query.top_k), key=lambda hit: -hit.score)
    return RecallAnswer(services.ids.new(), tuple(hits), dict(judge.suppressed))


def _with_mode(query: RecallQuery, services: Services) -> RecallQuery:
    """A push takes what matters at the start of a task: a few memories of the lasting types."""
    if query.mode is Mode.PULL:
        return query
    policy = services.recall_policy
    types = tuple(type for type in query.types or policy.push_types if type in policy.push_types)
    return replace(query, top_k=min(query.top_k, policy.push_items), types=types or policy.push_types)


def _threshold(query: RecallQuery, services: Services) -> float:
    if query.min_relevance is not None:
        return query.min_relevance
    policy = services.recall_policy
    return policy.push_relevance if query.mode is Mode.PUSH else policy.pull_relevance


def _ranked(services: Services, query: RecallQuery, filter: SearchFilter, now: datetime) -> list[Ranked]:
    policy = services.recall_policy
    limit = min(max(policy.candidates, policy.hydrate_factor * query.top_k), policy.most_candidates)
    vector = services.embedder.query(query_for_embedding(query.text))
    candidates = services.search.search(SearchQuery(query.text, vector, services.embedder.model.id, limit), filter)
    return rank(RankingQuery(query.text, services.calibration), candidates, PROFILES[query.profile], now)


def _true_hits(services: Services, ranked: Sequence[Ranked], judge: _Judge, top_k: int) -> Iterator[Hit]:
    """The best candidates that the store of truth still knows, copies of one template sharing a place."""
    relevant = diversify([found for found in ranked if judge.is_relevant(found)], top_k)
    slice_size = services.recall_policy.hydrate_factor * top_k
    given = 0
    for start in range(0, len(relevant), slice_size):
        for found, memory in _hydrated(services, relevant[start : start + slice_size], judge):
            if memory is not None:
                yield Hit(memory, found.score, found.parts, found.relevance)
                given += 1
                if given == top_k:
                    return


def _hydrated(services: Services, found: Sequence[Ranked], judge: _Judge) -> Iterator[tuple[Ranked, Memory | None]]:
    places = [Scope.parse(ranked.candidate.document.scope) for ranked in found]
    owners = list(dict.fromkeys(place.owner for place in places))
    current = [
        keys.current(place, ranked.candidate.document.memory_id) for place, ranked in zip(places, found, strict=True)
    ]
    records = services.records.get([*current, *(keys.barrier(owner) for owner in owners)])
    barriers = {o: codec.barrier(record) for o, record in zip(owners, records[len(current) :], strict=True)}
    for ranked, place, record in zip(found, places, records, strict=False):
        yield ranked, judge.judged(record, barriers[place.owner])


class _Judge:
    """Whether a memory, as the store of truth knows it, may be shown for this query; what may not is counted."""

    def __init__(
        self, query: RecallQuery, scopes: Sequence[Scope], target: Scope, now: datetime, threshold: float
    ) -> None:
        self._query, self._scopes, self._target, self._now, self._threshold = query, scopes, target, now, threshold
        self.suppressed: Counter[str] = Counter()

    def is_relevant(self, found: Ranked) -> bool:
        if found.relevance >= self._threshold:
            return True
        self.suppressed["below_relevance"] += 1
        return False

    def judged(self, record: Record | None, barrier: Barrier) -> Memory | None:
        """The memory as it is now: a view that lags behind an update still found the right memory."""
        if record is None:
            self.suppressed["gone"] += 1
            return None
        memory = codec.memory(record.attributes)
        if barrier.hides(memory.memory_id, memory.updated_at):
            self.suppressed["deleted"] += 1
            return None
        return memory if self.accepts(memory) else None

    def accepts(self, memory: Memory) -> bool:
        reason = self._objection(memory)
        if reason is not None:
            self.suppressed[reason] += 1
        return reason is None

    def _objection(self, memory: Memory) -> str | None:
        query = self._query
        if memory.is_expired(self._now):
            return "expired"
        if not memory.holds_at(self._now):
            return "out_of_validity"
        if memory.status not in RECALLABLE:
            return str(memory.status)
        if not memory.serves(query.purpose):
            return "out_of_purpose"
        below = query.include_descendants and memory.scope.is_below(self._target)
        if memory.scope not in self._scopes and not below:
            return "out_of_scope"
        if query.types and memory.type not in query.types:
            return "other_type"
        if query.keys and memory.key not in query.keys:
            return "other_key"
        if query.metadata and any(memory.metadata.get(k) != v for k, v in query.metadata.items()):
            return "other_metadata"
        return None
