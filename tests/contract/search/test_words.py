"""What a word finds."""

from __future__ import annotations

import unicodedata

import pytest

from tests.contract.search.documents import Harness, a_document

_NOISE = [a_document(f"noise-{n}", f"Unrelated note number {n} about the weather in week {n}") for n in range(40, 52)]


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("用户对青霉素过敏", "青霉素"),
        ("用戶對花生過敏", "花生"),
        ("ユーザーは緑茶が好きです", "緑茶"),
        ("カレーライスをよく食べる", "カレー"),
        ("사용자는 채식주의자입니다", "채식주의자"),
        ("Der Kunde wohnt in Düsseldorf-Süd", "düsseldorf"),
        ("Die Straße ist gesperrt", "STRASSE"),
        ("пользователь предпочитает метрические единицы", "метрические"),
        ("Ο χρήστης μένει στην Αθήνα", "αθήνα"),
        ("المستخدم يفضل القهوة", "القهوة"),
        ("המשתמש אוהב קפה", "קפה"),
        ("उपयोगकर्ता को चाय पसंद है", "चाय"),
        ("ผู้ใช้ชอบชาเขียว", "ชาเขียว"),
        ("អ្នកប្រើចូលចិត្តកាហ្វេ", "កាហ្វេ"),
        ("L'utilisateur préfère le thé à l'été", "été"),
        ("Người dùng thích cà phê", "phê"),
        ("The user's favourite emoji is 🦊", "🦊"),
    ],
)
def test_a_word_of_any_script_finds_its_memory(harness: Harness, stored: str, asked: str) -> None:
    harness.keeps(*_NOISE, a_document("wanted", stored))
    assert set(harness.finds_by_word(asked)) == {"wanted"}


@pytest.mark.parametrize(
    ("stored", "asked"), [("ユーザーは緑茶が好きです", "茶"), ("책을 샀다", "책"), ("用户养猫", "猫")]
)
def test_a_single_character_finds_the_word_it_stands_in(harness: Harness, stored: str, asked: str) -> None:
    harness.keeps(*_NOISE, a_document("wanted", stored))
    assert set(harness.finds_by_word(asked)) == {"wanted"}


@pytest.mark.parametrize(
    "asked",
    [
        "us-east-1",
        "US-EAST-1",
        "east",
        "/api/v2/users",
        "users",
        "v2",
        "A-77",
        "77",
        "order_id",
        "ops@acme.example",
        "c++",
    ],
)
def test_an_identifier_is_found_whole_and_by_its_parts(harness: Harness, asked: str) -> None:
    stored = "Cluster us-east-1 serves /api/v2/users for ticket A-77 (order_id, ops@acme.example) in C++"
    harness.keeps(*_NOISE, a_document("wanted", stored))
    assert set(harness.finds_by_word(asked)) == {"wanted"}


def test_the_whole_identifier_beats_its_parts_elsewhere(harness: Harness) -> None:
    harness.keeps(a_document("other", "One east wind and us"), a_document("wanted", "Cluster us-east-1 is ours"))
    scores = harness.finds_by_word("us-east-1")
    assert scores["wanted"] > scores["other"] > 0


@pytest.mark.parametrize("asked", ["run", "runs", "running", "deployment", "deployments"])
def test_english_words_find_their_other_forms(harness: Harness, asked: str) -> None:
    harness.keeps(*_NOISE, a_document("wanted", "She runs the deployments"))
    assert set(harness.finds_by_word(asked)) == {"wanted"}


def test_the_same_text_in_another_normal_form_is_the_same_text(harness: Harness) -> None:
    harness.keeps(
        a_document("composed", unicodedata.normalize("NFC", "Café Zoë")),
        a_document("decomposed", unicodedata.normalize("NFD", "Café Zoë")),
        a_document("wide", "ＣＡＦÉ　ＺＯË"),
        *_NOISE,
    )
    for form in ("NFC", "NFD"):
        assert set(harness.finds_by_word(unicodedata.normalize(form, "café zoë"))) == {"composed", "decomposed", "wide"}


def test_invisible_characters_do_not_split_words(harness: Harness) -> None:
    harness.keeps(*_NOISE, a_document("wanted", "pass\u00adword re\u200bset"))
    assert set(harness.finds_by_word("password")) == {"wanted"}


@pytest.mark.parametrize(
    "query",
    [
        '"unbalanced', "a AND (b OR", "NOT", "field:value", "path/with/slash", "c++ && rm -rf *", "100% _sure_ | `yes`",
        "\\", "nul\x00byte", "🦊🦊", "'; DROP TABLE memories;--", "~1 ^2 [a TO b]", "NEAR(a b, 2)", "content : x",
        "* ? .*", "_exists_:org", '{"match_all": {}}', "\ud800 lone surrogate", "\u202e\u2066bidi", "", "   ",
        "-" * 500, "a-" * 900, "x" * 2000, " ".join(f"word{n}" for n in range(600)), "字" * 2000, "\n{}\n",
    ],
)  # fmt: skip
def test_a_question_is_text_not_a_language(harness: Harness, query: str) -> None:
    harness.keeps(
        a_document("fox", "Foxes like grapes"), a_document("theirs", "Foxes like grapes", org="evil", scope="/org/evil")
    )
    assert set(harness.finds(query)) == {"fox"}  # the vector always finds it
    assert "fox" in harness.finds_by_word(query + " grapes") or len(query) > 1000


def test_a_question_of_function_words_alone_still_looks_for_them(harness: Harness) -> None:
    harness.keeps(a_document("wanted", "who are they"), *_NOISE)
    assert "wanted" in harness.finds_by_word("who are they?")


def test_function_words_make_no_hit_beside_content_words(harness: Harness) -> None:
    harness.keeps(
        a_document("wanted", "Falcon owns checkout"), a_document("other", "This is what it is and who they are")
    )
    assert set(harness.finds_by_word("who owns the checkout?")) == {"wanted"}


def test_rarer_words_weigh_more(harness: Harness) -> None:
    harness.keeps(*_NOISE, a_document("common", "the weather note"), a_document("rare", "a zeppelin note"))
    scores = harness.finds_by_word("zeppelin weather")
    assert max(scores, key=lambda found: scores[found]) == "rare"


def test_the_background_is_searched_apart_from_the_content(harness: Harness) -> None:
    harness.keeps(
        a_document("answer", "Yes, next Tuesday", before="Ann: Is the dentist free?\nBob: Yes, next Tuesday"),
        a_document("alone", "The dentist moved"),
        *_NOISE,
    )
    found = harness.finds("dentist")
    assert found["answer"].keyword == 0
    assert found["answer"].context_keyword > 0
    assert found["alone"].keyword > 0
    assert found["alone"].context_keyword > 0  # without turns before, the content is the context
    assert found["noise-41"].keyword == found["noise-41"].context_keyword == 0


def test_the_background_is_left_out_if_only_statements_are_compared(harness: Harness) -> None:
    harness.keeps(
        a_document("answer", "Yes, next Tuesday", before="Ann: Is the dentist free?\nBob: Yes, next Tuesday"),
        a_document("alone", "The dentist moved"),
    )
    found = harness.finds("dentist", context=False)
    assert found["alone"].keyword > 0
    assert all(candidate.context_keyword == 0 for candidate in found.values())
