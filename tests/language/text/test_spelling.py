from __future__ import annotations

import pytest

from shared.language.text.spelling import spelled_apart, spelling


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("The wifi is homenet", "The wifi is HomeNet"),
        ("My name is mcdonald", "My name is McDonald"),
        ("The plot has 10 m²", "The plot has 10 m2"),
        ("The surname is Strasse", "The surname is Straße"),
        ("The surname is GROSS", "The surname is groß"),
        ("The code is x1Y", "The code is X1y"),
        ("THE CODE IS X1", "the code is x1"),
        ("Works in IT", "Works in it"),
        ("The file has 5 MB", "The file has 5 Mb"),
        ("Water is H₂O", "Water is H2O"),
        ("Louis Ⅳ", "Louis iv"),
        ("网络是HomeNet", "网络是homenet"),
    ],
)
def test_a_spelling_that_is_a_value_makes_two_texts(one: str, two: str) -> None:
    assert spelled_apart(one, two)
    assert spelled_apart(two, one)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("I like Tea", "i like tea"),
        ("I NEVER eat pork", "I never eat pork"),
        ("I do NOT eat pork", "I do not eat pork"),
        ("THE BUILD IS GREEN", "the build is green"),
        ("端口８４４３", "端口8443"),
        ("ＡＢＣ street", "ABC street"),
        ("naïve", "nai\u0308ve"),
        ("", ""),
        ("I like tea", "I like coffee"),
    ],
)
def test_case_width_and_emphasis_make_no_two_texts_of_one(one: str, two: str) -> None:
    assert not spelled_apart(one, two)
    assert not spelled_apart(two, one)


def test_white_space_and_invisible_characters_are_not_part_of_the_spelling() -> None:
    assert spelling(" Lives\u200b  in\tLyon ") == spelling("Lives in Lyon")
    assert spelling("lives in Lyon") != spelling("Lives in Lyon")
