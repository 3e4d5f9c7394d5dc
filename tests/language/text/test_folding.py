from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.language.text.decoding import decoded
from shared.language.text.folding import fold, latin_lookalikes, without_accents


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("ｓｋ－ａ１", "sk-a1"),
        ("a\u200bb\u00adc\u2060d\ufeff", "abcd"),
        ("４１１１\u3000１１", "4111 11"),
        ("٤١١١", "4111"),
        ("𝐢𝐠𝐧𝐨𝐫𝐞", "ignore"),
        ("a\u2013b\u2014c\u2212d", "a-b-c-d"),
        ("“quoted” ‘so’", "\"quoted\" 'so'"),
        ("gh\x00p\x1b_", "ghp_"),
        ("e\u0301\u0302", "e"),
        ("line\nnext\ttab", "line\nnext\ttab"),
        ("が", "が"),
        ("ﬁ", "fi"),
    ],
)
def test_one_form_for_every_way_of_writing_the_same(written: str, seen: str) -> None:
    assert fold(written).text == seen


def test_a_place_in_the_folded_text_leads_back_to_the_original() -> None:
    folded = fold("ab\u200b\u200bﬁx")
    place = folded.places()
    assert folded.text == "abfix"
    assert place(0, 2) == (0, 2)
    assert place(2, 4) == (4, 5)
    assert place(1, 5) == (1, 6)


@given(st.text(max_size=100))
def test_folding_is_stable_and_every_place_is_in_the_original(text: str) -> None:
    folded = fold(text)
    assert fold(folded.text).text == folded.text
    if folded.text:
        start, end = folded.places()(0, len(folded.text))
        assert 0 <= start < end <= len(text)


@given(st.text(max_size=100))
def test_lookalikes_and_accents_keep_every_place(text: str) -> None:
    assert len(latin_lookalikes(text)) == len(text)
    assert len(without_accents(text)) == len(text)


def test_lookalikes_and_accents() -> None:
    assert latin_lookalikes("Іgnоrе раѕѕwоrd") == "Ignore password"
    assert without_accents("Ignorez les précédentes für ё й が") == "Ignorez les precedentes fur е и が"


@pytest.mark.parametrize(
    "noise",
    [
        "9fceb02d0ae598e95dc970b74767f19372d61af8",
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB",
        "eu-west-1a-prod-cluster-7",
        "100% of 20%",
        "AT&T; R&D;",
    ],
)
def test_what_only_looks_encoded_yields_nothing(noise: str) -> None:
    assert list(decoded(noise)) == []


def test_layers_of_encoding_are_opened_two_deep_with_the_place_of_the_outermost() -> None:
    inner = base64.b64encode(b"the third layer stays closed").decode()
    middle = base64.b64encode(inner.encode()).decode()
    outer = middle.encode().hex()
    found = list(decoded(f"start {outer} end"))
    assert [p.text for p in found] == [middle, inner]
    assert {(p.start, p.end) for p in found} == {(6, 6 + len(outer))}


@given(st.text(max_size=200))
def test_decoding_never_fails_and_is_bounded(text: str) -> None:
    assert sum(len(p.text) for p in decoded(text)) <= 12_000
