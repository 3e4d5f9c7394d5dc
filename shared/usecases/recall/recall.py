"""Recall: search finds candidates, the rules rank them, and the store of truth says which of them still hold.

Calls: embed, search, read (the best candidates, the barriers of their owners and the list of the latest writes), so
three. One more for writes of the last seconds that the index does not show yet, and for each further slice of
candidates when hits of a lagging view no longer exist. (The organisation's thresholds cost none: `thresholds`.) For
a session that is searched as well see `session_events`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from shared.domain.access.caller import Caller
from shared.domain.deletion.barrier import SubjectState
from shared.domain.errors import EmbedderUnavailable, SearchUnavailable
from shared.domain.meaning.centring import Vector
from shared.domain.meaning.relevance import POLICY, AskedQuery
from shared.domain.memories.memory import Memory, Status
from shared.domain.recall.conflicts import Conflict, Risk
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery, by_memory
from shared.domain.recall.policy import Mode, recall_id
from shared.domain.recall.ranking import Ranked, RankingPolicy, query_for_embedding, rank
from shared.domain.recall.remarks import is_remark
from shared.domain.scopes import Scope
from shared.language.text.token_count import estimated_tokens
from shared.records import keys
from shared.usecases.audit.read_log import ReadKind, recall_reads
from shared.usecases.barrier.subject_state import barriers_of, state_of
from shared.usecases.indexing.not_yet_indexed import lists_of, unseen, with_unseen
from shared.usecases.recall.degraded import by_words
from shared.usecases.recall.filter import RecallFilter, RecallQuery, reach_of, search_filter
from shared.usecases.recall.hydrate import current, looked_back, read_first
from shared.usecases.recall.query import Hit, HitLayer
from shared.usecases.recall.recall_conflicts import resolve
from shared.usecases.recall.retrieval_stats import note_retrieved
from shared.usecases.recall.session_hits import NONE, SessionEvents, merged
from shared.usecases.recall.thresholds import in_force
from shared.usecases.services import Services


@dataclass(frozen=True, slots=True)
class RecallAnswer:
    """`suppressed` counts by reason the memories that were found and are not shown. `degraded`: found without the
    search index. `subject`: `deleting` where a deletion hides everything of a target."""

    recall_id: str
    hits: tuple[Hit, ...]
    suppressed: Mapping[str, int]
    degraded: bool = False
    conflicts: tuple[Conflict, ...] = ()
    needs_confirmation: bool = False
    subject: SubjectState = SubjectState.ACTIVE

    @property
    def remembered(self) -> list[Memory]:
        """The hits that are memories, and not events of the session."""
        return [hit.memory for hit in self.hits if hit.layer is HitLayer.MEMORIES]


def recall(services: Services, caller: Caller, query: RecallQuery) -> RecallAnswer:
    """Raises the errors of access and `PurposeNotAllowed`; with search or the embedder down the answer is degraded."""
    answer = recalled(services, caller, query, remarks=False)
    shown = answer.remembered + [member for conflict in answer.conflicts for member in conflict.members]
    kind, purpose = ReadKind.RECALL, query.purpose
    reads = recall_reads(services, caller, kind, answer.recall_id, purpose, query.named, shown)
    note_retrieved(services, caller, answer.remembered, reads, degraded=answer.degraded)
    return answer


def recalled(services: Services, caller: Caller, query: RecallQuery, *, remarks: bool = True) -> RecallAnswer:
    """As `recall`, for a caller that shows a part of the hits and records the retrievals itself. `remarks` `False`:
    a remark in the place of a question finds nothing, unless the caller gives a relevance or a key."""
    named, query = query, _with_mode(query, services)
    if query.purpose is not None:
        caller.may_name(frozenset((query.purpose,)))
    reach = reach_of(caller, query)
    now = services.clock.now()
    filter = replace(search_filter(caller.org, query, reach, now), waiting=_waiting(query))
    vector = _vector(services, query.text)
    asked = AskedQuery.of(query.text, vector, services.calibration)
    events = _events(services, reach.targets[0], named, asked)
    search = None if vector is None else _search(services, query, asked, vector)
    found = None if search is None else _found(services, search, filter)
    if search is None or found is None:
        recall_filter = RecallFilter(query, reach, now, threshold=0.0)  # the relevance of memories is unknown
        ranked = rank(
            asked, events.candidates, services.recall_policy.ranking(query.profile), now, push=query.mode is Mode.PUSH
        )
        said = [hit for hit in events.hits(ranked, recall_filter) if _tells(hit, services)]
        accepts = recall_filter.accepts_version if query.looks_back else recall_filter.accepts
        hits = [hit for hit in by_words(services, query, reach.scopes) if accepts(hit.memory)]
        answer = settled(
            services, caller, merged(services, hits, said, query.top_k), recall_filter, query, degraded=True
        )
        wanted = barriers_of(reach.targets)
        barriers = dict(zip(wanted, services.records.get(wanted), strict=True))
        return replace(answer, subject=state_of(barriers, reach.targets))
    profile = services.recall_policy.ranking(query.profile)
    ranking = _Ranking.of(query, asked, events, found, profile, now)
    lists = lists_of(reach.scopes)
    beside = [*lists, *barriers_of(reach.targets)]
    threshold, ahead = in_force(services, caller.org, query, ranking.lasting, beside)
    if not remarks and query.min_relevance is None and not query.keys and is_remark(asked):
        threshold = math.inf
    recall_filter = RecallFilter(query, reach, now, threshold, least_x=_least_x(query, ranking.ranked))
    ahead = read_first(services, ranking.lasting, recall_filter, query, ahead, beside)
    late = unseen(services, (ahead[key] for key in lists), found)
    if late:
        found, read = with_unseen(services, late, found, search, filter)
        # Of a barrier the first reading counts: it says what to hide of the records that were read with it.
        barriers = {key: record for key, record in ahead.items() if key.sk == keys.BARRIER}
        ranking, ahead = _Ranking.of(query, asked, events, found, profile, now), {**ahead, **read, **barriers}
    recall_filter = RecallFilter(query, reach, now, threshold, least_x=_least_x(query, ranking.ranked))
    recall_filter.count_waiting(ranking.waiting)
    find = looked_back if query.looks_back else current
    hits = find(services, ranking.lasting, recall_filter, query, ahead)
    said = events.hits(ranking.ranked, recall_filter)
    answer = settled(services, caller, merged(services, hits, said, query.top_k), recall_filter, query)
    return replace(answer, subject=state_of(ahead, reach.targets))


@dataclass(frozen=True, slots=True)
class _Ranking:
    """`ranked`: memories and events of the session; `lasting`: the memories among them; `waiting`: memories that
    wait for a person, apart."""

    ranked: Sequence[Ranked]
    lasting: Sequence[Ranked]
    waiting: Sequence[Ranked]

    @classmethod
    def of(
        cls,
        query: RecallQuery,
        asked: AskedQuery,
        events: SessionEvents,
        found: Sequence[Candidate],
        profile: RankingPolicy,
        now: datetime,
    ) -> Self:
        found = found if query.looks_back else by_memory(found)
        waits = [one for one in found if one.document.status == Status.CANDIDATE]
        candidates = events.beside([one for one in found if one.document.status != Status.CANDIDATE])
        push = query.mode is Mode.PUSH
        ranked = rank(asked, candidates, profile, now, push=push)
        return cls(ranked, events.apart(ranked), rank(asked, waits, profile, now, push=push))


def _within_budget(hits: Sequence[Hit], tokens: int, recall_filter: RecallFilter) -> tuple[Hit, ...]:
    """The best that fit into the limit, in their order; the others are counted."""
    shown = []
    for hit in hits:
        cost = estimated_tokens(hit.memory.content)
        if cost <= tokens:
            shown.append(hit)
            tokens -= cost
        else:
            recall_filter.suppressed["over_budget"] += 1
    return tuple(shown)


def _events(services: Services, target: Scope, query: RecallQuery, asked: AskedQuery) -> SessionEvents:
    if query.session_id is None:
        return NONE
    from shared.usecases.recall.session_events import events_of

    return events_of(services, target, query.session_id, query, asked)


def _waiting(query: RecallQuery) -> tuple[str, ...]:
    return () if query.looks_back else (Status.CANDIDATE.value,)


def _tells(event: Hit, services: Services) -> bool:
    """Whether an event may be ranked with memories that were found by their words."""
    return event.parts["keyword"] > 0 or event.relevance >= services.recall_policy.pull_relevance


def _with_mode(query: RecallQuery, services: Services) -> RecallQuery:
    """A push returns a few memories of the lasting types, for the start of a task."""
    if query.mode is Mode.PULL:
        return query
    policy = services.recall_policy
    types = tuple(type for type in query.types or policy.push_types if type in policy.push_types)
    return replace(query, top_k=min(query.top_k, policy.push_items), types=types or policy.push_types)


def _least_x(query: RecallQuery, ranked: Sequence[Ranked]) -> float:
    """By default hits far below the best are not shown; a caller's own threshold is kept as it is."""
    if query.min_relevance is not None or query.keys or not ranked:
        return -math.inf
    return max(found.x for found in ranked) - POLICY.within


