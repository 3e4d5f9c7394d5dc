"""When metadata match a filter: each named member is there with an equal value, and values compare by type.

`true` is not `1` and not `"1"`; `1` and `1.0` are one number; an object or a list equals another as a whole, an
object whatever the order of its members; `null` equals a stored `null`, not a member that is absent.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b

_DIGEST_BYTES = 16  # two of 2^64 members share a mark: none ever do


def metadata_marks(metadata: Mapping[str, object]) -> tuple[str, ...]:
    """One text of 32 characters for each member, equal for members that are equal: what search engines compare."""
    return tuple(sorted(mark(name, value) for name, value in metadata.items()))


def has_metadata(metadata: Mapping[str, object], wanted: Mapping[str, object]) -> bool:
    return all(name in metadata and mark(name, metadata[name]) == mark(name, value) for name, value in wanted.items())


def mark(name: str, value: object) -> str:
    """Of one member: equal for equal values of one type."""
    text = json.dumps([name, _canonical(value)], sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=_DIGEST_BYTES).hexdigest()


def name_mark(name: str) -> str:
    """Of the name of a member alone, as long as any other."""
    return mark(name, None)


def _canonical(value: object) -> object:
    """The value with whole numbers in one form."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {str(name): _canonical(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_canonical(member) for member in value]
    return value
