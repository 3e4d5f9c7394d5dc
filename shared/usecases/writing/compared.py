"""Which of the candidates near an incoming memory say the same or the contrary: decided by their words, and where
these leave it open by a judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.domain.errors import Unavailable
from shared.domain.meaning.approvals import CLOSED, approved_in, closed_in
from shared.domain.meaning.rivals import NewerStatement
from shared.domain.memories.memory import RECALLABLE, MemoryType
from shared.domain.recall.documents import Candidate
from shared.domain.writing.by_meaning import STATE_LIKE
from shared.domain.writing.incoming import IncomingMemory
from shared.language.comparison.changes import present_readings
from shared.language.comparison.relation import Related, Relation, SamenessPolicy, relate
from shared.language.comparison.single_difference import matters
from shared.language.comparison.updates import announces_a_change, says_it_is_so_now
from shared.language.speech.tension import tension_between
from shared.language.text.scripts import is_cjk
from shared.language.text.terms import distinctive, ranking_tokens
from shared.usecases.services import Services
from shared.usecases.writing.commit import WriteContext
from shared.usecases.writing.rivals import denied_of

# How many candidates are compared word by word, which is the expensive part: the nearest in meaning and in words
# together, so that among a hundred statements of one form the one about the same thing is included.
_COMPARED = 6
# How many of those further off in meaning that share words with the incoming memory: "lives in Oslo" and "the user
# lives in Bergen" are about one attribute. Only their words can make them a contradiction; they are never merged, and
# no judge is asked.
_BY_WORDS = 3
# The least part of the shorter one's distinctive words that two statements share when they name one attribute; of
# character pairs fewer, because each value takes two of its own at its ends.
_SHARED, _SHARED_PAIRS = 1 / 3, 1 / 6
_CONFIRMED = 5  # of those that the words confirm, the nearest are read from the store of truth
# More where no caller waits, the earliest recorded first: of twenty changes of mind in a row each has to find the one
# before it.
_COMPARED_LATER, _CONFIRMED_LATER = 12, 10
_DENIED = Related(Relation.CONTRADICTS, "a person denies what was concluded")
_ANOTHER_VALUE = Related(Relation.CONTRADICTS, "another value under the key of a profile")
_CLOSED_NOW = Related(Relation.ENDS, CLOSED)
_CLOSED_BEFORE = Related(Relation.ENDED_BY, CLOSED)
_RIVAL = Related(Relation.DIFFERENT, "about the same matter, as far as vectors tell", decided=False)


@dataclass(frozen=True, slots=True)
class FoundNear:
    candidate: Candidate
    similarity: float
    related: Related


def nearest(
    services: Services,
    write_context: WriteContext,
    candidates: Sequence[Candidate],
    newer: NewerStatement,
    *,
    after: str | None = None,
) -> list[FoundNear]:
    """Those that say the same or the contrary, nearest first. `after`: the id of a memory that is stored already:
    memories recorded before it come first, and pairs that the rules leave open are put before the judge, if the
    deployment has one. The judge may find a contradiction; it never merges."""
    incoming = write_context.incoming
    compared = [
        FoundNear(candidate, similarity, _related(candidate, incoming, similarity))
        for candidate, similarity in _to_compare(services, incoming, candidates, newer, after)
    ]
    apart = [found for found in compared if not found.related.decided]
    reported = [found for found in compared if found.related.relation is not Relation.DIFFERENT]
    if write_context.denies:
        known = {found.candidate.document.memory_id for found in reported}
        denied = [c for c in denied_of(incoming, candidates, newer) if c.document.memory_id not in known]
        reported += [FoundNear(c, _similarity(services, c, newer), _DENIED) for c in denied]
    if after is not None:
        known = {found.candidate.document.memory_id for found in compared}
        rivals = [c for c in candidates if c.document.memory_id in {*write_context.older.ids} - known]
        apart += [FoundNear(c, _similarity(services, c, newer), _RIVAL) for c in rivals]
        # A pair is judged once, with the later of the two.
        reported += _contradicted(services, incoming, [f for f in apart if not _is_after(f.candidate, after)])
    ending = _approvals(services, incoming, candidates, newer) if after is None else []
    settled = {found.candidate.document.memory_id for found in ending}
    reported = [found for found in reported if found.candidate.document.memory_id not in settled]
    reported.sort(key=lambda f: (_is_after(f.candidate, after), -f.similarity, f.candidate.document.memory_id))
    return [*ending[:_CONFIRMED], *reported[: _CONFIRMED if after is None else _CONFIRMED_LATER]]


def _approvals(
    services: Services, incoming: IncomingMemory, candidates: Sequence[Candidate], newer: NewerStatement
) -> list[FoundNear]:
    """Stored approvals that the incoming memory ends, since their change requests are closed with it; or what closed
    the requests that it approves after it had arisen."""
    closed, approved = closed_in(incoming.content), approved_in(incoming.content)
    facts = [one for one in candidates if one.document.status in RECALLABLE] if closed or approved else []
    if closed:
        closed |= frozenset().union(*(closed_in(one.document.content) for one in facts))
        over = [(one, approved_in(one.document.content)) for one in facts]
        ended = [one for one, named in over if named and named <= closed]
        return [FoundNear(one, _similarity(services, one, newer), _CLOSED_NOW) for one in ended]
    later = [one for one in facts if one.document.observed_at > incoming.evidence_at]
    closing = [(one, closed_in(one.document.content) & approved) for one in later]
    if not approved or frozenset().union(*(ids for _, ids in closing)) != approved:
        return []
    return [FoundNear(one, _similarity(services, one, newer), _CLOSED_BEFORE) for one, ids in closing if ids]


def _related(candidate: Candidate, incoming: IncomingMemory, similarity: float) -> Related:
    document = candidate.document
    related = relate(document.content, incoming.content, similarity)
    beside = document.type == MemoryType.PROFILE and incoming.type is not MemoryType.PROFILE
    if beside and document.key is not None and document.key == incoming.key and related.relation is Relation.DIFFERENT:
        return _ANOTHER_VALUE
    if not related.settled and document.observed_at <= incoming.evidence_at and _reports_a_change(incoming.content):
        return replace(
            related, settled=True
        )  # "I've gone vegetarian" is an update of "I eat meat", and no contradiction
    return related


def _reports_a_change(text: str) -> bool:
    return announces_a_change(text) or says_it_is_so_now(text)


def _may_be_contrary(candidate: Candidate, incoming: IncomingMemory) -> bool:
    document = candidate.document
    under_one_key = incoming.key is not None and document.key == incoming.key
    return under_one_key or tension_between(document.content, incoming.content) is not None


def _is_after(found: Candidate, memory_id: str | None) -> bool:
    """The order of ids is the order in which memories were made."""
    return memory_id is not None and found.document.memory_id > memory_id


def _contradicted(services: Services, incoming: IncomingMemory, apart: Sequence[FoundNear]) -> list[FoundNear]:
    if services.judge is None or not apart or incoming.type not in STATE_LIKE:
        return []
    try:
        verdicts = services.judge.contradicted(incoming.content, [found.candidate.document.content for found in apart])
    except Unavailable:
        return []
    judged = Related(Relation.CONTRADICTS, "the judge holds that both cannot be true")
    return [replace(found, related=judged) for found, verdict in zip(apart, verdicts, strict=True) if verdict]


def _to_compare(
    services: Services,
    incoming: IncomingMemory,
    candidates: Sequence[Candidate],
    newer: NewerStatement,
    after: str | None,
) -> list[tuple[Candidate, float]]:
    """The most likely ones of those that are near enough to be about the same matter, then of those further off that
    share words with it, or with the present state that its change implies. Memories with another value of the same
    attribute come first."""
    words, cjk = set(ranking_tokens(incoming.content)), is_cjk(incoming.content)
    naming = _naming(incoming, words)
    stated_now = matters(incoming.content) if incoming.type in STATE_LIKE else frozenset()
    likely: list[tuple[float, Candidate, float]] = []
    worded: list[tuple[float, Candidate, float]] = []
    for candidate in candidates:
        if candidate.product is None:
            continue
        similarity = _similarity(services, candidate, newer)
        held = set(candidate.document.tokens)
        of_one_matter = bool(stated_now) and not stated_now.isdisjoint(matters(candidate.document.content))
        if similarity > SamenessPolicy().near:
            shared = len(words & held) / max(1, len(words | held))
            likely.append((similarity + shared + of_one_matter, candidate, similarity))
        elif of_one_matter or _may_be_contrary(candidate, incoming):
            worded.append((1.0, candidate, similarity))
        elif naming & held:
            shared = len(naming & held) / min(len(naming), len(distinctive(held)))
            if shared >= (_SHARED_PAIRS if cjk else _SHARED):
                worded.append((shared, candidate, similarity))
    chosen = (*_best(likely, _COMPARED if after is None else _COMPARED_LATER, after), *_best(worded, _BY_WORDS, after))
    return [(candidate, similarity) for _, candidate, similarity in chosen]


def _similarity(services: Services, candidate: Candidate, newer: NewerStatement) -> float:
    likeness = newer.likeness(candidate.product or 0.0, candidate.document.marks)
    return services.calibration.similarity(likeness)


def _best(
    rated: list[tuple[float, Candidate, float]], most: int, after: str | None
) -> list[tuple[float, Candidate, float]]:
    return sorted(rated, key=lambda one: (_is_after(one[1], after), -one[0], one[1].document.memory_id))[:most]


def _naming(incoming: IncomingMemory, words: set[str]) -> set[str]:
    """The other words that name its matter: all except those that name none, and names of the person to whom the
    memories belong."""
    if incoming.type not in STATE_LIKE:
        return set()
    now = present_readings(incoming.content)
    return distinctive(words.union(*map(ranking_tokens, now))) - {"user"}
