"""The numbers of the memory's layers: what each is by default, and within which bounds it may be set.

The weights of a ranking may be up to four times what they are by default, and none negative, so that a score stays
within its bounds. They were measured together, as the shares of a context were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import timedelta

from shared.domain.context.shares import ContextPolicy
from shared.domain.memories.memory import MemoryType
from shared.domain.recall.policy import EvidencePolicy, RankingPolicy, RecallPolicy
from shared.domain.sessions.event_search import SessionSearchPolicy
from shared.domain.sessions.session import SessionPolicy
from shared.domain.writing.decisions import WritePolicy

YEARS = 3_650  # days
LEAST_MEMORIES = 100  # of a limit
WRITE, RECALL, SESSION = WritePolicy(), RecallPolicy(), SessionPolicy()
CONTEXT, SESSION_SEARCH = ContextPolicy(), SessionSearchPolicy()
_MOST_WEIGHT = 4.0  # times the default
HALF_LIFE = "recency_half_life"
RANKING: Mapping[str, RankingPolicy] = {"ranking.default": RECALL.evidence, "ranking.textbook": RECALL.textbook}


@dataclass(frozen=True, slots=True)
class Number:
    """`whole`: no fractions. A time to live of 0 days is none, and so is a limit of 0 memories."""

    default: float
    low: float
    high: float
    unit: str
    whole: bool = True


def _share(default: float, low: float = 0.0, high: float = 0.5, unit: str = "share of the budget") -> Number:
    return Number(default, low, high, unit, whole=False)


def _relevance(default: float, low: float = 0.5, high: float = 0.95) -> Number:
    return Number(default, low, high, "relevance", whole=False)


def _days(live: timedelta | None) -> int:
    return 0 if live is None else live.days


def _lives() -> dict[str, Number]:
    found = {}
    for type in MemoryType:
        live = WRITE.expiry.of(type)
        found[f"l2.ttl.{type}.soft_days"] = Number(_days(live.soft), 0, YEARS, "days")
        found[f"l2.ttl.{type}.hard_days"] = Number(_days(live.hard), 0, YEARS, "days")
    return found


def weights_of(policy: RankingPolicy) -> list[str]:
    """The fields of a profile that are weights."""
    return [field.name for field in fields(policy) if isinstance(getattr(policy, field.name), float)]


def _weights(profile: str, policy: RankingPolicy) -> dict[str, Number]:
    defaults = {name: getattr(policy, name) for name in weights_of(policy)}
    found = {
        f"{profile}.{name}": Number(default, 0.0, round(_MOST_WEIGHT * default, 2), "weight", whole=False)
        for name, default in defaults.items()
    }
    found[f"{profile}.{HALF_LIFE}_days"] = Number(policy.recency_half_life.days, 1, 365, "days")
    if isinstance(policy, EvidencePolicy):
        found[f"{profile}.english_cues"] = Number(int(policy.english_cues), 0, 1, "0 or 1")
    return found


_UPKEEP = WRITE.expiry.upkeep
NUMBERS: Mapping[str, Number] = {
    "l1.max_items": Number(SESSION.max_events, 100, 10_000, "events"),
    "l1.ttl_seconds": Number(SESSION.default_ttl.total_seconds(), 60, 2_592_000, "seconds"),
    "l1.relevance_alone": _relevance(SESSION_SEARCH.relevance_alone),
    "l1.relevance_standing_out": _relevance(SESSION_SEARCH.relevance_standing_out, 0.3),
    "l1.relevance_among_few": _relevance(SESSION_SEARCH.relevance_among_few),
    **_lives(),
    "l2.max_memories.user": Number(_UPKEEP.user_memories, 0, 100_000, "memories"),
    "l2.max_memories.project": Number(_UPKEEP.project_memories, 0, 100_000, "memories"),
    "l2.most_removed": Number(_UPKEEP.most_removed, 100, 100_000, "memories of an organisation in a pass"),
    "l2.soft_expired_unread_days": Number(_UPKEEP.soft_expired_unread.days, 1, 365, "days"),
    "l2.ended_kept_days": Number(_UPKEEP.ended_kept.days, 1, YEARS, "days"),
    "l2.validity_ended_days": Number(_UPKEEP.validity_ended.days, 1, YEARS, "days"),
    "l2.unread_days": Number(_UPKEEP.unread.days, 30, YEARS, "days"),
    "l2.low_confidence": Number(_UPKEEP.low_confidence, 0.0, 0.6, "confidence", whole=False),
    "l2.low_confidence_days": Number(_UPKEEP.low_confidence_for.days, 1, 365, "days"),
    "l2.stale_at": Number(_UPKEEP.stale_at, 50, 100, "hundredths of staleness"),
    "l2.evict_at": Number(_UPKEEP.evict_at, 50, 100, "hundredths of staleness"),
    "l2.access_span_days": Number(_UPKEEP.access_span.days, 7, 365, "days"),
    "write.inferred_active": Number(WRITE.writeback.inferred_active, 0.5, 1.0, "confidence", whole=False),
    "write.inferred_stored": Number(WRITE.writeback.inferred_stored, 0.3, 0.9, "confidence", whole=False),
    "write.confidence_gap": Number(WRITE.arbitration.confidence_gap, 0.05, 0.5, "confidence", whole=False),
    "recall.pull_relevance": _relevance(RECALL.pull_relevance),
    "recall.push_relevance": _relevance(RECALL.push_relevance),
    "recall.push_items": Number(RECALL.push_items, 1, 20, "memories"),
    "recall.push_tokens": Number(RECALL.push_tokens, 100, 20_000, "tokens"),
    "context.token_budget": Number(CONTEXT.token_budget, 200, 20_000, "tokens"),
    "context.recent_turns": Number(CONTEXT.recent_turns, 1, 20, "turns"),
    "context.recent_share": _share(CONTEXT.recent_share),
    "context.binding_share": _share(CONTEXT.binding_share, 0.1),
    "context.related_share": _share(CONTEXT.related_share),
    "context.profile_share": _share(CONTEXT.profile_share),
    "context.summary_share": _share(CONTEXT.summary_share),
    "context.binding_weight": _share(CONTEXT.binding_weight, 0.0, 2.0, "measure of relevance"),
    "context.near": _share(CONTEXT.near, 0.1, 0.4, "measure of relevance"),
    **{name: number for profile, policy in RANKING.items() for name, number in _weights(profile, policy).items()},
}
