"""A request as a value, before anybody sends it: made by pure functions, sent by either client."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from pydantic import BaseModel

T = TypeVar("T", bound=BaseModel)


class Answer(BaseModel):
    """An answer. Unknown fields of a newer service are kept and cause no failure."""

    model_config = {"extra": "allow", "frozen": True}


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """`changes`: it carries an `Idempotency-Key`, so that it may be sent again when an answer is lost. Without a given
    key each sending makes one, the same for all its attempts."""

    method: str
    path: str
    answer: type[T]
    parameters: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    changes: bool = False
    idempotency_key: str | None = None

    @property
    def target(self) -> str:
        if not self.parameters:
            return self.path
        query = "&".join(f"{name}={quote(value, safe='')}" for name, value in self.parameters.items())
        return f"{self.path}?{query}"

    @property
    def content(self) -> bytes | None:
        if self.body is None:
            return None
        # Half of a surrogate pair is in no UTF-8: what a tool printed must not keep its event from being sent.
        return json.dumps(self.body, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def path(*segments: str) -> str:
    """`("sessions", id)` -> `/v1/sessions/{id}`, whatever characters the id holds. Proxies would read a `.` or
    `..` as a step in the path, so their points are escaped as well."""
    escaped = [quote(segment, safe="") for segment in segments]
    return "/v1/" + "/".join(s.replace(".", "%2E") if s in {".", ".."} else s for s in escaped)


def given(**values: Any) -> dict[str, Any]:
    """The fields that were given, as JSON has them."""
    return {name: _wire(value) for name, value in values.items() if value is not None}


def parameters(**values: Any) -> dict[str, str]:
    """The query parameters that were given, as text."""
    return {name: _text(value) for name, value in values.items() if value is not None}


def _wire(value: Any) -> Any:
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, Mapping):
        return {name: _wire(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_wire(inner) for inner in value]
    return value


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return instant(value) if isinstance(value, datetime) else str(value)


def instant(value: datetime) -> str:
    """Raises `ValueError` for a time without an offset: the service would refuse it."""
    if value.utcoffset() is None:
        raise ValueError("a time needs an offset, such as datetime.now(UTC)")
    return value.isoformat()
