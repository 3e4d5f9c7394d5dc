"""What every record store does: one suite over the in-memory store, SQLite, and DynamoDB in moto."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from shared.domain.errors import TooLarge
from shared.ports import RecordStore
from shared.records.store.reading import Reading
from shared.records.store.record import (
    MAX_ACTIONS,
    Absent,
    BarrierClear,
    Change,
    Check,
    CheckFailed,
    Key,
    Page,
    Present,
    Record,
    RevisionIs,
    Table,
    Value,
)
from tests.contract.records.stores import STORES, opened

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

NOW = datetime(2026, 3, 1, 10, 0, 0, 123456, tzinfo=UTC)
OWNER = "/org/acme/user/ann"


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path, moto_client: DynamoDBClient) -> Iterator[RecordStore]:
    with opened(request.param, tmp_path, moto_client) as it:
        yield it


def key(sk: str, *, pk: str = OWNER, table: Table = Table.MEMORIES) -> Key:
    return Key(table, pk, sk)


def a_record(sk: str = "a", *, revision: int = 1, **attributes: Value) -> Record:
    return Record(key(sk), attributes, revision)


def put(store: RecordStore, *records: Record) -> None:
    for start in range(0, len(records), 50):
        store.commit(Change(puts=records[start : start + 50]))


def read(store: RecordStore, sk: str) -> Record | None:
    return store.get([key(sk)])[0]


def sort_keys(page: Page) -> list[str]:
    return [record.key.sk for record in page.records]


class TestGet:
    def test_answers_in_the_order_of_the_keys_with_duplicates_and_gaps(self, store: RecordStore) -> None:
        put(store, a_record("a", n=1), a_record("b", n=2))
        found = store.get([key("b"), key("nothing"), key("a"), key("b")])
        assert [None if r is None else r.attributes["n"] for r in found] == [2, None, 1, 2]

    def test_no_keys_give_no_records(self, store: RecordStore) -> None:
        assert store.get([]) == []

    def test_reads_across_tables_which_hold_the_same_sort_key_apart(self, store: RecordStore) -> None:
        keys = [key("same", table=table) for table in Table]
        put(store, *(Record(k, {"table": k.table.value}) for k in keys))
        found = store.get(keys, consistent=False)
        assert [r and (r.key, r.attributes) for r in found] == [(k, {"table": k.table.value}) for k in keys]

    def test_reads_more_than_a_hundred_keys(self, store: RecordStore) -> None:
        records = [a_record(f"{n:03}", n=n) for n in range(130)]
        put(store, *records)
        assert store.get([r.key for r in reversed(records)]) == list(reversed(records))

    def test_changing_a_returned_copy_changes_nothing(self, store: RecordStore) -> None:
        mine: dict[str, Value] = {"list": [1], "map": {"a": 1}}
        put(store, Record(key("a"), mine, 1))
        mine["list"] = "changed after the put"
        first = read(store, "a")
        assert first is not None
        nested = first.attributes["map"]
        assert isinstance(nested, dict)
        nested["a"] = 2
        assert read(store, "a") == a_record("a", list=[1], map={"a": 1})


class Word(StrEnum):
    ACTIVE = "active"


VALUES: dict[str, Value] = {
    "text": "plain",
    "empty text": "",
    "unicode": "记忆 🧠 é e\u0301 \u2028 \x00 \x7f \U0010ffff",
    "json in text": '{"$bytes": "x"}',
    "none": None,
    "true": True,
    "false": False,
    "zero": 0,
    "one": 1,
    "negative": -17,
    "large int": 10**38 - 1,
    "large negative int": -(10**38) + 1,
    "int past double": 2**53 + 1,
    "float zero": 0.0,
    "negative zero": -0.0,
    "float one": 1.0,
    "a third": 1 / 3,
    "not quite": 0.1 + 0.2,
    "exponent": 1.5e-7,
    "small": 2.2250738585072014e-308,
    "smallest": 5e-324,
    "largest": 1.7976931348623157e308,
    "whole and large": 1e22,
    "past 38 digits": 1e40,
    "near 1e-130": 1e-130,
    "under 1e-130": 9.9e-131,
    "bytes": bytes(range(256)),
    "empty bytes": b"",
    "list": [1, 1.0, "1", True, None, b"1", [], {}],
    "map": {"a": {"b": [{"c": 1.0}]}},
    "empty list": [],
    "empty map": {},
    "names that look like marks": {"$float": "1.0", "$bytes": "AAAA", "$": 1, "": 2, "$$": 3, "$$float": 4},
    "only a mark": {"$float": {"$bytes": "x"}},
    "names with signs": {"a.b": 1, "a[0]": 2, "#x": 3, ":y": 4, "空 格": 5},
}


class TestTypes:
    @pytest.mark.parametrize("name", VALUES)
    def test_a_value_comes_back_equal_and_of_its_type(self, store: RecordStore, name: str) -> None:
        put(store, a_record(value=VALUES[name]))
        found = read(store, "a")
        assert found is not None
        assert repr(found.attributes["value"]) == repr(VALUES[name])  # tells 1 from 1.0 from True, and 0.0 from -0.0

    def test_attributes_may_have_the_names_of_the_stores_own(self, store: RecordStore) -> None:
        names = ["pk", "sk", "revision", "epoch", "expires_at", "next_check_at", "check_bucket", "attributes", "body"]
        names.append("$float")
        record = Record(key("a"), dict.fromkeys(names, 7), 3, NOW, epoch=5)
        put(store, record)
        assert read(store, "a") == record

    def test_sequences_come_back_as_lists_and_subclasses_as_plain_types(self, store: RecordStore) -> None:
        put(store, a_record(pair=("x", Word.ACTIVE), word=Word.ACTIVE))
        found = read(store, "a")
        assert found is not None
        assert found.attributes == {"pair": ["x", "active"], "word": "active"}
        assert type(found.attributes["word"]) is str

    def test_a_record_without_attributes_is_a_record(self, store: RecordStore) -> None:
        put(store, a_record())
        assert read(store, "a") == a_record()

    @pytest.mark.parametrize(
        "instant",
        [
            NOW,
            NOW.replace(microsecond=0),
            datetime(1, 1, 3, tzinfo=UTC),
            datetime(9990, 1, 1, 23, 59, 59, 999999, tzinfo=UTC),
            datetime(1969, 12, 31, 23, 59, 59, 500000, tzinfo=UTC),
            datetime(2026, 3, 1, 1, 30, tzinfo=timezone(timedelta(hours=8))),
        ],
    )
    def test_instants_come_back_to_the_microsecond_in_utc(self, store: RecordStore, instant: datetime) -> None:
        put(store, Record(key("a"), {}, 1, instant, instant))
        found = read(store, "a")
        assert found is not None
        assert (found.expires_at, found.next_check_at) == (instant, instant)
        assert found.expires_at is not None
        assert found.expires_at.utcoffset() == timedelta(0)

    def test_an_expired_record_is_still_returned(self, store: RecordStore) -> None:
        record = Record(key("a"), {}, expires_at=datetime(2020, 1, 1, tzinfo=UTC))
        put(store, record)
        assert read(store, "a") == record

    @pytest.mark.parametrize(
        "value", [float("nan"), float("inf"), 10**38, "\ud800", {"\ud800": 1}, {1, 2}, object(), NOW]
    )
    def test_values_that_no_store_can_hold_are_refused_before_anything_is_written(
        self, store: RecordStore, value: Value
    ) -> None:
        with pytest.raises(ValueError):
            store.commit(Change(puts=(a_record("fine"), a_record("bad", value=value))))
        assert store.get([key("fine"), key("bad")]) == [None, None]

    def test_an_instant_without_an_offset_is_refused(self, store: RecordStore) -> None:
        with pytest.raises(ValueError):
            put(store, Record(key("a"), {}, expires_at=datetime(2026, 1, 1)))  # noqa: DTZ001

    def test_a_record_of_400_kb_is_too_large_and_one_just_under_is_not(self, store: RecordStore) -> None:
        put(store, a_record("under", text="x" * 400_000))
        with pytest.raises(TooLarge):
            put(store, a_record("over", text="é" * 204_800))
        assert read(store, "over") is None
        assert read(store, "under") is not None

    def test_a_change_of_more_than_4_mb_is_too_large(self, store: RecordStore) -> None:
        with pytest.raises(TooLarge):
            store.commit(Change(puts=tuple(a_record(f"{n}", text="x" * 390_000) for n in range(11))))
        assert read(store, "0") is None

    def test_keys_are_bounded_in_bytes_not_in_characters(self, store: RecordStore) -> None:
        put(store, a_record("记" * 341))
        assert read(store, "记" * 341) is not None
        for call in (
            lambda: put(store, a_record("记" * 342)),
            lambda: put(store, Record(key("a", pk="x" * 2049), {})),
            lambda: store.commit(Change(removes=(key("x" * 1025),))),
            lambda: store.get([key("x" * 1025)]),
        ):
            with pytest.raises(TooLarge):
                call()

    def test_nesting_is_bounded(self, store: RecordStore) -> None:
        deep: Value = 1.0
        for _ in range(28):
            deep = [deep]
        put(store, a_record("deep", value=deep))
        found = read(store, "deep")
        assert found is not None
        assert found.attributes["value"] == deep
        with pytest.raises(TooLarge):
            put(store, a_record("deeper", value=[[[deep]]]))


# In the order of their UTF-8 bytes, with what separates, ends and confuses ranges.
AWKWARD = [
    " ", "!", "#", "%23", "+", "cur", "cur#", "cur#\x00", "cur## ", "cur#%", "cur#/task/t%3A1#m", "cur#a", "cur#a#",
    "cur#b", "cur#z", "cur#~", "cur#é", "cur#记", "cur#\uffff", "cur#🧠", "cur#\U0010ffff", "cur$", "cus", "ver#a#1",
    "é",
]  # fmt: skip


class TestPage:
    def pages(self, store: RecordStore, prefix: str, limit: int, newest_first: bool) -> list[list[str]]:
        pages: list[list[str]] = []
        after: str | None = None
        while True:
            page = store.page(
                Table.MEMORIES, OWNER, sk_prefix=prefix, after=after, limit=limit, newest_first=newest_first
            )
            pages.append(sort_keys(page))
            after = page.next_after
            if after is None:
                return pages

    @pytest.fixture
    def filled(self, store: RecordStore) -> RecordStore:
        put(store, *(a_record(sk) for sk in reversed(AWKWARD)))
        # Neighbours that must never show: another owner whose path begins alike, and another table.
        put(store, Record(key("cur#a", pk=OWNER + "a"), {}), Record(key("cur#a", pk=OWNER[:-1]), {}))
        put(store, Record(key("cur#a", table=Table.SESSIONS), {}))
        return store

    @pytest.mark.parametrize("newest_first", [False, True])
    @pytest.mark.parametrize("prefix", ["", "cur#", "cur", "cur#\U0010ffff", "cur#a", "%", "nothing"])
    def test_shows_every_record_of_the_prefix_once_in_order(
        self, filled: RecordStore, prefix: str, newest_first: bool
    ) -> None:
        expected = [sk for sk in AWKWARD if sk.startswith(prefix)]
        expected = expected[::-1] if newest_first else expected
        for limit in (1, 2, 7, 100):
            pages = self.pages(filled, prefix, limit, newest_first)
            assert [sk for page in pages for sk in page] == expected
            assert all(len(page) == limit for page in pages[:-1])
            assert 0 < len(pages[-1]) <= limit or not expected

    @pytest.mark.parametrize("newest_first", [False, True])
    def test_goes_on_after_any_text_whether_it_is_a_key_or_not(self, filled: RecordStore, newest_first: bool) -> None:
        for prefix in ("", "cur#", "cur#a", "q"):
            inside = [sk for sk in AWKWARD if sk.startswith(prefix)]
            for after in (*AWKWARD, "", "cur#a!", "a", "zzz", "\x00"):
                page = filled.page(Table.MEMORIES, OWNER, sk_prefix=prefix, after=after, newest_first=newest_first)
                beyond = [sk for sk in inside if sk < after][::-1] if newest_first else [s for s in inside if s > after]
                assert sort_keys(page) == beyond, (prefix, after)
                assert page.next_after is None

    def test_an_exactly_full_last_page_says_that_nothing_is_left(self, store: RecordStore) -> None:
        put(store, *(a_record(f"{n}") for n in range(4)))
        first = store.page(Table.MEMORIES, OWNER, limit=2)
        assert (sort_keys(first), first.next_after) == (["0", "1"], "1")
        last = store.page(Table.MEMORIES, OWNER, limit=2, after="1")
        assert (sort_keys(last), last.next_after) == (["2", "3"], None)

    def test_an_empty_partition_is_an_empty_page(self, store: RecordStore) -> None:
        assert store.page(Table.LEDGER, "/org/none") == Page((), None)

    def test_the_position_stays_valid_when_its_record_is_removed(self, store: RecordStore) -> None:
        put(store, *(a_record(f"{n}") for n in range(5)))
        first = store.page(Table.MEMORIES, OWNER, limit=2)
        store.commit(Change(removes=tuple(r.key for r in first.records)))
        assert sort_keys(store.page(Table.MEMORIES, OWNER, limit=9, after=first.next_after)) == ["2", "3", "4"]

    def test_reads_on_past_a_megabyte(self, store: RecordStore) -> None:
        put(store, *(a_record(f"{n}", text="x" * 300_000) for n in range(6)))
        page = store.page(Table.MEMORIES, OWNER, limit=5)
        assert (sort_keys(page), page.next_after) == (["0", "1", "2", "3", "4"], "4")
        assert all(len(str(r.attributes["text"])) == 300_000 for r in page.records)

    def test_a_page_without_a_limit_above_zero_is_an_error(self, store: RecordStore) -> None:
        with pytest.raises(ValueError):
            store.page(Table.MEMORIES, OWNER, limit=0)


DAY = date(2026, 3, 1)
END_OF_DAY = datetime(2026, 3, 1, 23, 59, 59, 999999, tzinfo=UTC)


class TestDue:
    def at(self, sk: str, instant: datetime, table: Table = Table.MEMORIES) -> Record:
        return Record(key(sk, table=table), {}, next_check_at=instant)

    def all_due(self, store: RecordStore, before: datetime, limit: int) -> list[tuple[str, datetime]]:
        items: list[tuple[str, datetime]] = []
        after: str | None = None
        while True:
            page = store.due(before, after=after, limit=limit)
            items += [(k.sk, at) for k, at in page.items]
            assert len(page.items) <= limit
            assert page.next_after is None or len(page.items) == limit
            after = page.next_after
            if after is None:
                return items

    def test_due_finds_records_to_the_microsecond_however_old_they_are(self, store: RecordStore) -> None:
        start = datetime(2026, 3, 1, tzinfo=UTC)
        tick = timedelta(microseconds=1)
        put(
            store,
            self.at("yesterday", start - tick), self.at("first", start), self.at("now", NOW),
            self.at("later", NOW + tick), self.at("last", END_OF_DAY), self.at("tomorrow", END_OF_DAY + tick),
            Record(key("never"), {}),
        )  # fmt: skip
        assert dict(self.all_due(store, NOW, 100)) == {"yesterday": start - tick, "first": start, "now": NOW}
        everything = {"yesterday", "first", "now", "later", "last", "tomorrow"}
        assert set(dict(self.all_due(store, NOW + timedelta(days=9), 100))) == everything
        assert self.all_due(store, start - tick, 100) == [("yesterday", start - tick)]
        assert self.all_due(store, start - 2 * tick, 100) == []

    @pytest.mark.parametrize("limit", [1, 2, 3, 7, 40, 41])
    def test_pages_show_each_once_whatever_partition_it_lies_in(self, store: RecordStore, limit: int) -> None:
        # 40 keys fall into every shard, ten at each of four instants: ties in the order, too.
        records = [self.at(f"m#{n}", NOW + timedelta(seconds=n % 4)) for n in range(40)]
        put(store, *records)
        items = self.all_due(store, END_OF_DAY, limit)
        assert sorted(items) == sorted((r.key.sk, r.next_check_at) for r in records)

    def test_an_instant_with_another_offset_comes_at_its_instant(self, store: RecordStore) -> None:
        shanghai = timezone(timedelta(hours=8))
        put(store, self.at("a", datetime(2026, 3, 2, 7, 0, tzinfo=shanghai)))  # 23:00 on the 1st in UTC
        assert [sk for sk, _ in self.all_due(store, datetime(2026, 3, 2, 7, 0, tzinfo=shanghai), 9)] == ["a"]
        assert self.all_due(store, datetime(2026, 3, 1, 22, 59, tzinfo=UTC), 9) == []

    def test_a_new_instant_moves_the_record_and_none_takes_it_out(self, store: RecordStore) -> None:
        put(store, self.at("a", NOW), self.at("b", NOW), self.at("c", NOW))
        put(store, self.at("a", NOW + timedelta(days=1)), Record(key("b"), {}))
        store.commit(Change(removes=(key("c"),)))
        assert self.all_due(store, END_OF_DAY, 9) == []
        tomorrow = self.all_due(store, NOW + timedelta(days=1), 9)
        assert tomorrow == [("a", NOW + timedelta(days=1))]

    def test_the_position_stays_valid_when_the_shown_records_are_dealt_with(self, store: RecordStore) -> None:
        put(store, *(self.at(f"{n:02}", NOW) for n in range(20)))
        seen: list[str] = []
        after: str | None = None
        while True:
            page = store.due(END_OF_DAY, after=after, limit=3)
            seen += [k.sk for k, _ in page.items]
            store.commit(Change(removes=tuple(k for k, _ in page.items)))
            after = page.next_after
            if after is None:
                break
        assert sorted(seen) == [f"{n:02}" for n in range(20)]

    def test_only_memories_are_due(self, store: RecordStore) -> None:
        put(store, self.at("a", NOW, Table.SESSIONS), self.at("b", NOW, Table.LEDGER))
        assert self.all_due(store, END_OF_DAY, 9) == []


def barrier(state: Value = "clear", deleted_before: Value = "", epoch: int | None = None) -> Record:
    counted: dict[str, Value] = {} if epoch is None else {"epoch": epoch}
    return Record(key("barrier"), {"state": state, "deleted_before": deleted_before, **counted}, 4)


JUST_BEFORE, JUST_NOW, JUST_AFTER = (
    "2026-03-01T10:00:00.123455Z", "2026-03-01T10:00:00.123456Z", "2026-03-01T10:00:00.123457Z",
)  # fmt: skip
BARRIER = BarrierClear(key("barrier"), NOW)
CHECKS: list[tuple[str, Check, Record | None, bool]] = [
    ("absent, nothing there", Absent(key("a")), None, True),
    ("absent, something there", Absent(key("a")), a_record(), False),
    ("present, something there", Present(key("a")), a_record(), True),
    ("present, nothing there", Present(key("a")), None, False),
    ("this revision", RevisionIs(key("a"), 3), a_record(revision=3), True),
    ("an older revision", RevisionIs(key("a"), 3), a_record(revision=2), False),
    ("a newer revision", RevisionIs(key("a"), 3), a_record(revision=4), False),
    ("no revision", RevisionIs(key("a"), 3), None, False),
    ("no barrier", BARRIER, None, True),
    ("a barrier never used", BARRIER, barrier(), True),
    ("a deletion before the evidence", BARRIER, barrier(deleted_before=JUST_BEFORE), True),
    ("a deletion at the evidence", BARRIER, barrier(deleted_before=JUST_NOW), False),
    ("a deletion after the evidence", BARRIER, barrier(deleted_before=JUST_AFTER), False),
    ("a deletion under way", BARRIER, barrier(state="deleting"), False),
    ("a deletion under way of older evidence", BARRIER, barrier("deleting", JUST_BEFORE), False),
    ("a barrier that says no state", BARRIER, Record(key("barrier"), {"deleted_before": ""}), False),
    ("a barrier that says no instant", BARRIER, Record(key("barrier"), {"state": "clear"}), False),
    ("a barrier with null for its instant", BARRIER, barrier(deleted_before=None), False),
    ("as many deletions as are known", BarrierClear(key("barrier"), NOW, 2), barrier(epoch=2), True),
    ("one deletion more than is known", BarrierClear(key("barrier"), NOW, 2), barrier(epoch=3), False),
    ("fewer deletions than are known", BarrierClear(key("barrier"), NOW, 2), barrier(epoch=1), False),
    ("deletions known and no barrier", BarrierClear(key("barrier"), NOW, 2), None, False),
    ("deletions known and none counted", BarrierClear(key("barrier"), NOW, 2), barrier(), False),
    ("no deletion known and one counted", BARRIER, barrier(epoch=1), False),
    ("no deletion known and none counted", BARRIER, barrier(epoch=0), True),
]


class TestEpochs:
    def test_what_is_written_into_a_checked_barrier_s_partition_has_its_epoch(self, store: RecordStore) -> None:
        put(store, barrier(epoch=7))
        elsewhere = Record(key("a", pk="/org/other"), {}, 1, epoch=2)
        change = Change(
            puts=(a_record("a"), Record(key("b", table=Table.SESSIONS), {}, 1), elsewhere),
            checks=(BarrierClear(key("barrier"), NOW, 7),),
        )
        store.commit(change)
        found = store.get([record.key for record in change.puts])
        assert [None if record is None else record.epoch for record in found] == [7, 7, 2]

    def test_a_change_without_a_barrier_keeps_the_epoch_of_what_it_replaces(self, store: RecordStore) -> None:
        put(store, Record(key("a"), {}, 1, epoch=4))
        reading = Reading.of([key("a"), key("b")], store.get([key("a"), key("b")]))
        store.commit(reading.put(key("a"), {"more": 1}) | reading.put(key("b"), {}))
        found = store.get([key("a"), key("b")])
        assert [None if record is None else record.epoch for record in found] == [4, 0]


class TestChecks:
    @pytest.mark.parametrize(("check", "there", "holds"), [c[1:] for c in CHECKS], ids=[c[0] for c in CHECKS])
    @pytest.mark.parametrize("how", ["beside a put", "on the put", "on the removal", "alone"])
    def test_decides_whether_the_change_happens_and_returns_the_stored_record(
        self, store: RecordStore, how: str, check: Check, there: Record | None, holds: bool
    ) -> None:
        if there is not None:
            put(store, there)
        mine, other = Record(check.key, {"mine": True}, 9), a_record("other")
        change = {
            "beside a put": Change(puts=(other,), checks=(check,)),
            "on the put": Change(puts=(mine,), checks=(check,)),
            "on the removal": Change(removes=(check.key,), checks=(check,)),
            "alone": Change(checks=(check,)),
        }[how]
        if holds:
            store.commit(change)
            epoch = check.epoch if isinstance(check, BarrierClear) else 0
            mine, other = replace(mine, epoch=epoch), replace(other, epoch=epoch)
            expected = {"on the put": mine, "on the removal": None}.get(how, there)
        else:
            with pytest.raises(CheckFailed) as failure:
                store.commit(change)
            assert failure.value.check == check
            assert failure.value.record == there
            expected = there
        assert store.get([check.key, key("other")]) == [
            expected, other if how == "beside a put" and holds else None,
        ]  # fmt: skip

    def test_several_checks_on_one_key_must_all_hold(self, store: RecordStore) -> None:
        put(store, a_record(revision=2))
        both = (Present(key("a")), RevisionIs(key("a"), 2))
        store.commit(Change(puts=(a_record(revision=3),), checks=both))
        with pytest.raises(CheckFailed) as failure:
            store.commit(Change(puts=(a_record(revision=4),), checks=both))
        assert failure.value.check == both[1]
        with pytest.raises(CheckFailed) as failure:
            store.commit(Change(removes=(key("a"),), checks=(RevisionIs(key("a"), 3), RevisionIs(key("a"), 4))))
        assert failure.value.check == RevisionIs(key("a"), 4)
        store.commit(Change(puts=(a_record(revision=4),), checks=(both[0], both[0], RevisionIs(key("a"), 3))))

    def test_two_barriers_of_different_evidence_in_one_change(self, store: RecordStore) -> None:
        put(store, barrier(deleted_before=JUST_NOW))
        old, new = BarrierClear(key("barrier"), NOW), BarrierClear(key("barrier"), NOW + timedelta(seconds=1))
        store.commit(Change(puts=(a_record("x"),), checks=(new,)))
        with pytest.raises(CheckFailed) as failure:
            store.commit(Change(puts=(a_record("y"),), checks=(new, old)))
        assert failure.value.check == old

    def test_the_first_failed_check_in_the_changes_order_is_named(self, store: RecordStore) -> None:
        put(store, a_record("a"), a_record("b"), a_record("c"))
        fine = (Present(key("a")), RevisionIs(key("b"), 1))
        bad = (Absent(key("c")), Absent(key("a")), Present(key("d")), RevisionIs(key("b"), 7))
        for turn in range(len(bad)):
            wrong = bad[turn:] + bad[:turn]
            with pytest.raises(CheckFailed) as failure:
                store.commit(
                    Change(puts=(a_record("a", revision=2), a_record("e")), removes=(key("c"),), checks=fine + wrong)
                )
            assert failure.value.check == wrong[0]
            assert failure.value.record == read(store, wrong[0].key.sk)

    def test_a_failed_check_leaves_nothing_half_done(self, store: RecordStore) -> None:
        put(store, a_record("kept", n=1), a_record("to go"))
        before = store.page(Table.MEMORIES, OWNER)
        with pytest.raises(CheckFailed):
            store.commit(
                Change(
                    puts=(a_record("kept", n=2), *(a_record(f"new {n}") for n in range(20))),
                    removes=(key("to go"),),
                    checks=(Absent(key("new 1")), Present(key("nowhere"))),
                )
            )
        assert store.page(Table.MEMORIES, OWNER) == before

    def test_checks_see_the_state_before_the_change(self, store: RecordStore) -> None:
        store.commit(Change(puts=(a_record("a"), a_record("b")), checks=(Absent(key("a")), Absent(key("b")))))
        store.commit(Change(removes=(key("a"), key("b")), checks=(Present(key("a")), Present(key("b")))))
        assert store.get([key("a"), key("b")]) == [None, None]


class TestCommit:
    def test_an_empty_change_does_nothing(self, store: RecordStore) -> None:
        store.commit(Change())

    def test_a_put_replaces_the_whole_record(self, store: RecordStore) -> None:
        put(store, Record(key("a"), {"old": 1}, 1, NOW, NOW))
        put(store, a_record("a", revision=2, new=2))
        assert read(store, "a") == a_record("a", revision=2, new=2)

    def test_removing_a_missing_record_has_succeeded(self, store: RecordStore) -> None:
        store.commit(Change(removes=(key("nowhere"),)))
        store.commit(Change(puts=(a_record("a"),), removes=(key("nowhere"),)))
        assert read(store, "a") is not None

    def test_a_change_spans_tables(self, store: RecordStore) -> None:
        records = tuple(Record(key("x", table=table, pk=f"/{table}"), {"t": table.value}) for table in Table)
        store.commit(Change(puts=records, checks=tuple(Absent(r.key) for r in records)))
        assert store.get([r.key for r in records]) == list(records)
        store.commit(Change(removes=tuple(r.key for r in records)))
        assert store.get([r.key for r in records]) == [None] * len(records)

    def test_as_many_keys_as_a_use_case_may_touch_fit_and_one_more_is_a_mistake(self, store: RecordStore) -> None:
        many = tuple(a_record(f"{n:03}") for n in range(MAX_ACTIONS))
        store.commit(Change(puts=many, checks=tuple(Absent(r.key) for r in many)))
        assert len(store.page(Table.MEMORIES, OWNER, limit=200).records) == MAX_ACTIONS
        with pytest.raises(ValueError):
            Change(puts=many, checks=(Absent(key("one more")),))

    def test_data_keys_have_a_table_of_their_own(self) -> None:
        many = tuple(a_record(f"{n:03}") for n in range(MAX_ACTIONS))
        of_owners = tuple(Absent(key(f"{n}", table=Table.KEYS)) for n in range(5))
        Change(puts=many, checks=of_owners[:4])
        with pytest.raises(ValueError):
            Change(puts=many, checks=of_owners)


class TestThreads:
    def together(self, count: int, work: Callable[[int], None]) -> list[BaseException]:
        gate = threading.Barrier(count)
        errors: list[BaseException] = []

        def run(n: int) -> None:
            gate.wait()
            try:
                work(n)
            except CheckFailed as error:
                errors.append(error)

        threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return errors

    def test_of_many_writers_on_one_revision_exactly_one_wins(self, store: RecordStore) -> None:
        put(store, a_record(revision=1))

        def write(n: int) -> None:
            store.commit(
                Change(
                    puts=(a_record(revision=2, by=n), a_record(f"mark {n}")),
                    checks=(RevisionIs(key("a"), 1),),
                )
            )

        errors = self.together(8, write)
        found = read(store, "a")
        assert len(errors) == 7
        assert found is not None
        assert all(isinstance(e, CheckFailed) and e.record == found for e in errors)
        marks = store.page(Table.MEMORIES, OWNER, sk_prefix="mark ")
        assert sort_keys(marks) == [f"mark {found.attributes['by']!r}"]

    def test_of_many_equal_records_on_an_absent_key_exactly_one_wins(self, store: RecordStore) -> None:
        change = Change(puts=(a_record(same="for all"),), checks=(Absent(key("a")),))
        assert len(self.together(8, lambda _: store.commit(change))) == 7

    def test_no_increment_is_lost_when_every_loser_tries_again(self, store: RecordStore) -> None:
        put(store, a_record(revision=1, count=0))

        def add(_: int) -> None:
            for _ in range(5):
                found = read(store, "a")
                while True:
                    assert found is not None
                    seen = found.attributes["count"]
                    assert isinstance(seen, int)
                    more = a_record(revision=found.revision + 1, count=seen + 1)
                    try:
                        store.commit(Change(puts=(more,), checks=(RevisionIs(key("a"), found.revision),)))
                    except CheckFailed as lost:
                        found = lost.record
                    else:
                        break

        assert self.together(4, add) == []
        assert read(store, "a") == a_record(revision=21, count=20)
