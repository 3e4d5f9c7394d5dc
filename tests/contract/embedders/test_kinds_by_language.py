"""What is remembered of lists that were not used for fitting, language by language: floors with the packaged
embedder."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from bench.calibration import texts
from shared.adapters.embedders.calibrations import calibration_for
from shared.domain.extraction.remembered import read_turn
from shared.domain.meaning.kinds import SentenceKinds, kinds_of
from shared.domain.sessions.kept_statements import sentences_to_read
from shared.domain.writing.kinds_of_statement import gives_orders, wishes_for_now
from shared.language.speech.sentences import sentences
from tests.packaged_embedder import NANO

KEPT = "SPCDUNR"
REPORTED = texts.sentences(reported=True)
LANGUAGES = sorted({language for language, _, _ in REPORTED})
# News and wishes with a word for today, which no fit has seen, by language.
TODAY = json.loads((Path(__file__).parent / "said_of_today.json").read_text(encoding="utf-8"))
CALIBRATION = calibration_for(NANO.model.id)


@cache
def vector(text: str) -> tuple[float, ...]:
    return NANO.memories([text])[0]


def kinds(said: list[str], *, own: bool) -> list[SentenceKinds | None]:
    return [kinds_of(vector(sentence), CALIBRATION, own=own) for sentence in said]


def is_kept(text: str) -> bool:
    said = sentences_to_read(text)
    return read_turn(said, kinds(said, own=True)).kept


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_statements_of_people_are_kept_and_little_else(language: str) -> None:
    own = [(kind, text) for of, kind, text in REPORTED if of == language and kind not in "OB"]
    right = Counter((kind in KEPT, is_kept(text)) for kind, text in own)
    recall = right[True, True] / (right[True, True] + right[True, False])
    precision = right[True, True] / (right[True, True] + right[False, True])
    assert recall >= 0.78, f"{recall:.2f}"
    assert precision >= 0.75, f"{precision:.2f}"


def test_over_all_languages_the_kept_sentences_are_statements() -> None:
    right = Counter((kind in KEPT, is_kept(text)) for _, kind, text in REPORTED if kind not in "OB")
    assert right[True, True] / (right[True, True] + right[True, False]) >= 0.95
    assert right[True, True] / (right[True, True] + right[False, True]) >= 0.83


def test_limits_are_kept() -> None:
    limits = [text for _, kind, text in REPORTED if kind == "C"]
    assert sum(map(is_kept, limits)) >= 0.92 * len(limits)


def test_wishes_for_this_time_are_distinguished_from_lasting_ones() -> None:
    refused = Counter(
        kind
        for _, kind, text in REPORTED
        if kind not in "OB" and wishes_for_now(said := sentences(text), kinds(said, own=True))
    )
    assert refused["T"] >= 0.50 * sum(kind == "T" for _, kind, _ in REPORTED)
    assert sum(refused[kind] for kind in KEPT) <= 0.01 * sum(kind in KEPT for _, kind, _ in REPORTED)


def test_news_of_today_are_kept_and_wishes_for_today_are_not() -> None:
    news, wishes = ([text for said in TODAY[name].values() for text in said] for name in ("news", "wishes"))
    assert sum(map(is_kept, news)) >= 0.79 * len(news)
    assert sum(map(is_kept, wishes)) <= 0.10 * len(wishes)


def test_orders_in_texts_from_outside_are_distinguished_from_their_facts() -> None:
    found = Counter(
        (kind, gives_orders(said := sentences(text), kinds(said, own=False)))
        for _, kind, text in REPORTED
        if kind in "OB"
    )
    assert found["O", True] >= 0.93 * (found["O", True] + found["O", False])
    assert found["B", True] <= 0.05 * (found["B", True] + found["B", False])
