"""What is near an incoming memory in meaning, found in the view and confirmed in the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from shared.domain.errors import NotWorthRemembering, SearchUnavailable, Unavailable
from shared.domain.meaning.rivals import NewerStatement
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status, content_hash
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery, by_memory, is_scheduled
from shared.domain.scopes import Scope
from shared.domain.writing.admission import mostly_stored
from shared.domain.writing.by_meaning import STATE_LIKE, Near, decide_by_meaning
from shared.domain.writing.decisions import Create, Decision
from shared.domain.writing.incoming import IncomingMemory
from shared.language.comparison.changes import present_readings
from shared.language.comparison.near_twin import matter_words, matters
from shared.language.comparison.relation import Related, Relation, SamenessPolicy, relate
from shared.language.text.scripts import is_cjk
from shared.language.text.terms import distinctive, ranking_tokens
from shared.records import keys
from shared.records.ledger.reviews import rejection_keys
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import text_pointers
from shared.records.memories.vectors import StoredVector
from shared.records.store.reading import Reading
from shared.records.store.record import Key
from shared.usecases.barrier.hidden_copies import seen_copies
from shared.usecases.services import Services
from shared.usecases.writing.commit import WriteContext, embedded
from shared.usecases.writing.lookup import further
from shared.usecases.writing.rivals import denied_of, denies, older_of, refuse_if_denied
from shared.usecases.writing.scheduled_neighbours import with_successors

# Candidates of each sub-query, and how many of them all are compared word by word, which is what costs: those that are
# nearest in meaning and in words together, so that of a hundred statements of one form the one about the same thing is
# among them.
_LOOKED_AT = 12
_COMPARED = 6
# Of those that lie further off in meaning and share words with the incoming memory: "lives in Oslo" and "the user lives
# in Bergen" are about one attribute. Only the words can set them against it; nothing is merged, and no judge is asked.
_BY_WORDS = 3
# The part of the shorter one's telling words that two statements share at least when they name one attribute; of
# character pairs fewer, because each value takes two of its own at its ends.
_SHARED, _SHARED_PAIRS = 1 / 3, 1 / 6
_CONFIRMED = 5  # of those that the words confirm, the nearest are read from the store of truth
# Where nobody waits more is looked at, what was recorded before first: of twenty changes of mind in a row each has to
# find the one before it.
_LOOKED_AT_LATER, _COMPARED_LATER, _CONFIRMED_LATER = 40, 12, 10
_NEVER = datetime.max.replace(tzinfo=UTC)
_DENIED = Related(Relation.CONTRADICTS, "a person denies what was concluded")
_RIVAL = Related(Relation.DIFFERENT, "about the same matter, as far as vectors tell", decided=False)
_STATUSES = (Status.ACTIVE, Status.STALE, Status.PENDING_REVIEW, Status.CANDIDATE)


def by_meaning(services: Services, created: Create, write_context: WriteContext) -> tuple[Decision, WriteContext]:
    """The decision once meaning is asked too, and the write context with the vector and all that the decision touches.

    With search down the incoming memory is written as new: the daily contradiction scan finds what was missed. No judge
    is asked while a caller waits: the consolidation does that.
    """
    incoming, vector = write_context.incoming, embedded(services, created.memory)
    write_context = replace(write_context, vector=vector)
    try:
        newer = NewerStatement.of(vector.vector, services.calibration)
        candidates = _candidates(services, incoming, vector, newer)
    except SearchUnavailable:
        return created, write_context
    if incoming.source is Source.AGENT_INFERRED:
        refuse_if_denied(services, incoming, candidates, newer)
        candidates = [c for c in candidates if not _is_over(c)]
    write_context = replace(
        write_context,
        older=older_of(incoming, candidates, newer),
        denies=denies(incoming, vector, services.calibration),
    )
    decision: Decision = created
    found = _nearest(services, write_context, candidates, newer)
    if found:
        near, reading = _confirmed(services, found, write_context)
        near, reading = with_successors(services, near, write_context, reading)
        decision = decide_by_meaning(incoming, near, created.memory.memory_id, services.write_policy)
        write_context = replace(write_context, reading=reading)
        if isinstance(decision, Create):
            decision = replace(decision, displaces=created.displaces)
    if isinstance(decision, Create) and incoming.source is Source.AGENT_INFERRED:
        _refuse_repetition(incoming, candidates)
    return decision, write_context


def near_others(
    services: Services, write_context: WriteContext, vector: StoredVector, memory_id: str, *, later: bool = False
) -> tuple[list[Near], WriteContext]:
    """What says the same as the write context's incoming memory or the contrary, the memory of that id left out, for
    anyone who judges what is stored already, and the context with what was read and found out. `later`: nobody waits,
    so that more is looked at, and what the rules leave open is put before the judge. Raises `SearchUnavailable`."""
    incoming, newer = write_context.incoming, NewerStatement.of(vector.vector, services.calibration)
    near = _candidates(services, incoming, vector, newer, _LOOKED_AT_LATER if later else _LOOKED_AT)
    candidates = [c for c in near if c.document.memory_id != memory_id and not _is_over(c)]
    write_context = replace(
        write_context,
        older=older_of(incoming, candidates, newer),
        denies=denies(incoming, vector, services.calibration),
    )
    found = _nearest(services, write_context, candidates, newer, after=memory_id if later else None)
    if not found:
        return [], write_context
    confirmed, reading = _confirmed(services, found, write_context)
    return confirmed, replace(write_context, reading=reading)


def _refuse_repetition(incoming: IncomingMemory, candidates: Sequence[Candidate]) -> None:
    """Raises `NotWorthRemembering` for an inference that mostly repeats what is stored and adds nothing."""
    if mostly_stored(incoming.content, [candidate.document.content for candidate in candidates]):
        raise NotWorthRemembering("more than half of it is stored already, and the rest adds nothing")


def _candidates(
    services: Services,
    incoming: IncomingMemory,
    vector: StoredVector,
    newer: NewerStatement,
    looked_at: int = _LOOKED_AT,
) -> list[Candidate]:
    """What the view holds of this scope near the incoming memory, by meaning or by word: what holds now, and memories
    that begin to hold later."""
    types = STATE_LIKE if incoming.type in STATE_LIKE else (incoming.type,)
    # What an agent concludes may have been denied: what has ended by that is looked at as well.
    ended = incoming.source is Source.AGENT_INFERRED and incoming.type in STATE_LIKE
    statuses = (*_STATUSES, Status.SUPERSEDED) if ended else _STATUSES
    wanted = SearchFilter(
        org=incoming.scope.org_id or "",
        scopes=(incoming.scope.path,),
        statuses=tuple(status.value for status in statuses),
        types=tuple(type.value for type in types),
        at=incoming.recorded_at,
        any_purpose=True,
        any_time=ended,
        later=True,
    )
    query = SearchQuery(
        _said(incoming.content), vector.vector, vector.model, looked_at, context=False, compared=newer.centred
    )
    hits = services.search.search(query, wanted)
    found = by_memory(hit for hit in hits if not is_scheduled(hit.document, incoming.recorded_at))
    written = services.just_written
    if written is not None:
        found = written.joined(found, vector.vector, newer.centred, wanted)
    return [one for one in found if _is_over(one) or (one.document.valid_to or _NEVER) > incoming.recorded_at]


def _is_over(found: Candidate) -> bool:
    return found.document.status == Status.SUPERSEDED


@dataclass(frozen=True, slots=True)
class _Found:
    candidate: Candidate
    similarity: float
    related: Related


def _nearest(
    services: Services,
    write_context: WriteContext,
    candidates: Sequence[Candidate],
    newer: NewerStatement,
    *,
    after: str | None = None,
) -> list[_Found]:
    """Those that say the same or the contrary, nearest first. `after`: the id of a memory that is stored already: those
    before it come first, and what the rules leave open is put before the judge, if the deployment has one: it may find
    a contradiction, it never merges."""
    incoming = write_context.incoming
    compared = [
        _Found(candidate, similarity, relate(candidate.document.content, incoming.content, similarity))
        for candidate, similarity in _to_compare(services, incoming, candidates, newer, after)
    ]
    apart = [found for found in compared if not found.related.decided]
    reported = [found for found in compared if found.related.relation is not Relation.DIFFERENT]
    if write_context.denies:
        known = {found.candidate.document.memory_id for found in reported}
        denied = [c for c in denied_of(incoming, candidates, newer) if c.document.memory_id not in known]
        reported += [_Found(c, _similarity(services, c, newer), _DENIED) for c in denied]
    if after is not None:
        known = {found.candidate.document.memory_id for found in compared}
        rivals = [c for c in candidates if c.document.memory_id in {*write_context.older} - known]
        apart += [_Found(c, _similarity(services, c, newer), _RIVAL) for c in rivals]
        reported += _contradicted(services, incoming, apart)
    reported.sort(key=lambda f: (_is_after(f.candidate, after), -f.similarity, f.candidate.document.memory_id))
    return reported[: _CONFIRMED if after is None else _CONFIRMED_LATER]


def _is_after(found: Candidate, memory_id: str | None) -> bool:
    """Ids tell when a memory was made."""
    return memory_id is not None and found.document.memory_id > memory_id


def _contradicted(services: Services, incoming: IncomingMemory, apart: Sequence[_Found]) -> list[_Found]:
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
    """The most likely ones of those that are near enough to be about the same matter, then of those that are not and
    have words in common with it, or with what it says of the present by telling a change. What tells another value of
    what it tells comes first."""
    words, cjk = set(ranking_tokens(incoming.content)), is_cjk(incoming.content)
    naming = _naming(incoming, words)
    told = matters(incoming.content) if incoming.type in STATE_LIKE else frozenset()
    likely: list[tuple[float, Candidate, float]] = []
    worded: list[tuple[float, Candidate, float]] = []
    for candidate in candidates:
        if candidate.product is None:
            continue
        similarity = _similarity(services, candidate, newer)
        held = set(candidate.document.tokens)
        of_one_matter = bool(told) and not told.isdisjoint(matters(candidate.document.content))
        if similarity > SamenessPolicy().near:
            shared = len(words & held) / max(1, len(words | held))
            likely.append((similarity + shared + of_one_matter, candidate, similarity))
        elif of_one_matter:
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
    """What else names its matter: its words but for those that name none, or whom the memories belong to."""
    if incoming.type not in STATE_LIKE:
        return set()
    now = present_readings(incoming.content)
    return distinctive(words.union(*map(ranking_tokens, now))) - {"user"}


def _said(content: str) -> str:
    """The content, with what it says of the present by telling a change."""
    return "\n".join((content, *present_readings(content), *matter_words(content)))


def _confirmed(services: Services, found: Sequence[_Found], write_context: WriteContext) -> tuple[list[Near], Reading]:
    """Those that the store of truth knows as the view does, with the pointers that ending them would give up."""
    wanted: list[Key] = []
    for one in found:
        document = one.candidate.document
        scope = Scope.parse(document.scope)
        wanted.append(keys.current(scope, document.memory_id))
        wanted.append(keys.hash_pointer(scope, document.type, content_hash(document.content)))
        if document.key is not None:
            wanted.append(keys.key_pointer(scope, document.type, document.key))
        if write_context.denies:
            text = document.content
            wanted += rejection_keys(scope, MemoryType(document.type), text, content_hash(text))
    wanted = [key for key in dict.fromkeys(wanted) if key not in write_context.reading.records]
    reading = write_context.reading | Reading.of(wanted, services.records.get(wanted))
    near = []
    for one in found:
        memory = _as_found(one.candidate, reading, write_context)
        if memory is not None:
            reading |= further(services, text_pointers(memory), reading)
            near.append(Near(memory, one.similarity, one.related))
    known = {write_context.incoming.scope.owner: write_context.barrier}
    shown = seen_copies(services, [one.memory for one in near], known)
    return [one for one, remaining in zip(near, shown, strict=True) if remaining is not None], reading


def _as_found(candidate: Candidate, reading: Reading, write_context: WriteContext) -> Memory | None:
    document = candidate.document
    record = reading[keys.current(Scope.parse(document.scope), document.memory_id)]
    if record is None:
        return None
    memory = memory_codec.memory(record.attributes).at(write_context.incoming.recorded_at)
    if (memory.content, memory.key) != (document.content, document.key) or memory.status not in _STATUSES:
        return None
    if memory.is_expired(write_context.incoming.recorded_at) or write_context.barrier.seen(memory) is None:
        return None
    return None if write_context.barrier.dying(memory.memory_id, write_context.incoming.evidence_at) else memory
