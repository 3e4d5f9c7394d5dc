"""All documents of the local search index, and its emptying: for rebuilding it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from shared.adapters.sqlite.connections import Connections
from shared.domain.errors import SearchUnavailable, StoreUnavailable
from shared.ports import DocumentPage, IndexedDocument

_SELECT = "SELECT id, memory_id, org, scope, revision FROM documents WHERE id > ? ORDER BY id LIMIT ?"
_PRESENT = "SELECT memory_id FROM documents WHERE org = ? AND memory_id IN (SELECT value FROM json_each(?))"
# A search in any process reads the file again when its generation has changed.
_EMPTY = (
    "DELETE FROM documents",
    "DELETE FROM bodies",
    "DELETE FROM content_words",
    "DELETE FROM context_words",
    "INSERT INTO content_words(content_words) VALUES ('optimize')",
    "INSERT INTO context_words(context_words) VALUES ('optimize')",
    "UPDATE generation SET number = number + 1",
)


class SqliteInventory:
    """`path`: the file of `SqliteSearch`, which has made it."""

    def __init__(self, path: Path | str) -> None:
        self._connections = Connections(Path(path), "")

    def close(self) -> None:
        self._connections.close()

    def documents(self, *, after: str | None, limit: int) -> DocumentPage:
        try:
            with self._connections.reading() as db:
                rows = db.execute(_SELECT, (int(after or 0), limit + 1)).fetchall()
        except StoreUnavailable as error:
            raise SearchUnavailable(error.detail) from error
        met = rows[:limit]
        return DocumentPage(
            tuple(IndexedDocument(*row[1:]) for row in met), str(met[-1][0]) if len(rows) > limit else None
        )

    def present(self, org: str, document_ids: Sequence[str]) -> set[str]:
        try:
            with self._connections.reading() as db:
                return {id for (id,) in db.execute(_PRESENT, (org, json.dumps(list(document_ids))))}
        except StoreUnavailable as error:
            raise SearchUnavailable(error.detail) from error

    def fit(self) -> None:
        """The file keeps documents as they are: it has no fields to add."""

    def empty(self) -> None:
        try:
            with self._connections.writing() as db:
                for statement in _EMPTY:
                    db.execute(statement)
            self._connections.empty_log()
        except StoreUnavailable as error:
            raise SearchUnavailable(error.detail) from error
