"""How credible a memory is: it orders what answers equally well, and lists and recalls can ask for it. Which layer of a
context a memory is in."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acceptance.time.person import RECORDS, Person
from tests.builders import a_caller

RITA = a_caller("ann", "reviewer")
# Two answers to one question, and something else.
STORIES = [
    ("用户坐八点十五的火车上班", "用户夏天骑自行车上班", "用户怎么上班？"),
    ("The archive is on the third floor", "The badge office is beside the archive", "Where is the archive?"),
    ("Billing is deployed on Fridays", "The release bot deploys billing", "How is billing deployed?"),
    ("Ann takes the 8:15 train to work", "Ann bikes to work in summer", "How does Ann get to work?"),
]


def confirmed(ann: Person, content: str, **fields: Any) -> None:
    ann.said(content, RITA, source="human_confirmed", **fields)


@pytest.mark.parametrize("story", STORIES, ids=["zh", "archive", "deploys", "work"])
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("extracted_later", [False, True])
def test_of_two_answers_a_confirmed_one_comes_before_an_extracted_one(
    ann: Person, story: tuple[str, str, str], swapped: bool, extracted_later: bool
) -> None:
    sure, guessed = story[1 if swapped else 0], story[0 if swapped else 1]
    for is_sure in (True, False) if extracted_later else (False, True):
        if is_sure:
            confirmed(ann, sure)
        else:
            ann.said(guessed, source="task_outcome")
        ann.wait(hours=2)
    found = ann.recall(story[2], min_relevance=0.0)["memories"]
    assert [hit["memory"]["content"] for hit in found] == [sure, guessed]
    assert found[0]["score"] >= found[1]["score"]


def test_credibility_does_not_outweigh_the_better_answer(ann: Person) -> None:
    confirmed(ann, "The cache of billing uses port 6379")
    ann.said("The billing database uses port 5432", source="task_outcome")
    assert ann.recalled("Which port does the billing database use?")[0] == "The billing database uses port 5432"


TEXTS = {
    "human_confirmed": "Deploys of billing need two approvals",
    "user_stated": "Deploys of billing happen on Fridays",
    "task_outcome": "Deploys of billing take nine minutes",
}


@pytest.fixture
def known(ann: Person) -> Person:
    for source, text in TEXTS.items():
        ann.said(text, RITA, source=source)
    ann.said("Deploys of billing are announced in the channel", trust="unverified")
    return ann


@pytest.mark.parametrize(
    ("asked", "listed", "found"),
    [
        ({"sources": ["task_outcome"]}, {"source": "task_outcome"}, ["task_outcome"]),
        ({"min_tier": 5}, {"min_tier": 5}, ["human_confirmed"]),
        ({"trust": "data"}, {"trust": "data"}, ["human_confirmed", "task_outcome", "user_stated"]),
        ({"trust": "unverified"}, {"trust": "unverified"}, ["unverified"]),
        ({"min_tier": 4, "trust": "data"}, {"min_tier": 4, "trust": "data"}, ["human_confirmed", "user_stated"]),
        ({"sources": ["task_outcome"], "min_tier": 5}, {"source": "task_outcome", "min_tier": 5}, []),
    ],
)
def test_recalls_contexts_and_lists_ask_for_source_tier_and_trust(
    known: Person, asked: dict[str, Any], listed: dict[str, Any], found: list[str]
) -> None:
    kinds = {text: source for source, text in TEXTS.items()}

    def kinds_of(contents: list[str]) -> list[str]:
        return sorted(kinds.get(content, "unverified") for content in contents)

    assert kinds_of([memory["content"] for memory in known.memories(**listed)]) == found
    assert kinds_of(known.recalled("deploys of billing", **asked)) == found
    items = known.context("deploys of billing", **asked)["items"]
    assert set(kinds_of([item["content"] for item in items])) <= set(found)
    if found:
        assert items


def test_a_policy_is_found_by_its_trust(ann: Person) -> None:
    ann.said("Deploys of billing happen on Fridays")
    rule = "Deploys of billing need two approvals"
    ann.said(rule, RECORDS, source="system_of_record", trust="instruction", scope="/org/acme/user/ann")
    assert ann.recalled("deploys of billing", trust="instruction") == [rule]
    assert [memory["content"] for memory in ann.memories(trust="instruction")] == [rule]


def test_a_tier_that_does_not_exist_is_refused(ann: Person) -> None:
    assert ann.api("POST", "/v1/recall", {"query": "deploys", "min_tier": 7}).fields() == ["min_tier"]
    assert ann.api("GET", "/v1/memories", query={"min_tier": "0"}).fields() == ["min_tier"]


@pytest.mark.parametrize(
    ("name", "wish", "rule", "goal"),
    [
        ("姓名：李安", "喜欢用中文回复", "回复里绝对不能包含客户的电话号码", "写一封回复客户的邮件"),
        (
            "Name: Ann Lee",
            "Prefers replies in French",
            "Never put phone numbers of customers into replies",
            "Write a reply to a customer and sign it with my name",
        ),
    ],
    ids=["zh", "en"],
)
def test_the_layer_profile_holds_profiles_only(ann: Person, name: str, wish: str, rule: str, goal: str) -> None:
    ann.said(name, RECORDS, type="profile", source="system_of_record", scope="/org/acme/user/ann")
    ann.said(wish, type="preference")
    ann.said(rule, type="preference")
    placed = {item["content"]: (item["layer"], item["reason"]) for item in ann.context(goal)["items"]}
    assert placed[name] == ("profile", "profile")
    assert placed[rule] == ("long_term", "binding")
    assert placed[wish][0] == "long_term"
