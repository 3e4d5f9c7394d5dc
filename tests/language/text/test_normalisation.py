"""Which texts are one text: they differ in case, width, white space and what cannot be seen, and in nothing else."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.domain.errors import NotWorthRemembering
from shared.domain.memories.memory import content_hash
from shared.domain.writing.admission import refuse_empty
from shared.language.text.normal_form import normalised

texts = st.text(max_size=40)


def flag_of(region: str) -> str:
    return "\U0001f3f4" + "".join(chr(0xE0000 + ord(c)) for c in region) + "\U000e007f"


ENGLAND, SCOTLAND = flag_of("gbeng"), flag_of("gbsct")


@given(texts)
@example("e\u200d\u0301")
@example("\ufdfa")
@example("ŉ İ ß ﬁ Ⅷ ㎏ ς")
@example("\u0345\u0301")
@example("\u00ad \u00ad")
@example("👩\u200b\u200d💻 👩\u200d\u200b💻 👩\u200d\u200d💻 1\u00ad½ ①½")
@example("\U0001f3f4\u200d\U000e0067\U000e0062\U000e007f")
def test_normalising_twice_is_normalising_once(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)


@given(st.text(st.characters(max_codepoint=127), max_size=40))
@example("".join(map(chr, range(128))))
def test_text_of_ascii_alone_is_normalised_as_it_is_beside_other_text(text: str) -> None:
    assert f"{normalised(text)} é".split() == normalised(f"{text} é").split()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My standing desk is 72 cm high", "  my standing\tdesk is\n72 cm HIGH "),
        ("ＡＢＣ　１２３", "abc 123"),
        ("Straße", "STRASSE"),
        ("café", "cafe\u0301"),
        ("pass\u200bword", "password"),
        ("e\u200d\u0301t\u00e9", "été"),
        ("\ufeffhello\u2060", "hello"),
        ("ﬁnance", "finance"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("4½ litres", "4 ½ litres"),
        ("\u200d👩 a\u200d👩", "👩 a👩"),
        ("\U0001f3f4\U000e0067 x", "\U0001f3f4 x"),
    ],
)
def test_these_are_one_text(one: str, other: str) -> None:
    assert content_hash(one) == content_hash(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I love brand X", "I hate brand X"),
        ("server 3", "server 4"),
        ("7 days", "7days"),
        ("a b", "ab"),
        ("résumé", "resume"),
        ("Is it on?", "Is it on"),
        ("会议在周二", "会议在周四"),
        ("a.b", "ab"),
        ("naïve", "naive"),
        ("2^3", "23"),
        ("4½ litres", "41⁄2 litres"),
        ("3¾", "33⁄4"),
        ("👨\u200d👩\u200d👧", "👨👩👧"),
        ("👩\u200d💻", "👩💻"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f🔥"),
        (ENGLAND, SCOTLAND),
        (ENGLAND, "\U0001f3f4"),
    ],
)
def test_these_are_two_texts(one: str, other: str) -> None:
    assert content_hash(one) != content_hash(other)


@given(texts, st.sampled_from([" ", "\t", "\n", "\u3000", "\u00a0", "\u2003", "\u200b", "\u2060", "\ufeff"]))
def test_space_around_and_invisible_characters_change_nothing(text: str, extra: str) -> None:
    assert content_hash(extra + text + extra) == content_hash(text)


@given(st.text("abc déßΣ 日本ß１Ａ", max_size=30))
def test_case_changes_nothing(text: str) -> None:
    assert content_hash(text.upper()) == content_hash(text) == content_hash(unicodedata.normalize("NFD", text))


@given(texts)
def test_a_hash_is_64_hex_digits(text: str) -> None:
    assert len(content_hash(text)) == 64
    assert set(content_hash(text)) <= set("0123456789abcdef")


@pytest.mark.parametrize(
    "content",
    ["", " ", "...", "\n\t", "？！。", "\u200b\u200b", "—", "\u0301", "\u3000", "“”", "\ufeff.", "()[]{}", "¿?"],
)
def test_text_without_a_letter_a_digit_or_a_symbol_says_nothing(content: str) -> None:
    with pytest.raises(NotWorthRemembering):
        refuse_empty(content)


@pytest.mark.parametrize("content", ["a", "7", "好", "👍", "+", "½", "ok.", "？好", "ひ"])
def test_a_single_sign_may_say_something(content: str) -> None:
    refuse_empty(content)
