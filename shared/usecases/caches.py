"""What one run has written a moment ago: the index, which lags behind, does not know it yet, and the statements of one
message, session or batch are compared in meaning with each other all the same.

What a process remembers of its organisations' relevance thresholds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from shared.domain.meaning.centring import Vector, dot
from shared.domain.recall.documents import Candidate, SearchDocument, SearchFilter
from shared.domain.recall.threshold_tuning import Thresholds

# A run writes a hundred memories or two. Of more the older are in the index by then.
_KEPT = 200


@dataclass(slots=True)
class JustWritten:
    """Of one run and one thread. A find is confirmed in the store, as with the index."""

    documents: dict[str, SearchDocument] = field(default_factory=dict)

    def note(self, document: SearchDocument) -> None:
        self.documents.pop(document.memory_id, None)
        self.documents[document.memory_id] = document
        while len(self.documents) > _KEPT:
            del self.documents[next(iter(self.documents))]

    def joined(
        self, found: Sequence[Candidate], vector: Vector, compared: Vector, wanted: SearchFilter
    ) -> list[Candidate]:
        """What the index found, and what it should have found by meaning; of a memory that both know, the latter."""
        own = [
            Candidate(
                replace(document, vector=None),
                dot(document.vector, vector),
                0.0,
                0.0,
                dot(document.vector, compared),
            )
            for document in self.documents.values()
            if document.vector is not None and len(document.vector) == len(vector) and _is_wanted(document, wanted)
        ]
        ids = {candidate.document.memory_id for candidate in own}
        return [*own, *(candidate for candidate in found if candidate.document.memory_id not in ids)]


def _is_wanted(document: SearchDocument, wanted: SearchFilter) -> bool:
    """As far as the comparison of an incoming memory narrows a search: one scope exactly, its statuses and types,
    now.
    """
    return (
        document.scope in wanted.scopes
        and document.status in wanted.statuses
        and (not wanted.types or document.type in wanted.types)
        and (wanted.any_time or wanted.later or document.valid_from <= wanted.at)
        and (wanted.any_time or document.valid_to is None or wanted.at < document.valid_to)
    )


# After a move another process goes by the old thresholds for at most so long.
REMEMBERED_FOR = timedelta(minutes=1)
_MOST_ORGS = 1_000


@dataclass(slots=True)
class KnownThresholds:
    _known: dict[str, tuple[datetime, Thresholds]] = field(default_factory=dict)

    def of(self, org: str, now: datetime) -> Thresholds | None:
        known = self._known.get(org)
        if known is None or not known[0] <= now < known[0] + REMEMBERED_FOR:
            return None
        return known[1]

    def keep(self, org: str, thresholds: Thresholds, now: datetime) -> None:
        if len(self._known) >= _MOST_ORGS:
            self._known.clear()
        self._known[org] = (now, thresholds)

    def forget(self, org: str) -> None:
        self._known.pop(org, None)
