"""The columns by which a search filters and compares, in memory: an array for each field, an exact matrix for each
tenant and model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from shared.adapters.search_documents import microseconds
from shared.domain.recall.documents import SearchFilter

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

NEVER = np.iinfo(np.int64).max  # for a missing end
ALWAYS = np.iinfo(np.int64).min  # for a missing beginning
_FIRST_CAPACITY = 64
# From this share of matching rows on, one product with the whole matrix beats gathering the rows first.
_DENSE = 0.3


class WrongDimension(ValueError):
    """A vector's length is not that of the others of its model."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the filter and the vector search need of one document. Instants in microseconds, `NEVER` for none."""

    row: int
    org: str
    model: str
    scope: str
    type: str
    key: str | None
    status: str
    purposes: tuple[str, ...]
    source: str
    consent_scope: str | None
    speaker: str | None
    metadata: tuple[str, ...]
    history: bool
    valid_from: int
    valid_to: int
    expires: int
    recorded: int
    ended: int
    binding: float
    vector: Floats | None


def entry_of(row: Sequence[object], vector: bytes | None) -> Entry:
    """Of the columns of `documents` in the order of an entry."""
    (id, org, model, scope, type, key, status, purposes, source, consent_scope, speaker, metadata, history,
     valid_from, valid_to, expires, recorded, ended, binding) = row  # fmt: skip
    return Entry(
        id, org, model, scope, type, key, status, tuple(json.loads(purposes)), source, consent_scope, speaker,  # type: ignore[arg-type]
        tuple(json.loads(metadata)), bool(history), valid_from, valid_to, expires, recorded, ended,  # type: ignore[arg-type]
        binding,  # type: ignore[arg-type]
        None if vector is None else np.frombuffer(vector, np.float32),
    )  # fmt: skip


class _Coded:
    """A column of values from a small set, kept as numbers."""

    def __init__(self) -> None:
        self._codes: dict[object, int] = {}
        self._column = np.zeros(_FIRST_CAPACITY, np.int32)

    def set(self, slot: int, value: object) -> None:
        if slot >= len(self._column):
            self._column = np.concatenate([self._column, np.zeros_like(self._column)])
        self._column[slot] = self._codes.setdefault(value, len(self._codes))

    def move(self, source: int, target: int) -> None:
        self._column[target] = self._column[source]

    def among(self, values: Sequence[object], slots: Ints) -> Bools:
        """Which slots hold one of the values."""
        wanted = np.zeros(len(self._codes), np.bool_)
        wanted[[self._codes[v] for v in values if v in self._codes]] = True
        return wanted[self._column[slots]]

    def where(self, holds: Callable[[object], bool], slots: Ints) -> Bools:
        """Which slots hold a value with the property; it is asked once a distinct value."""
        wanted = np.fromiter((holds(v) for v in self._codes), np.bool_, len(self._codes))
        return wanted[self._column[slots]]


