"""Another value in everyday words: an update where there is one at a time, a rival elsewhere, else nothing."""

from __future__ import annotations

import pytest

from shared.language.comparison.relation import Relation, relate
from shared.language.comparison.single_difference import matters, replaced_value, single_difference
from tests.language.comparison.single_differences import HALVES, found

CASES = pytest.mark.parametrize(
    ("half", "language"), [(half, language) for half in HALVES for language in ("en", "zh")]
)


@CASES
def test_statements_that_both_hold_or_only_look_like_a_change_are_not_updates(half: str, language: str) -> None:
    wrong = [
        (older, newer)
        for kind, older, newer, difference, against in found(half, language)
        if kind != "update" and (against or (difference is not None and difference.updates))
    ]
    assert wrong == []


@CASES
def test_most_changes_in_everyday_words_are_seen(half: str, language: str) -> None:
    updates = [(difference, against) for kind, _, _, difference, against in found(half, language) if kind == "update"]
    assert sum(against for _, against in updates) >= 0.85 * len(updates)
    assert sum(difference is not None and difference.updates for difference, _ in updates) >= 0.75 * len(updates)


@pytest.mark.parametrize("half", HALVES)
def test_in_any_other_language_single_differences_are_rivals_and_never_updates(half: str) -> None:
    for kind, older, newer, difference, against in found(half, "other"):
        assert (difference is not None) == (kind == "rival"), (older, newer)
        assert difference is None or not difference.updates
        assert not against


@pytest.mark.parametrize("half", HALVES)
def test_which_of_the_two_was_there_first_plays_no_part_in_whether_they_contradict(half: str) -> None:
    for language in ("en", "zh", "other"):
        for _, older, newer, _, against in found(half, language):
            assert (relate(newer, older, 1.0).relation is Relation.CONTRADICTS) == against, (older, newer)


def test_a_difference_says_what_differs_and_of_which_relation() -> None:
    difference = single_difference("Hi, I'm Zoe and I live in Bergen", "Actually I moved to Oslo last month")
    assert difference is not None
    assert (difference.updates, difference.older_value, difference.newer_value, difference.relation) == (
        True,
        "Bergen",
        "Oslo",
        "home",
    )
    rival = single_difference("I play chess", "I currently play tennis")
    assert rival is not None
    assert (rival.updates, rival.older_value, rival.newer_value) == (False, "chess", "tennis")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("I live in Bergen", "I live in Bergen now"),
        ("I live in Porto", "I live in Porto Alegre"),
        ("I live in Norway", "I live in Bergen"),
        ("The build takes 1.5 hours", "The build takes 90 minutes"),
        ("My manager is Priya", "My manager is Indian"),
        ("My plan is Premium", "My plan is to learn Italian"),
        ("I work at the library", "I work at night"),
        ("My sister lives in Porto", "My sister lives in Lyon"),
        ("I work at Acme", "I also work at Globex"),
        ("I drive a Volvo", "I drive a Tesla"),
        ("The rent is 900 euros a month", "The rent is 300 euros a week"),
        ("我住在杭州", "我住在学校宿舍"),
        ("我的公司是腾讯", "我的公司是上市公司"),
        ("我在腾讯工作", "我还在小米工作"),
    ],
)
def test_one_value_beside_another_is_not_replaced(older: str, newer: str) -> None:
    assert replaced_value(older, newer) is None
    assert replaced_value(newer, older) is None


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("My sister Ines lives in Porto", "My sister Ines moved to Lyon"),
        ("I drive a Volvo", "I now drive a Tesla"),
        ("The billing service is owned by Ann", "The owner of the billing service is Bob"),
        ("We have a budget of 2,500 euros", "Correction: our budget is 3,000 euros"),
        ("My wife is Anna", "I am married to Marta now"),
        ("密码每90天更换一次", "从五月起密码每30天更换一次"),
        ("你好，我叫小周，我住在杭州", "其实我搬到苏州了"),
    ],
)
def test_a_value_replaces_another_however_it_is_stated(older: str, newer: str) -> None:
    assert relate(older, newer, 0.0).relation is Relation.CONTRADICTS
    assert matters(older) & matters(newer)


@pytest.mark.parametrize(
    ("said", "denial"),
    [
        ("The user smokes heavily", "I don't smoke"),
        ("The user smokes", "No, I don't smoke"),
        ("The user owns a red car", "I don't own a car"),
        ("I am allergic to walnuts", "I was wrong, I am not allergic to walnuts"),
        ("I am allergic to walnuts", "I am not allergic to walnuts after all"),
        ("The user speaks fluent French", "Actually I don't speak French"),
        ("我对核桃严重过敏", "我对核桃不过敏"),
        ("用户经常抽烟", "不，我不抽烟"),
    ],
)
def test_a_denial_contradicts_what_says_more(said: str, denial: str) -> None:
    assert relate(said, denial, 0.0).relation is Relation.CONTRADICTS
    assert relate(denial, said, 0.0).relation is Relation.CONTRADICTS


@pytest.mark.parametrize(
    ("said", "denial"),
    [
        ("The user drinks decaf coffee", "I don't drink coffee"),
        ("I eat meat on Sundays", "I don't eat meat"),
        ("The user works at Acme", "I don't work"),
        ("The user owns a car", "I don't own a red car"),
        ("The user's sister smokes heavily", "I don't smoke"),
        ("The user smoked", "I don't smoke"),
    ],
)
def test_a_denial_of_something_else_contradicts_nothing(said: str, denial: str) -> None:
    assert relate(said, denial, 1.0).relation is Relation.DIFFERENT


@pytest.mark.parametrize(
    ("stored", "incoming"),
    [
        ("My name is Priya and I live in Leeds.", "I moved to York last week."),
        ("I'm Priya, and I work at Acme.", "I work at Globex now."),
        ("This is Priya. I do not smoke.", "I smoke."),
        ("我叫小红，我住在成都。", "我现在住在重庆。"),
    ],
)
def test_a_name_is_not_lost_with_the_statement_beside_it(stored: str, incoming: str) -> None:
    assert relate(stored, incoming, 1.0).relation is Relation.DIFFERENT


@pytest.mark.parametrize(
    ("stored", "incoming"),
    [
        ("I live in Leeds.", "My name is Priya and I live in York now."),
        ("My name is Priya and I live in Leeds.", "My name is Priya and I moved to York last week."),
        ("Hi, I'm Priya and I live in Leeds.", "I moved to York last week."),  # a salutation
    ],
)
def test_a_name_beside_the_later_statement_changes_nothing(stored: str, incoming: str) -> None:
    assert relate(stored, incoming, 1.0).relation is Relation.CONTRADICTS
