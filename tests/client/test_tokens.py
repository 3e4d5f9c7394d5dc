"""The estimate against what six tokenizers counted, and what budgets need of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_memory import estimate

COUNTED = Path(__file__).parents[1] / "language" / "text" / "token_counts.json"
# Those of the languages that the client's estimate is made for. The service's own is checked against all of them.
SAMPLES: list[dict[str, Any]] = [
    sample
    for sample in json.loads(COUNTED.read_text(encoding="utf-8"))["samples"]
    if sample["language"] in ("en", "zh") and sample["kind"] != "codes"
]
TEXTS = st.text(st.characters(), max_size=60)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: f"{s['language']} {s['kind']} {s['text'][:12]!r}")
def test_no_tokenizer_counts_more_than_a_tenth_above_the_estimate(sample: dict[str, Any]) -> None:
    assert estimate(sample["text"]) >= 0.9 * max(sample["tokens"].values()), sample["tokens"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_estimate_wastes_less_than_a_third(language: str) -> None:
    of_language = [sample for sample in SAMPLES if sample["language"] == language]
    dearest = sum(max(sample["tokens"].values()) for sample in of_language)
    assert sum(estimate(sample["text"]) for sample in of_language) < 1.33 * dearest


@given(st.lists(TEXTS, min_size=1, max_size=9))
def test_lines_together_never_cost_more_than_apart(lines: list[str]) -> None:
    assert estimate("\n".join(lines)) <= sum(estimate(line) + estimate("\n") for line in lines)


@given(TEXTS)
def test_every_text_costs_something_and_an_empty_one_nothing(text: str) -> None:
    assert (estimate(text) > 0) == bool(text)
