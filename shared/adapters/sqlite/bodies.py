"""Attributes as JSON text, types kept: bytes are `{"$bytes": base64}`, and a name that is empty or begins with `$`
gets one `$` more, so that no data can look like a mark. JSON keeps `1` and `1.0` apart and every float."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

from shared.records.store.record import Attributes, Value

_BYTES = "$bytes"


def to_json(attributes: Attributes) -> str:
    """Of attributes in their stored form (`records.stored`)."""
    return json.dumps(_marked(attributes), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def from_json(text: str) -> dict[str, Value]:
    return {_unescaped(name): _unmarked(value) for name, value in json.loads(text).items()}


def _marked(value: Value) -> Any:
    if isinstance(value, bytes):
        return {_BYTES: b64encode(value).decode()}
    if isinstance(value, Mapping):
        return {_escaped(name): _marked(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_marked(item) for item in value]
    return value


def _unmarked(value: Any) -> Value:
    if isinstance(value, list):
        return [_unmarked(item) for item in value]
    if not isinstance(value, dict):
        return value  # type: ignore[no-any-return]
    if _BYTES in value:
        return b64decode(value[_BYTES])
    return {_unescaped(name): _unmarked(item) for name, item in value.items()}


def _escaped(name: str) -> str:
    return name if name and name[0] != "$" else "$" + name


def _unescaped(name: str) -> str:
    return name[1:] if name[0] == "$" else name
