"""Which ways of writing count as a mention."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.language.mentions.mentioned import Mention

SAME = [
    ("0170 1234567", "Call me on +49 170 123-4567"),
    ("+49 (0)170 1234567", "his number: 0170/1234567."),
    ("00491701234567", "mobile +49 170 1234567"),
    ("+1 (415) 555-0132", "old phone 4155550132"),
    ("138 0013 8000", "我的电话是13800138000"),
    ("13800138000", "电话：+86 138-0013-8000"),
    ("١٢٣٤٥٦٧٨", "ref 12345678"),
    ("007", "agent number 7"),
    ("order 4711", "Order-4711 is late"),
    ("AB-12 34", "the plate is ab1234"),
    ("ＡＢ１２３４", "the plate is ab 1234"),
    ("jo.smith@example.com", "write to mailto:Jo.Smith@Example.com"),
    ("jo@example.com", "jo+news@example.com gets the letters"),
    ("https://www.example.com/a/", "see example.com/a for more"),
    ("example.com/caf%C3%A9", "http://example.com/café?x=1"),
    ("münchen.example", "https://xn--mnchen-3ya.example/"),
    ("2024-05-03", "born on 3 May 2024"),
    ("3. Mai 2024", "am 03.05.2024 in Ulm"),
    ("May 3rd, 2024", "2024年5月3日出生"),
    ("3 de mayo de 2024", "20240503"),
    ("3/5/2024", "on May 3, 2024"),
    ("5/3/2024", "on May 3, 2024"),
    ("El Niño", "called el nin\u0303o"),
    ("北京", "他住在北京市"),
    ("Müller", "frau MÜLLER"),
    ("blue-green", "the bluegreen boat"),
]
OTHER = [
    ("art", "the start"),
    ("123", "4123"),
    ("0170 1234567", "0170 1234568"),
    ("1234567", "91234567890123"),
    ("2024-05-03", "on 4 May 2024"),
    ("31/02/2024", "on 2 March 2024"),
    ("jo@example.com", "jo@example.org"),
    ("上海", "他住在北京市"),
    ("...", "..."),
    ("", "anything"),
    ("ann", "anna"),
]


@pytest.mark.parametrize(("wanted", "text"), SAME)
def test_a_text_mentions_it_in_another_form(wanted: str, text: str) -> None:
    assert Mention.of(wanted).is_in(text)


@pytest.mark.parametrize(("wanted", "text"), OTHER)
def test_a_text_that_only_looks_alike_is_not_a_mention(wanted: str, text: str) -> None:
    assert not Mention.of(wanted).is_in(text)


@given(st.text(max_size=60), st.text(max_size=20))
def test_any_text_mentions_its_own_words(text: str, around: str) -> None:
    mention = Mention.of(text)
    if any(mention.forms):
        assert mention.is_in(f"{around} | {text} | {around}")


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_can_be_compared(wanted: str, text: str) -> None:
    assert Mention.of(wanted).is_in(text) in (True, False)
