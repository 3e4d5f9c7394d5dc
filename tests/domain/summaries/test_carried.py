"""How much of what people say a summary carries, in their words and not in ours: bounds on a corpus whose labels are
their authors'."""

from __future__ import annotations

import pytest

from shared.domain.sessions.session import EventRole
from tests.domain.summaries.summary_corpus import CHATTER, HALVES, half
from tests.domain.summaries.summary_report import measure, total

LABELS = ("veto", "approval", "decision", "number")


@pytest.mark.parametrize("name", HALVES)
def test_nothing_that_matters_and_a_person_said_is_lost_in_any_language(name: str) -> None:
    lost = {key: count.lost for key, count in measure(name).items() if key[1] != CHATTER and key[2] is EventRole.USER}
    assert {key: texts for key, texts in lost.items() if texts} == {}


@pytest.mark.parametrize("name", HALVES)
def test_most_of_the_chatter_is_left_out(name: str) -> None:
    count = total(measure(name), EventRole.USER, CHATTER)
    assert count.said - count.carried >= 0.8 * count.said


@pytest.mark.parametrize(("label", "least"), [("veto", 0.85), ("approval", 0.75), ("decision", 0.65), ("number", 0.85)])
def test_most_of_what_others_say_is_carried_too(label: str, least: float) -> None:
    """By the words alone: of another's turn only what is recognised is quoted."""
    count = total(measure("held_out"), EventRole.ASSISTANT, label)
    assert count.carried >= least * count.said


@pytest.mark.parametrize("role", [EventRole.USER, EventRole.ASSISTANT])
def test_most_vetoes_are_recognised_as_constraints(role: EventRole) -> None:
    count = total(measure("held_out"), role, "veto")
    assert count.bound >= 0.8 * count.said


def test_the_halves_have_no_sentence_in_common() -> None:
    tuning, held_out = ({said.text.casefold() for said in half(name)} for name in HALVES)
    assert len(held_out) > 250
    assert not tuning & held_out - {"hello"}
    assert {said.label for said in half("held_out")} == {*LABELS, CHATTER}
