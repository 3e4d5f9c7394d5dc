from __future__ import annotations

import json

import pytest

from shared.language.comparison.relation import Related, Relation, SamenessPolicy, relate
from tests.language.comparison.pairs import FOLDER, LANGUAGES, Pair, pairs, reworded_facts
from tests.language.comparison.sameness_report import reported

AS_NEAR_AS_CAN_BE = 1.0


def texts(name: str) -> list[tuple[str, str]]:
    loaded = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return [(one, other) for language in LANGUAGES for one, other in loaded[language]]


def chosen(language: str, *kinds: str, held_out: bool) -> list[Pair]:
    return [p for p in pairs() if p.language == language and p.kind in kinds and p.held_out is held_out]


@pytest.mark.parametrize("held_out", [False, True])
@pytest.mark.parametrize("similarity", [None, AS_NEAR_AS_CAN_BE])
def test_nothing_but_a_paraphrase_is_ever_merged(held_out: bool, similarity: float | None) -> None:
    merged = [
        (pair.kind, pair.stored, pair.incoming)
        for pair in pairs()
        if pair.held_out is held_out
        and pair.label is not Relation.SAME
        and pair.related(similarity).relation is Relation.SAME
    ]
    assert merged == []


@pytest.mark.parametrize("held_out", [False, True])
def test_statements_that_can_both_hold_do_not_contradict_each_other(held_out: bool) -> None:
    false = [
        (pair.kind, pair.stored, pair.incoming)
        for pair in pairs()
        if pair.held_out is held_out
        and pair.label is not Relation.CONTRADICTS
        and pair.related(AS_NEAR_AS_CAN_BE).relation is Relation.CONTRADICTS
    ]
    assert false == []


@pytest.mark.parametrize(("language", "merged", "found"), [("en", 0.75, 0.85), ("zh", 0.7, 0.7)])
def test_most_held_out_paraphrases_are_merged_and_most_contradictions_found(
    language: str, merged: float, found: float
) -> None:
    paraphrases = chosen(language, "paraphrase", held_out=True)
    assert reported(paraphrases)[Relation.SAME] / len(paraphrases) >= merged
    contradictions = chosen(language, "opposite", "value", held_out=True)
    assert reported(contradictions)[Relation.CONTRADICTS] / len(contradictions) >= found


@pytest.mark.parametrize(("one", "other"), texts("near_misses.json"))
def test_a_small_difference_that_changes_the_meaning_keeps_two_apart(one: str, other: str) -> None:
    assert relate(one, other, AS_NEAR_AS_CAN_BE).relation is not Relation.SAME
    assert relate(one, one, AS_NEAR_AS_CAN_BE).relation is Relation.SAME
    assert relate(other, other, AS_NEAR_AS_CAN_BE).relation is Relation.SAME


@pytest.mark.parametrize(("one", "other"), texts("both_hold.json"))
def test_two_facts_of_one_kind_are_left_alone(one: str, other: str) -> None:
    assert relate(one, other, AS_NEAR_AS_CAN_BE).relation is Relation.DIFFERENT


def test_freely_reworded_facts_are_merged_or_set_against_each_other_only_as_labelled() -> None:
    wrong = [
        (one, other)
        for _, label, one, other in reworded_facts()
        if relate(one, other, AS_NEAR_AS_CAN_BE).relation not in (label, Relation.DIFFERENT)
    ]
    assert wrong == []


def test_the_relation_does_not_depend_on_who_came_first() -> None:
    for one, other in [(p.stored, p.incoming) for p in pairs()] + texts("near_misses.json") + texts("both_hold.json"):
        there, back = (relate(*order, AS_NEAR_AS_CAN_BE).relation for order in ((one, other), (other, one)))
        assert there is back, (one, other)


