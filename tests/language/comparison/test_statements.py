"""How texts are read: the canonical forms that comparisons rest on."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shared.language.comparison.parse import Kind, Statement, parse
from shared.language.comparison.relation import Relation, relate
from shared.language.statements.amounts import chinese_number


def values(text: str, kind: Kind) -> list[tuple[str, str]]:
    return [(atom.text, atom.group) for atom in parse(text).atoms if atom.kind is kind]


@pytest.mark.parametrize(
    ("texts", "amount"),
    [
        (["takes 90 minutes", "takes 1.5 hours", "takes an hour and a half", "耗时一个半小时"], ("5400", "duration")),
        (["kept for two weeks", "kept for 14 days", "保留两周", "保留十四天"], ("1209600", "duration")),
        (["costs 1,200 euros", "costs €1200", "costs 1.2k euros", "价格1200欧元"], ("1200 eur", "money")),
        (["weighs 1.5 tonnes", "weighs 1500 kg", "重1500公斤", "重3000斤"], ("1500000", "mass")),
        (["is 72cm high", "is 0.72 m high", "高72厘米"], ("18/25", "length")),
        (["grew by 5%", "grew by 5 percent", "增长5%"], ("5", "percent")),
        (["has twenty-one seats", "has 21 seats", "有二十一个座位"], ("21", "count")),
        (["has two hundred and fifty seats", "has 250 seats", "有二百五十个座位"], ("250", "count")),
        (["is -5 °C", "-5°C", "温度-5度"], ("-5", "celsius")),
        (["the third floor", "the 3rd floor"], ("3", "ordinal")),
        (["保留一年半", "kept for 18 months"], ("18", "months")),
    ],
)  # fmt: skip
def test_one_amount_has_one_form(texts: list[str], amount: tuple[str, str]) -> None:
    for text in texts:
        assert values(text, Kind.AMOUNT) == [amount], text


@pytest.mark.parametrize(
    ("texts", "date"),
    [
        (["due on 3 June", "due June 3rd", "due on the 3rd of June", "6月3日到期", "六月三号到期"], ("6-3", "date")),
        (["ends on 2026-09-30", "ends on 30 September 2026", "2026年9月30日结束"], ("2026-9-30", "date")),
        (["starts in May 2027", "2027年5月开始", "二〇二七年五月开始"], ("2027-5", "month")),
        (["meets on Tuesday", "meets on Tuesdays", "周二开会", "星期二开会", "礼拜二开会"], ("2", "weekday")),
        (["opens at 3 pm", "opens at 15:00", "opens at three p.m.", "下午三点开门", "15:00开门"], ("15:00", "time")),
        (["opens at half past six", "opens at 6:30", "六点半开门"], ("?6:30", "time")),
        (["opens at 6:30 am", "opens at 06:30", "早上六点半开门"], ("6:30", "time")),
        (["closes at noon", "closes at 12 pm", "中午十二点关门"], ("12:00", "time")),
    ],
)  # fmt: skip
def test_one_date_has_one_form(texts: list[str], date: tuple[str, str]) -> None:
    for text in texts:
        assert values(text, Kind.CALENDAR) == [date], text


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("The user lives in Oslo", set()),
        ("The user lived in Oslo", {"past"}),
        ("The user used to live in Oslo", {"past"}),
        ("The user's preferred editor is Vim", set()),
        ("The service is owned by Ann", set()),
        ("The service was owned by Ann", {"past"}),
        ("The user is going to move", {"plan"}),
        ("The user would like to move", {"wish"}),
        ("The user may move", {"possible"}),
        ("The user must move", {"must"}),
        ("The user does not have to move", {"need_not"}),
        ("Does the user live in Oslo?", {"asks"}),
        ("用户住在上海", set()),
        ("用户曾经住在上海", {"past"}),
        ("用户住过上海", {"past"}),
        ("用户打算搬到上海", {"plan"}),
        ("用户想去上海", {"wish"}),
        ("用户可能搬到上海", {"possible"}),
        ("用户必须搬走", {"must"}),
        ("用户不必搬走", {"need_not"}),
    ],
)
def test_a_statement_that_is_not_a_plain_present_fact_is_marked(text: str, marks: set[str]) -> None:
    assert parse(text).marks == marks


def order(statement: Statement) -> list[str]:
    return [atom.text for atom in statement.atoms]


def test_both_voices_have_one_order() -> None:
    assert order(parse("The depot is owned by Falcon")) == order(parse("Falcon owns the depot"))
    assert order(parse("仓储系统由王芳负责")) == order(parse("王芳负责仓储系统"))
    assert order(parse("Ann is managed by Bob")) != order(parse("Ann manages Bob"))


def test_negation_belongs_to_what_it_denies() -> None:
    held = {atom.text: atom.holds for atom in parse("The user wants tables, not prose").atoms}
    assert (held["table"], held["prose"]) == (1, -1)
    held = {atom.text: atom.holds for atom in parse("用户不再喜欢香菜").atoms}
    assert held["like"] == -1
    assert [atom.holds for atom in parse("The user can't stand jazz").atoms if atom.text == "like"] == [-1]


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        ("The user cannot swim", "The user can't swim"),
        ("The user cant swim", "The user can't swim"),
        ("The user doesnt eat pork", "The user doesn't eat pork"),
        ("The user isnt allergic to nuts", "The user isn't allergic to nuts"),
        ("The user wasnt born in Rome", "The user wasn't born in Rome"),
        ("The user wont drive at night", "The user won't drive at night"),
        ("I dont like tea", "I don't like tea"),
    ],
)
def test_a_negation_typed_without_its_apostrophe_is_one(typed: str, spelled: str) -> None:
    assert parse(typed) == parse(spelled)
    affirmed = spelled.replace("can't", "can").replace("won't", "will").replace("wasn't", "was").replace("isn't", "is")
    affirmed = affirmed.replace("doesn't eat", "eats").replace("don't ", "")
    assert relate(affirmed, typed, 0.9).relation is Relation.CONTRADICTS


@pytest.mark.parametrize(
    "text",
    [
        "The user rises early, as is his wont",
        "The user is wont to rise early",
        "La maison dont le toit est rouge",
        "Les amis dont j'ai besoin sont ici",
        "Trois collègues, dont Marie, sont ici",
        "Li agrada el cant coral",
    ],
)
def test_a_habit_or_a_word_of_another_language_is_no_negation(text: str) -> None:
    assert all(atom.holds == 1 for atom in parse(text).atoms)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("十二", 12), ("二十", 20), ("一百零五", 105), ("三百五", 350), ("一万二", 12_000), ("两千零三", 2_003),
        ("三十五万", 350_000), ("二〇二六", 2026), ("3万", 30_000), ("1.5亿", 150_000_000), ("5,000", 5_000),
        ("茶", None),
    ],
)  # fmt: skip
def test_chinese_numbers(text: str, number: int | None) -> None:
    assert chinese_number(text) == (None if number is None else Fraction(number))
