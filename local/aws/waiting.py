"""Waiting messages of the laptop's queues, in one SQLite file: undelivered messages survive the process."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from shared.adapters.sqlite.failures import explained
from shared.domain.errors import StoreUnavailable

_SCHEMA = """
CREATE TABLE IF NOT EXISTS messages (
    number INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL,
    sent TEXT NOT NULL);
"""
# NORMAL: outlives the process, `kill -9` too; a power cut may take the last messages.
_PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON")


@dataclass(frozen=True, slots=True)
class Message:
    """`sent`: when, in milliseconds since 1970."""

    id: str
    body: str
    sent: str


class Waiting:
    """`path` is a file of its own, made when absent; a `StoreUnavailable` when it cannot be used. Its methods raise
    `sqlite3.Error`."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        try:
            self._db = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
            for pragma in _PRAGMAS:
                with closing(self._db.execute(f"PRAGMA {pragma}")) as cursor:
                    cursor.fetchall()
            self._db.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise StoreUnavailable(explained(path, error)) from error

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def add(self, queue: str, message: Message) -> None:
        with self._lock:
            self._db.execute(
                "INSERT INTO messages (queue, id, body, sent) VALUES (?, ?, ?, ?)",
                (queue, message.id, message.body, message.sent),
            )

    def of(self, queue: str) -> list[Message]:
        """Those that wait, in the order in which they came."""
        with self._lock:
            rows = self._db.execute("SELECT id, body, sent FROM messages WHERE queue = ? ORDER BY number", (queue,))
            return [Message(*row) for row in rows.fetchall()]

    def remove(self, ids: Sequence[str]) -> None:
        with self._lock:
            self._db.executemany("DELETE FROM messages WHERE id = ?", [(id,) for id in ids])
