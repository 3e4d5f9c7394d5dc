"""Small talk, tool output and vague plans are not remembered, facts beside them are, and a change in everyday words
reaches what it changes: lists in 21 languages (`tests/usecases/remembering`), with the packaged embedder.

The lists were written before the rules were read. Their halves are chosen by a hash of the text; the failures of half 0
alone were looked at.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from shared.adapters.embedders.calibrations import calibration_for
from shared.domain.extraction.remembered import read_turn
from shared.domain.meaning.centring import dot
from shared.domain.meaning.kinds import kinds_of
from shared.domain.meaning.marks import marks_of
from shared.domain.meaning.rivals import NewerStatement
from shared.domain.sessions.kept_statements import sentences_to_read
from shared.language.comparison.updates import changes_the_matter_of
from shared.language.packs.registry import packs
from tests.packaged_embedder import NANO

FOLDER = Path(__file__).parents[2] / "usecases" / "remembering"
CALIBRATION = calibration_for(NANO.model.id)


def listed(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


@cache
def vector(text: str) -> tuple[float, ...]:
    return NANO.memories([text])[0]


def is_kept(turn: str) -> bool:
    said = sentences_to_read(turn)
    return read_turn(said, [kinds_of(vector(sentence), CALIBRATION, own=True) for sentence in said]).kept


def half(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % 2


@pytest.mark.parametrize("of", [0, 1])
def test_facts_that_look_like_small_talk_are_kept_and_small_talk_is_not(of: int) -> None:
    lists = listed("plain_talk.json").values()
    facts = [text for lines in lists for text in lines["facts"] if half(text) == of]
    noise = [text for lines in lists for text in lines["noise"] if half(text) == of]
    assert sum(map(is_kept, facts)) / len(facts) >= 0.88
    assert sum(map(is_kept, noise)) <= 1


def test_each_language_has_its_lists() -> None:
    codes = {pack.code for pack in packs()}
    for name in ("plain_talk.json", "everyday_changes.json", "uncertain_plans.json"):
        assert set(listed(name)) == codes


def test_what_a_tool_printed_is_not_kept_and_sentences_about_tools_are() -> None:
    lists = listed("tool_noise.json")
    assert [text for text in lists["noise"] if is_kept(text)] == []
    assert sum(map(is_kept, lists["facts"])) >= 0.8 * len(lists["facts"])


def test_what_somebody_may_do_some_day_is_not_kept() -> None:
    assert [text for texts in listed("uncertain_plans.json").values() for text in texts if is_kept(text)] == []


def test_a_change_reaches_what_it_changes_and_seldom_another_matter() -> None:
    reached, wrong, changes = 0, 0, 0
    for lines in listed("everyday_changes.json").values():
        for matter, _, newer in lines:
            statement = NewerStatement.of(vector(newer), CALIBRATION, newer)
            marks = {older: marks_of(vector(older), CALIBRATION) for _, older, _ in lines}
            likeness = {
                older: statement.likeness(dot(statement.centred, vector(older)), marks[older]) for older in marks
            }
            same = {older for older in marks if changes_the_matter_of(newer, older)}
            likest = None if same else max(likeness, key=likeness.__getitem__)
            for of, older, changed in lines:
                rival = older in same or statement.is_rival_of(likeness[older], marks[older], likest=older == likest)
                reached += rival and changed == newer
                wrong += rival and of != matter
            changes += 1
    assert reached / changes >= 0.92
    assert wrong <= 2
