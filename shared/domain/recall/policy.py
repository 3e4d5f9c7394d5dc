"""The numbers of a recall, and the weights by which it ranks.

The id of a recall: says by itself when it was, and that this caller was given it. Nothing has to be kept for it.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TypeAlias

from shared.domain.errors import NotFound
from shared.domain.memories.memory import MemoryType


class Mode(StrEnum):
    PULL = "pull"
    PUSH = "push"


class TimeKind(StrEnum):
    """What `as_of` asks: what held then, or what was believed then."""

    VALID = "valid"
    RECORDED = "recorded"


@dataclass(frozen=True, slots=True)
class EvidencePolicy:
    """The profile `default`: what the talk around a memory says counts as much as its own words.

    The weights were found on conversations 1-5 of LoCoMo and confirmed on 6-10; scaling each at random by 0.6-1.4 moves
    R@10 by less than .005, so they are not finely tuned. Those of `importance` and `recency` are a choice: they order
    memories that answer equally well.
    """

    near: float = 4.5  # the question's words, here or in the turns around: the strongest single part
    vector: float = 0.6  # per standard deviation of the cosine
    vector_alone: float = 0.9  # in its place where no candidate is a turn: a statement's vector is of all that it says
    next: float = 0.35  # per standard deviation of the next turn's: a question's answer lies one turn on
    session: float = 1.0  # per standard deviation of the session's best turn
    keyword: float = 1.0  # BM25 over its best, by how much of the question any candidate holds
    speaker: float = 2.5  # the one participant that the question names is speaking
    date: float = 8.0  # said near the date that the question names
    statement: float = 0.6  # English: does not end as a question
    answers: float = 1.2  # English: directly follows a question of the same words
    capitalised: float = 1.0  # English, among turns: names something
    capitalised_if_asked: float = 2.0  # on top, when who, where, which or a name is asked for
    time_if_asked: float = 2.0  # says when, and that is asked for
    importance: float = 0.1
    recency: float = 0.05  # more costs recall: 0.2 of the whole costs a sixth of it
    recency_if_asked: float = 1.0  # the question asks for what is current
    present_if_asked: float = 2.5  # and then: does not say what was, or what somebody would like
    own_if_asked: float = 1.0  # the question is about the speaker alone: does not tell of somebody in that one's life
    relation_if_asked: float = 0.6  # tells the relation that the question asks for (job, home, age), in whatever words
    recency_half_life: timedelta = timedelta(days=30)  # the soft life of a task, the shortest-lived type
    english_cues: bool = True  # form B (R@10 .844); without them form A, for any language (.829)


@dataclass(frozen=True, slots=True)
class TextbookPolicy:
    """The profile `textbook`: the four classic parts, each stretched over the candidates. A third less recall."""

    vector: float = 0.4
    keyword: float = 0.3
    recency: float = 0.2
    importance: float = 0.1
    recency_if_asked: float = 0.4  # twice its weight when the question asks for what is current
    recency_half_life: timedelta = timedelta(days=30)


RankingPolicy: TypeAlias = EvidencePolicy | TextbookPolicy

PROFILES: Mapping[str, RankingPolicy] = {"default": EvidencePolicy(), "textbook": TextbookPolicy()}


@dataclass(frozen=True, slots=True)
class RecallPolicy:
    """SPEC section 5."""

    pull_relevance: float = 0.75
    push_relevance: float = 0.8
    push_items: int = 5
    push_tokens: int = 2_000  # of the contents together
    push_types: tuple[MemoryType, ...] = (
        MemoryType.PREFERENCE,
        MemoryType.PROFILE,
        MemoryType.TASK,
        MemoryType.SEMANTIC,
    )
    # Candidates of each sub-query: on LoCoMo 50 lose .004 of R@10 against them, in one owner's 5,882 memories .012, and
    # 150 win no more (docs/decisions/ranking.md). A larger `top_k` asks for more, up to the bound.
    candidates: int = 100
    most_candidates: int = 200
    # Records read for k answers: some of what a lagging view finds is no longer there.
    hydrate_factor: int = 2
    evidence: EvidencePolicy = EvidencePolicy()
    textbook: TextbookPolicy = TextbookPolicy()
    # With search down: how many memories of each readable scope are looked through, newest first.
    degraded_looked_at: int = 200

    def ranking(self, profile: str) -> RankingPolicy:
        """Of `PROFILES`, with the weights that the deployment has set."""
        return self.evidence if isinstance(PROFILES[profile], EvidencePolicy) else self.textbook


# How long feedback on a recall is taken.
OPEN_FOR = timedelta(days=1)
_CHECK = 16


def recall_id(fresh_id: str, principal: str) -> str:
    """`fresh_id` is a UUIDv7. The check is no secret: feedback opens nothing that its sender may not read anyway."""
    return f"{fresh_id}-{_check(fresh_id, principal)}"


def _check(fresh_id: str, principal: str) -> str:
    return hashlib.sha256(f"recall\x00{fresh_id}\x00{principal}".encode()).hexdigest()[:_CHECK]


def require_recall(text: str, principal: str, now: datetime) -> str:
    """The id itself, if this caller was given it within the last day. Raises `NotFound`."""
    fresh_id = text.rpartition("-")[0]
    try:
        made_at = datetime.fromtimestamp((uuid.UUID(fresh_id).int >> 80) / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        raise NotFound("there is no such recall") from None
    if recall_id(fresh_id, principal) != text or not now - OPEN_FOR <= made_at <= now + timedelta(minutes=1):
        raise NotFound("there is no such recall")
    return text
