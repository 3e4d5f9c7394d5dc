"""A search document as the plain values that an engine keeps, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, fields
from datetime import UTC, datetime, timedelta
from typing import Any

from shared.domain.meaning.marks import Marks
from shared.domain.recall.documents import SearchDocument

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_INSTANTS = (
    "valid_from", "valid_to", "soft_expires_at", "hard_expires_at", "observed_at", "recorded_at", "ended_at",
)  # fmt: skip
_TUPLES = ("purposes", "tokens", "origin_owners", "older", "replaced", "metadata")
# Everything but the vector, which each engine keeps in a form of its own.
_PLAIN = tuple(f.name for f in fields(SearchDocument) if f.name not in ("vector", "marks"))


def microseconds(instant: datetime) -> int:
    """Since 1970, exact for every year: engines' own date types end at the millisecond, or in 2262."""
    return (instant - _EPOCH) // _MICROSECOND


def paths_above(scope: str) -> list[str]:
    """The canonical paths strictly above a canonical path, inside its tenant: a document is below exactly these."""
    parts = scope.split("/")
    return ["/".join(parts[:end]) for end in range(3, len(parts), 2)]


def to_fields(document: SearchDocument) -> dict[str, Any]:
    """JSON values by field name, without the vector. What is no Unicode in a text (a lone surrogate) becomes
    `?`."""
    plain = {name: _plain(getattr(document, name)) for name in _PLAIN}
    plain["marks"] = list(astuple(document.marks))
    for name in _INSTANTS:
        if plain[name] is not None:
            plain[name] = microseconds(plain[name])
    return plain


def from_fields(plain: Mapping[str, Any]) -> SearchDocument:
    """The document, with `vector` left out (`None`). Absent fields count as `None`, absent lists as empty."""
    values: dict[str, Any] = {name: plain.get(name) for name in _PLAIN}
    for name in _INSTANTS:
        if values[name] is not None:
            values[name] = _EPOCH + values[name] * _MICROSECOND
    values["binding"] = values["binding"] or 0.0
    for name in _TUPLES:
        values[name] = tuple(values[name] or ())
    values["history"] = bool(values["history"])
    return SearchDocument(**values, vector=None, marks=Marks(*plain.get("marks", ())))


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
