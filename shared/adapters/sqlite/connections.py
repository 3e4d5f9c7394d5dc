"""Connections to one SQLite file, lent to threads."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from shared.adapters.sqlite.failures import explained
from shared.domain.errors import StoreUnavailable

BUSY_TIMEOUT_S = 10.0

# FULL: the log is synced before a commit is acknowledged, so that it survives a power cut. (NORMAL survives `kill -9`
# only; it saves 0.3 ms a commit on the disk where it was measured.) secure_delete: what is deleted is overwritten with
# zeros, not left in free pages.
_PRAGMAS = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA secure_delete=ON")


class Connections:
    """A pool that grows to the number of threads at work at once. Writers of this process queue for one lock, which is
    fairer than SQLite's polling; the busy timeout is for other processes."""

    def __init__(self, path: Path, schema: str) -> None:
        self._path = path
        self._free: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        self._writer = threading.Lock()
        self._closed = False
        with self._writer, self._lent() as db:
            db.executescript(schema)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection in one read transaction: all that is read is of one moment."""
        with self._lent() as db:
            db.execute("BEGIN")
            try:
                yield db
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection in one write transaction, committed at the end of the block, undone when it raises."""
        with self._writer, self._lent() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

    def empty_log(self) -> bool:
        """Moves the write-ahead log into the file and cuts it; `False` when a reader held it open all along."""
        with self._writer, self._lent() as db:
            ((busy, _, _),) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return not busy

    def close(self) -> None:
        """Closes the idle connections now, and the others when they are returned."""
        with self._guard:
            self._closed = True
            free, self._free = self._free, []
        for db in free:
            db.close()

    @contextmanager
    def _lent(self) -> Iterator[sqlite3.Connection]:
        try:
            db = self._take()
            try:
                yield db
            except sqlite3.Error:
                db.close()  # it may be in any state
                raise
            except BaseException:
                self._give_back(db)
                raise
            self._give_back(db)
        except sqlite3.Error as error:
            raise StoreUnavailable(explained(self._path, error)) from error

    def _take(self) -> sqlite3.Connection:
        with self._guard:
            if self._closed:
                raise StoreUnavailable("the local store is closed")
            if self._free:
                return self._free.pop()
        db = sqlite3.connect(self._path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        for pragma in _PRAGMAS:
            with closing(db.execute(pragma)) as cursor:
                cursor.fetchall()
        return db

    def _give_back(self, db: sqlite3.Connection) -> None:
        with self._guard:
            if not self._closed:
                self._free.append(db)
                return
        db.close()