def _vector(services: Services, text: str) -> Vector | None:
    """`None` while the embedder does not answer."""
    try:
        return services.embedder.query(query_for_embedding(text))
    except EmbedderUnavailable:
        return None


def _search(services: Services, query: RecallQuery, asked: AskedQuery, vector: Vector) -> SearchQuery:
    policy = services.recall_policy
    limit = min(max(policy.candidates, policy.hydrate_factor * query.top_k), policy.most_candidates)
    return SearchQuery(query.text, vector, services.embedder.model.id, limit, compared=asked.centred)


def _found(services: Services, search: SearchQuery, filter: SearchFilter) -> list[Candidate] | None:
    """`None` while search does not answer."""
    try:
        return services.search.search(search, filter)
    except SearchUnavailable:
        return None


def settled(
    services: Services,
    caller: Caller,
    hits: Sequence[Hit],
    recall_filter: RecallFilter,
    query: RecallQuery,
    *,
    degraded: bool = False,
) -> RecallAnswer:
    """The answer with its conflicts: a disputed memory is not simply returned. At high risk a dispute about the
    question withholds everything, one about something else only its own members."""
    disputes = resolve(services, hits, query)
    asked_about = disputes.asked_about or (degraded and bool(disputes.conflicts))
    confirm = asked_about and query.risk is Risk.HIGH
    if confirm:
        recall_filter.suppressed["in_conflict"] += len(hits)
    shown = () if confirm else disputes.hits
    if query.mode is Mode.PUSH:
        shown = _within_budget(shown, services.recall_policy.push_tokens, recall_filter)
    id = recall_id(services.ids.new(), caller.principal)
    return RecallAnswer(id, shown, dict(recall_filter.suppressed), degraded, disputes.conflicts, confirm)