class Shelf:
    """The documents of one tenant with vectors of one model, or without any. Slots are dense: the last fills a gap."""

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self.size = 0
        self._rows = np.zeros(_FIRST_CAPACITY, np.int64)
        self._vectors = np.zeros((_FIRST_CAPACITY, dimension), np.float32)
        self._instants = np.zeros((5, _FIRST_CAPACITY), np.int64)
        self._binding = np.zeros(_FIRST_CAPACITY, np.float32)
        self._scope, self._type, self._key = _Coded(), _Coded(), _Coded()
        self._status, self._purposes, self._source = _Coded(), _Coded(), _Coded()
        self._consent, self._speaker, self._metadata, self._history = _Coded(), _Coded(), _Coded(), _Coded()
        self._coded = (
            self._scope, self._type, self._key, self._status, self._purposes, self._source, self._consent,
            self._speaker, self._metadata, self._history,
        )  # fmt: skip
        self._slots: dict[int, int] = {}

    def put(self, entry: Entry) -> None:
        slot = self._slots.get(entry.row)
        if slot is None:
            slot, self.size = self.size, self.size + 1
            self._slots[entry.row] = slot
            if slot >= len(self._rows):
                self._grow()
        self._rows[slot] = entry.row
        self._instants[:, slot] = entry.valid_from, entry.valid_to, entry.expires, entry.recorded, entry.ended
        self._binding[slot] = entry.binding
        values = (
            entry.scope, entry.type, entry.key, entry.status, entry.purposes, entry.source, entry.consent_scope,
            entry.speaker, entry.metadata, entry.history,
        )  # fmt: skip
        for column, value in zip(self._coded, values, strict=True):
            column.set(slot, value)
        if entry.vector is not None:
            self._vectors[slot] = entry.vector

    def drop(self, row: int) -> None:
        slot = self._slots.pop(row)
        self.size -= 1
        last = self.size
        if slot != last:
            self._rows[slot] = self._rows[last]
            self._vectors[slot] = self._vectors[last]
            self._instants[:, slot] = self._instants[:, last]
            self._binding[slot] = self._binding[last]
            for column in self._coded:
                column.move(last, slot)
            self._slots[int(self._rows[slot])] = slot
        self._vectors[last] = 0

    def matching(self, wanted: SearchFilter) -> Ints:
        """The slots of all documents that the filter lets through: this is the only place that reads one."""
        slots = np.arange(self.size)
        roots = tuple(path + "/" for path in wanted.below)
        in_scope = self._scope.among(wanted.scopes, slots)
        if roots:
            in_scope |= self._scope.where(lambda path: str(path).startswith(roots), slots)
        slots = slots[in_scope]
        slots = slots[self._status.among(wanted.statuses, slots)]
        if not wanted.history:
            slots = slots[self._history.among((False,), slots)]
        for column, values in ((self._type, wanted.types), (self._key, wanted.keys), (self._source, wanted.sources)):
            if values:
                slots = slots[column.among(values, slots)]
        for column, value in ((self._consent, wanted.consent_scope), (self._speaker, wanted.speaker)):
            if value is not None:
                slots = slots[column.among((value,), slots)]
        if wanted.metadata:
            slots = slots[self._metadata.where(frozenset(wanted.metadata).issubset, slots)]  # type: ignore[arg-type]
        for condition in wanted.where:
            slots = slots[self._metadata.where(condition.holds, slots)]  # type: ignore[arg-type]
        purpose, any_purpose = wanted.purpose, wanted.any_purpose
        slots = slots[self._purposes.where(lambda held: any_purpose or not held or purpose in held, slots)]  # type: ignore[operator]
        return slots[self._in_time(wanted, slots)]

    def _in_time(self, wanted: SearchFilter, slots: Ints) -> Bools:
        valid_from, valid_to, expires, recorded, ended = (column[slots] for column in self._instants)
        found: Bools = microseconds(wanted.at) < expires
        if not wanted.any_time:
            at = microseconds(wanted.at if wanted.holds_at is None else wanted.holds_at)
            found &= (wanted.later | (valid_from <= at)) & (at < valid_to)
        if wanted.believed_at is not None:
            at = microseconds(wanted.believed_at)
            found &= (recorded <= at) & (at < ended)
        return found

    def rows(self, slots: Ints) -> Ints:
        return self._rows[slots]

    def binding(self, slots: Ints, least: float) -> Ints:
        """Those of the slots whose documents bind at least so surely."""
        return slots[self._binding[slots] >= np.float32(least)]

    def cosines(self, slots: Ints, vector: Floats) -> Floats:
        if len(slots) > _DENSE * self.size:
            return (self._vectors[: self.size] @ vector)[slots]
        return self._vectors[slots] @ vector

    def cosine(self, row: int, vector: Floats) -> float:
        return float(self._vectors[self._slots[row]] @ vector)

    def _grow(self) -> None:
        self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._vectors = np.concatenate([self._vectors, np.zeros_like(self._vectors)])
        self._instants = np.concatenate([self._instants, np.zeros_like(self._instants)], axis=1)
        self._binding = np.concatenate([self._binding, np.zeros_like(self._binding)])


class Columns:
    def __init__(self) -> None:
        self._shelves: dict[str, dict[str, Shelf]] = {}
        self._places: dict[int, tuple[Shelf, str]] = {}

    def put(self, entry: Entry) -> None:
        """Raises `WrongDimension`, with nothing changed."""
        model = entry.model if entry.vector is not None else ""
        dimension = 0 if entry.vector is None else len(entry.vector)
        if self.dimension(entry.org, model) not in (None, dimension):
            raise WrongDimension(f"not {dimension}")
        shelves = self._shelves.setdefault(entry.org, {})
        shelf = shelves.get(model)
        if shelf is None or shelf.dimension != dimension:
            shelf = shelves[model] = Shelf(dimension)
        before = self._places.get(entry.row)
        if before is not None and before[0] is not shelf:
            before[0].drop(entry.row)
        shelf.put(entry)
        self._places[entry.row] = (shelf, model)

    def drop(self, row: int) -> None:
        shelf, _ = self._places.pop(row)
        shelf.drop(row)

    def dimension(self, org: str, model: str) -> int | None:
        """Of the model's vectors in this tenant, `None` while there are none."""
        shelf = self._shelves.get(org, {}).get(model)
        return shelf.dimension if shelf is not None and shelf.size else None

    def matching(self, wanted: SearchFilter) -> Iterator[tuple[str, Shelf, Ints]]:
        """Model (empty: no vectors), shelf and matching slots, for the caller's tenant and `/global`."""
        for org in dict.fromkeys((wanted.org, "")):
            for model, shelf in self._shelves.get(org, {}).items():
                yield model, shelf, shelf.matching(wanted)

    def cosine(self, row: int, model: str, vector: Floats) -> float | None:
        shelf, its_model = self._places[row]
        return shelf.cosine(row, vector) if its_model == model and shelf.dimension == len(vector) else None


def best(found: Sequence[tuple[Ints, Floats]], limit: int) -> list[tuple[int, float]]:
    if not found:
        return []
    rows, scores = (np.concatenate(part) for part in zip(*found, strict=True))
    if len(rows) > limit:
        chosen = np.argpartition(-scores, limit - 1)[:limit]
        rows, scores = rows[chosen], scores[chosen]
    return list(zip(rows.tolist(), scores.tolist(), strict=True))