def test_words_alone_never_merge_what_the_vectors_hold_apart() -> None:
    one, other = "The user likes tea", "I enjoy tea"
    assert relate(one, other, 0.95).relation is Relation.SAME
    assert relate(one, other, 0.94).relation is Relation.DIFFERENT
    assert relate(one, "I hate tea", 0.71).relation is Relation.CONTRADICTS
    assert relate(one, "I hate tea", 0.1).relation is Relation.CONTRADICTS
    assert relate(one, "I enjoy tea", 0.1) == Related(Relation.DIFFERENT, "not near enough in meaning")
    assert relate(one, "The user likes cake", 0.1).decided
    assert relate(one, other, 0.9, policy=SamenessPolicy(same=0.9)).relation is Relation.SAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Release 1.2 works", "Release 1.20 works"),
        ("Python 3.1 is installed", "Python 3.10 is installed"),
        ("The stable branch is 4.1", "The stable branch is 4.10"),
        ("Zip code is 01234", "Zip code is 1234"),
        ("Phone ends in 042", "Phone ends in 42"),
        ("The extension is 007", "The extension is 7"),
        ("依赖库版本是 3.1", "依赖库版本是 3.10"),
        ("手机尾号是 042", "手机尾号是 42"),
        ("手机尾号是零四二", "手机尾号是四二"),
        ("房间 010 号朝南", "房间 10 号朝南"),
        ("文件编号是 00012 份", "文件编号是 12 份"),
        ("发布 3.10 版", "发布 3.1 版"),
    ],
)
def test_versions_and_codes_are_not_quantities(one: str, other: str) -> None:
    assert relate(one, other, AS_NEAR_AS_CAN_BE).relation is not Relation.SAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The build takes 1.50 hours", "The build takes 90 minutes"),
        ("The rent is 900.00 euros", "The rent is 900 euros"),
        ("The ticket costs $12.50", "The ticket costs 12.5 dollars"),
        ("The team has 1,200 members", "The team has 1200 members"),
        ("房租是1500.00元", "房租是1500元"),
        ("构建需要05分钟", "构建需要5分钟"),
    ],
)
def test_quantities_are_equal_however_they_are_written(one: str, other: str) -> None:
    assert relate(one, other, AS_NEAR_AS_CAN_BE).relation is Relation.SAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The ratio is 1.5", "The ratio is 1.50"),
        ("The user works in Berlin", "The user works at Globex"),
        ("用户在上海工作", "用户在腾讯工作"),
        ("Lives in the US", "The user lives in Boston"),
        ("I live in Oslo", "I live in Norway"),
        ("用户住在中国", "用户住在上海"),
        ("I work at Acme", "I also work at Globex"),
        ("I live in Oslo", "I live in Bergen too"),
        ("用户住在北京", "用户也住在上海"),
        ("I do not work at Acme", "I do not work at Globex"),
        ("我不在腾讯工作", "我已经从百度离职了"),
    ],
)
def test_two_views_of_one_fact_do_not_contradict_each_other(one: str, other: str) -> None:
    assert relate(one, other, AS_NEAR_AS_CAN_BE).relation is Relation.DIFFERENT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lives in Oslo", "The user now lives in Bergen"),
        ("I live in Oslo", "The user lives in Bergen"),
        ("Works at Acme", "The user works at Globex"),
        ("住在北京", "用户现在住在上海"),
        ("Is vegetarian", "I'm not vegetarian any more"),
        ("My doctor is Dr. Weber", "My doctor is Dr. Klein"),
        ("My manager is Priya", "My manager is Jordan"),
        ("Lives in Norway", "The user lives in Italy"),
    ],
)
def test_another_value_contradicts_however_far_the_vectors_lie_apart(one: str, other: str) -> None:
    assert relate(one, other, 0.0).relation is Relation.CONTRADICTS


@pytest.mark.parametrize("template", [
    "Server {} runs in rack {}",
    "Build {} of the checkout service failed on the integration stage",
    "Invoice {} was paid on day {}",
    "Runbook step {}: restart service {} and wait until its health page shows green before going on",
    "Racing fact number {}",
    "Unrelated note number {} about the weather in week {}",
    "Ann's note {} on gardening topic {}",
    "服务器{}在机架{}",
    "第{}号发票在第{}天支付",
])  # fmt: skip
def test_numbered_things_are_different_things(template: str) -> None:
    made = [template.format(n, n + 100) for n in range(12)]
    relations = {
        relate(a, b, AS_NEAR_AS_CAN_BE).relation for at, a in enumerate(made) for b in made[at + 1 :]
    }  # fmt: skip
    assert relations == {Relation.DIFFERENT}


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("The rack limit is 40 units", "The rack limit is 42 units", "other number of the same attribute: limit"),
        ("The launch date is 4 May", "The launch date is 11 May", "other date of the same thing"),
        ("用户喜欢香菜", "用户讨厌香菜", "opposite polarity about the same thing"),
        ("Ann lives in Oslo", "Ann lived in Oslo", "past against present"),
        ("The user plans to buy a boat", "The user bought a boat", "past against present"),
        ("The user lives in Oslo", "The user wants to live in Oslo", "a plan or a wish against a fact"),
        ("The meeting is on Tuesday", "The meeting is on Tuesday at 3 pm", "one of them says more"),
        ("The meeting is tomorrow", "The meeting will be tomorrow", "a plan or a wish against a fact"),
        ("The meeting is tomorrow", "Tomorrow is the meeting", "a date that depends on the day it was said"),
        ("Likes tea", "喜欢茶", "in two languages"),
    ],
)
def test_the_reason_names_the_witness_and_not_the_content(one: str, other: str, reason: str) -> None:
    assert relate(one, other, AS_NEAR_AS_CAN_BE).reason == reason


def test_what_the_rules_do_not_know_is_left_to_a_judge() -> None:
    assert not relate("The gate is guarded by a dog", "The gate is guarded by a goose", 0.9).decided
    assert relate("Lives in Oslo", "Plans to live in Oslo", 0.9).decided
    assert relate("Lives in Oslo", "Lives in Bergen", 0.9).decided


@pytest.mark.parametrize("attribute", ["职位", "职务"])
def test_a_post_is_an_attribute_with_one_value(attribute: str) -> None:
    found = relate(f"用户的{attribute}是会计", f"用户的{attribute}是出纳", 0.95)
    assert found.relation is Relation.CONTRADICTS


def test_long_texts_are_the_same_only_as_a_whole() -> None:
    long = "The harbour has two lights and a crane. " * 20
    assert relate(long, long.upper(), AS_NEAR_AS_CAN_BE).relation is Relation.SAME
    assert relate(long, long + "It is deep.", AS_NEAR_AS_CAN_BE).relation is Relation.DIFFERENT


@pytest.mark.parametrize(
    "text", ["", "   ", "...", "？！", "\u200b", "🦊🦊", "0", "-", "半", "的", "the", "%", "/", '"', "\x00"]
)
def test_any_text_can_be_compared(text: str) -> None:
    assert relate(text, "The user likes tea", AS_NEAR_AS_CAN_BE).relation is Relation.DIFFERENT
    relate(text, text, AS_NEAR_AS_CAN_BE)
