"""The search index on a laptop: FTS5 for words, an exact matrix in memory for vectors, one SQLite file for both.

The file is a view like any other index: it can be rebuilt from the store of truth, and the matrix from the file."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

import numpy as np

from shared.adapters.search_documents import from_fields, paths_above, to_fields
from shared.adapters.sqlite.connections import Connections
from shared.adapters.sqlite.search_columns import ALWAYS, NEVER, Columns, Floats, Ints, Shelf, best, entry_of
from shared.domain.errors import SearchUnavailable, StoreUnavailable
from shared.domain.meaning.centring import Vector
from shared.domain.recall.documents import (
    MOST_WAITING,
    Candidate,
    SearchDocument,
    SearchFilter,
    SearchQuery,
    memory_id_in,
)
from shared.language.text.terms import indexed_terms, query_terms
from shared.ports import Remove, Upsert

# Terms come from `domain.tokens`, separated by spaces: the tokenizer must split there and nowhere else, so every
# category but separators and controls is part of a token. Two indexes of words, so that the length that BM25 divides
# by is that of the text which is searched.
_TOKENIZER = "porter unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co Cn'"
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS documents (
    id INTEGER PRIMARY KEY, org TEXT NOT NULL, memory_id TEXT NOT NULL, revision INTEGER NOT NULL, model TEXT NOT NULL,
    scope TEXT NOT NULL, type TEXT NOT NULL, key TEXT, status TEXT NOT NULL, purposes TEXT NOT NULL,
    source TEXT NOT NULL, consent_scope TEXT, speaker TEXT, metadata TEXT NOT NULL, history INTEGER NOT NULL,
    valid_from INTEGER NOT NULL, valid_to INTEGER NOT NULL, expires INTEGER NOT NULL, recorded INTEGER NOT NULL,
    ended INTEGER NOT NULL, binding REAL NOT NULL, memory TEXT NOT NULL, UNIQUE (org, memory_id));
CREATE INDEX IF NOT EXISTS documents_scope ON documents (org, scope);
CREATE INDEX IF NOT EXISTS documents_memory ON documents (org, memory);
CREATE TABLE IF NOT EXISTS bodies (id INTEGER PRIMARY KEY, body TEXT NOT NULL, vector BLOB);
CREATE VIRTUAL TABLE IF NOT EXISTS content_words USING fts5(scopes, words, tokenize="{_TOKENIZER}");
CREATE VIRTUAL TABLE IF NOT EXISTS context_words USING fts5(scopes, words, tokenize="{_TOKENIZER}");
CREATE TABLE IF NOT EXISTS generation (number INTEGER NOT NULL);
INSERT INTO generation SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM generation);
"""  # noqa: S608 - fixed texts only # nosec B608
_COLUMNS = (
    "org", "memory_id", "revision", "model", "scope", "type", "key", "status", "purposes", "source",
    "consent_scope", "speaker", "metadata", "history", "valid_from", "valid_to", "expires", "recorded", "ended",
    "binding", "memory",
)  # fmt: skip
# External versioning in one statement: no row comes back when the indexed revision is newer.
_UPSERT = (
    f"INSERT INTO documents ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) "  # noqa: S608 - fixed # nosec B608
    f"ON CONFLICT (org, memory_id) DO UPDATE SET {', '.join(f'{c} = excluded.{c}' for c in _COLUMNS[2:])} "
    "WHERE excluded.revision >= documents.revision RETURNING id"
)
_WORD_TABLES = ("content_words", "context_words")
# Marks of scopes only spare the engine other people's words; looking up more than these costs more than it spares.
_MAX_MARKS = 256
_KEPT_DOCUMENTS = 10_000  # read documents that are kept at hand, a few KB each
MAX_IDS = 10_000  # of one `ids_within`, as in the other engine


