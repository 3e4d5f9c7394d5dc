"""An approval that is remembered holds as long as its change request is open."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.acceptance.time.person import Person


@dataclass(frozen=True)
class _Change:
    approved: str
    closed: str
    both: str
    also_closed: str
    question: str


CHANGES = pytest.mark.parametrize(
    "change",
    [
        _Change(
            "我批准变更单 CHG-1042。",
            "变更单 CHG-1042 已关闭。",
            "我批准 CHG-1042 和 CHG-2000。",
            "变更单 CHG-2000 已完成。",
            "CHG-1042 批准了吗？",
        ),
        _Change(
            "Ann approves CHG-1042.",
            "CHG-1042 is closed.",
            "Ann approves CHG-1042 and CHG-2000.",
            "CHG-2000 is completed.",
            "Is CHG-1042 approved?",
        ),
    ],
    ids=["zh", "en"],
)


def _state(ann: Person, content: str) -> str:
    return next(str(one["status"]) for one in ann.memories() if one["content"] == content)


@CHANGES
@pytest.mark.parametrize("type", ["semantic", "episodic"])
@pytest.mark.parametrize("source", ["user_stated", "config_change"])
def test_an_approval_ends_with_its_change_request(ann: Person, change: _Change, type: str, source: str) -> None:
    ann.said(change.approved, type=type)
    closing = ann.said(change.closed, source=source)
    assert (closing["outcome"], closing["memory"]["status"]) == ("updated", "active")
    assert _state(ann, change.approved) == "superseded"
    assert change.approved not in ann.recalled(change.question)


@CHANGES
def test_an_approval_of_two_requests_ends_with_the_second(ann: Person, change: _Change) -> None:
    ann.said(change.both)
    ann.said(change.closed)
    assert _state(ann, change.both) == "active"
    ann.said(change.also_closed)
    assert _state(ann, change.both) == "superseded"


@CHANGES
def test_an_approval_that_arrives_late_does_not_open_a_closed_request(ann: Person, change: _Change) -> None:
    given = ann.after(hours=-2)
    ann.said(change.closed)
    late = ann.said(change.approved, observed_at=given)
    assert (late["outcome"], late["memory"]["content"]) == ("kept_existing", change.closed)
    assert [one["content"] for one in ann.memories()] == [change.closed]


@CHANGES
def test_a_new_approval_after_the_end_holds(ann: Person, change: _Change) -> None:
    ann.said(change.closed)
    ann.wait(hours=1)
    ann.said(change.approved)
    assert _state(ann, change.approved) == "active"


@CHANGES
def test_an_approval_holds_again_when_the_source_of_its_end_is_deleted(ann: Person, change: _Change) -> None:
    ann.said(change.approved)
    ann.said(change.closed, source_event_ids=["s1/e1"])
    assert _state(ann, change.approved) == "superseded"
    body = {"request_id": "slip", "selector": {"kind": "event", "ids": ["e1"], "session_id": "s1"}}
    assert ann.api("POST", "/v1/deletions", body).status == 202
    ann.world.drain()
    assert _state(ann, change.approved) == "active"


@CHANGES
def test_what_a_page_says_ends_no_approval(ann: Person, change: _Change) -> None:
    ann.said(change.approved)
    ann.said(change.closed, source="external_unverified")
    assert _state(ann, change.approved) == "active"


def test_a_memory_that_says_more_than_an_approval_stays(ann: Person) -> None:
    fact = "Ann approves CHG-1042. The mail server stands in Oslo."
    ann.said(fact)
    ann.said("CHG-1042 is closed.")
    assert _state(ann, fact) == "active"
