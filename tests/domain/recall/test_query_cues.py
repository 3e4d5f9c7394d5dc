from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.memories.embedding_text import query_for_embedding, text_for_embedding
from shared.language.speech.questions import QueryCues, tells_of_another_time


def test_names_leave_the_question_that_is_embedded() -> None:
    assert query_for_embedding("What did Caroline's sister give to Melanie?") == "What did sister give to"
    assert query_for_embedding("When did she see Jean-Luc?") == "When did she see"


@pytest.mark.parametrize(
    "query",
    [
        "which port does the database use",
        "Who owns the API gateway of iOS and Q3?",
        "Ann Smith Berlin",
        "Welche Adresse hat der Kunde in Köln",
        "我喜欢什么颜色",
        "🦊🦊",
        "Who?",
    ],
)
def test_a_question_without_names_or_of_little_else_is_embedded_whole(query: str) -> None:
    assert query_for_embedding(query) == query


@pytest.mark.parametrize(
    ("query", "embedded"),
    [
        ("Does the user like dogs?", "Does the user, I like dogs?"),
        ("用户吃素吗？", "用户, 我吃素吗？"),
        ("L'utilisatrice aime-t-elle relire ?", "L'utilisatrice, je aime-t-elle relire ?"),
        ("Переезжает ли пользователь в Казань?", "Переезжает ли пользователь, я в Казань?"),
        ("ผู้ใช้ชอบเพลงไหม", "ผู้ใช้, ฉันชอบเพลงไหม"),
    ],
)
def test_who_asks_about_the_user_asks_for_what_they_said_of_themselves(query: str, embedded: str) -> None:
    assert query_for_embedding(query) == embedded


@pytest.mark.parametrize(
    "query", ["Which user table has an index?", "Kullanıcı adı nedir?", "用户名是什么？", "Where do I live?"]
)
def test_a_word_that_holds_that_of_the_user_names_nobody(query: str) -> None:
    assert query_for_embedding(query) == query


@given(st.text(min_size=1, max_size=80).filter(str.strip))
def test_something_is_always_left_to_embed(query: str) -> None:
    assert query_for_embedding(query).strip()


def test_a_memory_is_embedded_with_its_speaker_and_the_turn_before() -> None:
    assert (
        text_for_embedding("In May!", speaker="Ann", before=("Bob: Hello", "Bob: When?")) == "Bob: When?\nAnn: In May!"
    )
    assert text_for_embedding("Ann: In May!", speaker="Ann") == "Ann: In May!"
    assert text_for_embedding("The port is 5432") == "The port is 5432"


def test_the_matter_of_a_question_is_what_it_is_about() -> None:
    assert set(QueryCues.of("What is the port of the database?").matter) == {"port", "databas"}
    assert "么颜" not in QueryCues.of("用户喜欢什么颜色").matter
    assert QueryCues.of("what is it").matter


@pytest.mark.parametrize(
    ("question", "matter"),
    [
        ("Quel est mon métier ?", {"metier"}),
        ("Quelle est l'adresse de l'école ?", {"adress", "ecol"}),
        ("Wie hoch ist meine Miete?", {"hoch", "miet"}),
        ("¿Qué edad tengo?", {"edad"}),
        ("Qual è il mio lavoro?", {"lavoro"}),
        ("Где я живу?", {"живу"}),
        ("私の職業は何ですか？", {"職業"}),
        ("隐私政策", {"隐私", "私政", "政策"}),
    ],
)
def test_function_words_of_a_questions_own_language_are_no_matter(question: str, matter: set[str]) -> None:
    assert set(QueryCues.of(question).matter) == matter


@pytest.mark.parametrize(
    ("question", "word"),
    [("When did the war end?", "war"), ("comment on the release", "comment"), ("my son's birthday", "son")],
)
def test_a_word_that_is_a_function_word_elsewhere_is_matter_in_english(question: str, word: str) -> None:
    assert word in QueryCues.of(question).matter


@pytest.mark.parametrize(
    "text", ["where does she live now?", "the latest plan", "她目前住哪", "最新的地址", "is it still open"]
)
def test_a_question_for_what_is_current_is_known_by_its_words(text: str) -> None:
    assert QueryCues.of(text).asks_current


@pytest.mark.parametrize("text", ["who knows Ann", "the currency of the shop", "a knowing look", "她以前住在哪里"])
def test_other_questions_do_not_ask_for_what_is_current(text: str) -> None:
    assert not QueryCues.of(text).asks_current


def test_a_speaker_is_named_by_the_whole_name_or_its_first_word() -> None:
    assert QueryCues.of("What did Ann's dog eat?").names("Ann Miller")
    assert not QueryCues.of("What did Anna eat?").names("Ann Miller")
    assert QueryCues.of("小汤的狗叫什么").names("小汤")
    assert not QueryCues.of("What?").names("  ")


@pytest.mark.parametrize(
    "text",
    [
        "Used to live in Berlin",
        "Ann previously worked at a bakery",
        "Wants to learn Rust someday",
        "She plans to move to Lyon",
        "曾经住在北京",
        "想学日语",
        "打算明年搬到上海",
    ],
)
def test_a_past_or_wished_state_is_about_another_time(text: str) -> None:
    assert tells_of_another_time(text)


@pytest.mark.parametrize(
    "text", ["Lives in Vienna", "No longer lives in Berlin", "The plan is used by all", "现居成都", "她在想办法"]
)
def test_what_holds_does_not(text: str) -> None:
    assert not tells_of_another_time(text)
