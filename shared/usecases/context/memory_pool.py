"""The memories that are considered for a context: found in one search by the goal, by the user's newest turn and by
binding statements, and read from the store of truth."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from shared.domain.access.caller import Caller
from shared.domain.context.bearing import bearings
from shared.domain.context.items import Considered, ContextItem
from shared.domain.context.shares import ContextPolicy
from shared.domain.context.showing import layer_of, objection
from shared.domain.errors import SearchUnavailable
from shared.domain.meaning import kinds, rivals
from shared.domain.meaning.centring import Vector
from shared.domain.meaning.kinds import kinds_of
from shared.domain.meaning.relevance import AskedQuery, is_spaced
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Status
from shared.domain.recall.documents import AlsoAsked, Candidate, SearchDocument, SearchFilter, SearchQuery, by_memory
from shared.domain.recall.features import session_of
from shared.domain.recall.policy import Mode
from shared.domain.recall.ranking import Ranked
from shared.domain.scopes import Scope
from shared.language.speech.questions import stated_tense
from shared.records import keys
from shared.records.memories.vectors import stored_vector
from shared.records.store.record import Key, Record
from shared.usecases.context.session_pool import Questions
from shared.usecases.indexing.not_yet_indexed import lists_of, unseen, with_unseen
from shared.usecases.recall.degraded import by_words
from shared.usecases.recall.filter import Reach, RecallFilter, RecallQuery, reach_of, search_filter
from shared.usecases.recall.hydrate import barriers_for, current, records_of
from shared.usecases.recall.query import Hit
from shared.usecases.recall.recall import RecallAnswer, recalled, settled
from shared.usecases.services import Services

# The measures that a hit carries beside its score.
_X, _X_NEWEST, _BEARS = "x", "x_newest", "bears"


@dataclass(frozen=True, slots=True)
class Search:
    """A question about memories, with the right to ask it. Raises the errors of access when it is made."""

    query: RecallQuery
    reach: Reach
    filter: SearchFilter
    now: datetime

    @classmethod
    def of(cls, services: Services, caller: Caller, query: RecallQuery) -> Search:
        if query.purpose is not None:
            caller.may_name(frozenset((query.purpose,)))
        if query.mode is Mode.PUSH:
            most = services.recall_policy.push_types
            query = replace(query, types=tuple(type for type in query.types or most if type in most) or most)
        reach, now = reach_of(caller, query), services.clock.now()
        return cls(query, reach, search_filter(caller.org, query, reach, now), now)


@dataclass(frozen=True, slots=True)
class Found:
    """The best candidates, and the keys of all records that are read to judge them. `ranked` is `None` if search
    does not answer. `asked`, `candidates`: the query of the search and its result."""

    ranked: tuple[Ranked, ...] | None
    keys: tuple[Key, ...] = ()
    asked: SearchQuery | None = None
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Remembered:
    """The memories with the data that recall gives about them, and as items to consider."""

    answer: RecallAnswer
    pool: tuple[Considered, ...]
    suppressed: Mapping[str, int] = field(default_factory=dict)


def find(
    services: Services,
    search: Search,
    questions: Questions,
    vectors: tuple[Vector, Vector | None] | None,
    policy: ContextPolicy,
    most: int,
) -> Found:
    """At most `most` memories. `vectors`: of the goal and of the newest turn, `None` while the embedder is down."""
    if vectors is None:
        return Found(None)
    goal, newest = vectors
    asked = questions.newest
    also = None if newest is None or asked is None else AlsoAsked(asked.text, newest, asked.centred)
    query = SearchQuery(
        questions.goal.text,
        goal,
        services.embedder.model.id,
        min(max(policy.candidates, search.query.top_k), services.recall_policy.most_candidates),
        compared=questions.goal.centred,
        binding_limit=policy.binding_candidates,
        least_binding=kinds.POLICY.binding,
        also=also,
    )
    try:
        candidates = services.search.search(query, search.filter)
    except SearchUnavailable:
        return Found(None)
    found = _judged(query, candidates, questions, policy, most)
    return replace(found, keys=(*lists_of(search.reach.scopes), *found.keys))


def with_latest(
    services: Services,
    search: Search,
    questions: Questions,
    found: Found,
    read: Mapping[Key, Record | None],
    policy: ContextPolicy,
    most: int,
) -> tuple[Found, Mapping[Key, Record | None]]:
    """Everything found and read, with the writes of the last seconds that the index does not show yet: two reads if
    there are any, otherwise none."""
    if found.asked is None:
        return found, read
    lists = (read[key] for key in lists_of(search.reach.scopes))
    late = unseen(services, lists, found.candidates)
    if not late:
        return found, read
    candidates, more = with_unseen(services, late, found.candidates, found.asked, search.filter)
    found = _judged(found.asked, candidates, questions, policy, most)
    read = {**read, **more}
    missing = [key for key in found.keys if key not in read]
    return found, {**read, **dict(zip(missing, services.records.get(missing) if missing else (), strict=True))}


def _judged(
    query: SearchQuery, candidates: Sequence[Candidate], questions: Questions, policy: ContextPolicy, most: int
) -> Found:
    measured = {c.document.memory_id: _measured(c, questions) for c in by_memory(candidates)}
    considered = list(measured.values())
    ranked = _best(_bearing(considered, questions) if questions.push else considered, most, policy)
    wanted = dict.fromkeys(key for found in ranked for key in _keys(found))
    return Found(tuple(ranked), tuple(wanted), query, tuple(candidates))


def remembered(
    services: Services,
    caller: Caller,
    search: Search,
    questions: Questions,
    found: Found,
    read: Mapping[Key, Record | None],
) -> Remembered:
    """`read`: the records at the keys of `found`."""
    suppressed: Counter[str] = Counter()
    if found.ranked is None:
        answer = _by_words(services, caller, search)
    else:
        recall_filter = RecallFilter(search.query, search.reach, search.now, threshold=0.0)
        query = replace(search.query, mode=Mode.PULL, top_k=max(1, len(found.ranked)))
        hits = sorted(current(services, found.ranked, recall_filter, query, read), key=lambda hit: -hit.parts[_X])
        answer = settled(services, caller, hits, recall_filter, query)
    shown = []
    for hit in answer.hits:
        reason = objection(hit.memory, _kinds(services, hit, read))
        if reason is None:
            shown.append(hit)
        else:
            suppressed[reason] += 1
    return Remembered(replace(answer, hits=tuple(shown)), _pool(shown, questions, search.now), suppressed)


def looked_back(services: Services, caller: Caller, search: Search, questions: Questions) -> Remembered:
    """Versions that held at another time, as a recall finds them: each of them is relevant."""
    answer = recalled(services, caller, search.query)
    hits = [replace(hit, parts={**hit.parts, _X: 1.0}) for hit in answer.hits]
    return Remembered(answer, _pool(hits, questions, search.now))


def _by_words(services: Services, caller: Caller, search: Search) -> RecallAnswer:
    """How near a memory is cannot be measured then: the share of the goal's words is used in its place."""
    recall_filter = RecallFilter(search.query, search.reach, search.now, threshold=0.0)
    found = by_words(services, search.query, search.reach.scopes)
    hits = [replace(hit, parts={_X: hit.score}) for hit in found if recall_filter.accepts(hit.memory)]
    return settled(services, caller, hits, recall_filter, replace(search.query, mode=Mode.PULL), degraded=True)


