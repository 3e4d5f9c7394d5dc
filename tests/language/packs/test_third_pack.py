"""A pack of a further language is enough: each rule reads its words, and forgets them with the pack."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from shared.domain.sessions.chatter import is_chatter
from shared.language.packs.registry import with_pack
from shared.language.speech.obligations import is_negated, is_obligation, is_protected, is_verdict, is_veto
from shared.language.speech.questions import QueryCues
from shared.language.speech.spoken_constraints import spoken_constraints
from shared.language.speech.temporary import is_asked_for_this_time
from shared.language.speech.witnesses import addresses_agent, says_always, says_no, says_once
from shared.language.statements.relative_days import relative_days
from tests.language.packs.esperanto import ESPERANTO

TODAY = date(2026, 11, 30)  # a Monday


def _asks_current(text: str) -> bool:
    return QueryCues.of(text).asks_current


def _shown_later(text: str) -> bool:
    return spoken_constraints(text) == (text,)


def _days(text: str) -> list[tuple[str, str]]:
    return [(span.first.isoformat(), span.last.isoformat()) for span in relative_days(text, TODAY)]


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        pytest.param(_asks_current, "Kie mi loĝas nun?", id="a word for now raises recency"),
        pytest.param(says_always, "Respondu ĉiam mallonge", id="a word for always lifts the veto"),
        pytest.param(says_once, "Respondu ĉi-foje mallonge", id="a word for once is a witness"),
        pytest.param(is_asked_for_this_time, "Respondu nur ĉi-foje mallonge", id="this time only is a wish for once"),
        pytest.param(says_no, "Ne, mi neniam loĝis tie", id="a denial"),
        pytest.param(addresses_agent, "Vi devas sendi la kontraktojn", id="an agent addressed"),
        pytest.param(is_veto, "Neniam restartu la servilon", id="a prohibition"),
        pytest.param(is_negated, "La servilo ne funkcias", id="a negation"),
        pytest.param(is_obligation, "La raporto devas esti mallonga", id="an obligation"),
        pytest.param(is_verdict, "Mi konsentas pri la plano", id="an approval"),
        pytest.param(is_verdict, "Ili elektis la bluan", id="a decision"),
        pytest.param(is_protected, "Ili venis merkredo", id="a date in words"),
        pytest.param(_shown_later, "Ne tuŝu la datumbazon", id="a plain order is shown in later contexts"),
        pytest.param(_shown_later, "Uzu maksimume kvin vortojn", id="a plain limit is shown in later contexts"),
        pytest.param(is_chatter, "Bonan tagon!", id="a courtesy is small talk"),
        pytest.param(is_chatter, "Kio okazis al la servilo en la oficejo?", id="a bare question is small talk"),
    ],
)
def test_the_rule_knows_the_word_while_the_pack_is_there(rule: Callable[[str], bool], text: str) -> None:
    assert not rule(text)
    with with_pack(ESPERANTO):
        assert rule(text)
    assert not rule(text)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Kion mi diris hieraŭ?", "2026-11-29", "2026-11-29"),
        ("Kion mi diris antaŭhieraŭ?", "2026-11-28", "2026-11-28"),
        ("Kion mi diris pasintan semajnon?", "2026-11-23", "2026-11-29"),
        ("Kion mi diris antaŭ tri tagoj?", "2026-11-27", "2026-11-27"),
        ("Kion mi diris antaŭ 3 tagoj?", "2026-11-27", "2026-11-27"),
        ("Kion mi diris pasintan vendredon?", "2026-11-27", "2026-11-27"),
    ],
)
def test_a_relative_day_of_the_pack_is_a_date(text: str, first: str, last: str) -> None:
    assert _days(text) == []
    with with_pack(ESPERANTO):
        assert _days(text) == [(first, last)]
    assert _days(text) == []


def test_a_word_for_always_takes_the_wish_for_once_back() -> None:
    with with_pack(ESPERANTO):
        assert not says_once("Respondu ĉi-foje kaj ĉiam mallonge")
        assert not is_asked_for_this_time("Ne nur ĉi-foje sed ĉiam respondu mallonge")


def test_a_report_is_no_wish_for_once() -> None:
    with with_pack(ESPERANTO):
        assert not is_asked_for_this_time("La respondo estis mallonga nur ĉi-foje")


def test_an_idiom_with_a_word_for_always_makes_no_rule() -> None:
    with with_pack(ESPERANTO):
        assert not says_always("La servilo haltas ĉiam denove")


def test_a_word_inside_of_another_is_not_the_word() -> None:
    with with_pack(ESPERANTO):
        assert not QueryCues.of("Kie estas la nunaĵo?").asks_current
        assert not is_chatter("Dankonserto morgaŭ")


def test_what_a_question_has_and_its_answer_need_not_is_not_its_matter() -> None:
    question = "Kiu estas mia dentisto"
    assert "mia" in QueryCues.of(question).matter
    with with_pack(ESPERANTO):
        cues = QueryCues.of(question)
        assert cues.matter == ("dentisto",)
        assert cues.asks_name


def test_other_languages_read_as_before_beside_the_pack() -> None:
    with with_pack(ESPERANTO):
        assert _days("What did I say two days ago?") == [("2026-11-28", "2026-11-28")]
        assert _asks_current("Wo wohne ich jetzt?")
        assert is_chatter("Vielen Dank!")
