"""Vectors remembered by model, text and kind, so that nothing is embedded twice."""

from __future__ import annotations

import array
import hashlib
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from shared.domain.meaning.centring import Vector
from shared.ports import Embedder, EmbeddingModel


class TextKind(StrEnum):
    """A question and a memory of the same words have different vectors."""

    QUERY = "query"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class VectorKey:
    """Holds a digest and never the text: a cache is no second copy of what was said."""

    model: str
    kind: TextKind
    digest: str

    @classmethod
    def of(cls, model: EmbeddingModel, kind: TextKind, text: str) -> VectorKey:
        # The dimension is part of the space: Titan's 256 numbers are no prefix of what a 1,024 cache holds.
        space = f"{model.id}/{model.dimension}"
        return cls(space, kind, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())


class VectorCache(Protocol):
    """May forget at any time; never answers with another key's vector."""

    def get(self, keys: Sequence[VectorKey]) -> Mapping[VectorKey, Vector]: ...

    def put(self, vectors: Mapping[VectorKey, Vector]) -> None: ...


class MemoryVectorCache:
    """The newest used `capacity` vectors, in the process: 8 KB each at 1,024 numbers, a quarter of what tuples take.
    Safe to share between threads."""

    def __init__(self, capacity: int = 2_048) -> None:
        self._capacity = capacity
        self._vectors: OrderedDict[VectorKey, array.array[float]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, keys: Sequence[VectorKey]) -> Mapping[VectorKey, Vector]:
        found = {}
        with self._lock:
            for key in keys:
                if key in self._vectors:
                    self._vectors.move_to_end(key)
                    found[key] = tuple(self._vectors[key])
        return found

    def put(self, vectors: Mapping[VectorKey, Vector]) -> None:
        with self._lock:
            for key, vector in vectors.items():
                self._vectors[key] = array.array("d", vector)
                self._vectors.move_to_end(key)
            while len(self._vectors) > self._capacity:
                self._vectors.popitem(last=False)


class SqliteVectorCache:
    """A file of vectors as float32, kept across restarts: for the laptop and the benches. Safe between threads.

    float32 is what the search engines keep; it moves a cosine by less than 1e-7.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=30)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS vectors (model TEXT, kind TEXT, digest TEXT, vector BLOB NOT NULL,"
            " PRIMARY KEY (model, kind, digest)) WITHOUT ROWID"
        )

    def get(self, keys: Sequence[VectorKey]) -> Mapping[VectorKey, Vector]:
        found = {}
        with self._lock:
            for key in keys:
                row = self._db.execute(
                    "SELECT vector FROM vectors WHERE model = ? AND kind = ? AND digest = ?",
                    (key.model, key.kind, key.digest),
                ).fetchone()
                if row is not None:
                    found[key] = tuple(array.array("f", row[0]))
        return found

    def put(self, vectors: Mapping[VectorKey, Vector]) -> None:
        rows = [(k.model, k.kind, k.digest, array.array("f", v).tobytes()) for k, v in vectors.items()]
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            with self._db:  # commits, or rolls back what a full disk left incomplete
                self._db.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", rows)

    def close(self) -> None:
        with self._lock:
            self._db.close()


class CachedEmbedder:
    """An embedder with a cache. A text that occurs twice in one call is embedded once."""

    def __init__(self, inner: Embedder, cache: VectorCache) -> None:
        self._inner = inner
        self._cache = cache

    @property
    def model(self) -> EmbeddingModel:
        return self._inner.model

    def query(self, text: str) -> Vector:
        key = VectorKey.of(self.model, TextKind.QUERY, text)
        found = self._cache.get([key]).get(key)
        if found is None:
            found = self._inner.query(text)
            self._cache.put({key: found})
        return found

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        keys = [VectorKey.of(self.model, TextKind.MEMORY, text) for text in texts]
        known = dict(self._cache.get(keys))
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing:
            made = dict(zip(missing, self._inner.memories(list(missing.values())), strict=True))
            self._cache.put(made)
            known |= made
        return [known[key] for key in keys]
