"""The function that the streams start: what fails is named, an owner's changes stay in order, and a fault of one change
holds nothing up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from functions.events.feed import handler
from shared.domain.errors import StoreUnavailable, Unavailable
from shared.records import keys
from shared.records.store.record import Change, Key, Table
from shared.runtime import bootstrap
from shared.usecases.changes.list_changes import ChangesQuery, list_changes
from tests.builders import NOW, World, a_caller


def event(made: Sequence[Key]) -> dict[str, Any]:
    return {
        "Records": [
            {
                "eventName": "REMOVE" if key.table is Table.MEMORIES else "INSERT",
                "dynamodb": {
                    "ApproximateCreationDateTime": NOW.timestamp(),
                    "Keys": {"pk": {"S": key.pk}, "sk": {"S": key.sk}},
                    "SequenceNumber": str(number),
                },
            }
            for number, key in enumerate(made)
        ]
    }


def failed(made: Sequence[Key]) -> list[str]:
    return [item["itemIdentifier"] for item in handler(event(made), None)["batchItemFailures"]]


def kinds(world: World, who: str = "ann") -> list[str]:
    return [entry.kind.value for entry in list_changes(world.services, a_caller(who), ChangesQuery()).items]


class Failing:
    """A store that one partition fails in."""

    def __init__(self, inner: Any, pk: str, error: Exception) -> None:
        self._inner, self._pk, self._error = inner, pk, error

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def commit(self, change: Change) -> None:
        if any(record.key.pk == self._pk for record in change.puts):
            raise self._error
        self._inner.commit(change)


class SetAside:
    def __init__(self) -> None:
        self.kept: list[Key] = []

    def keep(self, keys: Sequence[Key]) -> None:
        self.kept += keys


def test_an_outage_of_one_owner_fails_its_changes_and_no_others(world: World) -> None:
    world.wrote("Owns a boat")
    world.wrote("Plays the cello", a_caller("bob"))
    world.wrote("Owns a kayak")
    made = list(world.stream.made)
    pk = made[0].pk
    bootstrap.install(world.on(records=Failing(world.stream, pk, StoreUnavailable("down"))).services)
    assert failed(made) == [str(n) for n, key in enumerate(made) if key.pk == pk]
    bootstrap.install(world.services)
    assert (kinds(world), kinds(world, "bob")) == ([], ["memory.written"])
    assert failed(made) == []
    assert (kinds(world), kinds(world, "bob")) == (["memory.written"] * 2, ["memory.written"])


def test_a_change_that_fails_by_a_fault_of_its_own_is_set_aside_and_the_rest_goes_on(world: World) -> None:
    memory = world.wrote("Owns a boat")
    world.wrote("Owns a kayak")
    made = list(world.stream.made)
    (record,) = world.store.get([keys.audit(memory.scope, memory.memory_id, 1)])
    assert record is not None
    broken = {**record.attributes, "action": "dreamt"}
    world.store.commit(Change(removes=(record.key,)))
    world.store.commit(Change(puts=(type(record)(record.key, broken),)))
    assert failed(made) == ["0", "1"]  # where nothing can be set aside, all of it waits
    aside = SetAside()
    bootstrap.install(world.on(refused_changes=aside).services)
    assert failed(made) == []
    assert aside.kept == [record.key]
    assert kinds(world) == ["memory.written"]


def test_what_cannot_be_announced_comes_again(world: World) -> None:
    class Bus:
        down = True
        announced = 0

        def announce(self, entries: Sequence[Any]) -> None:
            if self.down:
                raise Unavailable("the bus is down")
            self.announced += len(entries)

    world.wrote("Owns a boat")
    made, bus = list(world.stream.made), Bus()
    bootstrap.install(world.on(change_bus=bus).services)
    assert failed(made) == ["0"]
    bus.down = False
    assert failed(made) == []
    assert bus.announced == 1
    assert kinds(world) == ["memory.written"]
