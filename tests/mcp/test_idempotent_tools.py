"""A tool that is called again with the same key has one effect and one answer."""

from __future__ import annotations

from typing import Any

import pytest

from shared.records import keys
from tests.mcp.calls import Mcp

FACT: dict[str, Any] = {"content": "The office is on the third floor", "type": "semantic", "source": "user_stated"}
BEFORE = "answered before"


def events(*contents: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": content} for content in contents]


def count(mcp: Mcp, prefix: str) -> int:
    return len(mcp.world.records(prefix=prefix))


def test_a_statement_that_is_sent_again_gets_the_first_answer_also_when_the_memory_has_changed(mcp: Mcp) -> None:
    first = mcp.use("remember", **FACT, idempotency_key="k1")
    id = first.data["memory"]["memory_id"]
    mcp.use("correct", memory_id=id, content="The office is on the fifth floor")
    again = mcp.use("remember", **FACT, idempotency_key="k1")
    assert (first.data["outcome"], again.data["outcome"]) == ("created", "created")
    assert again.data["memory"]["memory_id"] == id
    assert BEFORE not in first.text
    assert BEFORE in again.text
    assert count(mcp, keys.CURRENT_PREFIX) == 1


def test_a_correction_that_is_sent_again_is_made_once(mcp: Mcp) -> None:
    id = mcp.remembered("The office is on the third floor")
    change: dict[str, Any] = {"memory_id": id, "content": "The office is on the fifth floor", "expected_version": 1}
    for _ in range(2):
        answer = mcp.use("correct", **change, idempotency_key="k1")
        assert (answer.data["outcome"], answer.data["memory"]["version"]) == ("updated", 2)
    assert len(mcp.use("history", memory_id=id).data["versions"]) == 2
    assert "version_conflict" in mcp.refused("correct", **change, idempotency_key="k2")


def test_events_without_ids_that_are_sent_again_are_stored_once(mcp: Mcp) -> None:
    """Also by the call that opens the session."""
    said: dict[str, Any] = {"session_id": "s1", "events": events("Good morning", "Book the train to Graz")}
    first = mcp.use("session_append", **said, idempotency_key="k1")
    again = mcp.use("session_append", **said, idempotency_key="k1")
    assert again.data == first.data
    assert BEFORE in again.text
    assert count(mcp, "evt#") == 2


def test_a_deletion_that_is_asked_for_again_is_the_same_one(mcp: Mcp) -> None:
    id = mcp.remembered("Ann's landlord is Mr Svoboda")
    mcp.use("session_append", session_id="s1", events=events("Mr Svoboda called"))
    asked: dict[str, Any] = {"memory_ids": [id], "session_ids": ["s1"]}
    first = mcp.use("forget", **asked, idempotency_key="k1")
    mcp.world.drain()
    again = mcp.use("forget", **asked, idempotency_key="k1")
    assert again.data["deletions"] == first.data["deletions"]
    assert len(first.data["deletions"]) == 2
    assert count(mcp, keys.DELETION_PREFIX) == 2


def test_a_key_with_other_arguments_is_refused_and_another_tools_key_is_another_one(mcp: Mcp) -> None:
    id = mcp.use("remember", **FACT, idempotency_key="k1").data["memory"]["memory_id"]
    other: dict[str, Any] = {**FACT, "content": "The office is in Graz"}
    assert "idempotency_mismatch" in mcp.refused("remember", **other, idempotency_key="k1")
    assert mcp.use("correct", memory_id=id, content="It moved", idempotency_key="k1").data["outcome"] == "updated"


@pytest.mark.parametrize("key", ["", "   ", "a\nb", "x" * 256])
def test_a_key_that_http_would_refuse_is_refused(mcp: Mcp, key: str) -> None:
    assert "idempotency_key" in mcp.refused("remember", **FACT, idempotency_key=key)
