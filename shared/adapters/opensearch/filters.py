"""The one builder of filters and of their routing: every search of this adapter uses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from shared.adapters.opensearch.mapping import ABOVE, MEMORY
from shared.adapters.search_documents import microseconds
from shared.domain.memories.metadata_conditions import MetadataCondition, TermRange
from shared.domain.recall.documents import SearchFilter

_GLOBAL_ROUTING = "/global"  # an org's routing value holds no slash


def filter_clauses(wanted: SearchFilter, *, model: str | None = None) -> list[dict[str, Any]]:
    """The clauses that all must hold, never fewer than org, scope, status and expiry.

    With `model`, only documents whose vector is of that space.
    """
    at = microseconds(wanted.at)
    clauses: list[dict[str, Any]] = [
        {"terms": {"org": list(dict.fromkeys((wanted.org, "")))}},
        _any_of(_scopes(wanted.scopes, wanted.below)),
        {"terms": {"status": list(wanted.statuses)}},
        _any_of([_absent("hard_expires_at"), {"range": {"hard_expires_at": {"gt": at}}}]),
    ]
    clauses += _times(wanted)
    if not wanted.any_purpose:
        serves = [_absent("purposes")]
        if wanted.purpose is not None:
            serves.append({"term": {"purposes": wanted.purpose}})
        clauses.append(_any_of(serves))
    for field, values in (("type", wanted.types), ("key", wanted.keys), ("source", wanted.sources)):
        if values:
            clauses.append({"terms": {field: list(values)}})
    clauses += [{"term": {"metadata": mark}} for mark in wanted.metadata]
    clauses += [_on_metadata(condition) for condition in wanted.where]
    for field, value in (("consent_scope", wanted.consent_scope), ("speaker", wanted.speaker)):
        if value is not None:
            clauses.append({"term": {field: value}})
    if model is not None:
        clauses.append({"term": {"model": model}})
    return clauses


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


def _times(wanted: SearchFilter) -> list[dict[str, Any]]:
    """When a document must hold and must have been believed, and that it is of no version that ended."""
    clauses: list[dict[str, Any]] = [] if wanted.history else [{"term": {"history": False}}]
    if not wanted.any_time:
        at = microseconds(wanted.at if wanted.holds_at is None else wanted.holds_at)
        if not wanted.later:
            clauses.append({"range": {"valid_from": {"lte": at}}})
        clauses.append(_any_of([_absent("valid_to"), {"range": {"valid_to": {"gt": at}}}]))
    if wanted.believed_at is not None:
        at = microseconds(wanted.believed_at)
        clauses.append(_any_of([_absent("recorded_at"), {"range": {"recorded_at": {"lte": at}}}]))
        clauses.append(_any_of([_absent("ended_at"), {"range": {"ended_at": {"gt": at}}}]))
    return clauses


def within_clauses(org: str, scope: str, memory_ids: Sequence[str]) -> list[dict[str, Any]]:
    """Everything at or below a scope, whatever its status; only the documents of these memories if there are any."""
    clauses = [{"term": {"org": org}}, _any_of(_scopes((scope,), (scope,)))]
    return [*clauses, {"terms": {MEMORY: list(memory_ids)}}] if memory_ids else clauses


def routing_of(org: str) -> str:
    """Percent-encoded: a comma would make two routing values of one. `/global` belongs to no tenant."""
    return quote(org, safe="") or _GLOBAL_ROUTING


def routing_for(org: str) -> str:
    """The shards of a tenant and of `/global`."""
    return ",".join(dict.fromkeys((routing_of(org), _GLOBAL_ROUTING)))


def _scopes(exact: Sequence[str], below: Sequence[str]) -> list[dict[str, Any]]:
    # No prefix query: the engine refuses prefixes of more than 1,000 characters, and a scope can have 6,200.
    return [{"terms": {field: list(paths)}} for field, paths in (("scope", exact), (ABOVE, below)) if paths]


def _any_of(clauses: list[dict[str, Any]]) -> dict[str, Any]:
    return {"bool": {"should": clauses, "minimum_should_match": 1}}


def _absent(field: str) -> dict[str, Any]:
    return {"bool": {"must_not": [{"exists": {"field": field}}]}}
