"""What lies elsewhere: documents, APIs, knowledge bases. Asked for one context, never stored as memory."""

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
    """May raise whatever it likes: the context then goes without it, and a notice says so."""

    def search(self, query: str, limit: int) -> Sequence[Piece]: ...


class AsyncExternalSource(Protocol):
    async def search(self, query: str, limit: int) -> Sequence[Piece]: ...
