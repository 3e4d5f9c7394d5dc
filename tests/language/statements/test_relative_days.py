from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.language.speech.questions import QueryCues
from shared.language.statements.relative_days import Span, nearness_to, relative_days

TODAY = date(2026, 3, 18)  # a Wednesday


def spans(text: str) -> list[tuple[str, str]]:
    return [(span.first.isoformat(), span.last.isoformat()) for span in relative_days(text, TODAY)]


@pytest.mark.parametrize(
    "text",
    [
        "With whom did I have the review yesterday?",
        "昨天我和谁开会？",
        "昨日は誰と会いましたか",
        "어제 누구를 만났어?",
        "Wen habe ich gestern getroffen?",
        "Qui ai-je vu hier ?",
        "¿Con quién me reuní ayer?",
        "Com quem falei ontem?",
        "Chi ho incontrato ieri?",
        "Met wie sprak ik gisteren?",
        "Z kim rozmawiałem wczoraj?",
        "С кем я встречался вчера?",
        "من قابلت أمس؟",
        "את מי פגשתי אתמול?",
    ],
)
def test_yesterday_is_one_day_in_every_language(text: str) -> None:
    assert spans(text) == [("2026-03-17", "2026-03-17")]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("What happened the day before yesterday?", "2026-03-16", "2026-03-16"),
        ("Was war vorgestern?", "2026-03-16", "2026-03-16"),
        ("Qu'ai-je fait avant-hier ?", "2026-03-16", "2026-03-16"),
        ("前天我去了哪里", "2026-03-16", "2026-03-16"),
        ("What did I do last week?", "2026-03-09", "2026-03-15"),
        ("上周我见了谁？", "2026-03-09", "2026-03-15"),
        ("Was habe ich letzte Woche gemacht?", "2026-03-09", "2026-03-15"),
        ("先週は何をしましたか", "2026-03-09", "2026-03-15"),
        ("¿Qué hice la semana pasada?", "2026-03-09", "2026-03-15"),
        ("Что я делал на прошлой неделе?", "2026-03-09", "2026-03-15"),
        ("Where was I last weekend?", "2026-03-14", "2026-03-15"),
        ("What did I buy last month?", "2026-02-01", "2026-02-28"),
        ("上个月买了什么", "2026-02-01", "2026-02-28"),
        ("Where did I live last year?", "2025-01-01", "2025-12-31"),
        ("Whom did I meet three days ago?", "2026-03-15", "2026-03-15"),
        ("vor drei Tagen", "2026-03-15", "2026-03-15"),
        ("hace 3 días", "2026-03-15", "2026-03-15"),
        ("il y a trois jours", "2026-03-15", "2026-03-15"),
        ("三天前我见了谁", "2026-03-15", "2026-03-15"),
        ("3日前に会った人", "2026-03-15", "2026-03-15"),
        ("3 дня назад", "2026-03-15", "2026-03-15"),
        ("two weeks ago", "2026-03-01", "2026-03-07"),
        ("Whom did I call last Friday?", "2026-03-13", "2026-03-13"),
        ("上周五见了谁", "2026-03-13", "2026-03-13"),
    ],
)
def test_a_distance_names_days(text: str, first: str, last: str) -> None:
    assert spans(text) == [(first, last)]


@pytest.mark.parametrize(
    "text",
    [
        "What is the weather today?",
        "How much is my rent this month?",
        "What will I do tomorrow?",
        "Wie geht es dir?",
        "My last job",
        "",
    ],
)
def test_what_holds_now_or_is_to_come_names_no_past_day(text: str) -> None:
    assert spans(text) == []


def test_without_a_today_nothing_is_counted() -> None:
    assert QueryCues.of("Whom did I meet yesterday?").days == ()
    assert not QueryCues.of("Whom did I meet yesterday?").names_days
    assert QueryCues.of("Whom did I meet yesterday?", TODAY).names_days


def test_the_named_day_is_nearer_than_those_beside_it() -> None:
    (yesterday,) = relative_days("yesterday", TODAY)
    near = [nearness_to(TODAY - timedelta(days=back), [yesterday]) for back in range(4)]
    assert near == [0.5, 1.0, 0.5, 0.0]
    assert nearness_to(date(2026, 3, 17), []) == 0.0
    assert nearness_to(date(2026, 3, 10), [Span(date(2026, 3, 1), date(2026, 3, 7))]) == 0.25


@example("", date(1, 1, 1))
@given(st.text(max_size=40), st.dates())
def test_any_text_on_any_day_is_read(text: str, today: date) -> None:
    for suffix in ("", " 5 days ago", " last month", " 999 years ago", "去年", " 3 weeks ago"):
        for span in relative_days(text + suffix, today):
            assert span.first <= span.last


@pytest.mark.parametrize(
    "text",
    [
        "Wie heißt jetzt meine Steuerberaterin?",
        "Wer ist aktuell mein Chef?",
        "Où est-ce que j'habite maintenant ?",
        "¿Dónde vivo ahora?",
        "¿Cuál es mi jefe actual?",
        "Onde moro agora?",
        "Dove abito adesso?",
        "Waar woon ik nu?",
        "Gdzie teraz mieszkam?",
        "Где я живу сейчас?",
        "Şimdi nerede yaşıyorum?",
        "Di mana saya tinggal sekarang?",
        "我如今住在哪里？",
        "今はどこに住んでいますか",
        "지금 어디에 살아?",
        "أين أسكن الآن؟",
        "איפה אני גר עכשיו?",
        "मैं अब कहाँ रहता हूँ?",
    ],
)
def test_words_for_now_are_known_in_many_languages(text: str) -> None:
    assert QueryCues.of(text).asks_current


@pytest.mark.parametrize(
    "text",
    [
        "Who knows the annual plan?",
        "Quel est le nom de la collaboratrice ?",
        "Wo ist der Nuss-Kuchen?",
        "今度の会議は何時ですか",
        "今天",
    ],
)
def test_a_word_for_now_inside_another_word_does_not_count(text: str) -> None:
    assert not QueryCues.of(text).asks_current
