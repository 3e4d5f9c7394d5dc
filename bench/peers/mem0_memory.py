"""mem0 by its own package: no language model (`infer=False`), its default local vector store kept on disk."""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.evaluate.sets import Statement
from bench.peers.work import SHOWN, Vectors

NOTE = "infer=False; Qdrant in the process, on disk; no spaCy or fastembed model, so without keywords and entities"


class Mem0Memory:
    def __init__(self, folder: Path, vectors: Vectors, dimension: int) -> None:
        os.environ.update(MEM0_TELEMETRY="False", MEM0_DIR=str(folder / "mem0"), OPENAI_API_KEY="unused")
        mem0: Any = importlib.import_module("mem0")
        store = {"path": str(folder / "qdrant"), "on_disk": True, "embedding_model_dims": dimension}
        self._memory: Any = mem0.Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": store},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self._memory.embedding_model = _Embedder(vectors)
        self._keyed: dict[tuple[str, str], str] = {}

    def add(self, statement: Statement) -> str:
        key = (statement.user, statement.key or "")
        if statement.key is not None and key in self._keyed:
            self._memory.update(self._keyed[key], statement.text)
            return self._keyed[key]
        answer = self._memory.add(statement.text, user_id=statement.user, infer=False)
        id = str(answer["results"][0]["id"])
        if statement.key is not None:
            self._keyed[key] = id
        return id

    def found(self, user: str, query: str) -> list[str]:
        return _texts(self._memory.search(query, top_k=SHOWN, filters={"user_id": user}))

    def ready(self) -> None:
        """It writes at once."""

    def without_filter(self, user: str, query: str) -> list[str] | None:
        try:
            return _texts(self._memory.search(query, top_k=SHOWN, filters={}))
        except ValueError:
            return None

    def forget(self, user: str, ids: Sequence[str]) -> None:
        for id in ids:
            self._memory.delete(id)

    def everything(self, user: str, ids: Sequence[str], query: str) -> str:
        filters = {"user_id": user}
        shown = [self._memory.search(query, top_k=SHOWN, filters=filters), self._memory.get_all(filters=filters)]
        for id in ids:
            shown += [self._memory.history(id), self._memory.get(id)]
        return str(shown)


def _texts(answer: Any) -> list[str]:
    return [str(result["memory"]) for result in answer["results"]]


class _Embedder:
    """Its interface for embedders: the action says whether the text is a question."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return self._vectors.query(text) if memory_action == "search" else self._vectors.memory(text)

    def embed_batch(self, texts: Sequence[str], memory_action: str = "add") -> list[list[float]]:
        return [self.embed(text, memory_action) for text in texts]
