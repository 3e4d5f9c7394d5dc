"""Many writers of one project against one table, in virtual time."""

from __future__ import annotations

import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, cast

from shared.adapters.dynamodb.failures import Backoff
from shared.adapters.dynamodb.records import DynamoRecords
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.domain.errors import Unavailable
from shared.domain.meaning.centring import Vector
from shared.domain.scopes import Scope
from shared.usecases.services import Services
from shared.usecases.writing.write_memory import WriteAnswer, write_memory
from tests.builders import NOW, a_caller, a_command, a_world
from tests.contract.records.dynamodb_tables import tables_for_tests
from tests.contract.records.stores import sealed_over
from tests.usecases.contention.conflicts import ConflictingClient, Latencies
from tests.usecases.contention.virtual_time import VirtualTime

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

PROJECT = Scope.parse("/org/acme/project/apollo")
EMBEDS_S = 0.06  # a text
APART_S = 0.2  # up to which a writer waits between two writes


@dataclass(slots=True)
class Result:
    """`refused`: writes answered with 503. `seconds`: of each write that was acknowledged."""

    client: ConflictingClient
    answers: list[WriteAnswer] = field(default_factory=list)
    refused: int = 0
    seconds: list[float] = field(default_factory=list)
    ended_s: float = 0.0

    @property
    def tries(self) -> float:
        """Transactions sent for each write."""
        return self.client.transactions / (len(self.answers) + self.refused)

    def percentile(self, share: float) -> float:
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))]


@dataclass(frozen=True, slots=True)
class _Clock:
    time: VirtualTime

    def now(self) -> datetime:
        return NOW + timedelta(seconds=self.time.now)


class _SlowEmbedder(DeterministicEmbedder):
    def __init__(self, time: VirtualTime) -> None:
        super().__init__()
        self._time = time

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        self._time.sleep(EMBEDS_S * len(texts))
        return super().memories(texts)


def write_side_by_side(
    client: DynamoDBClient, writers: int, each: int, *, seed: int = 0, latencies: Latencies | None = None,
    backoff: Backoff | None = None, owner: Scope = PROJECT,
) -> tuple[Result, Services]:  # fmt: skip
    """`writers` at once, each with `each` memories of the one owner, one after the other."""
    time, chance = VirtualTime(), random.Random(seed)
    conflicting = ConflictingClient(client, time, chance, latencies or Latencies())
    tables = tables_for_tests(client, prefix=f"{uuid.uuid4().hex}-")
    waits = replace(backoff or Backoff(), sleep=time.sleep, random=chance.random)
    records = DynamoRecords(cast("DynamoDBClient", conflicting), tables, waits)
    result = Result(conflicting)
    with a_world(embedder=_SlowEmbedder(time)) as world:
        services = replace(world.services, records=sealed_over(records), clock=_Clock(time))

        def write(writer: int, n: int) -> None:
            command = a_command(_fact(writer, n), key=f"fact-{writer}-{n}", scope=owner)
            began = time.now
            try:
                result.answers.append(write_memory(services, a_caller(f"agent-{writer}", bound=owner), command))
                result.seconds.append(time.now - began)
            except Unavailable:
                result.refused += 1

        def work(writer: int) -> None:
            for n in range(each):
                write(writer, n)
                time.sleep(APART_S * chance.random())

        time.run([partial(write, writers, 0)])  # the owner's salt and key are there
        conflicting.transactions = 0
        conflicting.done.clear()
        result.answers.clear()
        result.seconds.clear()
        started = time.now
        time.run([partial(work, writer) for writer in range(writers)])
        result.ended_s = time.now - started
        return result, services


_THINGS = ("printer", "server", "canal", "garden", "harbour", "ledger", "violin", "tunnel", "orchard", "kiln")


def _fact(writer: int, n: int) -> str:
    thing = _THINGS[(writer + n) % len(_THINGS)]
    return f"The {thing} numbered {writer * 100 + n} was inspected by crew {writer} on round {n}"
