"""What is said of another subject or value than a rejected statement is not rejected with it."""

from __future__ import annotations

import pytest

from shared.domain.writing.rejections import is_about_another

OTHERS = [
    ("Ann likes coriander.", "Ann likes opera."),
    ("Ann likes opera on Sundays", "Ann likes hiking on Sundays"),
    ("Bob likes opera", "Ann likes opera"),
    ("Ann's brother likes opera", "Ann's sister likes opera"),
    ("用户周末喜欢看歌剧", "用户周末喜欢看电影"),
    ("用户的哥哥喜欢歌剧", "用户的姐姐喜欢歌剧"),
    ("Bob mag Oper", "Anna mag Oper"),
]
PARAPHRASES = [
    ("The user enjoys travelling by plane", "The user likes to travel by plane"),
    ("Ann likes sailing.", "Ann enjoys sailing"),
    ("Ann is a fan of hiking", "Ann loves hiking"),
    ("Ann works at a bakery", "Ann is employed at a bakery"),
    ("The user is a vegetarian", "The user follows a vegetarian diet"),
    ("Ann likes opera", "Ann likes opera a lot"),
    ("用户爱喝咖啡", "用户喜欢喝咖啡"),
    ("Die Nutzerin isst gern Fleisch", "Die Nutzerin mag Fleisch"),
    ("Al usuario le gusta viajar en avión", "El usuario disfruta viajando en avión"),
]


@pytest.mark.parametrize(("rejected", "text"), OTHERS)
def test_another_subject_or_value_is_not_what_was_rejected(rejected: str, text: str) -> None:
    assert is_about_another(rejected, text)
    assert is_about_another(text, rejected)


@pytest.mark.parametrize(("rejected", "text"), PARAPHRASES)
def test_other_words_for_the_same_are_what_was_rejected(rejected: str, text: str) -> None:
    assert not is_about_another(rejected, text)
    assert not is_about_another(text, rejected)
