"""Whatever is asked of them in whatever order, the three stores answer alike; and codecs lose nothing."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.adapters.dynamodb.items import from_item, to_item
from shared.adapters.sqlite.bodies import from_json, to_json
from shared.adapters.testing.in_memory import InMemoryRecords
from shared.ports import RecordStore
from shared.records.store.preconditions import holds
from shared.records.store.record import (
    Absent,
    BarrierClear,
    Change,
    Check,
    CheckFailed,
    Key,
    Present,
    Record,
    RevisionIs,
    Table,
)
from shared.records.store.stored_form import MAX_INT, stored_form
from tests.contract.records.stores import opened

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

START = datetime(2026, 3, 1, 22, tzinfo=UTC)
PARTITIONS = ("/org/a/user/u", "/org/a/user/u2")
KEYS = [
    Key(table, pk, sk)
    for table in (Table.MEMORIES, Table.LEDGER)
    for pk in PARTITIONS
    for sk in ("barrier", "cur##1", "cur#/task/t#2", "é")
]

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
scalars = st.one_of(
    st.none(), st.booleans(), texts, st.binary(max_size=20), st.integers(-MAX_INT, MAX_INT),
    st.floats(allow_nan=False, allow_infinity=False), st.integers(-5, 5).map(float),
)  # fmt: skip
names = st.one_of(texts, st.sampled_from(["", "$", "$float", "$bytes", "$$float", "M", "S"]))
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4), max_leaves=12
)
instants = st.datetimes(datetime(1, 1, 3), datetime(9989, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds


@given(
    attributes=st.dictionaries(names, values, max_size=5),
    revision=st.integers(1, 2**53),
    expires_at=st.none() | instants,
    next_check_at=st.none() | instants,
    epoch=st.integers(0, 2**53),
)
def test_any_record_survives_both_codecs_to_the_type_and_the_bit(
    attributes: dict[str, Any], revision: int, expires_at: datetime | None, next_check_at: datetime | None, epoch: int
) -> None:
    record = stored_form(Record(KEYS[0], attributes, revision, expires_at, next_check_at, epoch))
    assert repr(dict(record.attributes)) == repr(attributes)
    back = from_item(Table.MEMORIES, to_item(record))  # type: ignore[arg-type]
    assert back == record
    assert repr(back.attributes) == repr(record.attributes)  # tells 1 from 1.0 from True, and 0.0 from -0.0
    assert repr(from_json(to_json(record.attributes))) == repr(record.attributes)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_any_float_is_exact_in_an_item_and_any_number_in_it_has_at_most_38_digits(number: float) -> None:
    item = to_item(Record(KEYS[0], {"x": number}))
    back = from_item(Table.MEMORIES, item).attributes["x"]  # type: ignore[arg-type]
    assert repr(back) == repr(number)
    stored: dict[str, Any] = cast("Any", item["attributes"])["M"]["x"]
    if "N" in stored:
        digits = stored["N"].split("E")[0].lstrip("-").replace(".", "").strip("0")
        assert len(digits) <= 38
        assert 1e-130 <= abs(number) < 1e126


moments = st.integers(0, 4).map(lambda hours: START + timedelta(hours=hours))
records = st.builds(
    Record,
    st.sampled_from(KEYS),
    st.fixed_dictionaries(
        {"n": st.sampled_from([0, 1, 1.0, "x", b"x", None])},
        optional={
            "state": st.sampled_from(["clear", "deleting"]),
            "deleted_before": st.sampled_from(["", "2026-03-01T23:00:00.000000Z", "2026-03-02T01:00:00.000000Z"]),
        },
    ),
    st.integers(1, 3),
    st.none() | moments,
    st.none() | moments,
)
checks = st.one_of(
    st.builds(BarrierClear, st.sampled_from(KEYS), moments),
    st.builds(RevisionIs, st.sampled_from(KEYS), st.integers(1, 3)),
    st.builds(Absent, st.sampled_from(KEYS)),
    st.builds(Present, st.sampled_from(KEYS)),
)


@st.composite
def changes(draw: st.DrawFn) -> Change:
    puts = draw(st.lists(records, max_size=4, unique_by=lambda r: r.key))
    free = [key for key in KEYS if key not in {r.key for r in puts}]
    removes = draw(st.lists(st.sampled_from(free), max_size=3, unique=True))
    return Change(tuple(puts), tuple(removes), tuple(draw(st.lists(checks, max_size=4))))


def outcome(store: RecordStore, change: Change) -> tuple[Check, Record | None] | None:
    try:
        store.commit(change)
    except CheckFailed as failed:
        return failed.check, failed.record
    return None


def contents(store: RecordStore) -> list[object]:
    """All that can be read, by every way of reading it, in pieces that do not divide it evenly."""
    seen: list[object] = [store.get(KEYS)]
    for table, pk in {(key.table, key.pk): None for key in KEYS}:
        for prefix in ("", "cur#"):
            for newest_first in (False, True):
                after: str | None = None
                while True:
                    page = store.page(
                        table, pk, sk_prefix=prefix, after=after, limit=2, newest_first=newest_first
                    )  # fmt: skip
                    seen.append(page)
                    after = page.next_after
                    if after is None:
                        break
    for before in (START + timedelta(hours=1), START + timedelta(hours=3), START + timedelta(days=2)):
        due: list[tuple[Key, datetime]] = []
        position: str | None = None
        while True:
            part = store.due(before, after=position, limit=3)
            due += part.items
            position = part.next_after
            if position is None:
                break
        seen.append(sorted(due))
    return seen


def compare(other: RecordStore, sequence: list[Change]) -> None:
    reference = InMemoryRecords()
    for change in sequence:
        before = contents(reference)
        expected = outcome(reference, change)
        assert outcome(other, change) == expected
        after = contents(reference)
        if expected is not None:
            assert not holds(*expected)
            assert after == before
        assert contents(other) == after


@settings(max_examples=60, deadline=None)
@given(st.lists(changes(), min_size=1, max_size=8))
def test_sqlite_answers_as_the_store_in_memory_does(sequence: list[Change]) -> None:
    with tempfile.TemporaryDirectory() as folder, opened("sqlite", Path(folder), client=None) as store:
        compare(store, sequence)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sequence=st.lists(changes(), min_size=1, max_size=6))
def test_dynamodb_answers_as_the_store_in_memory_does(
    sequence: list[Change], moto_client: DynamoDBClient, tmp_path: Path
) -> None:
    with opened("dynamodb", tmp_path, moto_client) as store:
        compare(store, sequence)
