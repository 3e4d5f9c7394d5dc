from __future__ import annotations

import pytest

from shared.language.attributes.whose_fact import asks_of_the_speaker, tells_of_another
from shared.language.packs.registry import packs

# A question for the speaker's own home, one for another's, and that other's statement, with the speaker's own.
HOMES = {
    "en": ("Where do I live?", "Where does my sister live?", "My younger sister lives in Lyon", "I live in Lyon"),
    "de": ("Wo wohne ich?", "Wie alt ist der Sohn meines Bruders?", "Mein Bruder wohnt in Lyon", "Ich wohne in Lyon"),
    "fr": ("Où est-ce que j'habite ?", "Où habite ma sœur ?", "Ma sœur habite à Lyon", "J'habite à Lyon"),
    "es": ("¿Cuál es mi casa?", "¿Dónde vive mi hermana?", "Mi hermana vive en Lyon", "Vivo en Lyon"),
    "pt": ("Onde eu moro?", "Onde mora minha irmã?", "Minha irmã mora em Lyon", "Moro em Lyon"),
    "it": ("Dove abito?", "Dove abita mia sorella?", "Mia sorella abita a Lione", "Abito a Lione"),
    "nl": ("Waar woon ik?", "Waar woont mijn zus?", "Mijn zus woont in Lyon", "Ik woon in Lyon"),
    "pl": ("Gdzie mieszkam?", "Gdzie mieszka moja siostra?", "Moja siostra mieszka w Lyonie", "Mieszkam w Lyonie"),
    "ru": ("Где я живу?", "Где живёт моя сестра?", "Моя сестра живёт в Лионе", "Я живу в Лионе"),
    "uk": ("Де я живу?", "Де живе моя сестра?", "Моя сестра живе в Ліоні", "Я живу в Ліоні"),
    "tr": ("Ben nerede oturuyorum?", "Ablam nerede oturuyor?", "Ablam Lyon'da oturuyor", "Lyon'da oturuyorum"),
    "id": (
        "Di mana saya tinggal?",
        "Di mana kakak saya tinggal?",
        "Kakak saya tinggal di Lyon",
        "Saya tinggal di Lyon",
    ),
    "vi": ("Tôi sống ở đâu?", "Chị tôi sống ở đâu?", "Chị tôi sống ở Lyon", "Tôi sống ở Lyon"),
    "ar": ("أين أسكن؟", "أين تسكن أختي؟", "أختي تسكن في ليون", "أسكن في ليون"),
    "fa": ("من کجا زندگی می‌کنم؟", "خواهرم کجا زندگی می‌کند؟", "خواهرم در لیون زندگی می‌کند", "من در لیون زندگی می‌کنم"),
    "he": ("איפה אני גר?", "איפה אחותי גרה?", "אחותי גרה בליון", "אני גר בליון"),
    "hi": ("मैं कहाँ रहता हूँ?", "मेरी बहन कहाँ रहती है?", "मेरी बहन ल्यों में रहती है", "मैं ल्यों में रहता हूँ"),
    "zh": ("我住在哪里？", "我妹妹住在哪里？", "我妹妹住在里昂", "我住在里昂"),
    "ja": ("私はどこに住んでいる？", "妹はどこに住んでいる？", "妹はリヨンに住んでいます", "私はリヨンに住んでいます"),
    "ko": ("나는 어디에 살아?", "내 언니는 어디에 살아?", "내 언니는 리옹에 산다", "나는 리옹에 산다"),
    "th": ("ฉันอยู่ที่ไหน", "พี่สาวของฉันอยู่ที่ไหน", "พี่สาวของฉันอยู่ที่ลียง", "ฉันอยู่ที่ลียง"),
}


@pytest.mark.parametrize("language", HOMES)
def test_it_is_known_whose_fact_is_asked_for_and_told(language: str) -> None:
    own, anothers, of_another, of_the_speaker = HOMES[language]
    assert asks_of_the_speaker(own)
    assert not asks_of_the_speaker(anothers)
    assert tells_of_another(of_another)
    assert not tells_of_another(of_the_speaker)


def test_every_language_with_a_pack_has_words_for_it() -> None:
    assert {pack.code for pack in packs()} == set(HOMES)


@pytest.mark.parametrize(
    "question",
    [
        "Which port does the database use?",
        "Where does Anna live?",
        "Do I have any siblings?",
        "我有几个孩子？",
        "隐私设置在哪里",
        "언제 시작해?",
        "Di mana buku itu?",
    ],
)
def test_a_question_about_a_thing_or_somebody_else_asks_for_no_fact_of_the_speaker_alone(question: str) -> None:
    assert not asks_of_the_speaker(question)


@pytest.mark.parametrize(
    "statement", ["Mother's Day is in May", "I phone my sister on Sundays", "母国は日本です", "我的车在楼下"]
)
def test_a_statement_tells_of_another_only_where_it_begins_with_that_person(statement: str) -> None:
    assert not tells_of_another(statement)
