"""Every text can be parsed: a sentence that the grammar does not know must not make a write fail."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.language.comparison.parse import parse
from shared.language.comparison.relation import relate

# Every word that the readers know, from their own word lists: the more of them meet, the more rules do.
_LEXICONS = Path(str(importlib.import_module("shared.language.comparison.parse").__file__)).parent
KNOWN = sorted({word for file in _LEXICONS.glob("*.py") for word in re.findall(r"[\w'’-]+", file.read_text("utf-8"))})
_CHINESE = "用户喜欢不是的在了周一三十五元天会议住北京过敏没有也都从到把被给让每只最更比12 3年月日号，。"

known_words = st.lists(st.sampled_from(KNOWN), min_size=1, max_size=12).map(" ".join)
chinese = st.text(st.sampled_from(_CHINESE), min_size=1, max_size=24)
texts = st.one_of(known_words, chinese, st.text(max_size=60))


@settings(max_examples=400)
@given(texts, texts)
def test_any_two_texts_are_compared(one: str, other: str) -> None:
    parse(one)
    for similarity in (0.0, 0.8, 1.0):
        assert relate(one, other, similarity).relation is relate(other, one, similarity).relation


ENDINGS = ("ticket 110105194912310021 is closed", "is closed", "is", "not", "to", "a", "不", "是", "的", "5", "%", "")


@pytest.mark.parametrize("text", ENDINGS)
def test_a_phrase_may_end_with_its_sentence(text: str) -> None:
    relate(text, "The ticket is open", 0.9)
