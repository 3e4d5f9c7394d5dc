"""What speaks for a memory at the start of a task beside its nearness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from shared.domain.context.bearing import POLICY, Found, bearings
from shared.domain.recall.features import session_of
from tests.ranking_builders import a_candidate

TASK = "Order the tiles for the bathroom"


def found(content: str, x: float, session: str | None = None, **fields: Any) -> Found:
    document = replace(a_candidate(content, session=session).document, **fields)
    return document, session_of(document), x


def bears(*ranked: Found, task: str = TASK) -> Sequence[float]:
    return [round(value, 6) for value in bearings(task, ranked)]


def test_what_was_said_in_the_session_of_something_near_bears_on_the_task() -> None:
    near, beside, elsewhere = bears(
        found("Tiles cost 45 at most.", 0.7, "bathroom"),
        found("No grey floors, please.", 0.16, "bathroom"),
        found("It rained on Monday.", 0.3, "weather"),
    )
    assert near == elsewhere == POLICY.script
    assert beside == round(POLICY.script + POLICY.session * 0.5, 6)


def test_a_session_of_another_owner_with_the_same_name_says_nothing() -> None:
    other = found("No grey floors, please.", 0.16, "s", scope="/org/acme/user/ben")
    assert bears(found("Tiles cost 45 at most.", 0.7, "s", scope="/org/acme/user/ann"), other)[1] == POLICY.script


def test_a_change_and_a_preference_bear_on_it_more_and_what_asks_less() -> None:
    plain, change, preference, asks = bears(
        found("Tiles come from Bender.", 0.3),
        found("Tiles come from Bender.", 0.3, older=("before",)),
        found("Tiles come from Bender.", 0.3, type="preference"),
        found("Where do tiles come from?", 0.3),
    )
    assert asks < plain < preference
    assert plain < change


def test_what_is_in_the_writing_of_the_task_comes_before_what_is_not() -> None:
    same, other = bears(found("灰色的地板我看够了。", 0.2), found("The bus was late.", 0.2), task="把浴室的瓷砖订了")
    assert same > other


def test_nothing_found_bears_on_nothing() -> None:
    assert bears() == []
