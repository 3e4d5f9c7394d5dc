"""What sentences assert, in every language that has labelled lines, on lines that no fit has seen
(`bench/calibration/assertions_reported`). Their facts are the hardest ones: a dog called Maybe, a code that means
something."""

from __future__ import annotations

from functools import cache

import pytest

from bench.calibration import texts
from shared.adapters.embedders.calibrations import calibration_for
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import MemoryType
from shared.domain.writing.kinds_of_statement import Verdict, read_in, verdict_on
from shared.language.speech.tool_output import is_tool_output
from tests.packaged_embedder import NANO

CALIBRATION = calibration_for(NANO.model.id)
LANGUAGES = texts.languages_of_kinds()


@cache
def verdict(text: str, source: Source) -> Verdict:
    if is_tool_output(text):
        return Verdict(refused="output")
    read = read_in(NANO.memories([text])[0], CALIBRATION)
    return verdict_on([text], [read], source, MemoryType.SEMANTIC)


def lines(assertions: str, language: str | None = None) -> list[tuple[str, str]]:
    found = texts.asserted(reported=True)
    return [(own, text) for own_language, own, text in found if own in assertions and language in (None, own_language)]


def admitted(text: str, source: Source) -> bool:
    return verdict(text, source) == Verdict()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("source", [Source.USER_STATED, Source.AGENT_INFERRED])
def test_in_no_language_are_many_facts_refused_or_held(language: str, source: Source) -> None:
    facts = lines("F", language)
    assert len(facts) >= 3
    assert sum(not admitted(text, source) for _, text in facts) <= 2


def test_nine_facts_of_ten_that_only_look_like_it_are_stored_as_a_person_states_them() -> None:
    facts = lines("F")
    assert sum(admitted(text, Source.USER_STATED) for _, text in facts) >= 0.9 * len(facts)


@pytest.mark.parametrize(("assertion", "least"), [("G", 0.85), ("M", 0.75), ("W", 0.7), ("E", 0.75), ("A", 0.95)])
def test_most_of_what_is_no_fact_is_refused_or_held(assertion: str, least: float) -> None:
    found = lines(assertion)
    held = [text for _, text in found if not admitted(text, Source.AGENT_INFERRED)]
    assert len(held) >= least * len(found), [text for _, text in found if text not in held]


@pytest.mark.parametrize(("source", "most"), [(Source.USER_STATED, 0.03), (Source.AGENT_INFERRED, 0.08)])
def test_what_must_be_stored_is_stored(source: Source, most: float) -> None:
    must = [text for _, keep, text in texts.fresh(half=1) if keep]
    lost = [text for text in must if not admitted(text, source)]
    assert len(lost) <= most * len(must), lost


@pytest.mark.parametrize("source", [Source.USER_STATED, Source.AGENT_INFERRED])
def test_most_of_what_nobody_needs_is_refused_or_held(source: Source) -> None:
    others = [text for _, keep, text in texts.fresh(half=1) if not keep]
    missed = [text for text in others if admitted(text, source)]
    assert len(missed) <= 0.25 * len(others), missed


def test_no_fact_that_an_agent_states_of_the_fresh_list_is_refused_and_lost() -> None:
    must = [text for _, keep, text in texts.fresh(half=1) if keep]
    assert [text for text in must if verdict(text, Source.AGENT_INFERRED).refused] == []


def test_a_persons_word_about_powers_is_stored() -> None:
    found = lines("A")
    assert sum(admitted(text, Source.USER_STATED) for _, text in found) >= 0.95 * len(found)
