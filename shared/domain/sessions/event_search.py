"""Which texts of a small set answer a question: by their words (BM25 over the set itself, in every script), and by what
they mean where somebody compared them.

A session's event in the form of a memory, for a recall that looks at the session as well.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from shared.domain.meaning.centring import Vector
from shared.domain.meaning.relevance import AskedQuery, is_spaced
from shared.domain.memories.evidence import Source, Trust, trust_of
from shared.domain.memories.memory import Background, Basis, Expiry, Memory, MemoryType, Status, content_hash
from shared.domain.sessions.session import Event, EventRole, Session
from shared.language.text.stemming import stem
from shared.language.text.terms import indexed_terms, query_terms, ranking_tokens

# The textbook's values; in texts as short as turns they hardly matter.
_SATURATION = 1.2
_LENGTH = 0.75


@dataclass(frozen=True, slots=True)
class SessionSearchPolicy:
    # What a text without a word of the question needs to be a hit, on the scale of `Calibration.relevance`: so much by
    # itself (a push's threshold), or so much and to stand out from the rest, or, where there is no rest to stand out
    # from, what a recall asks for. Measured with the packaged embedder on questions that share no word with their
    # answer (27, in two languages) and on questions about other conversations (LoCoMo, sessions of 23 turns): 59 % of
    # the answers are found and 5.5 % of the foreign questions get a hit; by 0.75 alone it was 33 % and 13.5 %.
    relevance_alone: float = 0.8
    relevance_standing_out: float = 0.5
    lead: float = 2.75  # in standard deviations of the others
    relevance_among_few: float = 0.75
    few: int = 3  # fewer others than these are no rest to stand out from
    # Somebody waits meanwhile, and `embedding_seconds` ends it: Titan takes one text a call, so 32 are about 3 s. A
    # session of 60 turns has all its vectors after the first context or search where a text takes less than 50 ms.
    embedded_a_call: int = 64
    # With the checks of the transaction that keeps them they are 65 records of its 100.
    kept_a_commit: int = 32
    # No further batch is begun this long after the first: the gateway gives up after 29 s, a person long before.
    embedding_seconds: float = 3.0
    # Between two batches the time is looked at. The packaged embedder takes 2 ms a token, so a batch is about 1 s.
    batch_texts: int = 8
    batch_characters: int = 2_000
    # Of an event its beginning is embedded, which says what it is about; words are looked for in all of it.
    embedded_characters: int = 2_000


def best_matches(
    query: str,
    texts: Sequence[str],
    top_k: int,
    *,
    likeness: Sequence[Likeness | None] = (),
    policy: SessionSearchPolicy | None = None,
) -> list[tuple[int, float]]:
    """Places of the best texts with their scores in (0, 1], relative to the best; the later first among equals.

    A text matches by a term of the query, or by its `likeness` (by place, `None` where nobody compared). The best match
    by words always has a place, the last one if need be. Without any likeness this is a search by words.
    """
    policy = policy or SessionSearchPolicy()
    words = _by_words(query, texts)
    likeness = likeness or (None,) * len(texts)
    scores = []
    for place, (keyword, like) in enumerate(zip(words.scores, likeness, strict=True)):
        score = fused(keyword, words.strength, like, policy)
        if score > 0:
            scores.append((score, place))
    scores.sort(reverse=True)
    shown = scores[:top_k]
    by_words = next((found for found in scores if words.scores[found[1]] == 1.0), None)
    if by_words is not None and by_words not in shown:
        shown[-1] = by_words
    return [(place, round(score / scores[0][0], 6)) for score, place in shown]


def keyword_shares(query: str, texts: Sequence[str]) -> list[float]:
    """By place, how much of the question a text holds, in [0,1]: the best match what it holds, the others less by how
    well they match against it."""
    words = _by_words(query, texts)
    return [score * words.strength for score in words.scores]


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a question and a text have in common by meaning. `relevance` in [0,1] as `Calibration` reads it. `lead`: how
    far the cosine is above the mean of all others that were compared, in their standard deviations and widened for a
    small set, as a prediction interval is; `others`: how many those are."""

    relevance: float
    lead: float
    others: int


def fused(keyword: float, strength: float, likeness: Likeness | None, policy: SessionSearchPolicy) -> float:
    """How well a text answers, in [0,1]; 0 is no match.

    Two witnesses who may each be right: `1 - (1 - keyword * strength) * (1 - relevance)`. It never falls when one of
    them rises, and a text that both find is before one that either finds as well. `keyword` is relative to the best
    match by words, so `strength`, the share of the question that the best match holds, says what that best is worth:
    one name out of a question weighs less than what answers it in other words. A hit by words is a hit whatever it
    means.
    """
    if keyword <= 0 and (likeness is None or not _is_hit(likeness, policy)):
        return 0.0
    by_words, by_meaning = keyword * strength, likeness.relevance if likeness else 0.0
    # Not as the docstring has it, in which a very small share would be rounded away, and its hit with it.
    return min(1.0, by_words + by_meaning * (1 - by_words))


def _is_hit(likeness: Likeness, policy: SessionSearchPolicy) -> bool:
    if likeness.others < policy.few:
        return likeness.relevance >= policy.relevance_among_few
    stands_out = likeness.lead >= policy.lead and likeness.relevance >= policy.relevance_standing_out
    return stands_out or likeness.relevance >= policy.relevance_alone


