"""What must hold for any text, and for the labelled ones after a change that changes what they say."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.language.comparison.relation import Relation, relate
from tests.language.comparison.pairs import pairs

SENTENCES = sorted({text for pair in pairs() for text in (pair.stored, pair.incoming)})
ENGLISH = [text for text in SENTENCES if text.isascii()]
CHINESE = [text for text in SENTENCES if not text.isascii()]
ALPHABET = "".join(sorted(set("".join(SENTENCES)))) + "٣३五百千万亿半点时月日号年周第每$€%°-:./#@½²\u0301\u200b\x00🦊"


@settings(max_examples=300, deadline=None)
@given(st.text(ALPHABET, max_size=40), st.sampled_from(SENTENCES))
def test_no_text_breaks_the_comparison_and_its_order_does_not_matter(text: str, sentence: str) -> None:
    assert relate(text, sentence, 1.0).relation is relate(sentence, text, 1.0).relation


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_a_text_never_contradicts_itself(text: str) -> None:
    assert relate(text, text, 1.0).relation is not Relation.CONTRADICTS


@pytest.mark.parametrize("word", ["not", "never", "probably", "only", "seven", "Zanzibar", "twice", "blue"])
def test_a_word_more_is_never_the_same(word: str) -> None:
    merged = []
    for text in ENGLISH:
        words = text.split()
        for at in range(1, len(words) + 1):
            longer = " ".join([*words[:at], word, *words[at:]])
            if "not only" in longer or (word == "probably" and {"may", "might", "probably"} & set(words)):
                continue  # these add nothing
            if relate(text, longer, 1.0).relation is Relation.SAME:
                merged.append(longer)
    assert merged == []


@pytest.mark.parametrize("word", ["不", "没有", "七个", "桑给巴尔", "蓝色"])
def test_a_chinese_word_more_is_never_the_same(word: str) -> None:
    merged = []
    for text in CHINESE:
        for at in range(len(text)):
            if relate(text, text[:at] + word + text[at:], 1.0).relation is Relation.SAME:
                merged.append(text[:at] + word + text[at:])
    assert merged == []


def test_another_number_is_never_the_same() -> None:
    numbered = [text for text in SENTENCES if any(c.isdigit() and c.isascii() for c in text)]
    assert len(numbered) > 100
    for text in numbered:
        for at, char in enumerate(text):
            if char.isascii() and char.isdigit():
                other = text[:at] + str((int(char) + 1) % 10) + text[at + 1 :]
                assert relate(text, other, 1.0).relation is not Relation.SAME, other


def test_sentences_of_different_pairs_are_not_merged_and_do_not_contradict_each_other_by_chance() -> None:
    """Beyond the labelled pairs only what shares its subject may be related: a sample that a reader has checked."""
    labelled = {frozenset((pair.stored, pair.incoming)) for pair in pairs()}
    crossed = (
        (one, other)
        for language in (ENGLISH, CHINESE)
        for at, one in enumerate(language)
        for other in language[at + 1 :: 7]
        if frozenset((one, other)) not in labelled
    )
    relations = [relate(one, other, 1.0).relation for one, other in islice(crossed, 20_000)]
    assert relations.count(Relation.SAME) <= 15
