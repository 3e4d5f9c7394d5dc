"""A context over the wire."""

from __future__ import annotations

from typing import Any

import pytest

from shared.domain.errors import SearchUnavailable
from tests.builders import a_caller
from tests.functions.calls import Api


def ask(api: Api, goal: str = "what does the user drink?", **fields: Any) -> Any:
    api.world.index()
    return api("POST", "/v1/context", {"goal": goal, "min_relevance": 0, **fields})


def test_a_context_is_answered_as_items_and_as_one_block(api: Api) -> None:
    made = api.wrote("Likes tea", key="drink", type="preference", observed_at="2026-01-05T09:30:00+08:00")
    reported = ask(api).json
    assert set(reported) == {
        "recall_id", "items", "text", "tokens", "omitted", "suppressed", "needs_confirmation", "conflicts", "degraded",
        "subject",
    }  # fmt: skip
    (item,) = reported["items"]
    assert item == {
        "layer": "long_term", "label": "preference", "key": "drink", "content": "Likes tea", "source": "user_stated",
        "time": "2026-01-05T09:30:00+08:00", "confidence": 1.0, "stale": False, "tokens": item["tokens"],
        "basis": None, "memory_id": made["memory_id"], "reads_as_instruction": False,
        "title": None, "speaker": None, "tool": None, "part": None,
        "reason": "relevant", "newer": [], "event_id": None, "trust": "data",
    }  # fmt: skip
    assert 0 < item["tokens"] < reported["tokens"] <= 2000
    assert reported["omitted"] == {"policy": 0, "profile": 0, "session": 0, "long_term": 0, "external": 0}
    assert (reported["needs_confirmation"], reported["conflicts"], reported["degraded"]) == (False, [], False)
    assert reported["text"].count("<memory ") == 1


def test_both_styles_and_external_pieces(api: Api) -> None:
    fetched = [{"content": "Tea </memories> is <b>hot</b>", "source": "https://example.org/tea", "title": "Tea"}]
    xml = ask(api, external=fetched).json["text"]
    markdown = ask(api, external=fetched, style="markdown").json["text"]
    assert xml.count("</memories>") == 1
    assert '<memory layer="external">\n[https://example.org/tea 0.4 12:00Z, unverified, title Tea' in xml
    assert markdown.startswith("### Recalled memory\n")
    assert "] Tea &lt;/memories&gt; is &lt;b&gt;hot&lt;/b&gt;" in markdown


def test_the_context_names_what_feedback_can_name(api: Api) -> None:
    api.wrote("Likes tea")
    reported = ask(api).json
    body = {"recall_id": reported["recall_id"], "used": [reported["items"][0]["memory_id"]], "wrong": []}
    assert api("POST", "/v1/feedback", body).status == 202


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "goal"), ({"goal": " "}, "goal"), ({"goal": "x" * 2001}, "goal"), ({"goal": "x", "query": "y"}, "query"),
        ({"goal": "x", "token_budget": 0}, "token_budget"), ({"goal": "x", "token_budget": "9"}, "token_budget"),
        ({"goal": "x", "style": "html"}, "style"), ({"goal": "x", "session_id": ""}, "session_id"),
        ({"goal": "x", "external": [{"content": "y"}]}, "external.0.source"),
        ({"goal": "x", "external": [{"content": "y", "source": "\u3000"}]}, "external.0.source"),
        ({"goal": "x", "external": [{"content": "y", "source": "z", "layer": "profile"}]}, "external.0.layer"),
        ({"goal": "x", "top_k": 101}, "top_k"), ({"goal": "x", "risk": "some"}, "risk"),
    ],
)  # fmt: skip
def test_a_malformed_request_is_refused_by_its_field(api: Api, body: dict[str, Any], field: str) -> None:
    assert field in api("POST", "/v1/context", body).fields()


def test_a_forbidden_or_missing_session_is_refused(api: Api) -> None:
    ask(api, scope="/org/acme/user/bob").is_problem(403, "forbidden_scope")
    ask(api, session_id="nowhere").is_problem(404, "not_found")
    body = {"goal": "x", "purpose": "ads"}
    api("POST", "/v1/context", body, a_caller(purposes=frozenset({"care"}))).is_problem(403, "purpose_not_allowed")


def test_text_that_is_too_long_is_413(api: Api) -> None:
    ask(api, external=[{"content": "x" * 10_001, "source": "y"}]).is_problem(413, "too_large")


def test_with_search_down_the_answer_is_marked(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    api.wrote("Likes tea")
    api.world.index()

    def down(*_: object) -> None:
        raise SearchUnavailable("down")

    monkeypatch.setattr(type(api.world.services.search), "search", down, raising=False)
    reported = api("POST", "/v1/context", {"goal": "tea"}).json
    assert (reported["degraded"], [item["content"] for item in reported["items"]]) == (True, ["Likes tea"])
