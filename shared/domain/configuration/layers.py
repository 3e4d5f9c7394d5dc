"""The numbers of the memory's layers that a deployment may set, by name, each with its bounds.

`l1` is a session, `l2` what lasts, `l3` what a request brings from outside; `recall` is how they are read. What stands
nowhere keeps its default. One text (JSON, names to numbers) holds what is set: checked when a deployment is made, and
read once by each function."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from shared.domain.instants import days
from shared.domain.memories.lifetimes import ExpiryPolicy, TimeToLive, UpkeepPolicy
from shared.domain.memories.memory import MemoryType
from shared.domain.recall.policy import RecallPolicy
from shared.domain.sessions.session import SessionPolicy
from shared.domain.writing.decisions import WritePolicy

_YEARS = 3_650  # days
_WRITE, _RECALL, _SESSION = WritePolicy(), RecallPolicy(), SessionPolicy()
# How entries of a layer make room: fixed, and shown with the numbers.
EVICTION = {"l1": "ttl", "l2": "hard expiry, then soft expiry without a reader, then staleness", "l3": "none"}


@dataclass(frozen=True, slots=True)
class Number:
    """`whole`: no fractions. A time to live of 0 days is none."""

    default: float
    low: float
    high: float
    unit: str
    whole: bool = True


def _days(live: timedelta | None) -> int:
    return 0 if live is None else live.days


def _lives() -> dict[str, Number]:
    found = {}
    for type in MemoryType:
        live = _WRITE.expiry.of(type)
        found[f"l2.ttl.{type}.soft_days"] = Number(_days(live.soft), 0, _YEARS, "days")
        found[f"l2.ttl.{type}.hard_days"] = Number(_days(live.hard), 0, _YEARS, "days")
    return found


_UPKEEP = _WRITE.expiry.upkeep
NUMBERS: Mapping[str, Number] = {
    "l1.max_items": Number(_SESSION.max_events, 100, 10_000, "events"),
    "l1.ttl_seconds": Number(_SESSION.default_ttl.total_seconds(), 60, 2_592_000, "seconds"),
    **_lives(),
    "l2.soft_expired_unread_days": Number(_UPKEEP.soft_expired_unread.days, 1, 365, "days"),
    "l2.ended_kept_days": Number(_UPKEEP.ended_kept.days, 1, _YEARS, "days"),
    "l2.validity_ended_days": Number(_UPKEEP.validity_ended.days, 1, _YEARS, "days"),
    "l2.unread_days": Number(_UPKEEP.unread.days, 30, _YEARS, "days"),
    "l2.low_confidence": Number(_UPKEEP.low_confidence, 0.0, 0.6, "confidence", whole=False),
    "l2.low_confidence_days": Number(_UPKEEP.low_confidence_for.days, 1, 365, "days"),
    "l2.stale_at": Number(_UPKEEP.stale_at, 50, 100, "hundredths of staleness"),
    "l2.evict_at": Number(_UPKEEP.evict_at, 50, 100, "hundredths of staleness"),
    "l2.access_span_days": Number(_UPKEEP.access_span.days, 7, 365, "days"),
    "recall.pull_relevance": Number(_RECALL.pull_relevance, 0.5, 0.95, "relevance", whole=False),
    "recall.push_relevance": Number(_RECALL.push_relevance, 0.5, 0.95, "relevance", whole=False),
    "recall.push_items": Number(_RECALL.push_items, 1, 20, "memories"),
    "recall.push_tokens": Number(_RECALL.push_tokens, 100, 20_000, "tokens"),
}


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
        if self["l2.stale_at"] > self["l2.evict_at"]:
            raise ValueError("l2.stale_at must not be more than l2.evict_at")

    @property
    def session_policy(self) -> SessionPolicy:
        ttl = timedelta(seconds=self["l1.ttl_seconds"])
        return replace(_SESSION, default_ttl=ttl, max_events=int(self["l1.max_items"]))

    @property
    def write_policy(self) -> WritePolicy:
        upkeep = replace(
            _UPKEEP,
            soft_expired_unread=days(self["l2.soft_expired_unread_days"]),
            ended_kept=days(self["l2.ended_kept_days"]),
            validity_ended=days(self["l2.validity_ended_days"]),
            unread=days(self["l2.unread_days"]),
            low_confidence=self["l2.low_confidence"],
            low_confidence_for=days(self["l2.low_confidence_days"]),
            stale_at=int(self["l2.stale_at"]),
            evict_at=int(self["l2.evict_at"]),
            access_span=days(self["l2.access_span_days"]),
        )
        return replace(_WRITE, expiry=self._expiry(upkeep))

    @property
    def recall_policy(self) -> RecallPolicy:
        return replace(
            _RECALL,
            pull_relevance=self["recall.pull_relevance"],
            push_relevance=self["recall.push_relevance"],
            push_items=int(self["recall.push_items"]),
            push_tokens=int(self["recall.push_tokens"]),
        )

    def _expiry(self, upkeep: UpkeepPolicy) -> ExpiryPolicy:
        lives = {type: self._life(type) for type in MemoryType}
        return replace(
            _WRITE.expiry,
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
