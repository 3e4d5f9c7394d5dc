"""What is near a newcomer in meaning, found in the view and confirmed in the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.domain.errors import NotWorthRemembering, SearchUnavailable, Unavailable
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, Status, content_hash
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery, by_memory, is_announced
from shared.domain.scopes import Scope
from shared.domain.writing.admission import mostly_stored
from shared.domain.writing.by_meaning import STATE_LIKE, Near, decide_by_meaning
from shared.domain.writing.decisions import Create, Decision
from shared.domain.writing.incoming import Newcomer
from shared.language.comparison.changes import present_readings
from shared.language.comparison.relation import Related, Relation, SamenessPolicy, relate
from shared.language.text.scripts import Writing, is_cjk
from shared.language.text.terms import ranking_tokens, telling
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import text_pointers
from shared.records.memories.vectors import StoredVector
from shared.records.store.reading import Reading
from shared.records.store.record import Key
from shared.usecases.barrier.hidden_copies import seen_copies
from shared.usecases.services import Services
from shared.usecases.writing.commit import Desk, embedded
from shared.usecases.writing.lookup import further
from shared.usecases.writing.scheduled_neighbours import with_successors

# Candidates of each sub-query, and how many of them all are compared word by word, which is what costs: those that are
# nearest in meaning and in words together, so that of a hundred statements of one form the one about the same thing is
# among them.
_LOOKED_AT = 12
_COMPARED = 6
# Of those that lie further off in meaning and share words with the newcomer: "lives in Oslo" and "the user lives in
# Bergen" are about one attribute. Only the words can set them against it; nothing is merged, and no judge is asked.
_BY_WORDS = 3
# The part of the shorter one's telling words that two statements share at least when they name one attribute; of
# character pairs fewer, because each value takes two of its own at its ends.
_SHARED, _SHARED_PAIRS = 1 / 3, 1 / 6
_CONFIRMED = 5  # of those that the words confirm, the nearest are read from the store of truth
_STATUSES = (Status.ACTIVE, Status.STALE, Status.PENDING_REVIEW, Status.CANDIDATE)


def by_meaning(services: Services, created: Create, desk: Desk) -> tuple[Decision, Desk]:
    """The decision once meaning is asked too, and the desk with the vector and all that the decision touches.

    With search down the newcomer is written as new: the daily contradiction scan finds what was missed.
    """
    vector = embedded(services, created.memory)
    desk = replace(desk, vector=vector)
    try:
        candidates = _candidates(services, desk.newcomer, vector)
    except SearchUnavailable:
        return created, desk
    decision: Decision = created
    found = _nearest(services, desk.newcomer, candidates)
    if found:
        near, reading = _confirmed(services, found, desk)
        near, reading = with_successors(services, near, desk, reading)
        decision = decide_by_meaning(desk.newcomer, near, created.memory.memory_id, services.write_policy)
        desk = replace(desk, reading=reading)
        if isinstance(decision, Create):
            decision = replace(decision, displaces=created.displaces)
    if isinstance(decision, Create) and desk.newcomer.source is Source.AGENT_INFERRED:
        _refuse_repetition(desk.newcomer, candidates)
    return decision, desk


def near_others(services: Services, desk: Desk, vector: StoredVector, memory_id: str) -> tuple[list[Near], Reading]:
    """What says the same as the desk's newcomer or the contrary, the memory of that id left out, for whoever judges
    what is stored already. Raises `SearchUnavailable`."""
    candidates = [c for c in _candidates(services, desk.newcomer, vector) if c.document.memory_id != memory_id]
    found = _nearest(services, desk.newcomer, candidates)
    return _confirmed(services, found, desk) if found else ([], desk.reading)


def _refuse_repetition(newcomer: Newcomer, candidates: Sequence[Candidate]) -> None:
    """Raises `NotWorthRemembering` for an inference that mostly repeats what is stored and adds nothing."""
    if mostly_stored(newcomer.content, [candidate.document.content for candidate in candidates]):
        raise NotWorthRemembering("more than half of it is stored already, and the rest adds nothing")


def _candidates(services: Services, newcomer: Newcomer, vector: StoredVector) -> list[Candidate]:
    """What the view holds of this scope near the newcomer, by meaning or by word: what holds now, and memories that
    begin to hold later."""
    types = STATE_LIKE if newcomer.type in STATE_LIKE else (newcomer.type,)
    wanted = SearchFilter(
        org=newcomer.scope.org_id or "",
        scopes=(newcomer.scope.path,),
        statuses=tuple(status.value for status in _STATUSES),
        types=tuple(type.value for type in types),
        at=newcomer.recorded_at,
        any_purpose=True,
        later=True,
    )
    query = SearchQuery(_said(newcomer.content), vector.vector, vector.model, _LOOKED_AT, context=False)
    hits = services.search.search(query, wanted)
    found = by_memory(hit for hit in hits if not is_announced(hit.document, newcomer.recorded_at))
    written = services.just_written
    return found if written is None else written.joined(found, vector.vector, wanted)


@dataclass(frozen=True, slots=True)
class _Found:
    candidate: Candidate
    similarity: float
    related: Related


def _nearest(services: Services, newcomer: Newcomer, candidates: Sequence[Candidate]) -> list[_Found]:
    """Those that say the same or the contrary, nearest first. What the rules leave open is put before the judge, if
    the deployment has one: it may find a contradiction, it never merges."""
    compared = [
        _Found(candidate, similarity, relate(candidate.document.content, newcomer.content, similarity))
        for candidate, similarity in _to_compare(services, newcomer, candidates)
    ]
    apart = [found for found in compared if not found.related.decided]
    told = [found for found in compared if found.related.relation is not Relation.DIFFERENT]
    told += _contradicted(services, newcomer, apart)
    return sorted(told, key=lambda found: (-found.similarity, found.candidate.document.memory_id))[:_CONFIRMED]


def _contradicted(services: Services, newcomer: Newcomer, apart: Sequence[_Found]) -> list[_Found]:
    if services.judge is None or not apart or newcomer.type not in STATE_LIKE:
        return []
    try:
        verdicts = services.judge.contradicted(newcomer.content, [found.candidate.document.content for found in apart])
    except Unavailable:
        return []
    judged = Related(Relation.CONTRADICTS, "the judge holds that both cannot be true")
    return [replace(found, related=judged) for found, verdict in zip(apart, verdicts, strict=True) if verdict]


def _to_compare(
    services: Services, newcomer: Newcomer, candidates: Sequence[Candidate]
) -> list[tuple[Candidate, float]]:
    """The most likely ones of those that are near enough to be about the same matter, then of those that are not and
    have words in common with it, or with what it says of the present by telling a change."""
    words, cjk = set(ranking_tokens(newcomer.content)), is_cjk(newcomer.content)
    naming = _naming(newcomer, words)
    likely: list[tuple[float, Candidate, float]] = []
    worded: list[tuple[float, Candidate, float]] = []
    for candidate in candidates:
        if candidate.cosine is None:
            continue
        similarity = services.calibration.similarity(
            candidate.cosine, Writing.between(is_cjk(candidate.document.content), cjk)
        )
        held = set(candidate.document.tokens)
        if similarity > SamenessPolicy().near:
            shared = len(words & held) / max(1, len(words | held))
            likely.append((similarity + shared, candidate, similarity))
        elif naming & held:
            shared = len(naming & held) / min(len(naming), len(telling(held)))
            if shared >= (_SHARED_PAIRS if cjk else _SHARED):
                worded.append((shared, candidate, similarity))
    chosen = (*_best(likely, _COMPARED), *_best(worded, _BY_WORDS))
    return [(candidate, similarity) for _, candidate, similarity in chosen]


def _best(rated: list[tuple[float, Candidate, float]], most: int) -> list[tuple[float, Candidate, float]]:
    return sorted(rated, key=lambda one: (-one[0], one[1].document.memory_id))[:most]


def _naming(newcomer: Newcomer, words: set[str]) -> set[str]:
    """What else names its matter: its words but for those that name none, or whom the memories belong to."""
    if newcomer.type not in STATE_LIKE:
        return set()
    now = present_readings(newcomer.content)
    return telling(words.union(*map(ranking_tokens, now))) - {"user"}


def _said(content: str) -> str:
    """The content, with what it says of the present by telling a change."""
    return "\n".join((content, *present_readings(content)))


def _confirmed(services: Services, found: Sequence[_Found], desk: Desk) -> tuple[list[Near], Reading]:
    """Those that the store of truth knows as the view does, with the pointers that ending them would give up."""
    wanted: list[Key] = []
    for one in found:
        document = one.candidate.document
        scope = Scope.parse(document.scope)
        wanted.append(keys.current(scope, document.memory_id))
        wanted.append(keys.hash_pointer(scope, document.type, content_hash(document.content)))
        if document.key is not None:
            wanted.append(keys.key_pointer(scope, document.type, document.key))
    wanted = [key for key in dict.fromkeys(wanted) if key not in desk.reading.records]
    reading = desk.reading | Reading.of(wanted, services.records.get(wanted))
    near = []
    for one in found:
        memory = _as_found(one.candidate, reading, desk)
        if memory is not None:
            reading |= further(services, text_pointers(memory), reading)
            near.append(Near(memory, one.similarity, one.related))
    known = {desk.newcomer.scope.owner: desk.barrier}
    shown = seen_copies(services, [one.memory for one in near], known)
    return [one for one, left in zip(near, shown, strict=True) if left is not None], reading


def _as_found(candidate: Candidate, reading: Reading, desk: Desk) -> Memory | None:
    document = candidate.document
    record = reading[keys.current(Scope.parse(document.scope), document.memory_id)]
    if record is None:
        return None
    memory = memory_codec.memory(record.attributes).at(desk.newcomer.recorded_at)
    if (memory.content, memory.key) != (document.content, document.key) or memory.status not in _STATUSES:
        return None
    if memory.is_expired(desk.newcomer.recorded_at) or desk.barrier.seen(memory) is None:
        return None
    return None if desk.barrier.dying(memory.memory_id, desk.newcomer.evidence_at) else memory
