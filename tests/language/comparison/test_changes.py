from __future__ import annotations

import pytest

from shared.language.comparison.changes import present_readings
from shared.language.comparison.relation import Relation, relate
from tests.language.comparison.changes import HALVES, LABELS, reported

CASES = pytest.mark.parametrize(
    ("half", "language"), [(half, language) for half in HALVES for language in ("en", "zh")]
)


@CASES
def test_a_change_of_something_else_leaves_a_statement_alone(half: str, language: str) -> None:
    wrong = [
        (one, other)
        for kind, one, other, related in reported(half, language)
        if LABELS[kind] is Relation.DIFFERENT and related.relation is not Relation.DIFFERENT
    ]
    assert wrong == []


@CASES
def test_a_change_stated_in_other_words_contradicts_what_it_changes(half: str, language: str) -> None:
    relations = [related.relation for kind, _, _, related in reported(half, language) if kind == "change"]
    assert relations.count(Relation.CONTRADICTS) >= 0.9 * len(relations)
    assert Relation.SAME not in relations


def test_a_change_is_stated_whichever_of_the_two_came_first() -> None:
    for half in HALVES:
        for language in ("en", "zh"):
            for _, one, other, related in reported(half, language):
                assert relate(other, one, 1.0).relation is related.relation, (one, other)


@pytest.mark.parametrize(
    "text",
    [
        "The user plans to move to Bergen",
        "Should I switch to light mode?",
        "I may have moved to Bergen",
        "I want to quit smoking",
        "The user likes tea",
        "用户打算搬到上海",
        "我想戒烟",
        "改版的页面很好看",
        "",
    ],
)
def test_a_text_without_a_change_says_nothing_about_the_present(text: str) -> None:
    assert present_readings(text) == ()


@pytest.mark.parametrize(
    ("stored", "incoming"),
    [
        ("The user works for Acme", "The user resigned from Acme"),
        ("The meeting is on Tuesday", "The meeting got moved to Thursday"),
        ("I drink alcohol", "I gave up alcohol"),
        ("The office is in Lyon", "We moved the office to Nantes"),
        ("My doctor is Dr. Weber", "I changed my doctor to Dr. Klein"),
        ("The user is single", "The user got married"),
        ("The user eats dairy", "I've stopped eating dairy"),
        ("用户用深色模式", "用户切换到浅色模式"),
        ("用户喜欢香菜", "用户再也不喜欢香菜了"),
        ("用户住在北京", "用户已搬到上海"),
    ],
)
def test_what_ends_what_was_so_is_stated_by_many_verbs(stored: str, incoming: str) -> None:
    assert relate(stored, incoming, 0.0).relation is Relation.CONTRADICTS


@pytest.mark.parametrize("place", ["Notion", "Postgres", "Marketing", "Team Falcon", "AWS", "the second floor"])
def test_a_move_to_something_other_than_a_home_is_not_a_new_home(place: str) -> None:
    assert relate("I live in Oslo", f"The user moved to {place}", 1.0).relation is Relation.DIFFERENT


@pytest.mark.parametrize(
    ("stored", "incoming"),
    [
        ("My manager is Priya", "Omar temporarily replaced Priya as my manager"),
        ("The meeting is on Monday", "The meeting was moved to Tuesday this week"),
        ("I live in Oslo", "I moved to Bergen for a semester"),
        ("I use Vim", "I never stopped using Vim"),
        ("The company is Acme", "The company moved to Oslo"),
        ("I work at Acme", "I now work on Fridays"),
        ("用户偏好喝茶", "现在喜欢喝咖啡"),
    ],
)
def test_what_is_changed_for_a_while_or_not_at_all_changes_nothing(stored: str, incoming: str) -> None:
    assert relate(stored, incoming, 1.0).relation is Relation.DIFFERENT
