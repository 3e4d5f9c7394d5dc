"""External sources: documents, APIs, knowledge bases. Searched for one context, never stored as memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Piece:
    """`source`: a URL, a path, the name of a system; at most 500 characters, as `title`."""

    content: str
    source: str
    title: str | None = None


class ExternalSource(Protocol):
    """If it raises or takes longer than `Policy.external_patience_s`, the context is built without it and a notice
    reports it. It runs in a thread of its own."""

    def search(self, query: str, limit: int) -> Sequence[Piece]: ...


class AsyncExternalSource(Protocol):
    """The same on the event loop; what takes too long is cancelled."""

    async def search(self, query: str, limit: int) -> Sequence[Piece]: ...


def is_given(external: object) -> bool:
    """Whether there is a source. Raises `TypeError` for what cannot be searched."""
    if external is not None and not callable(getattr(external, "search", None)):
        raise TypeError("external takes one object with a method search(query, limit)")
    return external is not None
