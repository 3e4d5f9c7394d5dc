from __future__ import annotations

import pytest

from shared.language.comparison.relation import Relation, relate
from shared.language.text.signs import signs

APART = [
    ("Retry when status == 200", "Retry when status != 200"),
    ("Alert if load > 5", "Alert if load >= 5"),
    ("Alert if a > b", "Alert if a < b"),
    ("The formula is (a+b)*c", "The formula is a+(b*c)"),
    ("The backup cron is 0 5 * * *", "The backup cron is 0 * 5 * *"),
    ("Glob is build/", "Glob is build/**"),
    ("Ignore *.log", "Ignore .log"),
    ("Ignore .log", "Ignore log"),
    ("The board is 5' long", 'The board is 5" long'),
    ("Pattern is (ab)+", "Pattern is ab+"),
    ("Grade A+", "Grade A-"),
    ("Uses C", "Uses C++"),
    ("Call foo()", "Call foo"),
    ("The offset is -5", "The offset is 5"),
    ("Mark it important", "Mark it !important"),
    ("The mood is 🙂", "The mood is 🙁"),
    ("Done: ✓", "Done: ✗"),
    ("I like it", "I like it 👍"),
    ("The tag is #x", "The tag is x"),
    ("a && b", "a & b"),
    ("The name is 'x'", "The name is x"),
    ("忽略*.log", "忽略.log"),
    ("速度 > 5", "速度 < 5"),
]
ALIKE = [
    ("He said yes!", "He said yes"),
    ("I don't drink, really.", "I don't drink really"),
    ("The name is “x”", 'The name is "x"'),
    ("The team has 1,200 members", "The team has 1200 members"),
    ("The call is at 15:00", "The call is at 3 pm"),
    ("The share is 5%", "The share is 5 percent"),
    ("我喜欢茶。", "我喜欢茶"),
    ("门店营业到22:00", "门店营业到晚上十点"),
    ("合同2026-09-30到期", "合同2026年9月30日到期"),
]


@pytest.mark.parametrize(("one", "two"), APART)
def test_a_sign_is_a_value(one: str, two: str) -> None:
    assert signs(one) != signs(two)
    assert relate(one, two, 1.0).relation is not Relation.SAME
    assert relate(one, one, 1.0).relation is not Relation.DIFFERENT or one.endswith("*")


@pytest.mark.parametrize(("one", "two"), ALIKE)
def test_the_marks_of_a_sentence_are_not_values(one: str, two: str) -> None:
    assert signs(one) == signs(two)
