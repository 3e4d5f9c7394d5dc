"""The sub-queries of a search. The question is only ever the text of `match` queries: it has no syntax here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from shared.adapters.opensearch.filters import Clauses, filter_of
from shared.adapters.opensearch.mapping import CONTENT_WORDS, CONTEXT_WORDS, HIT, SPACE, VECTOR
from shared.domain.meaning.centring import Vector
from shared.domain.recall.documents import MOST_WAITING, SearchFilter, SearchQuery
from shared.language.text.terms import is_unspaced, query_terms

WAITING = "waiting"  # no field: the nearest of what waits for a person
WORD_FIELDS = (CONTENT_WORDS, CONTEXT_WORDS)
BINDING, ALSO_VECTOR, ALSO_WORDS = "binding", "also_vector", "also_words"


def sub_queries(query: SearchQuery, wanted: SearchFilter, timeout_s: float, compared: int) -> dict[str, dict[str, Any]]:
    """Search bodies by the field that each one searches, those of a second question and of what binds by names of
    their own. A question without words, or a vector without a direction, leaves out what it cannot ask.

    `compared`: of how many documents, in one shard, a vector is compared with each; with more the answer says
    `terminated_early` and is of no use. 0: the graph is asked.
    """

    def nearest(vector: Vector, limit: int, clauses: Clauses) -> dict[str, Any]:
        if not compared:
            return _body(_by_graph(vector, limit, clauses), limit, timeout_s)
        return _body(_by_comparison(vector, clauses), limit, timeout_s) | {"terminate_after": compared}

    vectors = filter_of(wanted, model=query.model)
    found: dict[str, dict[str, Any]] = {}
    if any(query.vector):
        found[VECTOR] = nearest(query.vector, query.limit, vectors)
        if wanted.waiting:
            aside = filter_of(replace(wanted, statuses=wanted.waiting), model=query.model)
            found[WAITING] = nearest(query.vector, MOST_WAITING, aside)
        if query.binding_limit:
            binds = {"range": {"binding": {"gte": query.least_binding}}}
            binding = vectors | {"filter": [*vectors["filter"], binds]}
            found[BINDING] = nearest(query.vector, query.binding_limit, binding)
    clauses = filter_of(wanted)
    fields = WORD_FIELDS if query.context else (CONTENT_WORDS,)
    for field, terms in ((field, query_terms(query.text)) for field in fields):
        if terms:
            found[field] = _body(_with_words(field, terms, clauses), query.limit, timeout_s)
    if query.also is not None:
        if any(query.also.vector):
            found[ALSO_VECTOR] = nearest(query.also.vector, query.limit, vectors)
        terms = query_terms(query.also.text)
        if terms:
            found[ALSO_WORDS] = _body(_with_words(CONTENT_WORDS, terms, clauses), query.limit, timeout_s)
    return found


def _by_comparison(vector: Vector, clauses: Clauses) -> dict[str, Any]:
    params = {"field": VECTOR, "query_value": list(vector), "space_type": SPACE}
    script = {"lang": "knn", "source": "knn_score", "params": params}
    return {"script_score": {"query": {"bool": clauses}, "script": script}}


def _by_graph(vector: Vector, limit: int, clauses: Clauses) -> dict[str, Any]:
    # Inside the clause: a filter around it would be applied to the nearest of everybody.
    return {"knn": {VECTOR: {"vector": list(vector), "k": limit, "filter": {"bool": clauses}}}}


def _with_words(field: str, terms: tuple[str, ...], clauses: Clauses) -> dict[str, Any]:
    return {"bool": {"must": [_words(field, terms)], **clauses}}


def _words(field: str, terms: tuple[str, ...]) -> dict[str, Any]:
    readings = [_match(f"{field}.exact", terms), _match(f"{field}.english", terms)]
    pairs = tuple(term for term in terms if is_unspaced(term))
    if pairs:
        readings.append(_match(f"{field}.cjk", pairs))
    return {"dis_max": {"queries": readings}}


def _match(field: str, terms: tuple[str, ...]) -> dict[str, Any]:
    return {"match": {field: {"query": " ".join(terms)}}}


def _body(clause: dict[str, Any], limit: int, timeout_s: float) -> dict[str, Any]:
    return {
        "query": clause,
        "size": limit,
        "track_total_hits": False,
        "timeout": f"{round(timeout_s * 1000)}ms",
        "stored_fields": "_none_",  # nor ids: the hit has its own
        "docvalue_fields": [HIT],
    }
