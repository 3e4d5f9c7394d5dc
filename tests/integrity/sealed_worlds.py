"""Worlds over encrypted stores, with a hand on what lies beneath."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from shared.adapters.sealing.data_keys import DataKeys
from shared.adapters.sealing.sealed_records import SealedRecords
from shared.ports import RecordStore
from shared.records.store.record import Change, Key, Record, Table
from shared.records.store.shut import WhyShut
from shared.runtime import bootstrap
from tests.builders import ChangeLog, World, a_world
from tests.ciphers import ShiftingCipher
from tests.contract.records.stores import opened

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

AT_REST_TABLES = (Table.MEMORIES, Table.SESSIONS, Table.LEDGER)


@dataclass(slots=True)
class SealedWorld:
    """`beneath` is what lies in the store, `reported` what did not open."""

    world: World
    beneath: RecordStore
    reported: list[tuple[Key, WhyShut]]

    def at(self, key: Key) -> Record:
        (record,) = self.beneath.get([key])
        assert record is not None
        return record

    def put(self, record: Record) -> None:
        """Behind the service's back."""
        self.beneath.commit(Change(puts=(record,)))

    def edit(self, key: Key, change: Callable[[Record], Record]) -> None:
        self.put(change(self.at(key)))

    def partition(self, table: Table, pk: str) -> list[Record]:
        return list(self.beneath.page(table, pk, limit=1000).records)

    def restarted(self) -> SealedRecords:
        """The same store through a process that knows no data key yet."""
        return sealed_over(self.beneath, self.reported)


def sealed_over(beneath: RecordStore, reported: list[tuple[Key, WhyShut]]) -> SealedRecords:
    keys = DataKeys(ShiftingCipher(), os.urandom)
    return SealedRecords(beneath, keys, os.urandom, lambda key, why: reported.append((key, why)))


@contextmanager
def a_sealed_world(kind: str, folder: Path, client: DynamoDBClient | None = None) -> Iterator[SealedWorld]:
    reported: list[tuple[Key, WhyShut]] = []
    with opened(kind, folder, client) as beneath, a_world() as plain:
        stream = ChangeLog(sealed_over(beneath, reported))
        world = replace(plain, services=replace(plain.services, records=stream), stream=stream)
        bootstrap.install(world.services)
        yield SealedWorld(world, beneath, reported)
