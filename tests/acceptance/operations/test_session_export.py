"""Sessions are taken away whole: events, summary and task state, and what is taken is known to a deletion."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.builders import ANN, a_caller
from tests.functions.calls import Api

TEXTS = pytest.mark.parametrize("text", ["Book nothing before I say so.", "没有我的同意不要预订任何东西。"])


def _lines(api: Api, **query: str) -> tuple[list[dict[str, Any]], int]:
    """All lines, and in how many pages they came."""
    lines: list[dict[str, Any]] = []
    for pages in range(1, 50):
        answer = api("GET", "/v1/export/sessions", query=query)
        assert (answer.status, answer.headers["content-type"]) == (200, "application/x-ndjson"), answer.text
        lines += [json.loads(line) for line in answer.text.splitlines()]
        if "x-next-cursor" not in answer.headers:
            return lines, pages
        query["cursor"] = answer.headers["x-next-cursor"]
    raise AssertionError("it has no end")


def _said(api: Api, session_id: str, *texts: str) -> None:
    api("POST", "/v1/sessions", {"session_id": session_id, "ttl_seconds": 3600})
    for start in range(0, len(texts), 100):
        events = [{"role": "user", "content": text} for text in texts[start : start + 100]]
        assert api("POST", f"/v1/sessions/{session_id}/events", {"events": events}).status == 201


@TEXTS
def test_a_session_is_exported_with_events_summary_and_state(api: Api, text: str) -> None:
    _said(api, "chat-1", text, "Lisbon in May")
    _said(api, "chat-2", "Another matter")
    api("PUT", "/v1/sessions/chat-1/state", {"state": "planning", "pending": ["choose a hotel"], "data": {}})
    summary = api("POST", "/v1/sessions/chat-1/summary", {})
    lines, _ = _lines(api)
    assert [(one["session_id"], one["kind"]) for one in lines] == [
        ("chat-1", "session"), ("chat-1", "event"), ("chat-1", "event"), ("chat-1", "summary"), ("chat-1", "state"),
        ("chat-2", "session"), ("chat-2", "event"),
    ]  # fmt: skip
    assert [one["event"]["content"] for one in lines if one["event"]] == [text, "Lisbon in May", "Another matter"]
    assert lines[3]["summary"]["summary_id"] == summary.json["summary_id"]
    assert lines[4]["state"]["pending"] == ["choose a hotel"]


def test_the_pages_of_an_export_hold_each_line_once(api: Api) -> None:
    _said(api, "chat-1", *(f"{number} {'long ' * 1900}" for number in range(230)))
    for number in range(30):
        _said(api, f"small-{number}", f"matter {number}")
    lines, pages = _lines(api)
    assert pages > 1
    events = [one["event"]["content"] for one in lines if one["session_id"] == "chat-1" and one["event"]]
    assert [text.partition(" ")[0] for text in events] == [str(number) for number in range(230)]
    sessions = [one["session_id"] for one in lines if one["kind"] == "session"]
    assert sessions == ["chat-1", *(f"small-{number}" for number in range(30))]


def test_what_a_deletion_hides_is_not_exported(api: Api) -> None:
    _said(api, "chat-1", "Carries an EpiPen")
    _said(api, "chat-2", "Lisbon in May")
    api("POST", "/v1/deletions", {"request_id": "d1", "selector": {"kind": "session", "ids": ["chat-1"]}})
    lines, _ = _lines(api)
    assert {one["session_id"] for one in lines} == {"chat-2"}
    api("POST", "/v1/deletions", {"request_id": "d2", "selector": {"kind": "subject"}})
    assert _lines(api)[0] == []


def test_nobody_exports_anothers_sessions(api: Api) -> None:
    _said(api, "chat-1", "Carries an EpiPen")
    bob = a_caller("bob")
    api("GET", "/v1/export/sessions", caller=bob, query={"scope": ANN.path}).is_problem(403, "forbidden_scope")
    assert api("GET", "/v1/export/sessions", caller=bob).text == ""
    api("GET", "/v1/export/sessions", query={"cursor": "x"}).is_problem(400, "malformed")


def test_a_deletion_names_the_export_that_it_does_not_reach(api: Api) -> None:
    _said(api, "chat-1", "Carries an EpiPen")
    _lines(api)
    api("POST", "/v1/deletions", {"request_id": "d1", "selector": {"kind": "subject"}})
    api.world.drain()
    assert len(api("GET", "/v1/deletions/d1").json["exports"]) == 1
