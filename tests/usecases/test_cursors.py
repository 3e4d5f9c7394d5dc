"""A cursor is good for the caller and the query that it was given to, and nothing else is one."""

from __future__ import annotations

import base64

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shared.domain.errors import Malformed
from shared.usecases.cursors import cursor, position, sized


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_cursor_leads_back_to_its_position(place: str, bound_to: str) -> None:
    text = cursor(place, bound_to)
    assert position(text, bound_to) == place
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_a_cursor_of_another_caller_or_query_is_refused(place: str, one: str, other: str) -> None:
    assume(one != other)
    with pytest.raises(Malformed):
        position(cursor(place, one), other)


@given(st.text(max_size=60))
def test_no_other_text_is_a_cursor(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        position(text, "ann")
    assert refused.value.extra["errors"] == [
        {"field": "cursor", "reason": "is not one that this list gave to this caller"}
    ]


@given(st.text(min_size=1, max_size=20), st.data())
def test_a_cursor_with_a_changed_character_is_refused(place: str, data: st.DataObject) -> None:
    text = cursor(place, "ann")
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from("Aa0-_=+/ ").filter(lambda c: c != text[at]))
    with pytest.raises(Malformed):
        position(text[:at] + other + text[at + 1 :], "ann")


def test_padding_or_a_second_spelling_is_refused() -> None:
    text = cursor("ab", "ann")
    for changed in (text + "=", text + "==", text + "A", " " + text, text + "\n", text[:-1]):
        with pytest.raises(Malformed):
            position(changed, "ann")


def test_a_cursor_spliced_from_two_is_refused() -> None:
    def raw(text: str) -> bytes:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

    one, other = raw(cursor("place-1", "ann")), raw(cursor("place-2", "ann"))
    spliced = base64.urlsafe_b64encode(one[:12] + other[12:]).decode().rstrip("=")
    with pytest.raises(Malformed):
        position(spliced, "ann")


def test_without_a_cursor_a_list_starts_at_its_start() -> None:
    assert position(None, "ann") is None
    assert sized(None, 3) is None


def test_a_position_has_the_length_that_its_list_requires() -> None:
    assert sized("abc", 3) == "abc"
    for text in ("", "ab", "abcd"):
        with pytest.raises(Malformed):
            sized(text, 3)
