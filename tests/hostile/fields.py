"""Which fields of which routes name something that belongs to somebody: found in the wire models, so that a new field
is either probed or said to name nothing."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel

from shared.contracts.memories import CorrectionItem, WriteRequest
from shared.contracts.openapi.operations import OPERATIONS
from shared.contracts.recall import RecallRequest
from shared.contracts.routes import ROUTES, Route

# What the items of a batch are, each read on its own.
_ITEMS: dict[str, type[BaseModel]] = {
    "POST /v1/memories/batch": WriteRequest,
    "PATCH /v1/memories/batch": CorrectionItem,
    "POST /v1/recall/batch": RecallRequest,
}
# By the name of a field: what of a victim it may name.
NAMES = {
    "scope": "scope", "scopes": "scope", "to_scope": "scope",
    "memory_id": "memory_id", "keep": "memory_id", "promote": "memory_id", "used": "memory_id", "wrong": "memory_id",
    "session_id": "session_id", "request_id": "request_id", "review_id": "review_id", "plan_id": "plan_id",
    "hold_id": "hold_id", "operation_id": "operation_id",
    "event_id": "event_id", "corrects": "event_id", "source_event_ids": "event_id", "evidence": "event_id",
    "held_events": "event_id",
    "recall_id": "recall_id", "cursor": "cursor", "after": "cursor", "key": "key", "keys": "key",
    "consent_scope": "consent_scope", "purpose": "purpose", "purposes": "purpose", "speaker": "speaker",
    "selector.ids": "memory_id", "ids": "memory_id",
}  # fmt: skip
# Texts and choices that name nothing: what they hold belongs to the caller who sends them.
NAMELESS = frozenset(
    """content query goal text outcome lesson state pending data metadata source title tool style mode types type
    status kind order importance role decision risk as_of_kind profile sources trust
    include_inherited include_descendants include_history allow_sensitive current
    valid_from valid_to observed_at occurred_at as_of
    confidence min_relevance limit top_k token_budget ttl_seconds days from to from_line expected_version last_turns
    position versions reference soft_ttl_days hard_ttl_days expires_at composition
    transitions requires min_tier where gt gte lt lte contains
    created_at updated_at last_event_at events sequence recorded_at actor summary_id version completed constraints
    first last count source_version model evidence_lost""".split()
)


@dataclass(frozen=True, slots=True)
class Field:
    """`at`: the path in the body (`events.event_id`), or the name of a parameter. `names`: the victim's what; empty:
    nothing. `many`: a list of them."""

    route: Route
    place: Literal["path", "query", "body"]
    at: str
    names: str
    many: bool = False

    def __str__(self) -> str:
        return f"{self.route.key} {self.place} {self.at}"


@cache
def fields(route: Route) -> tuple[Field, ...]:
    """Every field of a route's path, query and body."""
    operation = OPERATIONS[route.key]
    found = [
        Field(route, "path", part.strip("{}"), NAMES[part.strip("{}")])
        for part in route.path.split("/")
        if part.startswith("{")
    ]
    found += [_field(route, "query", at, many) for at, many in _leaves(operation.parameters)]
    if operation.body is not None:
        found += [_field(route, "body", at, many) for at, many in _leaves(operation.body)]
    if route.key in _ITEMS:
        found += [_field(route, "body", f"items.{at}", many) for at, many in _leaves(_ITEMS[route.key])]
    return tuple(found)


def unknown() -> list[str]:
    """Fields that nobody has decided about."""
    return [str(field) for route in ROUTES for field in fields(route) if not field.names and not _nameless(field.at)]


def _nameless(at: str) -> bool:
    return at.rpartition(".")[2] in NAMELESS or at == "items"


def _field(route: Route, place: Literal["query", "body"], at: str, many: bool) -> Field:
    last = at.rpartition(".")[2]
    names = NAMES.get(at) or NAMES.get(last, "")
    return Field(route, place, at, names, many)


def _leaves(model: type[BaseModel], above: str = "") -> Iterator[tuple[str, bool]]:
    for name, info in model.model_fields.items():
        at = f"{above}{info.alias or name}"
        inner, many = _inner(info.annotation)
        if inner is None:
            yield at, many
        else:
            yield from _leaves(inner, f"{at}.")


def _inner(annotation: Any) -> tuple[type[BaseModel] | None, bool]:
    """The model inside of an annotation, if there is one, and whether it is a list."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation, False
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _inner(arguments[0])
    if origin in (typing.Union, types.UnionType):
        found = [_inner(a) for a in arguments if a is not type(None)]
        return next(((m, many) for m, many in found if m is not None), (None, any(many for _, many in found)))
    if origin is list:
        return _inner(arguments[0])[0], True
    return None, False
