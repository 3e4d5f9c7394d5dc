"""The events of a session in a recall that names it: they are ranked beside the memories by the same rules. Calls
beside those of the recall: 3 (session and barrier, the window's events, their vectors), one more when vectors were
missing; then one for each event that is to be shown, and one for the memories that they became."""

from __future__ import annotations

from dataclasses import replace

from shared.domain.meaning.centring import Vector, dot
from shared.domain.meaning.relevance import AskedQuery
from shared.domain.memories.memory import Memory
from shared.domain.recall.documents import Candidate
from shared.domain.scopes import Scope, segment_id
from shared.domain.sessions.event_corrections import corrected_ids
from shared.domain.sessions.event_search import EVENT_TYPE, EVIDENCE, event_memory, keyword_shares, trust_of_event
from shared.domain.sessions.session import Event
from shared.records.memories.vectors import StoredVector
from shared.usecases.indexing.index_memories import document
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.session_hits import NONE, SessionEvents
from shared.usecases.remembering.event_vectors import meant
from shared.usecases.services import Services
from shared.usecases.sessions.search_session import found_session, window


def events_of(
    services: Services, target: Scope, session_id: str, query: RecallQuery, asked: AskedQuery
) -> SessionEvents:
    """The events of the session's window that the query may see, without events of the role system, corrected ones,
    those that are being deleted, and those too long to be returned as a memory (40,000 bytes). An event has no key,
    no metadata, no consent label and no other type than `episodic`, and holds now. Raises `NotFound` unless a live
    session of that id lies in exactly the target scope."""
    session, reading = found_session(services, target, segment_id(session_id, "session_id"))
    if query.types and EVENT_TYPE not in query.types:
        return NONE
    if query.looks_back or query.keys or query.metadata or query.where or query.consent_scope is not None:
        return NONE
    there = window(services, session, most_bytes=0)
    left_out = corrected_ids(there, session.withheld) | session.withheld
    events = [e for e in there if e.role in EVIDENCE and e.event_id not in left_out and e.whole and _fits(e, query)]
    vectors = meant(services, session, reading, asked, events).vectors
    words = keyword_shares(query.text, [event.content for event in events])
    memories = [event_memory(event, session) for event in events]
    candidates = (
        _candidate(services, asked, memory, vector, keyword)
        for memory, vector, keyword in zip(memories, vectors, words, strict=True)
    )
    return SessionEvents({memory.memory_id: memory for memory in memories}, tuple(candidates))


def _candidate(
    services: Services, asked: AskedQuery, memory: Memory, vector: Vector | None, keyword: float
) -> Candidate:
    stored = (
        None
        if vector is None
        else StoredVector(memory.scope.path, services.embedder.model.id, memory.content_hash, vector)
    )
    product = None if vector is None else dot(asked.centred, vector)
    viewed = replace(document(memory, stored, services.calibration), vector=None)
    return Candidate(viewed, product, keyword, 0.0, product)


def _fits(event: Event, query: RecallQuery) -> bool:
    said_by_another = query.speaker is not None and event.speaker != query.speaker
    source = EVIDENCE[event.role]
    trusted = query.trust in (None, trust_of_event(event))
    return not said_by_another and trusted and source in query.believed
