"""Instants: always aware, compared in UTC, shown with the offset that their writer used."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from shared.domain.errors import Malformed

_RFC3339 = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})")
# Room for a day of offset and a year of time to live on either side of what `datetime` can hold.
_EARLIEST = datetime(1, 1, 3, tzinfo=UTC)
_LATEST = datetime(9990, 1, 1, tzinfo=UTC)
# How far the clocks of two hosts, or of one and a sender, differ at most.
CLOCKS_APART = timedelta(seconds=30)


def parse_instant(text: str, field: str) -> datetime:
    """An RFC 3339 instant with its own offset kept; finer than a microsecond is cut.

    Raises `Malformed` naming `field` when the text is no instant, has no offset, or lies outside year 1 to 9989.
    """
    if not _RFC3339.fullmatch(text):
        raise Malformed.field(field, "must be an RFC 3339 time with an offset, such as 2026-03-01T10:00:00Z")
    try:
        instant = datetime.fromisoformat(text.upper())
    except ValueError:
        raise Malformed.field(field, "is not a time that exists") from None
    try:
        inside = _EARLIEST <= instant.astimezone(UTC) <= _LATEST
    except OverflowError:
        inside = False
    if not inside:
        raise Malformed.field(field, "lies outside the years 1 to 9989")
    return instant


def wire_text(instant: datetime) -> str:
    """RFC 3339 with the instant's own offset; UTC is written `Z`."""
    return instant.isoformat().replace("+00:00", "Z")


def sort_text(instant: datetime) -> str:
    """UTC in fixed width (`2026-03-01T10:00:00.000000Z`): text order is time order."""
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")


def days(count: float) -> timedelta:
    return timedelta(days=count)
