"""What can be read off a set of candidates about each of them, without a language model.

Everything is computed from the candidates alone, in one pass, and does not depend on their order. The parts and the
numbers in them come from the ablations in `docs/decisions/ranking.md`.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import TypeAlias

from shared.domain.recall.documents import Candidate, SearchDocument
from shared.language.speech.questions import QueryCues
from shared.language.statements.relative_days import nearness_to
from shared.language.text.named_dates import nearness
from shared.language.text.terms import is_unspaced, ranking_tokens

# A word of the question counts 0.8^k when it stands k turns before this one, 0.6^k when it stands k turns after: an
# answer follows its question more often than it precedes it. Beyond 8 and 6 turns nothing was left to win.
_BEFORE, _AFTER = 8, 6
_DECAY = {-k: 0.8**k for k in range(1, _BEFORE + 1)} | {k: 0.6**k for k in range(1, _AFTER + 1)}
# Turns further apart than this are not neighbours: the conversation was resumed.
_GAP = 30 * 60  # seconds
# Keeps the deviations of a few near-equal cosines from being blown up.
_STD_FLOOR = 0.005

_QUESTION_ENDS = ("?", "？", '?"', "?)", "？”")
# A capitalised word of two letters or more that follows a word inside its sentence.
_CAPITALISED = re.compile(r"(?<=[a-z0-9,;'’)] )[A-Z]\w+")
_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|recently|ago|(?:last|next|this|past|coming)\s+(?:\w+\s+)?(?:night|day|week|"
    r"weekend|month|year|spring|summer|fall|autumn|winter|morning|afternoon|evening|(?:mon|tues|wednes|thurs|fri|satur|"
    r"sun)day)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|"
    r"october|november|december|(?:19|20)\d\d|(?:in|for|since|after|before|every)\s+(?:a|an|one|two|three|four|five|six|"
    r"seven|eight|nine|ten|few|couple|several|\d+)\s+(?:\w+\s+)?(?:hours?|days?|weeks?|months?|years?))\b",
    re.IGNORECASE,
)

# What a time expression has at least one of, a year aside: looking at the words first spares most texts the pattern.
_TIME_WORDS = (
    "yesterday today tonight tomorrow recently ago night hour day week weekend month year spring summer fall autumn "
    "winter morning afternoon evening monday tuesday wednesday thursday friday saturday sunday january february march "
    "april may june july august september october november december"
)


@cache
def _time_tokens() -> frozenset[str]:
    return frozenset(ranking_tokens(_TIME_WORDS))


@dataclass(frozen=True, slots=True)
class Features:
    """`z`, `z_next` and `z_session` are in standard deviations over the candidates, everything else in [0,1].

    `held`: how many terms of the question's matter this turn itself holds. It does not depend on what else was found,
    so a threshold may look at it.
    """

    near: float
    z: float
    z_next: float
    z_session: float
    keyword: float
    context_keyword: float
    speaker: float
    date: float
    is_question: bool
    answers: float
    capitalised: float
    time: bool
    held: int


def features_of(
    cues: QueryCues, candidates: Sequence[Candidate], cosines: Sequence[float | None], *, english_cues: bool
) -> list[Features]:
    """The features in the order of the candidates and of their `cosines` with the question. `english_cues` are read
    only off English questions."""
    terms = frozenset(cues.terms)
    matter = frozenset(cues.compared)
    bits = {term: 1 << n for n, term in enumerate(cues.terms)}
    held = [(terms | matter).intersection(candidate.document.tokens) for candidate in candidates]
    masks = [sum(bits[term] for term in found if term in bits) for found in held]
    shares = _Shares(cues.terms, masks)
    zs = _deviations(cosines)
    talk = _Talk(candidates, masks, zs)
    best = max((c.keyword for c in candidates), default=0.0)
    # The best of candidates that hold next to nothing of the question is no match, and what an engine then found are
    # words of no matter. Words that only an engine compares (single characters) have no share.
    compared = any(len(term) > 1 or not is_unspaced(term) for term in terms)
    strongest = max(map(shares, masks), default=0.0) if compared else 1.0
    best_context = max((c.context_keyword for c in candidates), default=0.0)
    named = _named_speaker(cues, candidates)
    read_english = english_cues and cues.english
    questions = [read_english and c.document.content.rstrip().endswith(_QUESTION_ENDS) for c in candidates]

    features = []
    for n, candidate in enumerate(candidates):
        document = candidate.document
        features.append(
            Features(
                near=talk.near(n, shares),
                z=zs[n],
                z_next=talk.z_next(n),
                z_session=talk.z_session[n],
                keyword=strongest * candidate.keyword / best if best > 0 else 0.0,
                context_keyword=candidate.context_keyword / best_context if best_context > 0 else 0.0,
                speaker=float(named is not None and document.speaker == named),
                date=_stated_then(cues, document.observed_at.date()) if cues.names_days else 0.0,
                is_question=questions[n],
                answers=talk.answers(n, questions, shares) if read_english else 0.0,
                capitalised=_capitalised(document.content) if read_english else 0.0,
                time=read_english and cues.asks_when and _tells_time(document),
                held=len(matter & held[n]),
            )
        )
    return features


class _Shares:
    """The part of the question that a set of its terms makes up, each weighted by how rare it is here."""

    def __init__(self, terms: Sequence[str], masks: Sequence[int]) -> None:
        count = len(masks)
        held = [sum(mask >> n & 1 for mask in masks) for n in range(len(terms))]
        weights = [math.log1p((count - df + 0.5) / (df + 0.5)) for df in held]
        whole = math.fsum(weights)
        self._weights = [weight / whole for weight in weights] if whole > 0 else weights
        self._known: dict[int, float] = {0: 0.0}

    def __call__(self, mask: int) -> float:
        known = self._known.get(mask)
        if known is None:
            known = min(1.0, math.fsum(w for n, w in enumerate(self._weights) if mask >> n & 1))
            self._known[mask] = known
        return known


# A candidate among the turns around another: how many turns after it, and which.
_Around: TypeAlias = Sequence[tuple[int, int]]


class _Talk:
    """The candidates by session and position. One without a session, or without a place in it, has no neighbours."""

    def __init__(self, candidates: Sequence[Candidate], masks: Sequence[int], zs: Sequence[float]) -> None:
        self._masks = masks
        self._zs = zs
        self._at = [candidate.document.observed_at.timestamp() for candidate in candidates]
        members: dict[tuple[str, str], list[int]] = defaultdict(list)
        places: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
        sessions = [session_of(candidate.document) for candidate in candidates]
        for n, (candidate, session) in enumerate(zip(candidates, sessions, strict=True)):
            if session is not None:
                members[session].append(n)
                if candidate.document.position is not None:
                    places[session].append((candidate.document.position, n))
        best = {s: max(zs[n] for n in found) * (1 - 1 / len(found)) for s, found in members.items()}
        self.z_session = [best[session] if session is not None else 0.0 for session in sessions]
        self._around: list[_Around] = [()] * len(candidates)
        for placed in places.values():
            placed.sort()
            for position, n in placed:
                self._around[n] = self._neighbours(placed, position, self._at[n])

    def near(self, n: int, shares: _Shares) -> float:
        covered = self._masks[n]
        total = shares(covered)
        said = [
            (_DECAY[offset], gained) for offset, other in self._around[n] if (gained := self._masks[other] & ~covered)
        ]
        for decay, mask in sorted(said, reverse=True):
            gained = mask & ~covered
            if gained:
                total += decay * shares(gained)
                covered |= gained
        return min(1.0, total)

    def z_next(self, n: int) -> float:
        return max((self._zs[other] for offset, other in self._around[n] if offset == 1), default=0.0)

    def answers(self, n: int, questions: Sequence[bool], shares: _Shares) -> float:
        """The share of the asked question in a question that this turn directly follows."""
        asked = (self._masks[other] for offset, other in self._around[n] if offset == -1 and questions[other])
        return max(map(shares, asked), default=0.0)

    def _neighbours(self, placed: Sequence[tuple[int, int]], position: int, at: float) -> _Around:
        """Those of the same talk within reach of a place in it."""
        first = bisect_left(placed, (position - _BEFORE,))
        end = bisect_left(placed, (position + _AFTER + 1,))
        return [
            (there - position, other)
            for there, other in placed[first:end]
            if there != position and abs(self._at[other] - at) <= _GAP * abs(there - position)
        ]


# Of so many terms a turn answers what was said at most two turns before it: it says nothing by itself.
_FEW_TERMS, _ANSWERED = 3, 2
_ANSWER_COSTS = 0.05


def as_answers(documents: Sequence[SearchDocument], xs: Sequence[float]) -> list[float]:
    """The measures of relevance in the order of the documents: a turn of a few words ("At a quarter past six.") is
    nearly as near as what it answers, if that is among them."""
    places = {place: x for document, x in zip(documents, xs, strict=True) if (place := _place(document)) is not None}
    return [_as_answer(document, x, places) for document, x in zip(documents, xs, strict=True)]


def _as_answer(document: SearchDocument, x: float, places: Mapping[tuple[str, str, int], float]) -> float:
    place = _place(document)
    if place is None or len(document.tokens) > _FEW_TERMS:
        return x
    owner, session, position = place
    before = (places.get((owner, session, position - back), x) for back in range(1, _ANSWERED + 1))
    return max(x, max(before) - _ANSWER_COSTS)


def _place(document: SearchDocument) -> tuple[str, str, int] | None:
    session = session_of(document)
    return None if session is None or document.position is None else (*session, document.position)


def session_of(document: SearchDocument) -> tuple[str, str] | None:
    """Sessions belong to the owner of their scope: equal names elsewhere are other sessions."""
    if document.session_id is None:
        return None
    return "/".join(document.scope.split("/")[:5]), document.session_id


def _deviations(cosines: Sequence[float | None]) -> list[float]:
    """Each cosine's distance from the mean in standard deviations: it carries over to other embedders and to engine
    scores. A candidate without a vector is put at the mean: nothing is known of it."""
    known = [cosine for cosine in cosines if cosine is not None]
    if not known:
        return [0.0] * len(cosines)
    mean = math.fsum(known) / len(known)
    spread = math.sqrt(math.fsum((cosine - mean) ** 2 for cosine in known) / len(known)) + _STD_FLOOR
    return [(cosine - mean) / spread if cosine is not None else 0.0 for cosine in cosines]


def _named_speaker(cues: QueryCues, candidates: Sequence[Candidate]) -> str | None:
    """The one participant that the question names; `None` when it names none or several."""
    speakers = {c.document.speaker for c in candidates if c.document.speaker}
    named = [speaker for speaker in speakers if cues.names(speaker)]
    return named[0] if len(named) == 1 else None


def _tells_time(document: SearchDocument) -> bool:
    if _time_tokens().isdisjoint(document.tokens) and not any(t.startswith(("19", "20")) for t in document.tokens):
        return False
    return _TIME.search(document.content) is not None


def _stated_then(cues: QueryCues, on: date) -> float:
    return max(nearness(on, cues.dates), nearness_to(on, cues.days))


def _capitalised(content: str) -> float:
    return min(3, len(_CAPITALISED.findall(content))) / 3
