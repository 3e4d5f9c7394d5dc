"""Inferred text that says again what is stored is refused, unless anything in it is new."""

from __future__ import annotations

import time

import pytest

from shared.domain.errors import NotWorthRemembering
from shared.domain.memories.evidence import Source
from shared.language.comparison.repetition import mostly_stored
from tests.builders import a_world

REPORT = "The quarterly report goes to the finance team before the board meets"
MEETING = "每周五下午三点在三号会议室开项目周会"


@pytest.mark.parametrize(
    ("stored", "again"),
    [
        (REPORT, "As already mentioned, the quarterly report goes to the finance team before the board meets"),
        (REPORT, "The user said again: THE QUARTERLY REPORT goes to the finance team before the board meets."),
        (REPORT, "quarterly report goes to the finance team before the board"),
        (REPORT, "Remember that the quarterly report goes to the finance team"),
        (MEETING, "用户再次提到每周五下午三点在三号会议室开项目周会"),
        (MEETING, "如前所述，每周五下午三点在三号会议室开项目周会"),
        (MEETING, "每周五下午三点在三号会议室开"),
        (MEETING, "记得用户说过：每周五下午三点在三号会议室开项目周会的"),
    ],
)
def test_what_says_the_same_again_is_mostly_stored(stored: str, again: str) -> None:
    assert mostly_stored(again, ["Lunch is at noon", stored])


@pytest.mark.parametrize(
    ("stored", "adding"),
    [
        (REPORT, f"{REPORT} in Oslo"),
        (REPORT, f"{REPORT} on 3 May"),
        (REPORT, f"{REPORT} tomorrow"),
        (REPORT, f"{REPORT}, without attachments"),
        (REPORT, "The quarterly report never goes to the finance team before the board meets"),
        (REPORT, "The red quarterly report goes to the finance team before the board meets"),
        (REPORT, "The annual report goes to the finance team before the board meets"),
        (REPORT, "Eva says the quarterly report goes to the finance team before the board meets"),
        ("I do not like coffee with sugar in the morning", "I like coffee with sugar in the morning"),
        ("He moved from Berlin with the whole family last year", "He moved to Berlin with the whole family last year"),
        ("Server 3 is in Oslo with all of the nightly backups", "Server 4 is in Oslo with all of the nightly backups"),
        (MEETING, "每周五下午四点在三号会议室开项目周会"),
        (MEETING, "每周五下午三点在三号会议室不开项目周会"),
        (MEETING, "每周五下午三点在三号会议室开项目周会，由李娜主持"),
        (MEETING, "从五月起每周五下午三点在三号会议室开项目周会"),
        (MEETING, "每周五下午三点在三号会议室开产品周会"),
        (MEETING, "每周四下午三点在三号会议室开项目周会"),
        ("用户不吃放了糖的黑咖啡和蛋糕", "用户吃放了糖的黑咖啡和蛋糕"),
        ("用户喜欢在早上喝加糖的黑咖啡", "用户喜欢在早上喝加糖的黑咖啡，配Eva烤的面包"),
    ],
)  # fmt: skip
def test_another_value_name_date_or_negation_is_something_new(stored: str, adding: str) -> None:
    assert not mostly_stored(adding, [stored])


def test_the_very_same_text_is_left_to_the_hash() -> None:
    assert not mostly_stored(REPORT, [REPORT])
    assert not mostly_stored("", [REPORT])
    assert not mostly_stored(REPORT, [])


def test_half_is_not_most() -> None:
    assert not mostly_stored("the user has the key", ["has the"])


def test_long_texts_are_judged_fast() -> None:
    started = time.perf_counter()
    mostly_stored("说过" * 5000, ["说过" * 4000 + "x"])
    mostly_stored("no " * 3000, ["no " * 2500 + "x"])
    assert time.perf_counter() - started < 5


def test_only_an_inference_without_a_key_of_its_own_is_refused_for_it() -> None:
    again = f"As already mentioned, {REPORT[0].lower()}{REPORT[1:]}"
    with a_world() as world:
        world.write(REPORT, key="report")
        world.index()
        with pytest.raises(NotWorthRemembering):
            world.write(again, source=Source.AGENT_INFERRED, confidence=0.9)
        assert world.write(again, source=Source.AGENT_INFERRED, confidence=0.9, key="report").memory is not None
        assert world.wrote(again, source=Source.USER_STATED).content == again
