"""The sub-queries of a search. The question is only ever the text of `match` queries: it has no syntax here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from shared.adapters.opensearch.filters import filter_clauses
from shared.adapters.opensearch.mapping import CONTENT_WORDS, CONTEXT_WORDS, VECTOR
from shared.domain.meaning.centring import Vector
from shared.domain.recall.documents import MOST_WAITING, SearchFilter, SearchQuery
from shared.language.text.terms import is_unspaced, query_terms

WAITING = "waiting"  # no field: the nearest of what waits for a person
WORD_FIELDS = (CONTENT_WORDS, CONTEXT_WORDS)


def sub_queries(query: SearchQuery, wanted: SearchFilter, timeout_s: float) -> dict[str, dict[str, Any]]:
    """Search bodies by the field that each one searches. A question without words, or a vector without a direction,
    leaves out what it cannot ask."""
    found: dict[str, dict[str, Any]] = {}
    if any(query.vector):
        found[VECTOR] = _nearest(query.vector, query.limit, filter_clauses(wanted, model=query.model))
        if wanted.waiting:
            clauses = filter_clauses(replace(wanted, statuses=wanted.waiting), model=query.model)
            found[WAITING] = _nearest(query.vector, MOST_WAITING, clauses)
    terms = query_terms(query.text)
    if terms:
        clauses = filter_clauses(wanted)
        asked = WORD_FIELDS if query.context else (CONTENT_WORDS,)
        found |= {field: {"bool": {"must": [_words(field, terms)], "filter": clauses}} for field in asked}
    limits = {WAITING: MOST_WAITING}
    return {field: _body(clause, limits.get(field, query.limit), timeout_s) for field, clause in found.items()}


def _nearest(vector: Vector, limit: int, clauses: list[dict[str, Any]]) -> dict[str, Any]:
    # Inside the clause: a filter around it would be applied to the nearest of everybody.
    return {"knn": {VECTOR: {"vector": list(vector), "k": limit, "filter": {"bool": {"filter": clauses}}}}}


def _words(field: str, terms: tuple[str, ...]) -> dict[str, Any]:
    readings = [_match(f"{field}.exact", terms), _match(f"{field}.english", terms)]
    pairs = tuple(term for term in terms if is_unspaced(term))
    if pairs:
        readings.append(_match(f"{field}.cjk", pairs))
    return {"dis_max": {"queries": readings}}


def _match(field: str, terms: tuple[str, ...]) -> dict[str, Any]:
    return {"match": {field: {"query": " ".join(terms)}}}


def _body(clause: dict[str, Any], limit: int, timeout_s: float) -> dict[str, Any]:
    return {"query": clause, "size": limit, "track_total_hits": False, "timeout": f"{round(timeout_s * 1000)}ms"}
