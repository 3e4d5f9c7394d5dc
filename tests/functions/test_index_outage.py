"""What the stream's function does while the index is down, and with what the index refuses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from functions.events import index
from shared.domain.errors import SearchUnavailable, Unavailable
from shared.ports import Remove, Upsert
from shared.records import keys
from shared.records.store.record import Key
from shared.runtime import bootstrap
from tests.builders import ANN, World
from tests.functions.test_workers import a_record
from tests.usecases.indexing.test_indexing import Listening

NOW = 1_800_000_000.0
MAX_AGE_S = 6 * 3600


class Letters:
    def __init__(self) -> None:
        self.kept: list[Key] = []
        self.down = False

    def keep(self, keys: Sequence[Key]) -> None:
        if self.down:
            raise Unavailable("the queue is down")
        self.kept += keys


class Engine(Listening):
    """`down` as in an outage; `refused` ids as a document that does not fit."""

    down = False
    refused: frozenset[str] = frozenset()
    faulty: frozenset[str] = frozenset()
    asked = 0

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        self.asked += 1
        if self.down:
            raise SearchUnavailable("down")
        of = {a.memory_id if isinstance(a, Remove) else a.document.memory_id for a in actions}
        if of & self.faulty:
            raise RuntimeError("a fault of ours")
        super().apply([a for a in actions if not isinstance(a, Upsert) or a.document.memory_id not in self.refused])
        return sorted(of & self.refused)


class Lambda:
    """A function's context, and its time, which passes by pauses alone."""

    def __init__(self) -> None:
        self.now = NOW
        self.pauses: list[float] = []

    def get_remaining_time_in_millis(self) -> int:
        return 60_000

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


class Deployed:
    def __init__(self, world: World) -> None:
        self.world, self.letters, self.context = world, Letters(), Lambda()
        self.engine = Engine(world.services.search)
        bootstrap.install(world.on(search=self.engine, refused_changes=self.letters).services)

    def wrote(self, text: str, key: str) -> str:
        return self.world.wrote(text, key=key).memory_id

    def record(self, memory_id: str, number: int) -> dict[str, Any]:
        made = a_record(keys.current(ANN, memory_id), number)
        made["dynamodb"]["ApproximateCreationDateTime"] = NOW
        return made

    def failed(self, *records: dict[str, Any]) -> list[str]:
        answer = index.handler({"Records": list(records)}, self.context)
        return [item["itemIdentifier"] for item in answer["batchItemFailures"]]


@pytest.fixture
def deployed(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Deployed]:
    made = Deployed(world)
    monkeypatch.setenv("REFUSED_CHANGES_QUEUE_URL", "https://queue")
    monkeypatch.setattr(index, "pause", made.context.sleep)
    monkeypatch.setattr("time.time", lambda: made.context.now)
    yield made
    bootstrap.install(None)


def test_an_outage_of_an_hour_is_waited_out_in_few_calls_and_without_dead_letters(deployed: Deployed) -> None:
    tea = deployed.wrote("Likes tea", "drink")
    records, calls = [deployed.record(tea, 1)], 0
    deployed.engine.down = True
    while deployed.context.now < NOW + 3600:
        assert deployed.failed(*records) == ["1"]  # the source brings it again at once
        calls += 1
    deployed.engine.down = False
    assert deployed.failed(*records) == []
    assert deployed.world.indexed() == [tea]
    assert deployed.letters.kept == []
    assert calls <= 200
    assert deployed.context.pauses[:4] == [1.0, 1.0, 1.0, 1.5]  # a blip is over in a second
    assert max(deployed.context.pauses) == index.LONGEST_PAUSE_S


def test_a_pause_leaves_the_function_time_to_answer(deployed: Deployed, monkeypatch: pytest.MonkeyPatch) -> None:
    record = deployed.record(deployed.wrote("Likes tea", "drink"), 1)
    deployed.engine.down = True
    deployed.context.now += 3600
    monkeypatch.setattr(deployed.context, "get_remaining_time_in_millis", lambda: 9_000)
    assert deployed.failed(record) == ["1"]
    assert deployed.context.pauses == [4.0]


def test_what_the_index_refuses_three_times_waits_for_a_person_and_holds_up_nothing(deployed: Deployed) -> None:
    cursed, tea = deployed.wrote("A cursed memory", "curse"), deployed.wrote("Likes tea", "drink")
    deployed.engine.refused = frozenset({cursed})
    assert deployed.failed(deployed.record(cursed, 1), deployed.record(tea, 2)) == []
    assert [key.sk for key in deployed.letters.kept] == [keys.current(ANN, cursed).sk]
    assert deployed.world.indexed() == [tea]
    assert deployed.engine.asked == 3
    assert sum(deployed.context.pauses) == 5


def test_a_record_that_a_fault_of_ours_breaks_is_set_aside_alone(deployed: Deployed) -> None:
    cursed, tea = deployed.wrote("A cursed memory", "curse"), deployed.wrote("Likes tea", "drink")
    deployed.engine.faulty = frozenset({cursed})
    assert deployed.failed(deployed.record(cursed, 1), deployed.record(tea, 2)) == []
    assert [key.sk for key in deployed.letters.kept] == [keys.current(ANN, cursed).sk]
    assert deployed.world.indexed() == [tea]


def test_nothing_is_set_aside_unless_the_queue_took_it(deployed: Deployed) -> None:
    cursed, tea = deployed.wrote("A cursed memory", "curse"), deployed.wrote("Likes tea", "drink")
    deployed.engine.refused, deployed.letters.down = frozenset({cursed}), True
    assert deployed.failed(deployed.record(cursed, 1), deployed.record(tea, 2)) == ["1", "2"]
