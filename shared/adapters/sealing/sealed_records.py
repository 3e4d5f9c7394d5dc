"""A record store whose records are encrypted and sealed: the one boundary that every read and every change passes.

Every returned record has been opened under its owner's data key, at the place and in the revision in which it was
written; a record that does not open is returned shut (`records.store.shut`) and reported. The owner's key is made in
the transaction of its first record, and nothing is ever acknowledged under a key that a deletion has destroyed: every
change checks that the key it was sealed under is still the owner's, or that the owner's barrier is clear in an epoch in
which the key was seen beside a clear barrier. A key is destroyed only at the end of a deletion of everything, whose
acceptance began a new epoch, and until then the barrier is not clear."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from shared.adapters.sealing.data_keys import DataKeys
from shared.adapters.sealing.envelope import DataKey, NotIntact, key_id_of, opened, sealed
from shared.domain.errors import Unavailable
from shared.ports import RecordStore
from shared.records.keys import STANDING, data_key, guards_itself, hides_a_hash, sealing_pk, with_mark
from shared.records.store.preconditions import holds
from shared.records.store.record import (
    Absent,
    BarrierClear,
    Change,
    Check,
    CheckFailed,
    DuePage,
    Key,
    Page,
    Record,
    RevisionIs,
    Table,
)
from shared.records.store.shut import WhyShut, shut

_Held: TypeAlias = dict[str, DataKey | None]  # by the owner's partition, for one operation
_ROOM_BESIDE = 90  # keys asked for, beside which a few more fit into the same call of a store
_TRIES = 8  # a change meets another key only while its owner is new or has just been deleted


def _silent(key: Key, why: WhyShut) -> None:
    """Reports nothing."""


class SealedRecords:
    """`report` is called with the place of each record that does not open: it must not raise."""

    def __init__(
        self,
        inner: RecordStore,
        data_keys: DataKeys,
        nonces: Callable[[int], bytes],
        report: Callable[[Key, WhyShut], None] = _silent,
    ) -> None:
        self._inner = inner
        self._keys = data_keys
        self._nonces = nonces
        self._report = report

    def get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Record | None]:
        needed = [sealing_pk(key) for key in keys if key.table is not Table.KEYS]
        if 0 < len(keys) < _ROOM_BESIDE and not self._keys.was_absent(STANDING):
            needed.append(STANDING)  # which the change that follows needs: then it takes no call of its own
        held = self._known(needed)
        unknown = [pk for pk, key in held.items() if key is None]
        # Hidden hashes are read once the owner's key is known; all else with the key, in one call.
        first = [key for key in keys if not (hides_a_hash(key) and key.pk in unknown)]
        asked = [*(_stored_key(key, held) for key in first), *(data_key(pk) for pk in unknown)]
        found = self._inner.get(asked, consistent=consistent)
        self._learn(held, unknown, found[len(first) :])
        there = dict(zip(first, found, strict=False))
        later = [key for key in keys if key not in there and held[key.pk] is not None]
        if later:
            read = self._inner.get([_stored_key(key, held) for key in later], consistent=consistent)
            there |= dict(zip(later, read, strict=True))
        self._refresh(held, there.values())
        return [None if (record := there.get(key)) is None else self._opened(record, key, held) for key in keys]

    def page(
        self, table: Table, pk: str, *, sk_prefix: str = "", after: str | None = None, limit: int = 100,
        newest_first: bool = False,
    ) -> Page:  # fmt: skip
        page = self._inner.page(
            table, pk, sk_prefix=sk_prefix, after=after, limit=limit, newest_first=newest_first
        )  # fmt: skip
        held = self._held(sealing_pk(record.key) for record in page.records if table is not Table.KEYS)
        self._refresh(held, page.records)
        return Page(tuple(self._opened(record, record.key, held) for record in page.records), page.next_after)

    def due(self, before: datetime, *, after: str | None = None, limit: int = 100) -> DuePage:
        return self._inner.due(before, after=after, limit=limit)

    def commit(self, change: Change) -> None:
        sealing = sorted({sealing_pk(record.key) for record in change.puts if record.key.table is not Table.KEYS})
        marked = (*change.removes, *(check.key for check in change.checks))
        marking = sorted({key.pk for key in marked if hides_a_hash(key)})
        epochs = {check.key.pk: check.epoch for check in change.checks if isinstance(check, BarrierClear)}
        for _ in range(_TRIES):
            held = self._known([*sealing, *marking])
            looked_for = [pk for pk, key in held.items() if key is None and not self._keys.was_absent(pk)]
            held |= self._held(looked_for)
            made, guards = self._keys_for(sealing, held, epochs, _guarding_themselves(change))
            try:
                self._inner.commit(self._stored_change(change, held) | guards)
            except CheckFailed as failed:
                if failed.check in guards.checks:
                    self._keys.forget(failed.check.key.pk)  # another made one first, or a deletion destroyed it
                    continue
                raise self._as_asked(change, failed, held) from failed
            for pk in made:
                self._keys.keep(pk, replace(made[pk], epoch=epochs.get(pk, 0)))
            for pk in epochs.keys() & {check.key.pk for check in guards.checks}:
                if (known := held[pk]) is not None:
                    self._keys.was_there(pk, known, epochs[pk])
            for key in change.removes:
                if key.table is Table.KEYS:
                    self._keys.forget(key.pk)
            return
        raise Unavailable("the owner's key changes with every try")

    def _keys_for(
        self, sealing: Sequence[str], held: _Held, epochs: Mapping[str, int], unguarded: frozenset[str]
    ) -> tuple[dict[str, DataKey], Change]:  # fmt: skip
        """A new key for each owner that has none, and the change that makes these and guards the others. `epochs`: in
        which the change finds an owner's barrier clear, by partition."""
        made: dict[str, DataKey] = {}
        guards = Change()
        for pk in sealing:
            key = held[pk]
            if key is None:
                made[pk], record = self._keys.fresh(pk)
                held[pk] = made[pk]
                guards |= Change(puts=(record,), checks=(Absent(record.key),))
            elif pk != STANDING and pk not in unguarded and epochs.get(pk) != key.epoch:
                guards |= Change(checks=(RevisionIs(data_key(pk), key.revision),))
        return made, guards

    def _stored_change(self, change: Change, held: _Held) -> Change:
        """Without keys that only a data key could find which does not exist: no such record exists."""
        puts = tuple(self._sealed(record, held) for record in change.puts)
        removes = tuple(_stored_key(key, held) for key in change.removes if not _is_nowhere(key, held))
        checks: list[Check] = []
        for check in change.checks:
            if not _is_nowhere(check.key, held):
                checks.append(replace(check, key=_stored_key(check.key, held)))
            elif not holds(check, None):
                raise CheckFailed(check, None)
        return Change(puts, removes, tuple(checks))

    def _sealed(self, record: Record, held: _Held) -> Record:
        if record.key.table is Table.KEYS:
            return record
        key = held[sealing_pk(record.key)]
        assert key is not None  # noqa: S101 - `_keys_for` has made what was not there # nosec B101
        return sealed(replace(record, key=_stored_key(record.key, held)), key, self._nonces)

    def _as_asked(self, change: Change, failed: CheckFailed, held: _Held) -> CheckFailed:
        """The failed check as the caller stated it, with the record as the caller knows it."""
        asked = next(
            (check for check in change.checks if replace(check, key=_stored_key(check.key, held)) == failed.check),
            failed.check,
        )
        record = failed.record
        if record is None or record.key.table is Table.KEYS:
            return CheckFailed(asked, record)
        of_record = self._held([sealing_pk(record.key)])
        self._refresh(of_record, [record])
        return CheckFailed(asked, self._opened(record, asked.key, of_record))

    def _known(self, pks: Iterable[str]) -> _Held:
        return {pk: self._keys.known(pk) for pk in dict.fromkeys(pks)}

    def _held(self, pks: Iterable[str]) -> _Held:
        """The keys of these owners, `None` where there is none."""
        held = self._known(pks)
        unknown = [pk for pk, key in held.items() if key is None]
        if unknown:
            self._learn(held, unknown, self._inner.get([data_key(pk) for pk in unknown]))
        return held

    def _learn(self, held: _Held, pks: Sequence[str], records: Sequence[Record | None]) -> None:
        for pk, record in zip(pks, records, strict=True):
            if record is None:
                self._keys.note_absent(pk)
            held[pk] = None if record is None else self._keys.learn(pk, record)

    def _refresh(self, held: _Held, records: Iterable[Record | None]) -> None:
        """Reads the keys again for those records that name another one than is known: their owner may be a new one
        of the same name."""
        stale: dict[str, None] = {}
        for record in records:
            if record is None or record.key.table is Table.KEYS:
                continue
            pk = sealing_pk(record.key)
            known, named = held[pk], key_id_of(record)
            if known is not None and named is not None and named != known.key_id:
                stale[pk] = None
        if stale:
            self._learn(held, list(stale), self._inner.get([data_key(pk) for pk in stale]))

    def _opened(self, record: Record, asked: Key, held: _Held) -> Record:
        if record.key.table is Table.KEYS:
            return record
        known, named = held[sealing_pk(record.key)], key_id_of(record)
        why = WhyShut.CHANGED
        if named is not None and known is not None and named == known.key_id:
            try:
                attributes = opened(record, known)
                return Record(
                    asked, attributes, record.revision, record.expires_at, record.next_check_at, record.epoch
                )  # fmt: skip
            except NotIntact:
                pass
        elif named is not None:
            why = WhyShut.KEY_DESTROYED
        self._report(asked, why)
        return shut(replace(record, key=asked), why)


def _stored_key(key: Key, held: _Held) -> Key:
    mark = held[key.pk] if hides_a_hash(key) else None
    return key if mark is None else with_mark(key, mark.mark(key.sk.rpartition("#")[2]))


def _guarding_themselves(change: Change) -> frozenset[str]:
    """Owners of whom the change only replaces counters in the revision that was read: while the old one is there, no
    deletion has taken the owner's records, and so none has destroyed their key. One write, no transaction."""
    replaced = {check.key for check in change.checks if isinstance(check, RevisionIs)}
    others = {r.key.pk for r in change.puts if not (guards_itself(r.key) and r.key in replaced)}
    return frozenset(record.key.pk for record in change.puts) - others


def _is_nowhere(key: Key, held: _Held) -> bool:
    return hides_a_hash(key) and held[key.pk] is None
