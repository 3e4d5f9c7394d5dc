"""Which statements announce a change with a verb of change, and which relation they name by it."""

from __future__ import annotations

import pytest

from shared.language.comparison.updates import announces_a_change, matter_terms

ANNOUNCED = [
    "I switched to an iPhone 15",
    "I am down to 78 kg",
    "The rent went up to 950 euros",
    "We replaced the oven with an induction hob",
    "Ich bin auf Helix umgestiegen",
    "Wir sind runter auf zwei Autos",
    "Me pasé a un iPhone 15",
    "Je suis passé au vélo",
    "Sono passato a Vodafone",
    "Mudámos para Évora",
    "Ik ben overgestapt op Linux",
    "Przesiadłam się na rower",
    "Я перешла на Linux",
    "Arabadan bisiklete geçtim",
    "我换成了华为",
    "手机をアイフォンに変えました",
    "아이폰으로 갈아탔어요",
    "انتقلت إلى لينكس",
    "עברתי ללינוקס",
    "Tôi chuyển sang dùng Linux",
    "Beim Mixer dürfen es jetzt bis 180 sein",
    "Pour le mixeur on peut monter jusqu'à 180",
    "ミキサーは1万8千円まで出せる",
    "На миксер можно до ста восьмидесяти",
]
NOT_ANNOUNCED = [
    "My phone is a Pixel 6",
    "Should I switch to an iPhone?",
    "I might have switched to an iPhone by then",
    "You may spend up to 70 euros",
    "Please come back to me on Monday",
    "Ich nutze Helix",
    "Der Kurs ist auf der Burg",
    "J'habite au passage des Lilas",
    "我用的是小米手机",
    "電車で通っています",
    "아이폰으로 사진을 찍어요",
    "Podemos ir até Lisboa de comboio",
    "Да, так можно",
]


@pytest.mark.parametrize("text", ANNOUNCED)
def test_a_verb_of_change_announces_that_something_is_otherwise(text: str) -> None:
    assert announces_a_change(text)


@pytest.mark.parametrize("text", NOT_ANNOUNCED)
def test_a_plain_statement_a_question_and_what_is_supposed_announce_nothing(text: str) -> None:
    assert not announces_a_change(text)


def test_a_long_text_announces_nothing() -> None:
    assert not announces_a_change("I switched to an iPhone 15. " * 20)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("I am down to 78 kg", ("weigh",)),
        ("I weigh 78 kg", ()),
        ("I switched to an iPhone 15", ()),
    ],
)
def test_a_change_has_the_terms_of_the_relation_that_it_does_not_name(text: str, terms: tuple[str, ...]) -> None:
    assert matter_terms(text) == terms