@dataclass(frozen=True, slots=True)
class _Asked:
    vector: Floats
    compared: Floats
    terms: Sequence[str]

    @classmethod
    def of(cls, text: str, vector: Vector, compared: Vector) -> _Asked:
        return cls(np.asarray(vector, np.float32), np.asarray(compared or vector, np.float32), query_terms(text))


class SqliteSearch:
    """`path` is a file of its own, made when absent; its folder must be there. One search or change at a time."""

    def __init__(self, path: Path | str) -> None:
        self._lock = threading.RLock()
        self._columns = Columns()
        self._documents: dict[int, SearchDocument] = {}
        self._generation = -1
        self._removed = True  # perhaps, by the process before this one
        with _translated():
            self._connections = Connections(Path(path), _SCHEMA)
            with self._connections.reading() as db:
                self._keep_up(db)

    def close(self) -> None:
        self._connections.close()

    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        if query.limit < 1:
            raise ValueError("a search asks for at least one candidate")
        asked = _Asked.of(query.text, query.vector, query.compared)
        also = None if query.also is None else _Asked.of(query.also.text, query.also.vector, query.also.compared)
        with self._lock, _translated(), self._connections.reading() as db:
            self._keep_up(db)
            shelves = list(self._columns.matching(filter))
            rows = np.concatenate([shelf.rows(slots) for _, shelf, slots in shelves] or [np.zeros(0, np.int64)])
            compared = [(shelf, slots) for model, shelf, slots in shelves if model == query.model]
            binding = [(shelf, shelf.binding(slots, query.least_binding)) for shelf, slots in compared]
            cosines = _nearest(compared, asked, query.limit)
            found = {*cosines, *(_nearest(binding, asked, query.binding_limit) if query.binding_limit else ())}
            found |= set(self._waiting(query, filter, asked.vector))
            content, context = (
                self._words(db, table, asked.terms if wanted else (), filter, rows, query.limit)
                for table, wanted in zip(_WORD_TABLES, (True, query.context), strict=True)
            )
            if also is not None:
                found |= _nearest(compared, also, query.limit).keys()
                found |= self._words(db, _WORD_TABLES[0], also.terms, filter, rows, query.limit).keys()
            return [
                Candidate(
                    document,
                    cosines[row] if row in cosines else self._columns.cosine(row, query.model, asked.vector),
                    content.get(row, 0.0),
                    context.get(row, 0.0),
                    self._columns.cosine(row, query.model, asked.compared),
                    None if also is None else self._columns.cosine(row, query.model, also.compared),
                )
                for row, document in self._read(db, {*found, *content, *context}).items()
            ]

    def _waiting(self, query: SearchQuery, filter: SearchFilter, vector: Floats) -> list[int]:
        """The rows of the nearest binding or waiting documents, which are found beside the others."""
        waits = filter.waiting and vector.any()
        aside = self._columns.matching(replace(filter, statuses=filter.waiting)) if waits else ()
        near = [(s.rows(slots), s.cosines(slots, vector)) for model, s, slots in aside if model == query.model]
        return [row for row, _ in best(near, MOST_WAITING)]

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        failed: dict[str, None] = {}
        then: list[Callable[[], None]] = []
        with self._lock, _translated():
            with self._connections.writing() as db:
                self._keep_up(db)
                dimensions: dict[tuple[str, str], int] = {}
                for action in actions:
                    if isinstance(action, Remove):
                        self._remove(db, action, then)
                    elif self._fits(action.document, dimensions):
                        self._upsert(db, action.document, then)
                    else:
                        failed[action.document.memory_id] = None
                if then:
                    db.execute("UPDATE generation SET number = number + 1")
            for step in then:
                step()
            self._generation += bool(then)
        return list(failed)

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        if not 1 <= limit <= MAX_IDS:
            raise ValueError(f"1 to {MAX_IDS} ids at a time")
        sql = "SELECT memory_id FROM documents WHERE org = ? AND (scope = ? OR (scope > ? AND scope < ?))"
        values: list[object] = [org, scope, scope + "/", scope + "0"]  # "0" is the character after "/"
        if memory_ids:
            sql += " AND memory IN (SELECT value FROM json_each(?))"
            values.append(json.dumps(list(memory_ids)))
        with self._lock, _translated(), self._connections.reading() as db:
            return [id for (id,) in db.execute(f"{sql} LIMIT ?", (*values, limit))]

    def refresh(self) -> None:
        """Everything applied is visible already. Removed and replaced texts also leave the word indexes and the log,
        which otherwise keep them until they are merged: after this no word of them is left in the file."""
        with self._lock, _translated():
            if not self._removed:
                return
            with self._connections.writing() as db:
                for table in _WORD_TABLES:
                    db.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")  # noqa: S608 - fixed # nosec B608
            self._removed = not self._connections.empty_log()

    def _fits(self, document: SearchDocument, dimensions: dict[tuple[str, str], int]) -> bool:
        """Whether the vector has the length of those of its model, indexed before or in this very batch."""
        if document.vector is None:
            return True
        place, length = (document.org, document.model), len(document.vector)
        return dimensions.setdefault(place, self._columns.dimension(*place) or length) == length

    def _upsert(self, db: sqlite3.Connection, document: SearchDocument, then: list[Callable[[], None]]) -> None:
        plain = to_fields(document)
        vector = _packed(document.vector)
        values = (
            plain["org"], plain["memory_id"], document.revision, plain["model"], plain["scope"], plain["type"],
            plain["key"], plain["status"], json.dumps(plain["purposes"]), plain["source"], plain["consent_scope"],
            plain["speaker"], json.dumps(plain["metadata"]), plain["history"], plain["valid_from"],
            _or(plain["valid_to"], NEVER), _or(plain["hard_expires_at"], NEVER), _or(plain["recorded_at"], ALWAYS),
            _or(plain["ended_at"], NEVER), document.binding, memory_id_in(document.memory_id),
        )  # fmt: skip
        found = db.execute(_UPSERT, values).fetchall()
        if not found:
            return
        row: int = found[0][0]
        body = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
        # Replaced texts are in the word indexes and in the log, like removed ones.
        self._removed |= db.execute("DELETE FROM bodies WHERE id = ?", (row,)).rowcount > 0
        db.execute("INSERT INTO bodies VALUES (?, ?, ?)", (row, body, vector))
        scopes = " ".join(_marks(document.scope))
        for table, text in zip(_WORD_TABLES, (document.content, document.before or document.content), strict=True):
            db.execute(f"DELETE FROM {table} WHERE rowid = ?", (row,))  # noqa: S608 - fixed texts only # nosec B608
            db.execute(
                f"INSERT INTO {table} (rowid, scopes, words) VALUES (?, ?, ?)",  # noqa: S608 - fixed texts only # nosec B608
                (row, scopes, " ".join(indexed_terms(text))),
            )
        entry = entry_of((row, *values[:1], *values[3:-1]), vector)

        def known() -> None:
            self._columns.put(entry)
            self._documents.pop(row, None)

        then.append(known)

    def _remove(self, db: sqlite3.Connection, action: Remove, then: list[Callable[[], None]]) -> None:
        for (row,) in db.execute(
            "DELETE FROM documents WHERE org = ? AND memory_id = ? RETURNING id", (action.org, action.memory_id)
        ).fetchall():
            db.execute("DELETE FROM bodies WHERE id = ?", (row,))
            for table in _WORD_TABLES:
                db.execute(f"DELETE FROM {table} WHERE rowid = ?", (row,))  # noqa: S608 - fixed texts only # nosec B608
            then.append(lambda row=row: self._forget(row))  # type: ignore[misc]
            self._removed = True

    def _forget(self, row: int) -> None:
        self._columns.drop(row)
        self._documents.pop(row, None)

    def _keep_up(self, db: sqlite3.Connection) -> None:
        """Reads the file again when it is not of the generation in memory: at start, and after another process wrote
        to it."""
        ((generation,),) = db.execute("SELECT number FROM generation")
        if generation == self._generation:
            return
        columns = Columns()
        sql = (
            "SELECT id, org, model, scope, type, key, status, purposes, source, consent_scope, speaker, metadata, "
            "history, valid_from, valid_to, expires, recorded, ended, binding, vector "
            "FROM documents JOIN bodies USING (id)"
        )
        for row in db.execute(sql):
            columns.put(entry_of(row[:-1], row[-1]))
        self._columns, self._generation = columns, generation
        self._documents.clear()

    def _read(self, db: sqlite3.Connection, rows: set[int]) -> dict[int, SearchDocument]:
        missing = [row for row in rows if row not in self._documents]
        if missing:
            if len(self._documents) + len(missing) > _KEPT_DOCUMENTS:
                self._documents.clear()
                missing = list(rows)
            sql = "SELECT id, body FROM bodies WHERE id IN (SELECT value FROM json_each(?))"
            for row, body in db.execute(sql, (json.dumps(missing),)):
                self._documents[row] = from_fields(json.loads(body))
        return {row: self._documents[row] for row in rows}

    def _words(
        self, db: sqlite3.Connection, table: str, terms: Sequence[str], filter: SearchFilter, allowed: Ints, limit: int
    ) -> dict[int, float]:
        if not terms or not len(allowed):
            return {}
        marks = [_mark("=", path) for path in filter.scopes] + [_mark("<", path) for path in filter.below]
        match = f"words : ({_any_of(terms)})"
        if len(marks) <= _MAX_MARKS:
            match = f"scopes : ({_any_of(marks)}) AND {match}"
        # bm25() is negative, the better the lower; the scopes weigh nothing.
        sql = f"SELECT rowid, -bm25({table}, 0.0, 1.0) FROM {table} WHERE {table} MATCH ?"  # noqa: S608 - fixed # nosec B608
        found = np.array(db.execute(sql, (match,)).fetchall(), np.float64).reshape(-1, 2)
        rows, scores = found[:, 0].astype(np.int64), found[:, 1].astype(np.float32)
        seen = np.isin(rows, allowed)
        return dict(best([(rows[seen], scores[seen])], limit))


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except StoreUnavailable as error:
        raise SearchUnavailable(error.detail) from error


