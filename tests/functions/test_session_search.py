"""Searching within a session."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import a_caller
from tests.functions.calls import Api

SAID = (
    "The staging database lives in eu-central-1",
    "Please deploy to staging tonight",
    "我对花生过敏",
    "緑茶をください",
    "오늘 회의는 세 시입니다",
    "Сервер упал ночью",
    "The backups were restored from /api/v2/users",
)


def append(api: Api, session: str, *contents: str, **fields: Any) -> None:
    for start in range(0, len(contents), 100):
        events = [{"role": "user", "content": content, **fields} for content in contents[start : start + 100]]
        assert api("POST", f"/v1/sessions/{session}/events", {"events": events}).status == 201


@pytest.fixture
def session(api: Api) -> str:
    api("POST", "/v1/sessions", {"session_id": "s1"})
    append(api, "s1", *SAID)
    return "s1"


def found(api: Api, session: str, query: str, **fields: Any) -> list[str]:
    answer = api("POST", f"/v1/sessions/{session}/search", {"query": query, **fields})
    assert answer.status == 200
    return [hit["event"]["content"] for hit in answer.json["items"]]


@pytest.mark.parametrize(
    ("query", "content"),
    [
        ("where is the database", SAID[0]),
        ("deploying", SAID[1]),
        ("花生", SAID[2]),
        ("茶", SAID[3]),
        ("회의", SAID[4]),
        ("сервер", SAID[5]),
        ("/api/v2/users", SAID[6]),
        ("backup restore", SAID[6]),
    ],
)
def test_words_are_found_in_every_script(api: Api, session: str, query: str, content: str) -> None:
    assert found(api, session, query)[0] == content


def test_the_best_come_first_with_scores_relative_to_the_best(api: Api, session: str) -> None:
    items = api("POST", f"/v1/sessions/{session}/search", {"query": "staging database"}).json["items"]
    assert [hit["event"]["content"] for hit in items] == [SAID[0], SAID[1]]
    assert items[0]["score"] == 1.0
    assert 0 < items[1]["score"] < 1
    assert found(api, session, "staging", top_k=1) == [SAID[1]]


def test_an_event_without_a_word_of_the_question_is_not_found(api: Api, session: str) -> None:
    assert found(api, session, "zebra") == []


def test_another_session_is_never_searched(api: Api, session: str) -> None:
    api("POST", "/v1/sessions", {"session_id": "s2"})
    append(api, "s2", "A zebra in staging")
    assert "A zebra in staging" not in found(api, session, "staging zebra")
    body = {"query": "staging"}
    api("POST", f"/v1/sessions/{session}/search", body, a_caller("bob")).is_problem(404, "not_found")


def test_the_window_holds_the_newest_and_every_important_event(api: Api, session: str) -> None:
    append(api, session, "The zebra crossing is closed", importance="critical")
    append(api, session, "The zebra is asleep")
    append(api, session, *(f"line {number}" for number in range(100)))
    assert found(api, session, "zebra") == ["The zebra crossing is closed"]
    assert found(api, session, "line 99")[0] == "line 99"
    assert SAID[0] not in found(api, session, "database")


def test_impossible_questions_are_refused(api: Api, session: str) -> None:
    path = f"/v1/sessions/{session}/search"
    assert api("POST", path, {"query": "  "}).fields() == ["query"]
    assert api("POST", path, {"query": "x", "top_k": 0}).fields() == ["top_k"]
    assert api("POST", path, {"query": "x", "across": True}).status == 400
