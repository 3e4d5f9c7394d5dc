"""A recall through the function's handler, over the index and tables that hold what it asks for."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from bench.scale.data import AT, Data, Question
from shared.adapters.testing.in_memory import InMemoryRecords
from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector
from shared.domain.memories.evidence import Source, trust_of
from shared.domain.memories.memory import Importance, Memory, MemoryType, Status, content_hash
from shared.domain.scopes import Scope
from shared.ports import EmbeddingModel, SearchIndex
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Key, Record, Table

if TYPE_CHECKING:
    from shared.usecases.services import Services


class RecordsOnRead(InMemoryRecords):
    """A memory's record is made when it is read: the tables of DynamoDB do not grow slower, so what a table of all
    memories would show is not measured, and filling one would take longer than the index."""

    def __init__(self, made: Sequence[tuple[Scope, str]]) -> None:
        super().__init__()
        self._of_number = made

    def get(self, keys_: Sequence[Key], *, consistent: bool = True) -> list[Record | None]:
        found = super().get(keys_, consistent=consistent)
        return [self._made(key) if record is None else record for key, record in zip(keys_, found, strict=True)]

    def _made(self, key: Key) -> Record | None:
        if key.table is not Table.MEMORIES or not key.sk.startswith(keys.CURRENT_PREFIX):
            return None
        id = unquote(keys.memory_id_of(key))
        memory = _memory(id, *self._of_number[int(id.removeprefix("m-"))])
        return Record(key, memory_codec.memory_attributes(memory))


def _memory(id: str, scope: Scope, content: str) -> Memory:
    source = Source.USER_STATED
    return Memory(
        memory_id=id, scope=scope, type=MemoryType.EPISODIC, key=None, content=content,
        content_hash=content_hash(content), source=source, confidence=source.default_confidence,
        importance=Importance.NORMAL, trust=trust_of(source), status=Status.ACTIVE, observed_at=AT, valid_from=AT,
        valid_to=None, created_at=AT, updated_at=AT,
    )  # fmt: skip


class GivenVector:
    """An embedder that is handed the vector of the next question: embedding is not measured."""

    def __init__(self, model: EmbeddingModel) -> None:
        self.model = model
        self.vector: Vector = ()

    def query(self, text: str) -> Vector:
        return self.vector

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        raise RuntimeError("nothing is written here")


class Service:
    def __init__(
        self, folder: Path, index: SearchIndex, data: Data, calibration: Calibration, model: EmbeddingModel
    ) -> None:
        os.environ["POWERTOOLS_LOG_LEVEL"] = "CRITICAL"
        self._embedder = GivenVector(model)
        self._install(_services(folder, index, data, calibration, self._embedder))

    def _install(self, services: Services) -> None:
        from functions.api.recall import handler
        from shared.runtime import bootstrap

        bootstrap.install(services)
        self._handler = handler

    def event(self, question: Question) -> dict[str, Any]:
        from bench.cost.processor import event

        claims = {"sub": "bench", "org": question.scope.org_id or "", "memory_scope": question.scope.path}
        return event("/v1/recall", {"query": question.text, "min_relevance": 0.0}, claims)

    def recall(self, event: dict[str, Any], vector: Vector) -> int:
        """How many memories the answer has. Raises `RuntimeError` for a degraded one."""
        self._embedder.vector = vector
        with redirect_stdout(StringIO()):  # its metrics
            answer = json.loads(self._handler(event, None)["body"])
        if answer.get("degraded") is not False:
            raise RuntimeError(f"not an answer from the index: {answer}")
        return len(answer["memories"])


def _services(
    folder: Path, index: SearchIndex, data: Data, calibration: Calibration, embedder: GivenVector
) -> Services:
    from bench.write import TimedEmbedder, services_in

    made = services_in(folder, TimedEmbedder())
    return replace(made, records=RecordsOnRead(data.made), search=index, embedder=embedder, calibration=calibration)