def _nearest(places: Sequence[tuple[Shelf, Ints]], asked: _Asked, limit: int) -> dict[int, float]:
    """The cosines of the nearest documents, by row; none for a vector without a direction."""
    if not asked.vector.any():
        return {}
    if any(shelf.dimension != len(asked.vector) for shelf, _ in places):
        raise SearchUnavailable("the index holds vectors of another dimension")
    return dict(best([(shelf.rows(slots), shelf.cosines(slots, asked.vector)) for shelf, slots in places], limit))


def _packed(vector: Vector | None) -> bytes | None:
    """A vector without a direction (all zero) has no cosine with anything: it is none."""
    return np.asarray(vector, np.float32).tobytes() if vector is not None and any(vector) else None


def _or(instant: int | None, otherwise: int) -> int:
    return otherwise if instant is None else instant


def _marks(scope: str) -> Iterator[str]:
    """Words that find a document by its own scope (`=`) and by each one above it (`<`)."""
    yield _mark("=", scope)
    yield from (_mark("<", path) for path in paths_above(scope))


def _mark(relation: str, scope: str) -> str:
    """Of a fixed, unstemmable form. Two scopes may share one: the filter itself is applied to what was found."""
    return f"{relation}{blake2b(scope.encode(), digest_size=8).hexdigest()}z"


def _any_of(terms: Sequence[str]) -> str:
    """An FTS5 expression of quoted strings: nothing in a term can be read as syntax."""
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)
