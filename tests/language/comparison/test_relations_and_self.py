"""What is said of a relation is not replaced by what the speaker says of themselves, and the other way round."""

from __future__ import annotations

import pytest

from shared.language.attributes.relations_and_self import of_a_relation_and_self


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("My sister lives in Delhi.", "I moved to York."),
        ("My little brother is 7.", "I turned 40 today."),
        ("我姐姐住在广州。", "我搬到重庆了。"),
        ("我儿子7岁。", "我今天40岁了。"),
        ("我妈妈是老师。", "上周我搬到了重庆。"),
        ("Meine Schwester wohnt in Bonn.", "Ich bin nach Köln gezogen."),
        ("Ma sœur habite à Lyon.", "J'ai déménagé à Nice."),
        ("Mi hermana vive en Lima.", "Yo vivo ahora en Quito."),
    ],
)
def test_a_relation_and_the_speaker_are_two_persons(older: str, newer: str) -> None:
    assert of_a_relation_and_self(older, newer)
    assert of_a_relation_and_self(newer, older)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("My sister Maya lives in Delhi.", "Maya moved to Mumbai."),
        ("My sister lives in Delhi.", "My sister moved to Mumbai."),
        ("My sister lives in Delhi.", "I helped my sister to move to Mumbai."),
        ("My manager is Ana.", "I report to Ben now."),
        ("My car is a Honda.", "I bought a Tesla."),
        ("我姐姐住在广州。", "我姐姐搬到深圳了。"),
        ("我姐姐住在广州。", "她搬到深圳了。"),
        ("我的车是丰田。", "我买了一辆特斯拉。"),
        ("I live in Leeds.", "I moved to York."),
    ],
)
def test_what_may_be_of_one_person_is_left_to_the_vectors(older: str, newer: str) -> None:
    assert not of_a_relation_and_self(older, newer)
    assert not of_a_relation_and_self(newer, older)
