"""Records in one SQLite file: durable, safe against `kill -9`, one transaction a change.

It also keeps a log of changed keys, as the DynamoDB streams of the memories table and the ledger would, written in the
same transaction as the change itself, so that the search index and the feed of changes miss nothing.

The owners' data keys lie in a file of their own, so that a copy of the records alone opens nothing. Of a change that
touches both, the keys are committed first: after a crash between the two a new key is there that nothing needs yet,
or a destroyed one is gone before the deletion that destroys it is done, and is done again."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from shared.adapters.sqlite.bodies import from_json, to_json
from shared.adapters.sqlite.connections import Connections
from shared.domain.instants import sort_text
from shared.records.keys import FOLLOWED_PREFIXES, INDEXED_PREFIXES
from shared.records.store.preconditions import first_failed
from shared.records.store.record import Change, CheckFailed, DuePage, Key, Page, Record, Table
from shared.records.store.stored_form import check_key, stored_forms

# AUTOINCREMENT: a sequence number is never given twice, also after the log was trimmed to nothing.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS records (
    tbl TEXT NOT NULL, pk TEXT NOT NULL, sk TEXT NOT NULL, body TEXT NOT NULL, revision INTEGER NOT NULL,
    expires_at TEXT, next_check_at TEXT, epoch INTEGER NOT NULL, PRIMARY KEY (tbl, pk, sk));
CREATE INDEX IF NOT EXISTS records_due ON records (next_check_at, pk, sk)
    WHERE next_check_at IS NOT NULL AND tbl = 'memories';
CREATE INDEX IF NOT EXISTS records_expiry ON records (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS stream (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, tbl TEXT NOT NULL, pk TEXT NOT NULL, sk TEXT NOT NULL, event TEXT NOT NULL,
    expired INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS positions (name TEXT PRIMARY KEY, seq INTEGER NOT NULL);
"""
_KEYS_SCHEMA = """
CREATE TABLE IF NOT EXISTS records (
    tbl TEXT NOT NULL, pk TEXT NOT NULL, sk TEXT NOT NULL, body TEXT NOT NULL, revision INTEGER NOT NULL,
    expires_at TEXT, next_check_at TEXT, epoch INTEGER NOT NULL, PRIMARY KEY (tbl, pk, sk));
"""
_SELECT_ONE = """
SELECT tbl, pk, sk, body, revision, expires_at, next_check_at, epoch FROM records WHERE tbl = ? AND pk = ? AND sk = ?"""
_SELECT_SOME = """
SELECT tbl, pk, sk, body, revision, expires_at, next_check_at, epoch FROM records WHERE tbl = ? AND pk = ? AND sk IN"""
_AT_ONCE = 500  # values in one statement
_SELECT_FORWARDS = """
SELECT tbl, pk, sk, body, revision, expires_at, next_check_at, epoch FROM records
WHERE tbl = ? AND pk = ? AND sk >= ? AND sk < ? ORDER BY sk LIMIT ?"""
_SELECT_BACKWARDS = """
SELECT tbl, pk, sk, body, revision, expires_at, next_check_at, epoch FROM records
WHERE tbl = ? AND pk = ? AND sk >= ? AND sk < ? ORDER BY sk DESC LIMIT ?"""
# By itself the planner reads every record of a table for this.
_SELECT_DUE = """
SELECT next_check_at, pk, sk FROM records INDEXED BY records_due
WHERE tbl = 'memories' AND next_check_at IS NOT NULL AND next_check_at <= ? AND (next_check_at, pk, sk) > (?, ?, ?)
ORDER BY next_check_at, pk, sk LIMIT ?"""
_PUT = """
INSERT OR REPLACE INTO records (tbl, pk, sk, body, revision, expires_at, next_check_at, epoch)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
_PAST_ALL_TEXT = b""  # SQLite sorts any blob after any text
# The search index follows memories; the feed of changes follows the ledger.
_FOLLOWED = {Table.MEMORIES: INDEXED_PREFIXES, Table.LEDGER: FOLLOWED_PREFIXES}
_Row: TypeAlias = "tuple[str, str, str, str, int, str | None, str | None, int]"


class StreamEvent(StrEnum):
    INSERT = "INSERT"
    MODIFY = "MODIFY"
    REMOVE = "REMOVE"


@dataclass(frozen=True, slots=True)
class StreamEntry:
    """One change of a record that something follows (`_FOLLOWED`). `seq` grows with commit order, with gaps. `expired`:
    removed by the time to live."""

    seq: int
    pk: str
    sk: str
    event: StreamEvent
    table: Table = Table.MEMORIES
    expired: bool = False


class SqliteRecords:
    """`path` is a file of its own, made when absent; so is `keys`, of the data keys (by default beside it). Their
    folders must be there."""

    def __init__(self, path: Path | str, keys: Path | None = None) -> None:
        path = Path(path)
        self._connections = Connections(path, _SCHEMA)
        self._keys = Connections(keys or path.with_name(f"{path.stem}-keys{path.suffix}"), _KEYS_SCHEMA)
        self._grew = threading.Condition()

    def close(self) -> None:
        self._connections.close()
        self._keys.close()

    def empty_log(self) -> bool:
        """Leaves no deleted text readable on the disk: the file is overwritten as records go, its log is cut by this.

        `False` when a reader held the log open for the length of the busy timeout.
        """
        return all([self._connections.empty_log(), self._keys.empty_log()])

    def get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Record | None]:
        for key in keys:
            check_key(key)
        with self._connections.reading() as db, self._keys_if(keys) as of_keys:
            by_partition: dict[tuple[Table, str], list[Key]] = {}
            for key in keys:
                by_partition.setdefault((key.table, key.pk), []).append(key)
            found: dict[Key, Record] = {}
            for together in by_partition.values():
                found |= _read_several(_place(together[0], db, of_keys), together)
        return [found.get(key) for key in keys]

    def page(
        self, table: Table, pk: str, *, sk_prefix: str = "", after: str | None = None, limit: int = 100,
        newest_first: bool = False,
    ) -> Page:  # fmt: skip
        if limit < 1:
            raise ValueError("a page has at least one record")
        start, end = sk_prefix, _end_of_prefix(sk_prefix)
        if after is not None and newest_first:
            end = after if end is None else min(end, after)
        elif after is not None:
            start = max(start, after + "\x00")  # the least text after it
        with (self._keys if table is Table.KEYS else self._connections).reading() as db:
            rows = db.execute(
                _SELECT_BACKWARDS if newest_first else _SELECT_FORWARDS,
                (table.value, pk, start, _PAST_ALL_TEXT if end is None else end, limit + 1),
            ).fetchall()
        records = tuple(_record(row) for row in rows[:limit])
        return Page(records, records[-1].key.sk if len(rows) > limit else None)

    def due(self, before: datetime, *, after: str | None = None, limit: int = 100) -> DuePage:
        if limit < 1:
            raise ValueError("a page has at least one record")
        position = ("", "", "") if after is None else tuple(json.loads(after))
        with self._connections.reading() as db:
            rows: list[tuple[str, str, str]] = db.execute(
                _SELECT_DUE,
                (sort_text(before), *position, limit + 1),
            ).fetchall()
        items = tuple((Key(Table.MEMORIES, pk, sk), datetime.fromisoformat(at)) for at, pk, sk in rows[:limit])
        return DuePage(items, json.dumps(rows[limit - 1]) if len(rows) > limit else None)

    def commit(self, change: Change) -> None:
        records = stored_forms(change)
        touched = [*(record.key for record in records), *change.removes]
        changes_keys = any(key.table is Table.KEYS for key in touched)
        # Of two writers only one is past the lock of the records, so that a key that was only read stays what it is.
        with self._writing() as db, self._keys_if((c.key for c in change.checks), writing=changes_keys) as of_keys:
            failed = first_failed(change.checks, lambda key: _read(_place(key, db, of_keys), key))
            if failed is not None:
                raise CheckFailed(*failed)
            for key in change.removes:
                _remove(_place(key, db, of_keys), key)
            for record in records:
                _put(_place(record.key, db, of_keys), record)

    def remove_expired(self, now: datetime, limit: int = 100) -> int:
        """Time to live: removes at most `limit` records whose `expires_at` has come; returns how many."""
        with self._writing() as db:
            rows: list[tuple[str, str, str]] = db.execute(
                "SELECT tbl, pk, sk FROM records WHERE expires_at IS NOT NULL AND expires_at <= ? "
                "ORDER BY expires_at LIMIT ?",
                (sort_text(now), limit),
            ).fetchall()
            for table, pk, sk in rows:
                _remove(db, Key(Table(table), pk, sk), expired=True)
        return len(rows)

    def stream(self, after: int, limit: int = 100) -> list[StreamEntry]:
        """Changes of followed records past sequence number `after` (0: from the start), in commit order."""
        with self._connections.reading() as db:
            rows: list[tuple[int, str, str, str, str, int]] = db.execute(
                "SELECT seq, pk, sk, event, tbl, expired FROM stream WHERE seq > ? ORDER BY seq LIMIT ?", (after, limit)
            ).fetchall()
        return [
            StreamEntry(seq, pk, sk, StreamEvent(event), Table(table), bool(expired))
            for seq, pk, sk, event, table, expired in rows
        ]

    def wait_for_stream(self, after: int, timeout_s: float) -> bool:
        """Whether the stream goes beyond `after`; waits up to `timeout_s` for a commit of this process."""
        deadline = time.monotonic() + timeout_s
        with self._grew:
            while not self.stream(after, 1):
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    return False
                self._grew.wait(remaining)
        return True

    def trim(self, through: int) -> None:
        """Forgets the stream up to and with sequence number `through`."""
        with self._writing() as db:
            db.execute("DELETE FROM stream WHERE seq <= ?", (through,))

    def position(self, name: str) -> int:
        """How far the reader `name` of the stream has come, 0 when it never saved."""
        with self._connections.reading() as db:
            row = db.execute("SELECT seq FROM positions WHERE name = ?", (name,)).fetchone()
        return 0 if row is None else int(row[0])

    def save_position(self, name: str, seq: int) -> None:
        with self._writing() as db:
            db.execute(
                "INSERT INTO positions (name, seq) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seq = excluded.seq",
                (name, seq),
            )

    @contextmanager
    def _keys_if(self, keys: Iterable[Key], *, writing: bool = False) -> Iterator[sqlite3.Connection | None]:
        """The file of the data keys, opened for the given operations; `None` if there are none."""
        if writing:
            with self._keys.writing() as db:
                yield db
        elif any(key.table is Table.KEYS for key in keys):
            with self._keys.reading() as db:
                yield db
        else:
            yield None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._connections.writing() as db:
            yield db
        with self._grew:
            self._grew.notify_all()


def _place(key: Key, db: sqlite3.Connection, of_keys: sqlite3.Connection | None) -> sqlite3.Connection:
    return of_keys if of_keys is not None and key.table is Table.KEYS else db


def _read(db: sqlite3.Connection, key: Key) -> Record | None:
    row = db.execute(_SELECT_ONE, (key.table.value, key.pk, key.sk)).fetchone()
    return None if row is None else _record(row)


def _read_several(db: sqlite3.Connection, keys: Sequence[Key]) -> dict[Key, Record]:
    """Of one partition."""
    found = {}
    for start in range(0, len(keys), _AT_ONCE):
        asked = keys[start : start + _AT_ONCE]
        sql = f"{_SELECT_SOME} ({', '.join('?' * len(asked))})"
        for row in db.execute(sql, (asked[0].table.value, asked[0].pk, *(key.sk for key in asked))):
            record = _record(row)
            found[record.key] = record
    return found


def _put(db: sqlite3.Connection, record: Record) -> None:
    key = record.key
    there = db.execute(
        "SELECT 1 FROM records WHERE tbl = ? AND pk = ? AND sk = ?", (key.table.value, key.pk, key.sk)
    ).fetchone()
    db.execute(
        _PUT,
        (
            key.table.value, key.pk, key.sk, to_json(record.attributes), record.revision,
            _text(record.expires_at), _text(record.next_check_at), record.epoch,
        ),
    )  # fmt: skip
    _log(db, key, StreamEvent.MODIFY if there else StreamEvent.INSERT)


def _remove(db: sqlite3.Connection, key: Key, *, expired: bool = False) -> None:
    removed = db.execute("DELETE FROM records WHERE tbl = ? AND pk = ? AND sk = ?", (key.table.value, key.pk, key.sk))
    if removed.rowcount:
        _log(db, key, StreamEvent.REMOVE, expired=expired)


def _log(db: sqlite3.Connection, key: Key, event: StreamEvent, *, expired: bool = False) -> None:
    if key.sk.startswith(_FOLLOWED.get(key.table, ())):
        db.execute(
            "INSERT INTO stream (tbl, pk, sk, event, expired) VALUES (?, ?, ?, ?, ?)",
            (key.table.value, key.pk, key.sk, event.value, int(expired)),
        )


def _record(row: _Row) -> Record:
    table, pk, sk, body, revision, expires_at, next_check_at, epoch = row
    return Record(
        Key(Table(table), pk, sk), from_json(body), revision, _instant(expires_at), _instant(next_check_at), epoch
    )  # fmt: skip


def _text(instant: datetime | None) -> str | None:
    return None if instant is None else sort_text(instant)


def _instant(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _end_of_prefix(prefix: str) -> str | None:
    """The least text after every text with the prefix, `None` when there is none."""
    for place in range(len(prefix) - 1, -1, -1):
        code = ord(prefix[place])
        if code < 0x10FFFF:
            after = 0xE000 if code == 0xD7FF else code + 1  # surrogates are no text
            return prefix[:place] + chr(after)
    return None
