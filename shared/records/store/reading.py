"""What a use case has read, and the change that replaces just that: each record that is put or removed is guarded by
the state in which it was read, so that no write is lost without an error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from shared.records.store.record import Absent, Attributes, Change, Key, Record, RevisionIs
from shared.records.store.revisions import first_revision, next_revision


@dataclass(frozen=True, slots=True)
class Reading:
    """Records by key as they were read; a key that was not read has no guard and raises `KeyError`."""

    records: Mapping[Key, Record | None]

    @classmethod
    def of(cls, keys: Iterable[Key], records: Iterable[Record | None]) -> Reading:
        return cls(dict(zip(keys, records, strict=True)))

    def __or__(self, other: Reading) -> Reading:
        return Reading({**self.records, **other.records})

    def __getitem__(self, key: Key) -> Record | None:
        return self.records[key]

    def knowing(self, record: Record) -> Reading:
        """With a record known from a copy of it, revision and all."""
        return Reading({**self.records, record.key: record})

    def knowing_absent(self, key: Key) -> Reading:
        """With the knowledge that nothing lies at the key of a fresh id."""
        return Reading({**self.records, key: None})

    def unchanged(self, key: Key) -> Change:
        record = self.records[key]
        return Change(checks=(Absent(key) if record is None else RevisionIs(key, record.revision),))

    def next_revision(self, key: Key) -> int:
        """Drawn again with each call."""
        record = self.records[key]
        return first_revision() if record is None else next_revision(record.revision)

    def put(
        self,
        key: Key,
        attributes: Attributes,
        *,
        expires_at: datetime | None = None,
        next_check_at: datetime | None = None,
        revision: int | None = None,
    ) -> Change:
        """`revision`: one that `next_revision` gave for the key, where it is part of the attributes. The epoch stays as
        it was read, unless the change checks the owner's barrier."""
        drawn = self.next_revision(key) if revision is None else revision
        before = self.records[key]
        record = Record(key, attributes, drawn, expires_at, next_check_at, 0 if before is None else before.epoch)
        return Change(puts=(record,)) | self.unchanged(key)

    def remove(self, key: Key) -> Change:
        """Nothing to do when it is not there."""
        return Change() if self.records[key] is None else Change(removes=(key,)) | self.unchanged(key)
