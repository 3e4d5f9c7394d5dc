"""The recording store adds nothing to the contract and hides nothing of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from shared.adapters.testing.in_memory import InMemoryRecords
from shared.adapters.testing.recording import RecordingRecords
from shared.domain.errors import StoreUnavailable
from shared.ports import RecordStore
from shared.records.store.preconditions import holds
from shared.records.store.record import BarrierClear, Change, CheckFailed, Key, Record, RevisionIs, Table

NOW = datetime(2026, 3, 1, tzinfo=UTC)
KEY = Key(Table.MEMORIES, "/org/acme", "a")


def put(revision: int, after: int | None = None) -> Change:
    return Change(puts=(Record(KEY, {}, revision),), checks=() if after is None else (RevisionIs(KEY, after),))


def test_remembers_reads_and_commits() -> None:
    recording = RecordingRecords(InMemoryRecords())
    store: RecordStore = recording
    store.commit(put(1))
    with pytest.raises(CheckFailed):
        store.commit(put(3, after=2))
    assert store.get([KEY]) == [Record(KEY, {}, 1)]
    assert len(store.page(KEY.table, KEY.pk, sk_prefix="a", limit=1, newest_first=True).records) == 1
    assert store.page(KEY.table, KEY.pk, after="a").records == ()
    assert store.due(NOW, limit=1).items == ()
    assert recording.calls == ["commit", "commit", "get", "page", "page", "due"]
    assert recording.commits == [put(1)]


def test_lets_another_writer_win_the_race() -> None:
    inner = InMemoryRecords()
    inner.commit(put(1))
    recording = RecordingRecords(inner, before_commit=lambda _: inner.commit(put(2)))
    with pytest.raises(CheckFailed) as failure:
        recording.commit(put(2, after=1))
    assert failure.value.record == Record(KEY, {}, 2)


def test_can_be_an_outage() -> None:
    def down(_: Change) -> None:
        raise StoreUnavailable("down")

    recording = RecordingRecords(InMemoryRecords(), before_commit=down)
    with pytest.raises(StoreUnavailable):
        recording.commit(put(1))
    assert recording.get([KEY]) == [None]
    assert recording.commits == []


@pytest.mark.parametrize("deleted_before", [0, b"", ["x"], True])
def test_a_barrier_that_cannot_be_understood_is_not_clear(deleted_before: int | bytes | list[str]) -> None:
    barrier = Record(KEY, {"state": "clear", "deleted_before": deleted_before})
    assert not holds(BarrierClear(KEY, NOW), barrier)
