from __future__ import annotations

import pytest

from shared.language.attributes.asked_relation import Asks, relations_asked, tells_any
from shared.language.packs.registry import packs

JOBS = {
    "en": ("What is my profession?", "I work as a gardener"),
    "de": ("Was ist mein Beruf?", "Ich arbeite als Gärtnerin"),
    "fr": ("Quel est mon métier ?", "Je travaille comme jardinière"),
    "es": ("¿Cuál es mi profesión?", "Trabajo de jardinera"),
    "zh": ("我的职业是什么？", "我在公园当园艺师"),
    "ja": ("私の職業は何ですか？", "私は庭師をしています"),
}


@pytest.mark.parametrize("language", JOBS)
def test_a_job_is_asked_for_in_one_language_and_told_in_any(language: str) -> None:
    asked = relations_asked(JOBS[language][0])
    assert "job" in asked
    assert all(tells_any(statement, asked) for _, statement in JOBS.values())


@pytest.mark.parametrize(
    ("question", "relation", "statement", "other"),
    [
        ("Where do I live?", "home", "My brother lives in Ghent", "I like live music"),
        ("Quel âge ai-je ?", "age", "J'ai eu 41 ans en mars", "Le bail finit en mars"),
        ("Wogegen bin ich allergisch?", "allergy", "Von Erdbeeren bekomme ich Ausschlag", "Ich mag Erdbeeren"),
        ("¿Cuál es mi afición?", "hobby", "En mi tiempo libre pinto", "La reunión es a las diez"),
        ("我的工资是多少？", "income", "我每个月挣三千", "我每个月去一次"),
        ("私の身長は？", "height", "私は168センチあります", "駅まで五分です"),
    ],
)
def test_other_words_tell_the_relation_and_other_matters_do_not(
    question: str, relation: str, statement: str, other: str
) -> None:
    asked = relations_asked(question)
    assert relation in asked
    assert tells_any(statement, asked)
    assert not tells_any(other, asked)


@pytest.mark.parametrize(
    "question",
    ["Which port does the database use?", "How do I make coffee?", "When is the release?", "Wo liegt der Schlüssel?"],
)
def test_most_questions_ask_for_no_relation(question: str) -> None:
    assert relations_asked(question) == frozenset()


def test_the_packs_that_know_relations_know_the_same_ones() -> None:
    known = {pack.code: [relation.name for relation in pack.relations] for pack in packs() if pack.relations}
    assert set(known) >= set(JOBS)
    assert len({frozenset(names) for names in known.values()}) == 1
    assert all(len(names) == len(set(names)) for names in known.values())


def test_where_another_is_named_the_speakers_own_tells_nothing() -> None:
    asks = Asks.of("What car does my boss have?")
    assert asks.tells("My boss drives a new Kia")
    assert not asks.tells("I drive an old Volvo")


def test_a_question_for_a_person_is_answered_without_naming_the_person() -> None:
    assert Asks.of("What is my husband's name?").tells("I have been married to Pavel for ten years")


def test_what_was_so_tells_no_relation_that_is_asked_for_now() -> None:
    asks = Asks.of("Where do I live now?")
    assert asks.tells("I live in Vienna")
    assert not asks.tells("I used to live in Berlin")
