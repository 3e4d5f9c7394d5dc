"""Cursors of lists: opaque, and good for one caller and one query only."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json

from shared.domain.errors import Malformed

_CHECK_BYTES = 12
_LONGEST_PART = 2048  # characters: a cursor is no longer
_LARGEST_PART = 10**9


def _check(position: str, bound_to: str) -> bytes:
    return hashlib.sha256(f"{position}\x00{bound_to}".encode()).digest()[:_CHECK_BYTES]


def cursor(position: str, bound_to: str) -> str:
    """`position` is where the list goes on, `bound_to` names the caller and the query.

    The check is no secret: a cursor only says where to go on in a list that its caller may read anyway.
    """
    return base64.urlsafe_b64encode(_check(position, bound_to) + position.encode()).decode().rstrip("=")


def position(text: str | None, bound_to: str) -> str | None:
    """Where to go on; `None` at the start. Raises `Malformed` for a cursor that was not made for this caller and
    query."""
    if text is None:
        return None
    refused = _refusal()
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        found = raw[_CHECK_BYTES:].decode()
    except (binascii.Error, UnicodeError, ValueError):
        raise refused from None
    if raw[:_CHECK_BYTES] != _check(found, bound_to) or cursor(found, bound_to) != text:
        raise refused
    return found


def sized(position: str | None, length: int) -> str | None:
    """A position, if the service can have made it: a caller who knows the form can make one that leads nowhere.
    Raises `Malformed`."""
    if position is not None and len(position) != length:
        raise _refusal()
    return position


def parts(position: str, count: int) -> list[object]:
    """The parts of a position that is a JSON list of so many: texts as keys hold them, whole numbers from 0, truth
    values and `None`. Anyone can make one of another form. Raises `Malformed`."""
    try:
        found = json.loads(position)
    except (ValueError, RecursionError):
        raise _refusal() from None
    if not isinstance(found, list) or len(found) != count or not all(map(_is_part, found)):
        raise _refusal()
    return found


def _is_part(value: object) -> bool:
    if isinstance(value, str):
        return bool(value) and len(value) <= _LONGEST_PART and value.isascii() and value.isprintable()
    return value is None or (isinstance(value, int) and 0 <= value <= _LARGEST_PART)


def _refusal() -> Malformed:
    return Malformed.field("cursor", "is not one that this list gave to this caller")
