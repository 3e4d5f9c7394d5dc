"""A walk over a whole table of the local store, in the order of its keys."""

from __future__ import annotations

import json
from pathlib import Path

from shared.adapters.sqlite.connections import Connections
from shared.records.store.record import Key, Table, WalkPage, in_segment

_SELECT = "SELECT pk, sk FROM records WHERE tbl = ? AND (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?"


class SqliteWalk:
    """`path`: the file of `SqliteRecords`, which has made it."""

    def __init__(self, path: Path | str) -> None:
        self._connections = Connections(Path(path), "")

    def close(self) -> None:
        self._connections.close()

    def walk(
        self, table: Table, *, sk_prefixes: tuple[str, ...] = (), segment: int = 0, segments: int = 1,
        after: str | None = None, limit: int = 100,
    ) -> WalkPage:  # fmt: skip
        if limit < 1 or not 0 <= segment < segments:
            raise ValueError("a walk looks at one record at least, in one of its segments")
        start = ("", "") if after is None else tuple(json.loads(after))
        with self._connections.reading() as db:
            rows: list[tuple[str, str]] = db.execute(_SELECT, (table.value, *start, limit + 1)).fetchall()
        met = [Key(table, pk, sk) for pk, sk in rows[:limit]]
        return WalkPage(
            tuple(key for key in met if key.sk.startswith(sk_prefixes or "") and in_segment(key.pk, segment, segments)),
            json.dumps(rows[limit - 1]) if len(rows) > limit else None,
        )
