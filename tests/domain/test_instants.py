"""Instants: the offset is kept, the order is by time, and a text that is not a time is refused by field."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.domain.errors import Malformed
from shared.domain.instants import parse_instant, sort_text, wire_text
from shared.domain.memories.evidence import evidence_instant
from tests.strategies import instants


@given(instants)
def test_an_instant_comes_back_as_it_was_given(instant: datetime) -> None:
    again = parse_instant(wire_text(instant), "observed_at")
    assert again == instant
    assert again.utcoffset() == instant.utcoffset()
    assert wire_text(again) == wire_text(instant)


@given(instants, instants)
@example(datetime(999, 12, 31, tzinfo=UTC), datetime(1000, 1, 1, tzinfo=UTC))
@example(datetime(9, 1, 1, tzinfo=UTC), datetime(10, 1, 1, tzinfo=UTC))
def test_text_order_is_time_order(one: datetime, other: datetime) -> None:
    assert (sort_text(one) < sort_text(other)) == (one < other)
    assert (sort_text(one) == sort_text(other)) == (one == other)


@given(instants)
def test_sortable_text_has_one_width_and_reads_back(instant: datetime) -> None:
    text = sort_text(instant)
    assert len(text) == 27
    assert parse_instant(text, "at") == instant
    assert datetime.fromisoformat(text) == instant


@given(instants)
def test_nothing_was_ever_deleted_before_every_instant(instant: datetime) -> None:
    assert sort_text(instant) > ""


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-03-01T10:00:00Z", datetime(2026, 3, 1, 10, tzinfo=UTC)),
        ("2026-03-01t10:00:00z", datetime(2026, 3, 1, 10, tzinfo=UTC)),
        ("2026-03-01 10:00:00Z", datetime(2026, 3, 1, 10, tzinfo=UTC)),
        ("2026-03-01T23:30:00+08:00", datetime(2026, 3, 1, 15, 30, tzinfo=UTC)),
        ("2026-03-01T10:00:00-00:00", datetime(2026, 3, 1, 10, tzinfo=UTC)),
        ("2026-03-01T10:00:00.5Z", datetime(2026, 3, 1, 10, 0, 0, 500_000, tzinfo=UTC)),
        ("2026-03-01T10:00:00.123456789Z", datetime(2026, 3, 1, 10, 0, 0, 123_456, tzinfo=UTC)),
        ("2024-02-29T00:00:00+23:59", datetime(2024, 2, 28, 0, 1, tzinfo=UTC)),
        ("0001-01-03T00:00:00Z", datetime(1, 1, 3, tzinfo=UTC)),
    ],
)
def test_rfc_3339_is_read_in_all_its_forms(text: str, utc: datetime) -> None:
    assert parse_instant(text, "at") == utc


@pytest.mark.parametrize(
    "text",
    [
        "", "now", "2026-03-01", "2026-03-01T10:00:00", "2026-03-01T10:00", "2026-03-01T10:00Z", "2026-3-1T10:00:00Z",
        "2026-03-01T10:00:00+0800", "2026-03-01T10:00:00+08", "2026-03-01T10:00:00 +08:00", "2026-02-30T10:00:00Z",
        "2026-13-01T10:00:00Z", "2026-03-01T25:00:00Z", "2026-03-01T10:60:00Z", "2026-03-01T10:00:60Z", "1772366400",
        "2026-03-01T10:00:00+24:00", "2026-03-01T10:00:00.Z", "2026-03-01T10:00:00.1234567890Z", "20260301T100000Z",
        "2026-W09-7T10:00:00Z", "-2026-03-01T10:00:00Z", "12026-03-01T10:00:00Z", "2026-03-01T10:00:00Z\n",
        "２０２６-03-01T10:00:00Z",
        "٢٠٢٦-03-01T10:00:00Z", "2026-03-01T10:00:00Z ", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z", "9990-01-01T00:00:01Z", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59",
    ],
)  # fmt: skip
def test_a_text_that_is_not_a_time_with_an_offset_is_refused_by_field(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_instant(text, "observed_at")
    assert refused.value.extra["errors"] == [
        {"field": "observed_at", "reason": refused.value.detail.removeprefix("observed_at ")}
    ]


@given(st.text(st.sampled_from("0123456789TZ:-+. 二"), max_size=30) | st.text(max_size=30))
def test_any_text_is_an_instant_or_refused(text: str) -> None:
    try:
        instant = parse_instant(text, "at")
    except Malformed:
        return
    assert instant.utcoffset() is not None
    assert parse_instant(wire_text(instant), "at") == instant


@given(instants, instants)
def test_evidence_arose_when_it_says_but_no_later_than_it_was_recorded(observed: datetime, recorded: datetime) -> None:
    arose = evidence_instant(observed, recorded)
    assert arose <= recorded
    assert arose == observed if observed <= recorded else arose == recorded
