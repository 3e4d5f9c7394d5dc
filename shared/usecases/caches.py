"""What was written a moment ago: the index, which lags behind, does not know it yet, and the statements of one message,
session or batch, or of requests that follow each other, are compared in meaning with each other all the same.

What a process read of such writes of others, and what it remembers of its organisations' relevance thresholds and of
the restore that its tables come from, and deletions that wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Self, TypeAlias

from shared.domain.deletion.barrier import DeletionRequest
from shared.domain.meaning.centring import Vector, dot
from shared.domain.recall.documents import Candidate, SearchDocument, SearchFilter
from shared.domain.recall.filter_match import matches
from shared.domain.recall.threshold_tuning import Thresholds
from shared.ports import RecordStore
from shared.records.store.record import Key

# A run writes one or two hundred memories. Of a longer run the older ones are in the index by then.
_KEPT = 200
# After this time the index has what a process wrote: it shows a change within a second or two.
WRITTEN_LAST = timedelta(seconds=10)


@dataclass(slots=True)
class JustWritten:
    """The writes of one run, or of a process, which keeps them only as long as it `lasts`. A memory found here is
    confirmed in the store, like one from the index. `above`: the process's, for a run within it."""

    # Without their vectors, which lie beside them.
    documents: dict[str, SearchDocument] = field(default_factory=dict)
    lasts: timedelta | None = None
    above: Self | None = None
    _noted: dict[str, datetime] = field(default_factory=dict)
    _vectors: dict[str, Vector] = field(default_factory=dict)

    def note(self, document: SearchDocument, now: datetime) -> None:
        if self.above is not None:
            self.above.note(document, now)
        self._forget(document.memory_id)
        self.documents[document.memory_id] = replace(document, vector=None)
        self._noted[document.memory_id] = now
        if document.vector is not None:
            self._vectors[document.memory_id] = document.vector
        self._forget_old(now)

    def has_become(self, memory_id: str, status: str, revision: int) -> None:
        """Records what a later write did to one of them."""
        if self.above is not None:
            self.above.has_become(memory_id, status, revision)
        known = self.documents.get(memory_id)
        if known is not None:
            self.documents[memory_id] = replace(known, status=status, revision=revision)

    @property
    def revisions(self) -> dict[str, int]:
        """The memories known here, by id."""
        above = {} if self.above is None else self.above.revisions
        return {**above, **{id: document.revision for id, document in list(self.documents.items())}}

    def clear(self) -> None:
        self.documents.clear()
        self._noted.clear()
        self._vectors.clear()

    def joined(self, found: Sequence[Candidate], compared: Vector, wanted: SearchFilter) -> list[Candidate]:
        """The hits of the index, and those that it should have found by meaning, with their `product` alone: a
        comparison of statements looks at nothing else. Of a memory in both, the later state."""
        self._forget_old(wanted.at)
        if self.above is not None:
            found = self.above.joined(found, compared, wanted)
        revisions = {candidate.document.memory_id: candidate.document.revision for candidate in found}
        known = {id: one for id, one in list(self.documents.items()) if one.revision >= revisions.get(id, 0)}
        own = [
            Candidate(document, None, 0.0, 0.0, dot(vector, compared))
            for id, document in known.items()
            if (vector := self._vectors.get(id)) is not None
            and len(vector) == len(compared)
            and matches(document, wanted)
        ]
        return [*own, *(candidate for candidate in found if candidate.document.memory_id not in known)]

    def _forget_old(self, now: datetime) -> None:
        ids = list(self.documents)
        over = ids[: max(0, len(ids) - _KEPT)]
        if self.lasts is not None:
            over += [id for id in ids if abs(now - self._noted.get(id, now)) > self.lasts]
        for id in over:
            self._forget(id)

    def _forget(self, id: str) -> None:
        for kept in (self.documents, self._noted, self._vectors):
            kept.pop(id, None)


_MOST_VIEWS = 500
# A document without its vector, and the vector.
ViewedDocument: TypeAlias = "tuple[SearchDocument, Vector]"


@dataclass(slots=True)
class KnownViews:
    """The documents of records that the index did not show yet when they were read. Whether a record still is what it
    was is read each time; its vector is not, and its text is not cut into words again."""

    _known: dict[Key, tuple[int, int | None, tuple[ViewedDocument, ...]]] = field(default_factory=dict)

    def has(self, place: Key, revision: int) -> bool:
        """Whether they are known of this revision or a later one."""
        known = self._known.get(place)
        return known is not None and known[0] >= revision

    def of(self, place: Key, revision: int, barrier: int | None) -> tuple[ViewedDocument, ...] | None:
        """`barrier`: the revision of the owner's barrier, `None` without one; it decides what is hidden."""
        known = self._known.get(place)
        return known[2] if known is not None and known[:2] == (revision, barrier) else None

    def keep(self, place: Key, revision: int, barrier: int | None, documents: tuple[ViewedDocument, ...]) -> None:
        if len(self._known) >= _MOST_VIEWS:
            self._known.clear()
        self._known[place] = (revision, barrier, documents)


_MOST_REQUESTS = 20_000  # more than one barrier can name


@dataclass(slots=True)
class KnownDeletions:
    """Deletions as they were when a crowded barrier named them: what they select never changes."""

    _known: dict[Key, DeletionRequest] = field(default_factory=dict)

    def of(self, at: Key) -> DeletionRequest | None:
        return self._known.get(at)

    def keep(self, at: Key, request: DeletionRequest) -> None:
        if len(self._known) >= _MOST_REQUESTS:
            self._known.clear()
        self._known[at] = request


# After a move of the thresholds another process uses the old ones for at most this long.
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


@dataclass(slots=True)
class KnownAdmission:
    """What a process is configured to serve (the name of a restore, or none), and whether it knows that it may."""

    generation: str = ""
    is_admitted: bool = False
    # The ledger as it is stored, for a process that has no key to check a record with; none: the services' own.
    stored: RecordStore | None = None
