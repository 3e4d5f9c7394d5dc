"""The numbers of the memory's layers that a deployment may set, by name, each with its bounds (`numbers`).

`l1` is a session, `l2` what lasts, `l3` what a request brings from outside; `write` decides what is stored, `recall`,
`ranking` and `context` how it is read. What stands nowhere keeps its default. One text (JSON, names to numbers) holds
what is set: checked when a deployment is made, and read once by each function."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TypeVar

from shared.domain.configuration.numbers import (
    CONTEXT,
    HALF_LIFE,
    LEAST_MEMORIES,
    NUMBERS,
    RECALL,
    SESSION,
    SESSION_SEARCH,
    WRITE,
    weights_of,
)
from shared.domain.context.shares import ContextPolicy
from shared.domain.instants import days
from shared.domain.memories.lifetimes import ExpiryPolicy, TimeToLive, UpkeepPolicy
from shared.domain.memories.memory import MemoryType
from shared.domain.recall.policy import EvidencePolicy, RecallPolicy, TextbookPolicy
from shared.domain.sessions.event_search import SessionSearchPolicy
from shared.domain.sessions.session import SessionPolicy
from shared.domain.writing.decisions import WritePolicy

__all__ = ["EVICTION", "NUMBERS", "Layers"]

# How entries of a layer make room: fixed, and shown with the numbers.
EVICTION = {
    "l1": "ttl",
    "l2": "hard expiry, then soft expiry without a reader; over the limit: ended ones, then by staleness, then by age",
    "l3": "none",
}
# Without all of these nothing that a memory says orders the answers.
_WHAT_IT_SAYS = {
    "ranking.default": ("near", "vector", "vector_alone", "keyword"),
    "ranking.textbook": ("vector", "keyword"),
}
_Policy = TypeVar("_Policy", EvidencePolicy, TextbookPolicy)


@dataclass(frozen=True, slots=True)
class Layers:
    """What a deployment set: the numbers that differ from their defaults may be fewer."""

    given: Mapping[str, float]

    def __getitem__(self, name: str) -> float:
        return self.given.get(name, NUMBERS[name].default)

    @classmethod
    def read(cls, text: str) -> Layers:
        """Raises `ValueError` that names what is wrong: no JSON object, an unknown name, a number out of its bounds,
        or two numbers that contradict each other."""
        if not text:
            return cls({})
        try:
            given = dict(json.loads(text).items())
        except (AttributeError, json.JSONDecodeError):
            raise ValueError("must be a JSON object of names and numbers") from None
        layers = cls({name: _checked(name, value) for name, value in given.items()})
        layers._refuse_contradictions()
        return layers

    def text(self) -> str:
        return json.dumps(dict(self.given), sort_keys=True) if self.given else ""

    def _refuse_contradictions(self) -> None:
        for type in MemoryType:
            soft, hard = self[f"l2.ttl.{type}.soft_days"], self[f"l2.ttl.{type}.hard_days"]
            if hard and soft > hard:
                raise ValueError(f"l2.ttl.{type}: soft_days must not be more than hard_days")
        for owner in ("user", "project"):
            if 0 < self[f"l2.max_memories.{owner}"] < LEAST_MEMORIES:
                raise ValueError(f"l2.max_memories.{owner} must be 0 (no limit) or at least {LEAST_MEMORIES}")
        for low, high in (("l2.stale_at", "l2.evict_at"), ("write.inferred_stored", "write.inferred_active")):
            if self[low] > self[high]:
                raise ValueError(f"{low} must not be more than {high}")
        for profile, parts in _WHAT_IT_SAYS.items():
            if not any(self[f"{profile}.{part}"] for part in parts):
                raise ValueError(f"{profile}: one of {', '.join(parts)} must be more than 0")

    @property
    def session_policy(self) -> SessionPolicy:
        ttl = timedelta(seconds=self["l1.ttl_seconds"])
        return replace(SESSION, default_ttl=ttl, max_events=int(self["l1.max_items"]))

    @property
    def session_search_policy(self) -> SessionSearchPolicy:
        return replace(
            SESSION_SEARCH,
            relevance_alone=self["l1.relevance_alone"],
            relevance_standing_out=self["l1.relevance_standing_out"],
            relevance_among_few=self["l1.relevance_among_few"],
        )

    @property
    def write_policy(self) -> WritePolicy:
        upkeep = replace(
            WRITE.expiry.upkeep,
            soft_expired_unread=days(self["l2.soft_expired_unread_days"]),
            ended_kept=days(self["l2.ended_kept_days"]),
            validity_ended=days(self["l2.validity_ended_days"]),
            unread=days(self["l2.unread_days"]),
            low_confidence=self["l2.low_confidence"],
            low_confidence_for=days(self["l2.low_confidence_days"]),
            stale_at=int(self["l2.stale_at"]),
            evict_at=int(self["l2.evict_at"]),
            access_span=days(self["l2.access_span_days"]),
            most_removed=int(self["l2.most_removed"]),
            user_memories=int(self["l2.max_memories.user"]),
            project_memories=int(self["l2.max_memories.project"]),
        )
        writeback = replace(
            WRITE.writeback,
            inferred_active=self["write.inferred_active"],
            inferred_stored=self["write.inferred_stored"],
        )
        arbitration = replace(WRITE.arbitration, confidence_gap=self["write.confidence_gap"])
        return replace(WRITE, expiry=self._expiry(upkeep), writeback=writeback, arbitration=arbitration)

    @property
    def recall_policy(self) -> RecallPolicy:
        return replace(
            RECALL,
            pull_relevance=self["recall.pull_relevance"],
            push_relevance=self["recall.push_relevance"],
            push_items=int(self["recall.push_items"]),
            push_tokens=int(self["recall.push_tokens"]),
            evidence=replace(
                self._weighted("ranking.default", RECALL.evidence),
                english_cues=bool(self["ranking.default.english_cues"]),
            ),
            textbook=self._weighted("ranking.textbook", RECALL.textbook),
        )

    @property
    def context_policy(self) -> ContextPolicy:
        return replace(
            CONTEXT,
            token_budget=int(self["context.token_budget"]),
            recent_turns=int(self["context.recent_turns"]),
            recent_share=self["context.recent_share"],
            binding_share=self["context.binding_share"],
            related_share=self["context.related_share"],
            profile_share=self["context.profile_share"],
            summary_share=self["context.summary_share"],
            binding_weight=self["context.binding_weight"],
            near=self["context.near"],
        )

    def _weighted(self, profile: str, policy: _Policy) -> _Policy:
        weights = {name: self[f"{profile}.{name}"] for name in weights_of(policy)}
        half_life = days(self[f"{profile}.{HALF_LIFE}_days"])
        return replace(policy, **weights, recency_half_life=half_life)  # type: ignore[arg-type]

    def _expiry(self, upkeep: UpkeepPolicy) -> ExpiryPolicy:
        lives = {type: self._life(type) for type in MemoryType}
        return replace(
            WRITE.expiry,
            preference=lives[MemoryType.PREFERENCE],
            task=lives[MemoryType.TASK],
            episodic=lives[MemoryType.EPISODIC],
            semantic=lives[MemoryType.SEMANTIC],
            procedural=lives[MemoryType.PROCEDURAL],
            profile=lives[MemoryType.PROFILE],
            upkeep=upkeep,
        )

    def _life(self, type: MemoryType) -> TimeToLive:
        soft, hard = self[f"l2.ttl.{type}.soft_days"], self[f"l2.ttl.{type}.hard_days"]
        return TimeToLive(days(soft) if soft else None, days(hard) if hard else None)


def _checked(name: str, value: object) -> float:
    known = NUMBERS.get(name)
    if known is None:
        near = difflib.get_close_matches(name, NUMBERS, 1)
        raise ValueError(f"{name} is unknown{f': did you mean {near[0]}?' if near else ''}")
    if isinstance(value, bool) or not isinstance(value, int | float) or (known.whole and value != int(value)):
        raise ValueError(f"{name} must be a {'whole ' if known.whole else ''}number, not {value!r}")
    if not known.low <= value <= known.high:
        raise ValueError(f"{name} must be from {known.low} to {known.high} {known.unit}, not {value}")
    return float(value)
