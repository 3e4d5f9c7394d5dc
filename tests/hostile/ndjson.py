"""Lets the generator write NDJSON, which it does not know by itself."""

from __future__ import annotations

import json
from typing import Any

import schemathesis

from shared.contracts.export import NDJSON


@schemathesis.serializer(NDJSON)
def lines_of(ctx: Any, value: Any) -> Any:
    """A line from what was generated; a list is a line an item, and bytes go as they are."""
    if isinstance(value, bytes):
        return value
    items = value if isinstance(value, list) else [value]
    return b"\n".join(json.dumps(item).encode() for item in items)
