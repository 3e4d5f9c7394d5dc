"""The token estimate against what six tokenizers counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.language.text.token_count import estimated_tokens

SAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("token_counts.json").read_text(encoding="utf-8"))[
    "samples"
]
any_text = (
    st.text(st.characters(), max_size=60)
    | st.text("aB1 .,-<>\n用户é🦊", max_size=60)
    | st.from_regex(r"\A[A-Za-z0-9+/_=-]{15,60}( {2,90}[A-Za-z0-9]{20,40})?\Z")
)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: f"{s['language']} {s['kind']} {s['text'][:12]!r}")
def test_no_tokenizer_counts_over_a_tenth_more_than_the_estimate(sample: dict[str, Any]) -> None:
    estimate, dearest = estimated_tokens(sample["text"]), max(sample["tokens"].values())
    assert estimate >= 0.9 * dearest, sample["tokens"]


@pytest.mark.parametrize(("language", "most"), [("en", 1.35), ("zh", 1.4)])
def test_the_estimate_does_not_waste_the_budget_of_the_dearest_tokenizer(language: str, most: float) -> None:
    of_language = [s for s in SAMPLES if s["language"] == language]
    dearest = sum(max(s["tokens"].values()) for s in of_language)
    assert sum(estimated_tokens(s["text"]) for s in of_language) <= most * dearest


@given(any_text, any_text)
def test_single_lines_cost_at_least_as_much_as_all_lines_together(one: str, other: str) -> None:
    assert estimated_tokens(f"{one}\n{other}") <= estimated_tokens(f"{one}\n") + estimated_tokens(other)


@given(any_text)
def test_every_text_costs_at_least_one_token_and_no_text_costs_none(text: str) -> None:
    assert (estimated_tokens(text) > 0) == bool(text)


@given(any_text, any_text)
def test_more_lines_never_cost_less(one: str, other: str) -> None:
    assert estimated_tokens(f"{one}\n{other}") >= max(estimated_tokens(one), estimated_tokens(other))


def test_rare_characters_cost_more_than_common_ones() -> None:
    assert estimated_tokens("黟婺鄢篁" * 5) > estimated_tokens("用户名字" * 5)
