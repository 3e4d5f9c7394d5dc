"""A request as a value, before it is sent: made by pure functions, sent by either client."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from pydantic import BaseModel

T = TypeVar("T", bound=BaseModel)
T_co = TypeVar("T_co", bound=BaseModel, covariant=True)
I_co = TypeVar("I_co", covariant=True)

JSON, NDJSON = "application/json", "application/x-ndjson"
_PLACE = re.compile(r"\{(\w+)\}")


class Answer(BaseModel):
    """An answer. Unknown fields of a newer service are kept and cause no failure."""

    model_config = {"extra": "allow", "frozen": True}


class Page(Answer, Generic[I_co]):
    """`next_cursor`, given as `cursor`, continues after the last item; `None`: there is no more."""

    items: list[I_co]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Call(Generic[T_co]):
    """`changes`: it carries an `Idempotency-Key`, so that it may be sent again when an answer is lost. Without a given
    key each sending makes one, the same for all its attempts. `lines`: a body of one JSON object a line."""

    method: str
    path: str
    answer: type[T_co]
    parameters: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    lines: str | None = None
    changes: bool = False
    idempotency_key: str | None = None
    accept: str = JSON

    @property
    def target(self) -> str:
        if not self.parameters:
            return self.path
        query = "&".join(f"{name}={quote(value, safe='')}" for name, value in self.parameters.items())
        return f"{self.path}?{query}"

    @property
    def media(self) -> str | None:
        """Of the body."""
        return NDJSON if self.lines is not None else None if self.body is None else JSON

    @property
    def content(self) -> bytes | None:
        # Half of a surrogate pair is in no UTF-8: what a tool printed must not keep its event from being sent.
        if self.lines is not None:
            return self.lines.encode("utf-8", "replace")
        if self.body is None:
            return None
        return json.dumps(self.body, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def call(
    route: str, answer: type[T], given: Mapping[str, Any], *, reads: bool = False, has_body: bool = True
) -> Call[T]:
    """The call of a route, such as `POST memories/{memory_id}/promote`, with the arguments of the function that offers
    it (its `locals()`; those of its `**fields` count as its own). `None` is left out.

    Arguments go where the interface has them: into the place of the path that has their name, into the query of a GET
    or DELETE, else into the body; `scope` is in the query also where the path names something. `reads`: a POST that
    changes nothing.
    """
    method, _, template = route.partition(" ")
    arguments = {**given, **given.get("fields", {})}
    arguments.pop("fields", None)
    key = arguments.pop("idempotency_key", None)
    places = _PLACE.findall(template)
    segments = [_PLACE.sub(lambda at: arguments[at[1]], segment) for segment in template.split("/")]
    rest = {name: value for name, value in arguments.items() if name not in places and value is not None}
    in_query = {name for name in rest if method in {"GET", "DELETE"} or (places and name == "scope") or not has_body}
    return Call(
        method,
        path(*segments),
        answer,
        {name: _text(value) for name, value in rest.items() if name in in_query},
        {name: wire(value) for name, value in rest.items() if name not in in_query}
        if has_body and method not in {"GET", "DELETE"}
        else None,
        changes=method != "GET" and not reads,
        idempotency_key=key,
    )


def path(*segments: str) -> str:
    """`("sessions", id)` -> `/v1/sessions/{id}`, whatever characters the id holds. Proxies would read a `.` or
    `..` as a step in the path, so their points are escaped as well."""
    escaped = [quote(segment, safe="") for segment in segments]
    return "/v1/" + "/".join(s.replace(".", "%2E") if s in {".", ".."} else s for s in escaped)


def given(**values: Any) -> dict[str, Any]:
    """The fields that were given, as JSON has them."""
    return {name: wire(value) for name, value in values.items() if value is not None}


def wire(value: Any) -> Any:
    """As JSON has it."""
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, Mapping):
        return {name: wire(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [wire(inner) for inner in value]
    return value


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return json.dumps(wire(value), ensure_ascii=False, allow_nan=False)
    return instant(value) if isinstance(value, datetime) else str(value)


def instant(value: datetime) -> str:
    """Raises `ValueError` for a time without an offset: the service would refuse it."""
    if value.utcoffset() is None:
        raise ValueError("a time needs an offset, such as datetime.now(UTC)")
    return value.isoformat()
