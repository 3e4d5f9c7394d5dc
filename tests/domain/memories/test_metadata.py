"""What a filter of metadata matches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.memories.metadata import has_metadata, metadata_marks

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from([0.0, 1.0, 0.5, "", "1", "true", "null"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)
_METADATA = st.dictionaries(st.sampled_from("mn"), _VALUES, max_size=2)


@pytest.mark.parametrize(
    ("stored", "asked", "matches"),
    [
        (True, 1, False), (1, True, False), (False, 0, False), (1, "1", False), (None, "null", False),
        (1, 1.0, True), (-0.0, 0, True), (0.5, 0.5, True), ({"a": True}, {"a": 1}, False), ([1], [True], False),
        ({"a": 1, "b": 2}, {"b": 2.0, "a": 1}, True), ({"a": 1, "b": 2}, {"a": 1}, False), ([1, 2], [2, 1], False),
        (None, None, True), ("A", "a", False), ("\ud800", "\ud800", True),
    ],
)  # fmt: skip
def test_values_are_equal_by_type_and_as_a_whole(stored: object, asked: object, matches: bool) -> None:
    assert has_metadata({"m": stored, "other": "x"}, {"m": asked}) is matches


def test_a_member_that_is_absent_is_not_null() -> None:
    assert not has_metadata({}, {"m": None})
    assert has_metadata({"m": 1}, {})


@given(_METADATA, _METADATA)
def test_marks_say_what_the_values_say(stored: dict[str, object], asked: dict[str, object]) -> None:
    assert set(metadata_marks(asked)).issubset(metadata_marks(stored)) is has_metadata(stored, asked)
