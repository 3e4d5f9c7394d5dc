"""The feed of changes in the ledger: a head for each owner, the numbered entries, and where each source stands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, cast

from shared.domain.changes.feed import STORED_FOR, ChangeKind, FeedEntry
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.attributes import present
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Key, Record

# A source is known longer than its entry: the same is never numbered twice.
_SOURCE_KEPT_FOR = STORED_FOR + timedelta(days=2)
_NUMBER = "number"


def last_number(head: Record | None) -> int:
    return 0 if head is None else cast("int", head.attributes["last"])


def put_head(pk: str, last: int, reading: Reading) -> Change:
    return reading.put(keys.feed_head(pk), {"last": last})


def put_entry(pk: str, entry: FeedEntry, now: datetime) -> Change:
    """Under a number that is new by the head, which goes into the same transaction."""
    attributes = present(
        {
            "change_id": entry.change_id,
            "kind": entry.kind.value,
            "scope": entry.scope,
            "at": entry.at,
            "memory_id": entry.memory_id,
            "version": entry.version,
            "session_id": entry.session_id,
            "request_id": entry.request_id,
            "entered_at": now.isoformat(),
        }
    )
    return Change(puts=(Record(keys.feed_entry(pk, entry.number), attributes, expires_at=now + STORED_FOR),))


def feed_entry(record: Record) -> FeedEntry:
    a = cast("Mapping[str, Any]", record.attributes)
    return FeedEntry(
        number=keys.feed_number(record.key),
        change_id=a["change_id"],
        kind=ChangeKind(a["kind"]),
        scope=a["scope"],
        at=a["at"],
        memory_id=a.get("memory_id"),
        version=a.get("version"),
        session_id=a.get("session_id"),
        request_id=a.get("request_id"),
    )


def entered_at(record: Record) -> datetime:
    """When the entry got its number."""
    return datetime.fromisoformat(cast("str", record.attributes["entered_at"]))


def number_of_source(source: Record | None) -> int | None:
    """Where the source stands in the feed, `None` before it has entered it."""
    return None if source is None else cast("int | None", source.attributes.get(_NUMBER))


def put_source(source: Key, number: int, reading: Reading, now: datetime) -> Change:
    """A source has entered the feed. What else its record says stays."""
    before = reading[source]
    attributes = {} if before is None else dict(before.attributes)
    return reading.put(source, {**attributes, _NUMBER: number}, expires_at=now + _SOURCE_KEPT_FOR)


def completed_session(scope: Scope, session_id: str, incarnation: str, number: int, at: datetime) -> Change:
    """In the transaction that ends a completion: the feed follows such records."""
    key = keys.completed_session(scope, session_id, incarnation, number)
    attributes = {"session_id": session_id, "scope": scope.path, "at": at.isoformat()}
    return Change(puts=(Record(key, attributes, expires_at=at + _SOURCE_KEPT_FOR),))


def mark_removed(place: Key, epoch: int, reading: Reading, now: datetime) -> Change:
    """A deletion of this epoch has removed the memory, before the feed says so."""
    change = reading.put(place, {"removed": True}, expires_at=now + _SOURCE_KEPT_FOR)
    return change.in_epoch(place.pk, epoch)
