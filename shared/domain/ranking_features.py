"""What can be read off a set of candidates about each of them, without a language model.

Everything is computed from the candidates alone, in one pass, and does not depend on their order. The parts and the
numbers in them come from the ablations in `docs/decisions/ranking.md`.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from shared.domain.named_dates import nearness
from shared.domain.query_cues import QueryCues
from shared.domain.search import Candidate

# A word of the question counts 0.8^k when it stands k turns before this one, 0.6^k when it stands k turns after: an
# answer follows its question more often than it precedes it. Beyond 8 and 6 turns nothing was left to win.
_NEIGHBOURS = tuple(
    sorted(
        [(-k, 0.8**k) for k in range(1, 9)] + [(k, 0.6**k) for k in range(1, 7)],
        key=lambda step: (-step[1], step[0]),
    )
)  # fmt: skip
# Turns further apart than this are no neighbours: the talk was taken up again.
_GAP = timedelta(minutes=30)
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


@dataclass(frozen=True, slots=True)
class Features:
    """`z`, `z_next` and `z_session` are in standard deviations over the candidates, everything else in [0,1].

    `coverage` is the share of the question's matter that this turn itself holds, by count: it does not depend on what
    else was found, so a threshold may look at it.
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
    coverage: float


def features_of(cues: QueryCues, candidates: Sequence[Candidate], *, english_cues: bool) -> list[Features]:
    """The features in the order of the candidates. `english_cues` are read only off English questions."""
    bits = {term: 1 << n for n, term in enumerate(cues.terms)}
    masks = [_mask(candidate.document.tokens, bits) for candidate in candidates]
    shares = _Shares(cues.terms, masks)
    zs = _deviations([candidate.cosine for candidate in candidates])
    talk = _Talk(candidates, masks, zs)
    best = max((c.keyword for c in candidates), default=0.0)
    best_context = max((c.context_keyword for c in candidates), default=0.0)
    named = _named_speaker(cues, candidates)
    matter = frozenset(cues.matter)
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
                z_session=talk.z_session(n),
                keyword=candidate.keyword / best if best > 0 else 0.0,
                context_keyword=candidate.context_keyword / best_context if best_context > 0 else 0.0,
                speaker=float(named is not None and document.speaker == named),
                date=nearness(document.observed_at.date(), cues.dates) if cues.dates else 0.0,
                is_question=questions[n],
                answers=talk.answers(n, questions, shares) if read_english else 0.0,
                capitalised=_capitalised(document.content) if read_english else 0.0,
                time=read_english and cues.asks_when and _TIME.search(document.content) is not None,
                coverage=len(matter.intersection(document.tokens)) / len(matter) if matter else 0.0,
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


class _Talk:
    """The candidates by session and position. One without a session has no neighbours."""

    def __init__(self, candidates: Sequence[Candidate], masks: Sequence[int], zs: Sequence[float]) -> None:
        self._candidates = candidates
        self._masks = masks
        self._zs = zs
        self._sessions: list[Mapping[int, list[int]] | None] = []
        by_session: dict[tuple[str, str], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        members: dict[tuple[str, str], list[int]] = defaultdict(list)
        for n, candidate in enumerate(candidates):
            session = _session(candidate)
            if session is None:
                continue
            members[session].append(n)
            if candidate.document.position is not None:
                by_session[session][candidate.document.position].append(n)
        best = {s: max(zs[n] for n in found) * (1 - 1 / len(found)) for s, found in members.items()}
        self._z_session: list[float] = []
        for candidate in candidates:
            session = _session(candidate)
            self._z_session.append(best[session] if session is not None else 0.0)
            placed = session is not None and candidate.document.position is not None
            self._sessions.append(by_session[session] if placed and session is not None else None)

    def near(self, n: int, shares: _Shares) -> float:
        covered = self._masks[n]
        total = shares(covered)
        positions, position = self._sessions[n], self._candidates[n].document.position
        if positions is None or position is None:
            return total
        for offset, decay in _NEIGHBOURS:
            if position + offset not in positions:
                continue
            gained = 0
            for other in self._at(n, offset):
                gained |= self._masks[other]
            gained &= ~covered
            if gained:
                total += decay * shares(gained)
                covered |= gained
        return min(1.0, total)

    def z_next(self, n: int) -> float:
        return max((self._zs[other] for other in self._at(n, 1)), default=0.0)

    def z_session(self, n: int) -> float:
        return self._z_session[n]

    def answers(self, n: int, questions: Sequence[bool], shares: _Shares) -> float:
        """The share of the asked question in a question that this turn directly follows."""
        return max((shares(self._masks[other]) for other in self._at(n, -1) if questions[other]), default=0.0)

    def _at(self, n: int, offset: int) -> list[int]:
        """The candidates that many turns after this one, in the same talk."""
        positions = self._sessions[n]
        document = self._candidates[n].document
        if positions is None or document.position is None:
            return []
        found = positions.get(document.position + offset)
        if not found:
            return []
        reach = _GAP * abs(offset)
        at = document.observed_at
        return [other for other in found if abs(self._candidates[other].document.observed_at - at) <= reach]


def _session(candidate: Candidate) -> tuple[str, str] | None:
    """Sessions belong to the owner of their scope: equal names elsewhere are other sessions."""
    document = candidate.document
    if document.session_id is None:
        return None
    return "/".join(document.scope.split("/")[:5]), document.session_id


def _mask(tokens: Sequence[str], bits: Mapping[str, int]) -> int:
    mask = 0
    for token in tokens:
        mask |= bits.get(token, 0)
    return mask


def _deviations(cosines: Sequence[float | None]) -> list[float]:
    """Each cosine's distance from the mean in standard deviations: it carries over to other embedders and to engine
    scores. A candidate without a vector stands at the mean: nothing is known of it."""
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


def _capitalised(content: str) -> float:
    return min(3, len(_CAPITALISED.findall(content))) / 3
