"""LangGraph's own store in memory, with its vector index, as an agent uses it for long-term memory."""

from __future__ import annotations

import importlib
import uuid
from collections.abc import Sequence
from typing import Any

from bench.evaluate.sets import Statement
from bench.peers.work import SHOWN, Vectors

NOTE = "InMemoryStore with an index; kept in the process alone, nothing on disk"


class LangGraphMemory:
    def __init__(self, vectors: Vectors, dimension: int) -> None:
        store: Any = importlib.import_module("langgraph.store.memory")
        embeddings: Any = importlib.import_module("langchain_core.embeddings").Embeddings
        kind = type(
            "StoredVectors",
            (embeddings,),
            {
                "embed_documents": lambda _, texts: [vectors.memory(text) for text in texts],
                "embed_query": lambda _, text: vectors.query(text),
            },
        )
        self._store: Any = store.InMemoryStore(index={"dims": dimension, "embed": kind(), "fields": ["text"]})

    def add(self, statement: Statement) -> str:
        id = f"key-{statement.key}" if statement.key is not None else str(uuid.uuid4())
        self._store.put(_namespace(statement.user), id, {"text": statement.text})
        return id

    def found(self, user: str, query: str) -> list[str]:
        return _texts(self._store.search(_namespace(user), query=query, limit=SHOWN))

    def ready(self) -> None:
        """It writes at once."""

    def without_filter(self, user: str, query: str) -> list[str] | None:
        return _texts(self._store.search((), query=query, limit=SHOWN))

    def forget(self, user: str, ids: Sequence[str]) -> None:
        for id in ids:
            self._store.delete(_namespace(user), id)

    def everything(self, user: str, ids: Sequence[str], query: str) -> str:
        space = _namespace(user)
        shown = [self._store.search(space, query=query, limit=SHOWN), self._store.search(space, limit=1000)]
        return str([*shown, *(self._store.get(space, id) for id in ids)])


def _namespace(user: str) -> tuple[str, ...]:
    return ("memories", user)


def _texts(items: Any) -> list[str]:
    return [str(item.value["text"]) for item in items]