def likenesses(asked: AskedQuery, texts: Sequence[str], vectors: Sequence[Vector | None]) -> list[Likeness | None]:
    """By place; `None` where there is no vector."""
    cosines = [None if vector is None else asked.cosine_of(vector) for vector in vectors]
    known = [cosine for cosine in cosines if cosine is not None]
    spread = _Spread(len(known), math.fsum(known), math.fsum(cosine * cosine for cosine in known))
    found: list[Likeness | None] = []
    for text, cosine in zip(texts, cosines, strict=True):
        if cosine is None:
            found.append(None)
            continue
        held = asked.held(text, ranking_tokens(text))
        relevance = asked.relevance(asked.x(cosine, held, spaced=is_spaced(text)))
        found.append(Likeness(relevance, spread.lead(cosine), len(known) - 1))
    return found


@dataclass(frozen=True, slots=True)
class _Spread:
    count: int
    total: float
    squares: float

    def lead(self, one: float) -> float:
        """0 where fewer than two others tell how far apart they lie, or where these lie all together."""
        others = self.count - 1
        if others < 2:
            return 0.0
        mean = (self.total - one) / others
        variance = max(0.0, self.squares - one * one - others * mean * mean) / (others - 1)
        # What is left of equal cosines is the rounding of their sums.
        return (one - mean) / math.sqrt(variance * (1 + 1 / others)) if variance > 1e-12 else 0.0


@dataclass(frozen=True, slots=True)
class _Words:
    """Scores by place relative to the best, 0 for no match; `strength`: the share of the question's terms, each by its
    rarity, that the best match holds."""

    scores: list[float]
    strength: float


def _count(text: str) -> Counter[str]:
    return Counter(stem(term) for term in indexed_terms(text))


# The turns of a session are searched again and again; the counts that are kept must not be changed.
_KEPT_TEXT = 2_000  # characters
_counted = lru_cache(maxsize=1024)(_count)


def _by_words(query: str, texts: Sequence[str]) -> _Words:
    asked = {stem(term) for term in query_terms(query)}
    counts = [_counted(text) if len(text) <= _KEPT_TEXT else _count(text) for text in texts]
    if not asked or not counts:
        return _Words([0.0] * len(counts), 0.0)
    lengths = [sum(found.values()) or 1 for found in counts]
    mean = sum(lengths) / len(lengths)
    weights = {term: _rarity(sum(term in found for found in counts), len(counts)) for term in asked}
    scores = [
        math.fsum(weights[term] * _saturated(found[term], length / mean) for term in asked if found[term])
        for found, length in zip(counts, lengths, strict=True)
    ]
    best = max(scores)
    if best <= 0:
        return _Words(scores, 0.0)
    held = counts[scores.index(best)]
    strength = math.fsum(weights[term] for term in asked if held[term]) / math.fsum(weights.values())
    return _Words([score / best for score in scores], min(1.0, strength))


def _rarity(holders: int, texts: int) -> float:
    return math.log(1 + (texts - holders + 0.5) / (holders + 0.5))


def _saturated(count: int, length: float) -> float:
    return count * (_SATURATION + 1) / (count + _SATURATION * (1 - _LENGTH + _LENGTH * length))


# The evidence of a turn's words by role. An event of the role `system` is no evidence.
EVIDENCE: Mapping[EventRole, Source] = MappingProxyType(
    {
        EventRole.USER: Source.USER_STATED,
        EventRole.ASSISTANT: Source.AGENT_INFERRED,
        EventRole.TOOL: Source.EXTERNAL_UNVERIFIED,
    }
)
# What events are, for a recall that names the types it wants.
EVENT_TYPE = MemoryType.EPISODIC


def trust_of_event(event: Event) -> Trust:
    """What a tool answered is nobody's word."""
    return Trust.UNVERIFIED if event.role is EventRole.TOOL else trust_of(EVIDENCE[event.role])


def event_memory(event: Event, session: Session) -> Memory:
    """Its id is `session_id/event_id`, by which memories cite the event. It is stored as an event alone: nothing of
    what is done to memories can be done to it."""
    source = EVIDENCE[event.role]
    cited = f"{session.session_id}/{event.event_id}"
    return Memory(
        memory_id=cited,
        scope=session.scope,
        type=EVENT_TYPE,
        key=None,
        content=event.content,
        content_hash=content_hash(event.content),
        source=source,
        basis=Basis(event_ids=(cited,)),
        confidence=source.default_confidence,
        importance=event.importance,
        trust=trust_of_event(event),
        status=Status.ACTIVE,
        observed_at=event.occurred_at,
        valid_from=event.occurred_at,
        valid_to=None,
        expiry=Expiry(hard_at=session.expires_at),
        created_at=event.recorded_at,
        updated_at=event.recorded_at,
        background=Background(event.speaker, session.session_id, event.sequence),
    )


def cites(memory: Memory, event: Memory) -> bool:
    """Whether a memory was made of the event: it says the same, and is what lasts."""
    if event.memory_id in memory.basis.event_ids:
        return True
    said_in = memory.background.session_id if memory.background is not None else None
    session_id, _, event_id = event.memory_id.partition("/")
    return said_in == session_id and event_id in memory.basis.event_ids
