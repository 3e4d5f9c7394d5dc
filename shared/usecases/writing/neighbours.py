"""Finds the neighbours of an incoming memory: in the view by meaning, confirmed in the truth."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from shared.domain.errors import NotWorthRemembering, SearchUnavailable
from shared.domain.meaning.approvals import approved_in, closed_in
from shared.domain.meaning.rivals import NewerStatement
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status, content_hash
from shared.domain.messages import not_remembered
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery, by_memory, is_scheduled
from shared.domain.scopes import Scope
from shared.domain.writing.admission import mostly_stored
from shared.domain.writing.by_meaning import STATE_LIKE, Near, decide_by_meaning
from shared.domain.writing.decisions import Create, Decision
from shared.domain.writing.incoming import IncomingMemory
from shared.language.comparison.changes import present_readings
from shared.language.comparison.single_difference import matter_words
from shared.language.comparison.updates import changed_matter_words
from shared.language.speech.tension import tension_words
from shared.records import keys
from shared.records.ledger.reviews import rejection_keys
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import text_pointers
from shared.records.memories.vectors import StoredVector
from shared.records.store.reading import Reading
from shared.records.store.record import Key
from shared.records.store.shut import is_shut
from shared.usecases.barrier.hidden_copies import seen_copies
from shared.usecases.indexing.not_yet_indexed import unseen, with_unseen
from shared.usecases.services import Services
from shared.usecases.writing.commit import WriteContext, embedded, is_missing
from shared.usecases.writing.compared import FoundNear, nearest
from shared.usecases.writing.lookup import further
from shared.usecases.writing.rivals import denies, older_of, refuse_if_denied
from shared.usecases.writing.scheduled_neighbours import with_successors

# Candidates of each sub-query; more where no caller waits.
_LOOKED_AT, _LOOKED_AT_LATER = 12, 40
_NEVER = datetime.max.replace(tzinfo=UTC)
_STATUSES = (Status.ACTIVE, Status.STALE, Status.PENDING_REVIEW, Status.CANDIDATE)


def by_meaning(services: Services, created: Create, write_context: WriteContext) -> tuple[Decision, WriteContext]:
    """The decision after the comparison by meaning, and the write context with the vector and all memories that the
    decision touches. With search or the embedder down the incoming memory is written as new: the daily
    contradiction scan finds the missed ones. No judge is asked while a caller waits: the consolidation does that."""
    incoming, vector = write_context.incoming, embedded(services, created.memory)
    write_context = replace(write_context, vector=vector)
    if is_missing(vector):
        return created, write_context
    try:
        newer = NewerStatement.of(vector.vector, services.calibration, incoming.content)
        candidates = _candidates(services, write_context, vector, newer, created.memory.memory_id)
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
    found = nearest(services, write_context, candidates, newer)
    if found:
        near, reading = _confirmed(services, found, write_context)
        near, reading = with_successors(services, near, write_context, reading)
        decision = decide_by_meaning(incoming, near, created.memory.memory_id, services.write_policy)
        write_context = replace(write_context, reading=reading)
    if isinstance(decision, Create) and incoming.source is Source.AGENT_INFERRED:
        _refuse_repetition(incoming, candidates)
    return decision, write_context


def near_others(
    services: Services, write_context: WriteContext, vector: StoredVector, memory_id: str, *, later: bool = False
) -> tuple[list[Near], WriteContext]:
    """The memories that say the same as the write context's incoming memory or the contrary, except the one of that
    id, for a caller that judges a stored memory; and the context with everything that was read. `later`: no caller
    waits, so that more candidates are compared, and pairs that the rules leave open are put before the judge. Raises
    `SearchUnavailable`."""
    incoming = write_context.incoming
    newer = NewerStatement.of(vector.vector, services.calibration, incoming.content)
    near = _candidates(services, write_context, vector, newer, memory_id, _LOOKED_AT_LATER if later else _LOOKED_AT)
    candidates = [c for c in near if c.document.memory_id != memory_id and not _is_over(c)]
    write_context = replace(
        write_context,
        older=older_of(incoming, candidates, newer),
        denies=denies(incoming, vector, services.calibration),
    )
    found = nearest(services, write_context, candidates, newer, after=memory_id if later else None)
    if not found:
        return [], write_context
    confirmed, reading = _confirmed(services, found, write_context)
    return confirmed, replace(write_context, reading=reading)


def _refuse_repetition(incoming: IncomingMemory, candidates: Sequence[Candidate]) -> None:
    """Raises `NotWorthRemembering` for an inference that mostly repeats what is stored and adds nothing."""
    if mostly_stored(incoming.content, [candidate.document.content for candidate in candidates]):
        raise NotWorthRemembering(not_remembered("a repetition: more than half of it is stored already"))


def _candidates(
    services: Services,
    write_context: WriteContext,
    vector: StoredVector,
    newer: NewerStatement,
    own: str,
    looked_at: int = _LOOKED_AT,
) -> list[Candidate]:
    """The view's memories of this scope near the incoming one, by meaning or by word: current ones, and those that
    begin to hold later. Memories that another process wrote a moment ago cost a read."""
    incoming = write_context.incoming
    types: tuple[MemoryType, ...] = STATE_LIKE if incoming.type in STATE_LIKE else (incoming.type,)
    if closed_in(incoming.content) or approved_in(incoming.content):
        types = tuple(MemoryType)  # an approval may be an episode, and what ends it a fact
    # An agent's conclusion may have been denied: memories that ended by a denial are compared as well.
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
    written = services.just_written
    late = unseen(
        services,
        [write_context.reading.records.get(keys.latest(incoming.scope))],
        hits,
        under=keys.current_prefix(incoming.scope),
        known={own: sys.maxsize, **({} if written is None else written.revisions)},
    )
    hits, _ = with_unseen(services, late, hits, query, wanted)
    found = by_memory(hit for hit in hits if not is_scheduled(hit.document, incoming.recorded_at))
    if written is not None:
        found = written.joined(found, newer.centred, wanted)
    return [one for one in found if _is_over(one) or (one.document.valid_to or _NEVER) > incoming.recorded_at]


def _is_over(found: Candidate) -> bool:
    return found.document.status == Status.SUPERSEDED


def _said(content: str) -> str:
    """The content, with the present state that a change implies."""
    matter = (*matter_words(content), *changed_matter_words(content))
    return "\n".join((content, *present_readings(content), *matter, *tension_words(content)))


def _confirmed(
    services: Services, found: Sequence[FoundNear], write_context: WriteContext
) -> tuple[list[Near], Reading]:
    """Those that are in the store of truth as in the view, with the pointers that ending them would release."""
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
    if record is None or is_shut(record):
        return None
    memory = memory_codec.memory(record.attributes).at(write_context.incoming.recorded_at)
    if (memory.content, memory.key) != (document.content, document.key) or memory.status not in _STATUSES:
        return None
    if memory.is_expired(write_context.incoming.recorded_at) or write_context.barrier.seen(memory) is None:
        return None
    return None if write_context.barrier.dying(memory.memory_id, write_context.incoming.compared_at) else memory
