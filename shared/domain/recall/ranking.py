"""In which order memories answer a question: one pure function over what the search found.

A score is a weighted mean of parts, each in [0,1], so that it lies in [0,1] itself, never falls when a part rises, and
ranks down when it is halved. It orders within one question; whether a memory is about the matter at all is `relevance`.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

from shared.domain.meaning.relevance import AskedQuery, is_spaced
from shared.domain.memories.embedding_text import query_for_embedding, text_for_embedding
from shared.domain.memories.memory import Importance, Status
from shared.domain.recall.asking import cues_of
from shared.domain.recall.documents import Candidate
from shared.domain.recall.features import Features, as_answers, features_of
from shared.domain.recall.policy import PROFILES, EvidencePolicy, RankingPolicy, TextbookPolicy
from shared.language.attributes.asked_relation import Asks
from shared.language.speech.questions import QueryCues, tells_of_another_time
from shared.language.text.scripts import LATIN, script_of

__all__ = [
    "PROFILES",
    "EvidencePolicy",
    "Ranked",
    "RankingPolicy",
    "TextbookPolicy",
    "query_for_embedding",
    "rank",
    "text_for_embedding",
]

Parts: TypeAlias = Mapping[str, float]


# A stale or soft-expired memory may still be the answer, behind every one that is fresh and nearly as good.
STALE_FACTOR = 0.5

# What answers equally well: two statements of one matter lie this near in score and in the measure of relevance,
# another matter lies further off (nano-e5: up to .09 and .13 against .23 and .14). The more credible comes first.
_EQUAL_SCORE, _EQUAL_X = 0.1, 0.15

# Deviations beyond these say no more: the best of a hundred candidates stands at 2 to 4. What is less like the question
# than most candidates is not the more unlike it for being further off.
_LEAST_Z, _MOST_Z = -1.0, 5.0


@dataclass(frozen=True, slots=True)
class Ranked:
    """`score` and every part in [0,1], higher is better; `relevance` in [0,1] is what thresholds look at, a curve of
    the measure `x`."""

    candidate: Candidate
    score: float
    parts: Parts
    relevance: float
    x: float = 0.0


def rank(
    asked: AskedQuery, candidates: Sequence[Candidate], policy: RankingPolicy, now: datetime, *, push: bool = False
) -> list[Ranked]:
    """The candidates, best first. Equal scores: the higher tier, the higher confidence, the later observed, then the
    smaller id. Of those that answer nearly equally well the more credible comes first, unless what is so now is asked.
    The order of the candidates plays no part; each memory is among them once."""
    if not candidates:
        return []
    cues = cues_of(asked.text, now.date())
    english = isinstance(policy, EvidencePolicy) and policy.english_cues
    cosines = [_centred(asked, candidate) for candidate in candidates]
    compared = [c.cosine for c in candidates] if _is_latin_talk(asked, candidates) else cosines
    features = features_of(cues, candidates, compared, english_cues=english)
    if isinstance(policy, EvidencePolicy):
        weighted = _evidence(cues, asked.asks, candidates, compared, features, policy, now)
    else:
        weighted = _textbook(cues, candidates, cosines, policy, now)
    names = tuple(weighted)
    weights = [weight for weight, _ in weighted.values()]
    whole = sum(weights)
    ranked = []
    xs = _relevant(asked, candidates, cosines, features, push=push)
    rows = zip(*(values for _, values in weighted.values()), strict=True)
    for candidate, x, row in zip(candidates, xs, rows, strict=True):
        score = sum(map(operator.mul, weights, row)) / whole if whole > 0 else 0.0
        if _is_stale(candidate, now):
            score *= STALE_FACTOR
        ranked.append(
            Ranked(candidate, round(score, 9), dict(zip(names, row, strict=True)), asked.relevance(x), round(x, 6))
        )
    best_first = sorted(ranked, key=_best_first)
    return best_first if cues.asks_current else _credible_first(best_first)


def _relevant(
    asked: AskedQuery,
    candidates: Sequence[Candidate],
    cosines: Sequence[float | None],
    features: Sequence[Features],
    *,
    push: bool,
) -> list[float]:
    """The measure of relevance of each."""
    xs = []
    for candidate, cosine, feature in zip(candidates, cosines, features, strict=True):
        content = candidate.document.content
        held = feature.held or int(asked.asks.is_stated_by(content))
        xs.append(asked.x(cosine, held, spaced=is_spaced(content), push=push))
    return as_answers([candidate.document for candidate in candidates], xs)


def _credible_first(best_first: Sequence[Ranked]) -> list[Ranked]:
    """Those that change places change their scores."""
    ordered: list[Ranked] = []
    at = 0
    while at < len(best_first):
        end, best = at + 1, best_first[at]
        while end < len(best_first) and _answer_equally(best, best_first[end]):
            end += 1
        equal = sorted(best_first[at:end], key=lambda found: -found.candidate.document.tier)
        scores = (found.score for found in best_first[at:end])
        ordered += [replace(one, score=score) for one, score in zip(equal, scores, strict=True)]
        at = end
    return ordered


def _answer_equally(one: Ranked, other: Ranked) -> bool:
    return abs(one.score - other.score) <= _EQUAL_SCORE and abs(one.x - other.x) <= _EQUAL_X


def less_credible(one: Ranked, other: Ranked) -> bool:
    """Of two that answer nearly equally well."""
    return one.candidate.document.tier < other.candidate.document.tier and _answer_equally(one, other)


def _centred(asked: AskedQuery, candidate: Candidate) -> float | None:
    if candidate.product is None:
        return None
    return asked.cosine(candidate.product, candidate.document.marks.length)


def _is_talk(candidates: Sequence[Candidate]) -> bool:
    """Among turns a name distinguishes one that says something from the chat around it; single statements all say
    something."""
    return any(c.document.session_id is not None for c in candidates)


def _is_latin_talk(asked: AskedQuery, candidates: Sequence[Candidate]) -> bool:
    """Turns of sessions in Latin letters, asked in Latin letters: there the raw cosines order as well as the centred
    ones, and a hundredth better (LoCoMo)."""
    if any(c.document.session_id is None or c.document.position is None for c in candidates):
        return False
    return script_of(asked.text) == LATIN and all(script_of(c.document.content) == LATIN for c in candidates)


_Weighted: TypeAlias = dict[str, tuple[float, list[float]]]


def _evidence(
    cues: QueryCues,
    asks: Asks,
    candidates: Sequence[Candidate],
    cosines: Sequence[float | None],
    features: Sequence[Features],
    policy: EvidencePolicy,
    now: datetime,
) -> _Weighted:
    """Each part with its weight. A part that is the same for every candidate of this question is left out of the mean
    (its weight is 0): it would only press the scores together."""
    span = _MOST_Z - _LEAST_Z
    wanted = policy.capitalised + (policy.capitalised_if_asked if cues.asks_name else 0.0)
    recency = policy.recency_if_asked if cues.asks_current else policy.recency
    english = policy.english_cues and cues.english
    talk = _is_talk(candidates)
    vector = policy.vector if talk else policy.vector_alone
    return {
        "near": (policy.near, [f.near for f in features]),
        "vector": (vector * span, _level_or(cosines, [_within(f.z) for f in features])),
        "keyword": (policy.keyword, [f.keyword for f in features]),
        "next": (policy.next * span, [_within(f.z_next) for f in features]),
        "session": (policy.session * span, [_within(f.z_session) for f in features]),
        "speaker": (policy.speaker if any(f.speaker for f in features) else 0.0, [f.speaker for f in features]),
        "date": (policy.date if cues.names_days else 0.0, [f.date for f in features]),
        "statement": (policy.statement if english else 0.0, [float(not f.is_question) for f in features]),
        "answers": (policy.answers if english else 0.0, [f.answers for f in features]),
        "capitalised": (wanted if english and talk else 0.0, [f.capitalised for f in features]),
        "time": (policy.time_if_asked if english and cues.asks_when else 0.0, [float(f.time) for f in features]),
        "importance": (policy.importance, _importances(candidates)),
        "recency": (recency, _recencies(candidates, policy.recency_half_life, now)),
        "present": (policy.present_if_asked if cues.asks_current else 0.0, _presents(cues, candidates)),
        "own": (
            policy.own_if_asked if asks.of_speaker else 0.0,
            [float(asks.may_tell(c.document.content)) for c in candidates],
        ),
        "relation": (
            policy.relation_if_asked if asks.relations else 0.0,
            [float(asks.tells(c.document.content)) for c in candidates],
        ),
    }


def _textbook(
    cues: QueryCues,
    candidates: Sequence[Candidate],
    cosines: Sequence[float | None],
    policy: TextbookPolicy,
    now: datetime,
) -> _Weighted:
    recency = policy.recency_if_asked if cues.asks_current else policy.recency
    return {
        "vector": (policy.vector, _stretched([max(0.0, cosine or 0.0) for cosine in cosines])),
        "keyword": (policy.keyword, _stretched([c.keyword for c in candidates])),
        "recency": (recency, _stretched(_recencies(candidates, policy.recency_half_life, now))),
        "importance": (policy.importance, _stretched(_importances(candidates))),
    }


def _within(z: float) -> float:
    return (min(_MOST_Z, max(_LEAST_Z, z)) - _LEAST_Z) / (_MOST_Z - _LEAST_Z)


def _level_or(cosines: Sequence[float | None], values: list[float]) -> list[float]:
    """All cosines equal: deviations say nothing, and each part is 1 where the cosine is positive."""
    if len(set(cosines)) == 1:
        return [float((cosine or 0.0) > 0) for cosine in cosines]
    return values


def _stretched(values: Sequence[float]) -> list[float]:
    """Into [0,1] over the candidates; all equal: 1 where positive, else 0."""
    least, most = min(values), max(values)
    if least == most:
        return [float(value > 0) for value in values]
    return [(value - least) / (most - least) for value in values]


def _recencies(candidates: Sequence[Candidate], half_life: timedelta, now: datetime) -> list[float]:
    """1 for the latest observed of the candidates, halved with every half-life before it. Evidence from the future
    (another clock) counts as of now."""
    seen = [min(candidate.document.observed_at, now) for candidate in candidates]
    latest = max(seen)
    return [0.5 ** ((latest - at) / half_life) for at in seen]


def _presents(cues: QueryCues, candidates: Sequence[Candidate]) -> list[float]:
    if not cues.asks_current:
        return [1.0] * len(candidates)
    return [float(not tells_of_another_time(candidate.document.content)) for candidate in candidates]


def _importances(candidates: Sequence[Candidate]) -> list[float]:
    return [Importance(candidate.document.importance).weight for candidate in candidates]


def _is_stale(candidate: Candidate, now: datetime) -> bool:
    soft = candidate.document.soft_expires_at
    return candidate.document.status == Status.STALE or (soft is not None and soft <= now)


def _best_first(ranked: Ranked) -> tuple[float, int, float, float, str]:
    document = ranked.candidate.document
    return (-ranked.score, -document.tier, -document.confidence, -document.observed_at.timestamp(), document.memory_id)