def _measured(candidate: Candidate, questions: Questions) -> Ranked:
    x = _x(questions.goal, candidate, candidate.product, push=questions.push)
    parts = {_X: x}
    if questions.newest is not None:
        parts[_X_NEWEST] = _x(questions.newest, candidate, candidate.also_product)
    return Ranked(candidate, 0.0, parts, questions.goal.relevance(max(parts.values())), max(parts.values()))


def _x(asked: AskedQuery, candidate: Candidate, product: float | None, *, push: bool = False) -> float:
    document = candidate.document
    cosine = None if product is None else asked.cosine(product, document.marks.length)
    held = asked.held(document.content, document.tokens)
    return round(asked.x(cosine, held, spaced=is_spaced(document.content), push=push), 6)


def _bearing(measured: Sequence[Ranked], questions: Questions) -> list[Ranked]:
    """At the start of a task, with what speaks for each beside its nearness."""
    bears = bearings(questions.goal.text, [(_document(one), session_of(_document(one)), one.x) for one in measured])
    return [replace(one, parts={**one.parts, _BEARS: more}) for one, more in zip(measured, bears, strict=True)]


def _bears(found: Ranked) -> float:
    return found.parts.get(_BEARS, 0.0)


def _best(ranked: Sequence[Ranked], most: int, policy: ContextPolicy) -> list[Ranked]:
    """The nearest; up to a third of the places go to binding statements; before each memory come those that may say
    it newer."""
    by_x = sorted(ranked, key=lambda found: -found.x - _bears(found))
    bind = [found for found in by_x if _document(found).binding >= kinds.POLICY.binding]
    weight = policy.binding_weight
    bind.sort(key=lambda found: -found.parts[_X] - _bears(found) - weight * _document(found).binding)
    newer: dict[str, list[Ranked]] = {}
    for found in by_x:
        for id in _document(found).older:
            newer.setdefault(id, []).append(found)
    chosen: dict[str, Ranked] = {}
    for found in (*bind[: most // 3], *by_x, *bind[most // 3 :]):
        later = newer.get(_document(found).memory_id, ())[: policy.newer_items]
        for one in (*(n for n in later if n.x >= rivals.POLICY.newer_x or n in bind), found):
            if len(chosen) < most:
                chosen.setdefault(_document(one).memory_id, one)
    return list(chosen.values())


def _document(found: Ranked) -> SearchDocument:
    return found.candidate.document


def _keys(found: Ranked) -> list[Key]:
    """The records that are read of a candidate: its own, the barriers of its owners, and of an inference its vector."""
    document = _document(found)
    wanted = [*records_of(found), *(keys.barrier(owner) for owner in barriers_for(found))]
    if document.source == Source.AGENT_INFERRED:
        wanted.append(keys.vector(Scope.parse(document.scope), document.memory_id))
    return wanted


def _kinds(services: Services, hit: Hit, read: Mapping[Key, Record | None]) -> kinds.SentenceKinds | None:
    record = read.get(keys.vector(hit.memory.scope, hit.memory.memory_id))
    if record is None:
        return None
    vector = stored_vector(record)
    if (vector.model, len(vector.vector)) != (services.embedder.model.id, services.embedder.model.dimension):
        return None
    return kinds_of(vector.vector, services.calibration, own=False)


def _pool(hits: Sequence[Hit], questions: Questions, now: datetime) -> tuple[Considered, ...]:
    newer: dict[str, list[Hit]] = {}
    for hit in hits:
        for id in hit.memory.meaning.older:
            newer.setdefault(id, []).append(hit)
    return tuple(_considered(hit, newer.get(hit.memory.memory_id, ()), questions, now) for hit in hits)


def _considered(hit: Hit, newer: Sequence[Hit], questions: Questions, now: datetime) -> Considered:
    memory = hit.memory
    later = sorted(newer, key=lambda one: one.memory.observed_at, reverse=True)
    x, x_newest = hit.parts.get(_X, -math.inf), hit.parts.get(_X_NEWEST)
    return Considered(
        id=memory.memory_id,
        item=ContextItem(
            layer=layer_of(memory),
            label=memory.type.value,
            content=memory.content,
            source=memory.source.value,
            time=memory.observed_at,
            confidence=memory.confidence,
            stale=memory.status is Status.STALE or memory.is_soft_expired(now),
            basis=hit.basis,
            memory_id=memory.memory_id,
            key=memory.key,
            trust=memory.trust,
            tense=stated_tense(memory.content),
        ),
        x=x,
        relevance=hit.relevance,
        x_newest=x_newest,
        binding=memory.meaning.binding,
        newer=tuple(one.memory.memory_id for one in later),
        bears=hit.parts.get(_BEARS, 0.0),
    )
