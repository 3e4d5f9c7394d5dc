"""What attributes are made of: instants as text with the offset they came with, and nothing for what is empty."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from shared.records.store.record import Attributes


def instant(value: object) -> datetime | None:
    return None if value is None else datetime.fromisoformat(cast("str", value))


def required_instant(value: object) -> datetime:
    return datetime.fromisoformat(cast("str", value))


def instant_text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def present(attributes: Mapping[str, Any]) -> Attributes:
    """What is absent or empty is not stored; the readers below know the defaults."""
    return {name: value for name, value in attributes.items() if value not in (None, "", [], {}, ())}
