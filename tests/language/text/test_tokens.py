"""Terms: what of a text can be looked up."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.language.text.terms import (
    MAX_QUERY_TERMS,
    MAX_TERM_LENGTH,
    indexed_terms,
    is_unspaced,
    keyword_terms,
    query_terms,
    ranking_tokens,
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The DATABASE listens", "the database listens"),
        ("青霉素", "青霉 霉素"),
        ("茶", "茶"),
        ("緑茶が好き", "緑茶 茶が が好 好き"),
        ("コーヒー", "コー ーヒ ヒー"),
        ("사용자는 책", "사용 용자 자는 책"),
        ("iPhone手机15", "iphone 手机 15"),
        ("Straße", "strasse"),
        ("Düsseldorf-Süd", "dusseldorf sud dusseldorf-sud"),
        ("пользователь", "пользователь"),
        ("हिन्दी में", "हिन्दी में"),
        ("ชา", "ชา"),
        ("us-east-1", "us east 1 us-east-1"),
        ("/api/v2/users", "api v2 users api/v2/users"),
        ("A-77.", "a 77 a-77"),
        ("Ann's and O’Reilly", "ann and o reilly o'reilly"),
        ("C++, C# and c", "c c++ c c# and c"),
        ("Ｆｕｌｌ ﾊﾝｶｸ", "full ハン ンカ カク"),
        ("so🦊good", "so 🦊 good"),
        ("👍🏽", "👍"),
        ("pass\u00adword", "password"),
        ("nul\x00byte \ud800x", "nul byte x"),
        ("-- ... !? = ~", ""),
        ("", ""),
    ],
)
def test_text_becomes_terms(text: str, terms: str) -> None:
    assert keyword_terms(text) == tuple(terms.split())


def test_repetitions_are_kept_for_counting_and_dropped_for_asking() -> None:
    assert keyword_terms("tea tea") == ("tea", "tea")
    assert query_terms("tea tea Tea") == ("tea",)
    assert ranking_tokens("teas tea") == ("tea",)


def test_an_index_also_keeps_the_characters_of_unspaced_runs() -> None:
    assert indexed_terms("緑茶 tea") == ("緑茶", "緑", "茶", "tea")
    assert indexed_terms("茶") == ("茶",)


@pytest.mark.parametrize(
    ("written", "asked"),
    [("İstanbul'da", "istanbul"), ("naïve café", "cafe"), ("Łódź", "lodz"), ("Đà Nẵng", "da nang"), ("über", "Uber")],
)
def test_marks_over_latin_letters_may_be_left_out(written: str, asked: str) -> None:
    assert set(query_terms(asked)) <= set(indexed_terms(written))
    assert set(ranking_tokens(asked)) <= set(ranking_tokens(written))


def test_marks_of_other_scripts_stay() -> None:
    assert keyword_terms("й ё が ά") == ("й", "ё", "が", "ά")


def test_function_words_are_asked_for_only_when_there_is_nothing_else() -> None:
    assert query_terms("who owns the checkout service?") == ("owns", "checkout", "service")
    assert query_terms("who are they?") == ("who", "are", "they")


def test_long_words_and_long_questions_are_cut() -> None:
    assert keyword_terms("x" * 1000) == ("x" * MAX_TERM_LENGTH,)
    assert query_terms(" ".join(f"w{n}" for n in range(500))) == tuple(f"w{n}" for n in range(MAX_QUERY_TERMS))


def test_ranking_compares_stems_and_pairs() -> None:
    assert ranking_tokens("She runs the 青霉素 deployments") == ("she", "run", "the", "青霉", "霉素", "deploy")


def test_unspaced_terms_are_stated_from_words() -> None:
    assert [is_unspaced(t) for t in ("青霉", "ชา", "자는", "tea", "été", "a-77", "🦊")] == [True] * 3 + [False] * 4


@settings(max_examples=300)
@given(st.text())
def test_any_text_has_clean_terms_that_find_it_again(text: str) -> None:
    terms = keyword_terms(text)
    assert all(term and term.split() == [term] for term in terms)
    assert all(unicodedata.category(c) not in ("Cc", "Cf", "Cs") for term in terms for c in term)
    assert set(query_terms(text)) <= set(terms) <= set(indexed_terms(text))
    assert bool(query_terms(text)) == bool(terms)


@settings(max_examples=300)
@given(st.text())
def test_the_normal_form_of_a_text_does_not_matter(text: str) -> None:
    assert keyword_terms(unicodedata.normalize("NFD", text)) == keyword_terms(unicodedata.normalize("NFC", text))
    assert keyword_terms(unicodedata.normalize("NFKC", text)) == keyword_terms(text)


@settings(max_examples=200)
@given(st.text(max_size=20), st.text(max_size=20))
def test_texts_side_by_side_keep_their_terms(one: str, other: str) -> None:
    assert keyword_terms(f"{one} \n {other}") == keyword_terms(one) + keyword_terms(other)
