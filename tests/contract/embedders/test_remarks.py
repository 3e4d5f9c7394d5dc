"""A question is one in any language, with its mark or without."""

from __future__ import annotations

import pytest

from shared.adapters.embedders.calibrations import calibration_for
from shared.domain.meaning.relevance import AskedQuery
from shared.domain.recall.remarks import is_remark
from tests.packaged_embedder import NANO


def taken_for_a_remark(text: str) -> bool:
    return is_remark(AskedQuery.of(text, NANO.query(text), calibration_for(NANO.model.id)))


@pytest.mark.parametrize(
    "question",
    [
        "Welche Farbe hat das Gartentor",
        "Who looks after the beehives on Sundays",
        "Bisikletin lastiği hangi dükkânda değişti",
        "세탁기는 무슨 요일에 고쳐",
        "A che ora passa il furgone del latte",
    ],
)
def test_a_question_without_its_mark_is_no_remark(question: str) -> None:
    assert not taken_for_a_remark(question)


@pytest.mark.parametrize("remark", ["Il pleut depuis trois jours.", "Unser Zug hatte schon wieder Verspätung!"])
def test_a_remark_stays_one(remark: str) -> None:
    assert taken_for_a_remark(remark)


@pytest.mark.parametrize("greeting", ["おやすみなさい。", "おやすみ", "Gute Nacht!", "晚安", "Merci, bonne soirée !"])
def test_a_greeting_asks_for_nothing(greeting: str) -> None:
    assert AskedQuery.of(greeting, NANO.query(greeting), calibration_for(NANO.model.id)).is_small_talk
