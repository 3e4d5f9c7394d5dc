"""What happened, in order: who called which port, what a client asked and was answered, what went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_WIDEST = 240
_READS = ("get", "page", "due", "search", "ids_within", "refresh", "embed")


@dataclass(slots=True)
class History:
    """Entries are made cheaply and put into words only when somebody reads them."""

    entries: list[tuple[int, str, str, Any]] = field(default_factory=list)

    def add(self, step: int, actor: str, what: str, detail: Any = "") -> None:
        self.entries.append((step, actor, what, detail))

    def lines(self, *, reads: bool = True) -> Iterator[str]:
        """One line an entry: the step, the actor, what it did. Without `reads`: commits, requests, answers only."""
        for step, actor, what, detail in self.entries:
            if not reads and what in _READS:
                continue
            line = f"{step:5} {actor:<14} {what:<13} {in_words(detail)}"
            yield line if len(line) <= _WIDEST else line[: _WIDEST - 3] + "..."


def in_words(detail: Any) -> str:
    if isinstance(detail, str):
        return detail
    if isinstance(detail, (list, tuple)):
        return ", ".join(in_words(one) for one in detail)
    sk = getattr(detail, "sk", None)
    if sk is not None:
        return f"{detail.pk.rpartition('/')[2]}:{sk}"
    return str(detail)
