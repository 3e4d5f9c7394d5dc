"""One effect and one answer for a request and its retries: every route that changes anything goes through here.

With an `Idempotency-Key` what was answered is kept for a day, in the transaction of the effect (of the last one, where
there are several), as ids and outcomes, never as content. A retry gets it again whatever has become of the source:
also where the request would be refused by now, or a first request that is still at work has just taken what both want.
What was refused had no effect and is not kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from shared.domain.errors import (
    ForbiddenRole,
    ForbiddenScope,
    IdempotencyMismatch,
    MemoryServiceError,
    PurposeNotAllowed,
    SourceNotAllowed,
    Unauthenticated,
)
from shared.records.ledger.idempotency import KEPT_FOR, IdempotencyKey
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, CheckFailed, Key, Record
from shared.usecases.services import Services

T = TypeVar("T")
Kept: TypeAlias = Mapping[str, Any]
# These refusals hold although an answer is kept: what the caller may not do or see any more is not done or shown.
_STANDS = (ForbiddenRole, ForbiddenScope, IdempotencyMismatch, PurposeNotAllowed, SourceNotAllowed, Unauthenticated)


class AnsweredBefore(Exception):
    """Another request with this key was first."""

    def __init__(self, kept: Kept) -> None:
        super().__init__("answered before")
        self.kept = kept


@dataclass(frozen=True, slots=True)
class Once:
    """One request, with its key or without one: without a key nothing is kept, and the store is not read for it."""

    services: Services
    key: IdempotencyKey | None

    def answer(self, act: Callable[[], T], again: Callable[[Kept], T], *, look_first: bool = False) -> T:
        """What `act` answers, or `again` from what is kept.

        `act` keeps its answer by `commit`. A request that was answered before is found by that commit, or by its
        refusal: neither asks more of the store while a request is new. `look_first`: for an act that changes something
        before its last commit. Raises `IdempotencyMismatch` and what `act` raises.
        """
        if look_first and (kept := self.look_up()) is not None:
            return again(kept)
        try:
            return act()
        except AnsweredBefore as before:
            return again(before.kept)
        except _STANDS:
            raise
        except MemoryServiceError:
            kept = self.look_up()
            if kept is None:
                raise
            return again(kept)

    def look_up(self) -> Kept | None:
        """What is kept: one call, and none without a key. Raises `IdempotencyMismatch`."""
        if self.key is None:
            return None
        (record,) = self.services.records.get([self.key.record_key])
        return self.key.remembered(record, self.services.clock.now())

    def look_now(self) -> None:
        """Ends the act if it was answered before: one call, before something that a retry may not do again."""
        kept = self.look_up()
        if kept is not None:
            raise AnsweredBefore(kept)

    @property
    def wanted(self) -> tuple[Key, ...]:
        """For an act that reads something first: what `look_at` looks at, in the same call."""
        return () if self.key is None else (self.key.record_key,)

    def look_at(self, reading: Reading) -> Change:
        """Ends the act if it was answered before; else the check that it still was not, for a change before the last.

        For what is read with `wanted`.
        """
        if self.key is None:
            return Change()
        kept = self.key.remembered(reading[self.key.record_key], self.services.clock.now())
        if kept is not None:
            raise AnsweredBefore(kept)
        return reading.unchanged(self.key.record_key)

    def beside(self, parts: Sequence[Attributes]) -> Change:
        """More of an answer than one record holds, to be committed with it."""
        if self.key is None:
            return Change()
        at = [self.key.part(number).record_key for number in range(len(parts))]
        expires_at = self.services.clock.now() + KEPT_FOR
        puts = (Record(key, part, expires_at=expires_at) for key, part in zip(at, parts, strict=True))
        return Change(puts=tuple(puts))

    def read_beside(self, count: int) -> list[Kept]:
        """So many parts; one that the store has let go of is left out."""
        if self.key is None or not count:
            return []
        records = self.services.records.get([self.key.part(number).record_key for number in range(count)])
        return [record.attributes for record in records if record is not None]

    def commit(self, change: Change, answer: Attributes) -> None:
        """The effect and what is kept of its answer, in one transaction: nothing of it if the key was answered before.

        Raises `CheckFailed` for what the change itself is guarded by.
        """
        if self.key is None:
            self.services.records.commit(change)
            return
        try:
            self._commit(self.key, change, answer, None)
        except CheckFailed as lost:
            if lost.check.key != self.key.record_key:
                raise
            kept = self.key.remembered(lost.record, self.services.clock.now())
            if kept is not None:
                raise AnsweredBefore(kept) from None
            self._commit(self.key, change, answer, lost.record)  # its day is over, and the store still has it

    def keep(self, answer: Attributes) -> None:
        """The answer of a request that found nothing to change."""
        if self.key is not None:
            self.commit(Change(), answer)

    def _commit(self, key: IdempotencyKey, change: Change, answer: Attributes, known: Record | None) -> None:
        reading = Reading({key.record_key: known})
        self.services.records.commit(change | key.remember(answer, reading, self.services.clock.now()))
