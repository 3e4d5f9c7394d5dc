"""Which later statements come with an older one that answers a question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from shared.domain.recall.newer_first import newer_first, newer_of
from shared.domain.recall.ranking import Ranked
from tests.ranking_builders import a_candidate


def found(content: str, x: float, *, id: str, older: tuple[str, ...] = ()) -> Ranked:
    candidate = a_candidate(content, id=id)
    candidate = replace(candidate, document=replace(candidate.document, older=older))
    return Ranked(candidate, score=x, parts={}, relevance=x, x=x)


def order(question: str, *ranked: Ranked) -> list[str]:
    return [one.candidate.document.memory_id for one in newer_first(ranked[:1], newer_of(question, ranked))]


def test_what_bears_on_the_question_as_well_comes_before_the_older() -> None:
    old = found("We fill the tanks at Ferrer's", 0.6, id="old")
    new = found("The tanks are filled at Boreal's", 0.3, id="new", older=("old",))
    assert order("Where are the tanks filled?", old, new) == ["new", "old"]


@pytest.mark.parametrize(("x", "expected"), [(0.14, ["new", "old"]), (0.06, ["old"])])
def test_a_successor_that_names_what_the_older_names_needs_less(x: float, expected: list[str]) -> None:
    old = found("We fill the tanks at Ferrer's", 0.65, id="old")
    new = found("Ferrer's has closed, it is Boreal's now", x, id="new", older=("old",))
    assert order("Where are the tanks filled?", old, new) == expected


def test_the_questions_own_words_make_no_successor() -> None:
    old = found("We fill the tanks at Ferrer's", 0.65, id="old")
    new = found("The tanks were inspected in May", 0.14, id="new", older=("old",))
    assert order("Where are the tanks filled?", old, new) == ["old"]
