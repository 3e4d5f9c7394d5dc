"""What a correction states in place of what it takes back."""

from __future__ import annotations

import pytest

from shared.language.comparison.replacement import states_otherwise

# Every second pair was not looked at while the rules were made.
ANOTHER = (
    ("I live in Oslo", "No, sorry, I live in Bergen"),
    ("My home city is Oslo", "Sorry, my home city is Tromso"),
    ("My home city is Oslo", "That was a slip. My home city is Tromso."),
    ("我住在北京", "不对，我住在上海"),
    ("My office is in Oslo", "Correction: my office is in Bergen"),
    ("The pool size is 20", "Sorry, I meant 30"),
    ("I live in Oslo", "No, sorry, in Bergen"),
    ("The launch is on 3 May", "Oops, it should be 4 May"),
    ("我住在北京", "应该是上海"),
    ("The owner is Ann", "Wait, the owner is Bob"),
)
NONE = (
    ("My home city is Oslo", "That was a slip, ignore it"),
    ("My home city is Oslo", "Ignore that, I was testing"),
    ("My home city is Oslo", "No, my home city is Oslo"),
    ("The pool size is 20", "Sorry, I meant 20"),
    ("我住在北京", "说错了，忽略它"),
    ("我住在北京", "应该是北京"),
    ("I live in Oslo", "No, Oslo"),
    ("The owner is Ann", "Never mind, that was about another project"),
    ("The launch is on 3 May", "We never agreed on that"),
    ("我在腾讯工作", "刚才那句不算"),
)


@pytest.mark.parametrize(("half", "missed"), [(0, 0), (1, 1)])
def test_another_value_is_found_and_a_mere_withdrawal_gives_none(half: int, missed: int) -> None:
    assert sum(not states_otherwise(pair[1], pair[0]) for pair in ANOTHER[half::2]) <= missed
    assert [pair for pair in NONE[half::2] if states_otherwise(pair[1], pair[0])] == []
