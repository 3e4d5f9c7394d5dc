"""A correction of one number leaves the rest of the event that it corrects: "not 7 days, 14" says nothing of the 30
days beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shared.domain.sessions.event_corrections import corrects
from shared.domain.sessions.session import Event
from shared.language.text.patterns import Regex
from shared.language.text.terms import ranking_tokens

_CLAUSE = Regex(r"[^，,;；。.!！?？\n]+(?:[.,](?=\d)[^，,;；。.!！?？\n]+)*[，,;；。.!！?？\n]*\s*")
_NUMBER = Regex(r"\d+(?:[.,]\d+)*")


def remaining_of(event: Event, later: Sequence[Event]) -> Event | None:
    """What of a corrected event still holds; `None` for nothing, or where it cannot be said what was corrected."""
    left = event.content
    for correction in later:
        if event.event_id in correction.corrects and corrects(correction, event):
            left = _without_corrected(left, correction.content)
    return replace(event, content=left.strip()) if left.strip() else None


def _without_corrected(said: str, correction: str) -> str:
    """Without the clause that the correction gives another number for, which must be one and no other."""
    if _NUMBER.search(correction) is None:
        return ""
    clauses = [found[0] for found in _CLAUSE.finditer(said)]
    words = frozenset(ranking_tokens(correction))
    likeness = [len(words & frozenset(ranking_tokens(clause))) for clause in clauses]
    best = max(likeness, default=0)
    if best == 0 or likeness.count(best) != 1:
        return ""
    corrected = likeness.index(best)
    if _NUMBER.search(clauses[corrected]) is None:
        return ""
    return "".join(clause for place, clause in enumerate(clauses) if place != corrected)
