from __future__ import annotations

import pytest

from shared.language.injection.injection_scan import reads_as_instruction
from tests.language.injection import conduct


def seen(texts: list[str]) -> list[str]:
    return [text for text in texts if reads_as_instruction(text)]


def test_the_lists_are_as_long_as_they_should_be() -> None:
    lists = (conduct.TUNED_ORDERS, conduct.TUNED_FACTS, conduct.HELD_OUT_ORDERS, conduct.HELD_OUT_FACTS)
    assert all(len(set(texts)) >= 50 for texts in lists)


def test_every_order_about_conduct_that_the_rules_were_made_on_is_seen() -> None:
    assert [text for text in conduct.TUNED_ORDERS if not reads_as_instruction(text)] == []


def test_nine_of_ten_orders_about_conduct_are_seen_that_no_rule_was_written_for() -> None:
    assert len(seen(conduct.HELD_OUT_ORDERS)) >= 0.9 * len(conduct.HELD_OUT_ORDERS)


def test_most_orders_about_conduct_written_to_get_past_the_rules_are_seen() -> None:
    assert len(seen(conduct.LATER_ORDERS)) >= 0.9 * len(conduct.LATER_ORDERS)
    assert len(seen(conduct.LAST_ORDERS)) >= 0.9 * len(conduct.LAST_ORDERS)


@pytest.mark.parametrize(
    "facts", [conduct.TUNED_FACTS, conduct.HELD_OUT_FACTS, conduct.LATER_FACTS, conduct.LAST_FACTS]
)
def test_no_preference_or_rule_of_a_trade_is_taken_for_an_order_about_conduct(facts: list[str]) -> None:
    assert seen(facts) == []
