"""Statements that contradict each other are settled or put up for review, in Chinese and in English."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acceptance.time.person import ANN, RECORDS, Person
from tests.builders import a_caller

SETTLED = [
    ("我使用 Java", "我已经转用 Go", "我用什么语言？"),
    ("用户使用 Java", "用户已经转用 Go 了", "用户用什么编程语言？"),
    ("I use Java", "I have switched to Go", "Which programming language do I use?"),
    ("I program in Java", "I now use Go instead of Java", "Which programming language do I use?"),
    ("Expense reports go to Maria", "Expense reports now go to Ben", "Who gets the expense reports?"),
    ("报销单交给王芳", "报销单现在交给李雷", "报销单交给谁？"),
    ("color = dark", "color = light", "Which color?"),
    ("user.color_preference = dark", "user.color_preference = light", "Which color preference?"),
    ("颜色偏好 = 深色", "颜色偏好 = 浅色", "什么颜色？"),
    ("我喜欢 X 品牌", "我不喜欢 X 品牌", "X 品牌怎么样？"),
]
REVIEWED = [
    ("我不喜欢 X 品牌", "X 品牌的新系列不错", "X 品牌怎么样？"),
    ("The user doesn't like brand X", "The user says brand X's new series is good", "What about brand X?"),
    ("我吃素", "我最爱吃牛排", "我吃什么？"),
    ("用户是素食者", "用户喜欢吃牛排", "用户吃什么？"),
    ("I am a vegetarian", "I love steak and eat it every week", "What do I eat?"),
    ("The user is vegetarian", "用户喜欢吃牛排", "What does the user eat?"),
    ("Ich bin Vegetarier", "Ich esse gerne Schnitzel", "Was esse ich?"),
]
BESIDE = [
    ("user.color_preference = dark", "user.font_preference = large"),
    ("I use Java", "I use Chrome"),
    ("I am a vegetarian", "My brother ordered a burger"),
    ("我吃素", "我用 Go 写后端"),
    ("Expense reports go to Maria", "Travel requests now go to Ben"),
    ("I don't like brand X", "Brand Y's new line is nice"),
]


@pytest.mark.parametrize(("before", "after", "question"), SETTLED)
def test_a_persons_later_word_settles_it(ann: Person, before: str, after: str, question: str) -> None:
    old = ann.said(before)["memory"]
    answer = ann.said(after)
    assert (answer["outcome"], answer["memory"]["supersedes"]) == ("updated", old["memory_id"])
    assert ann.memory(old["memory_id"])["status"] == "superseded"
    assert ann.recalled(question) == [after]
    assert ann.recalled(question, include_history=True).count(before) == 1


@pytest.mark.parametrize(("before", "after", "question"), SETTLED)
def test_what_an_agent_concluded_is_settled_or_put_up_for_review(
    ann: Person, before: str, after: str, question: str
) -> None:
    concluded: dict[str, Any] = {"source": "agent_inferred", "confidence": 0.9}
    ann.said(before, **concluded)
    outcome = ann.said(after, **concluded)["outcome"]
    assert outcome in ("updated", "conflict")
    assert len(ann.reviews(kind="conflict")) == (outcome == "conflict")


@pytest.mark.parametrize(("before", "after", "question"), REVIEWED)
def test_what_words_cannot_settle_is_put_up_for_review(ann: Person, before: str, after: str, question: str) -> None:
    ann.said(before, type="preference")
    assert ann.said(after, type="preference")["outcome"] == "conflict"
    (review,) = ann.reviews(kind="conflict")
    assert {member["content"] for member in review["members"]} == {before, after}
    low = ann.recall(question, min_relevance=0.0)
    assert [hit["memory"]["content"] for hit in low["memories"]] == [after]
    assert low["memories"][0]["basis"] == "observed later"
    high = ann.recall(question, min_relevance=0.0, risk="high")
    assert (high["memories"], high["needs_confirmation"]) == ([], True)


@pytest.mark.parametrize(("one", "other"), BESIDE)
def test_what_goes_together_stays_side_by_side(ann: Person, one: str, other: str) -> None:
    ann.said(one)
    assert ann.said(other)["outcome"] == "created"
    assert ann.reviews() == []


def test_the_story_of_the_brand_ends_with_one_answer(ann: Person) -> None:
    """What was said later is never behind what was said before, and the contradiction is before a person."""
    for said in ("我不喜欢 X 品牌", "现在不考虑这个品类", "X 品牌的新系列不错"):
        ann.said(said, type="preference")
    recalled = ann.recalled("X 品牌怎么样？")
    assert recalled[0] == "X 品牌的新系列不错"
    assert "我不喜欢 X 品牌" not in recalled
    assert len(ann.reviews(kind="conflict")) == 1


PROFILES = [
    ("用户在财务部工作", "用户在市场部工作", "用户在哪个部门工作？"),
    ("Works in the finance department", "Works in the marketing department", "Which department?"),
]


@pytest.mark.parametrize(("record", "claim", "question"), PROFILES, ids=["zh", "en"])
@pytest.mark.parametrize("kind", ["semantic", "preference", "procedural"])
@pytest.mark.parametrize("source", ["user_stated", "agent_inferred"])
def test_a_claim_beside_a_profile_record_is_a_conflict(
    ann: Person, record: str, claim: str, question: str, kind: str, source: str
) -> None:
    profile: dict[str, Any] = {"type": "profile", "source": "system_of_record", "key": "department", "scope": ANN}
    ann.said(record, RECORDS, **profile)
    answer = ann.said(claim, type=kind, source=source, confidence=0.95, key="department")
    assert answer["outcome"] == "conflict"
    low = ann.recall(question, min_relevance=0.0)
    assert [hit["memory"]["content"] for hit in low["memories"]] == [record]
    high = ann.recall(question, min_relevance=0.0, risk="high")
    assert (high["memories"], high["needs_confirmation"]) == ([], True)
    assert len(ann.reviews(kind="conflict")) == 1
    ann.said(record, RECORDS, **profile)  # its source says so again
    assert ann.recall(question, min_relevance=0.0, risk="high")["needs_confirmation"] is False


def test_only_its_source_or_an_erasure_removes_a_profile(ann: Person) -> None:
    record = ann.said(
        "Works in the finance department",
        RECORDS,
        type="profile",
        source="system_of_record",
        key="department",
        scope=ANN,
    )["memory"]["memory_id"]
    agent = a_caller("ann", agent_id="assistant-1")
    for caller in (agent, a_caller("ann")):
        ann.api("DELETE", f"/v1/memories/{record}", None, caller).is_problem(403, "profile_read_only")
        for selector in ({"kind": "memory", "ids": [record]}, {"kind": "type", "ids": ["profile"]}):
            body = {"request_id": "d1", "selector": selector}
            ann.api("POST", "/v1/deletions", body, caller).is_problem(403, "profile_read_only")
    refused = ann.mcp.refused("forget", agent, memory_ids=[record])
    assert "profile" in refused
    assert ann.memory(record)["status"] == "active"
    erased = {"request_id": "d2", "selector": {"kind": "subject"}}
    assert ann.api("POST", "/v1/deletions", erased).status == 202
    ann.world.drain()
    assert ann.memories() == []
