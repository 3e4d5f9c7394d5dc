from __future__ import annotations

import pytest

from shared.language.comparison.relation import Relation, relate
from tests.language.comparison.circumstances import HALVES, LABELS, reported

CASES = pytest.mark.parametrize(
    ("half", "language"), [(half, language) for half in HALVES for language in ("en", "zh")]
)


@CASES
def test_statements_under_different_circumstances_are_neither_merged_nor_contradict_each_other(
    half: str, language: str
) -> None:
    wrong = [
        (one, other)
        for kind, one, other, related in reported(half, language)
        if LABELS[kind] is Relation.DIFFERENT and related.relation is not Relation.DIFFERENT
    ]
    assert wrong == []


@CASES
def test_another_value_under_the_same_circumstance_contradicts_and_so_does_a_rule_from_now_on(
    half: str, language: str
) -> None:
    relations = [r.relation for kind, _, _, r in reported(half, language) if LABELS[kind] is Relation.CONTRADICTS]
    assert relations.count(Relation.CONTRADICTS) >= len(relations) - 1
    assert Relation.SAME not in relations


def test_the_pairs_are_as_many_as_they_should_be() -> None:
    assert [sum(len(reported(half, language)) for language in ("en", "zh")) >= 80 for half in HALVES] == [True, True]


def test_twelve_preferences_for_twelve_modules_are_twelve_facts() -> None:
    made = [f"Prefers colour {n} for module {n}" for n in range(1, 13)]
    relations = {relate(a, b, 1.0).relation for at, a in enumerate(made) for b in made[at + 1 :]}
    assert relations == {Relation.DIFFERENT}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My office is in Oslo", "My brother's office is in Bergen"),
        ("My offices are in Oslo", "My offices are in Bergen"),
        ("My office is in Oslo", "My office is in Oslo and Bergen"),
        ("The office in Rome is in Via Appia", "The office in Pisa is in Via Roma"),
        ("The office is in Oslo", "The office is in a mess"),
        ("Never answer in English", "Never answer in French"),
        ("默认用中文回答", "以后给老板用英文回答"),
        ("Answers in English", "From now on answers in German on Mondays"),
        ("The door is not always locked", "The door is locked"),
        ("Temperature is 20 degrees on floor 3", "Temperature is 20 degrees on floor 4"),
        ("No longer prefers tea", "Prefers tea in the morning"),
    ],
)
def test_nearly_the_same_place_or_order_rules_nothing_out(one: str, other: str) -> None:
    assert relate(one, other, 1.0).relation is Relation.DIFFERENT
    assert relate(other, one, 1.0).relation is Relation.DIFFERENT


def test_a_rule_from_now_on_is_never_merged_with_one_that_does_not_say_so() -> None:
    assert relate("Answers in English", "From now on answers in English", 1.0).relation is Relation.DIFFERENT
