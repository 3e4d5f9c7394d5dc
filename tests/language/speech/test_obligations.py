"""What constrains, and what only sounds so."""

from __future__ import annotations

import pytest

from shared.language.speech.obligations import is_obligation


@pytest.mark.parametrize(
    "text",
    [
        "That must be so annoying.", "You must be tired.", "It must have been a long day.", "At least you arrived.",
        "Well, at least it's warm today.",
    ],
)  # fmt: skip
def test_sympathy_and_comfort_oblige_nobody(text: str) -> None:
    assert not is_obligation(text)


@pytest.mark.parametrize(
    "text",
    [
        "It must be ready by Friday.", "The door must be closed at night.", "At least two people must sign.",
        "You must be 18 to enter.", "Keep it at 5 degrees at least.", "At least it works, but it must be cheap.",
    ],
)  # fmt: skip
def test_orders_and_limits_in_the_same_words_do(text: str) -> None:
    assert is_obligation(text)
