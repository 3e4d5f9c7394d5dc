"""What is known of a rejected statement: which other words are the same, and which are not."""

from __future__ import annotations

import pytest

from shared.domain.memories.evidence import Source
from shared.domain.reviews.review import stays_rejected
from shared.domain.writing.rejections import meaning_hash, rejection_hashes


@pytest.mark.parametrize(
    ("rejected", "again"),
    [
        ("Probably vegetarian", "The user is vegetarian"),
        ("Probably vegetarian", "The user is probably a vegetarian"),
        ("I love the brand Zephyr", "The user likes the brand Zephyr"),
        ("Lives in Lyon", "The user lives in Lyon."),
        ("The backup keeps 7 days", "the backup keeps seven days"),
        ("用户可能是素食者", "用户是素食者"),
    ],
)
def test_other_words_of_the_same_meaning_are_known(rejected: str, again: str) -> None:
    assert meaning_hash(rejected) is not None
    assert meaning_hash(rejected) == meaning_hash(again)


@pytest.mark.parametrize(
    ("rejected", "other"),
    [
        ("The user is vegetarian", "The user is not vegetarian"),
        ("I love the brand Zephyr", "I hate the brand Zephyr"),
        ("Server 3 is down", "Server 4 is down"),
        ("Lived in Lyon", "Lives in Lyon"),
        ("Plans to move to Lyon", "Moved to Lyon"),
        ("Anna reports to Bob", "Bob reports to Anna"),
        ("The rack limit is 40 units", "The rack limit is 42 units"),
        ("Pays in euros", "Pays in dollars"),
        ("Owns a cat", "Owns a cat called Biscuit"),
        ("用户是素食者", "用户不是素食者"),
        ("会议在周二", "会议在周四"),
    ],
)
def test_another_fact_is_not_taken_for_it(rejected: str, other: str) -> None:
    assert meaning_hash(rejected) != meaning_hash(other)


@pytest.mark.parametrize("text", ["Meets Anna tomorrow", "", "a " * 400])
def test_what_says_no_lasting_thing_is_known_by_its_text_alone(text: str) -> None:
    assert rejection_hashes(text, "hash") == ("hash",)


def test_an_inference_stays_rejected_and_a_persons_word_does_not() -> None:
    tier = Source.TASK_OUTCOME.tier
    refused = {source for source in Source if stays_rejected(tier, source)}
    assert refused == {
        Source.CONFIG_CHANGE,
        Source.TASK_OUTCOME,
        Source.AGENT_INFERRED,
        Source.EXTERNAL_UNVERIFIED,
    }
    assert not any(stays_rejected(0, source) for source in Source)
    assert {s for s in Source if stays_rejected(Source.AGENT_INFERRED.tier, s)} == {
        Source.AGENT_INFERRED,
        Source.EXTERNAL_UNVERIFIED,
    }
