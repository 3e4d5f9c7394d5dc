"""The one builder of filters and of their routing: every search of this adapter uses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from shared.adapters.opensearch.mapping import ABOVE, MEMORY, VISIBILITY
from shared.adapters.opensearch.visibility import visible_to
from shared.adapters.search_documents import microseconds
from shared.domain.memories.metadata_conditions import MetadataCondition, TermRange
from shared.domain.recall.documents import SearchFilter

Clauses = dict[str, list[dict[str, Any]]]  # of a `bool` query, by how they occur
_GLOBAL_ROUTING = "/global"  # an org's routing value holds no slash


def filter_of(wanted: SearchFilter, *, model: str | None = None) -> Clauses:
    """The clauses of a `bool` query that all must hold, never fewer than visibility and expiry, and those of which none
    may: nearly every document is without an end, so that "ends by now" finds few documents and costs nothing, where
    "has no end, or a later one" looks at each.

    With `model`, only documents whose vector is of that space.
    """
    at = microseconds(wanted.at)
    clauses = [_one_of(VISIBILITY, visible_to(wanted, model))]
    if not wanted.any_purpose and wanted.purpose is not None:
        clauses.append(_any_of([_absent("purposes"), {"term": {"purposes": wanted.purpose}}]))
    for field, values in (("type", wanted.types), ("key", wanted.keys), ("source", wanted.sources)):
        if values:
            clauses.append(_one_of(field, values))
    clauses += [{"term": {"metadata": mark}} for mark in wanted.metadata]
    clauses += [_on_metadata(condition) for condition in wanted.where]
    for field, value in (("consent_scope", wanted.consent_scope), ("speaker", wanted.speaker)):
        if value is not None:
            clauses.append({"term": {field: value}})
    refused = [{"range": {"hard_expires_at": {"lte": at}}}, *_other_times(wanted)]
    if not wanted.any_purpose and wanted.purpose is None:
        refused.append({"exists": {"field": "purposes"}})
    return {"filter": clauses, "must_not": refused}


def _one_of(field: str, values: Sequence[str]) -> dict[str, Any]:
    return {"term": {field: values[0]}} if len(values) == 1 else {"terms": {field: list(values)}}


def _on_metadata(condition: MetadataCondition) -> dict[str, Any]:
    if isinstance(condition, TermRange):
        low, high = "gte" if condition.includes_low else "gt", "lte" if condition.includes_high else "lt"
        return {"range": {"metadata": {low: condition.low, high: condition.high}}}
    found: list[dict[str, Any]] = [{"term": {"metadata": condition.element}}]
    if condition.text is not None:
        # Only terms of the member are walked through: its mark comes before the first asterisk.
        found.append({"wildcard": {"metadata": {"value": f"{condition.prefix}*{_literal(condition.text)}*"}}})
    return _any_of(found)


def _literal(text: str) -> str:
    return "".join(f"\\{char}" if char in "*?\\" else char for char in text)


def _other_times(wanted: SearchFilter) -> list[dict[str, Any]]:
    """When a document does not hold, or was not believed."""
    refused: list[dict[str, Any]] = []
    if not wanted.any_time:
        at = microseconds(wanted.at if wanted.holds_at is None else wanted.holds_at)
        if not wanted.later:
            refused.append({"range": {"valid_from": {"gt": at}}})
        refused.append({"range": {"valid_to": {"lte": at}}})
    if wanted.believed_at is not None:
        at = microseconds(wanted.believed_at)
        refused += [{"range": {"recorded_at": {"gt": at}}}, {"range": {"ended_at": {"lte": at}}}]
    return refused


def within_clauses(org: str, scope: str, memory_ids: Sequence[str]) -> list[dict[str, Any]]:
    """Everything at or below a scope, whatever its status; only the documents of these memories if there are any."""
    # No prefix query: the engine refuses prefixes of more than 1,000 characters, and a scope can have 6,200.
    clauses = [{"term": {"org": org}}, _any_of([{"term": {"scope": scope}}, {"term": {ABOVE: scope}}])]
    return [*clauses, {"terms": {MEMORY: list(memory_ids)}}] if memory_ids else clauses


def routing_of(org: str) -> str:
    """Percent-encoded: a comma would make two routing values of one. `/global` belongs to no tenant."""
    return quote(org, safe="") or _GLOBAL_ROUTING


def routing_for(org: str) -> str:
    """The shards of a tenant and of `/global`."""
    return ",".join(dict.fromkeys((routing_of(org), _GLOBAL_ROUTING)))


def _any_of(clauses: list[dict[str, Any]]) -> dict[str, Any]:
    return {"bool": {"should": clauses, "minimum_should_match": 1}}


def _absent(field: str) -> dict[str, Any]:
    return {"bool": {"must_not": [{"exists": {"field": field}}]}}
