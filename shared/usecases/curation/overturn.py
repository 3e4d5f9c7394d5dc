"""Which memories a candidate overturns once a person has accepted it: as a candidate it contradicted none."""

from __future__ import annotations

from dataclasses import replace

from shared.domain.audit.chain import AuditAction
from shared.domain.deletion.barrier import Barrier
from shared.domain.errors import SearchUnavailable
from shared.domain.memories.memory import Memory, Status
from shared.domain.reviews.resolution import Effect
from shared.domain.writing.by_meaning import decide_by_meaning
from shared.domain.writing.decisions import Supersede
from shared.domain.writing.incoming import in_a_persons_word
from shared.language.comparison.relation import Relation
from shared.records import keys
from shared.records.memories.memory_change import Author
from shared.records.memories.vectors import StoredVector, stored_vector
from shared.records.store.reading import Reading
from shared.usecases.services import Services
from shared.usecases.writing.commit import WriteContext, embedded
from shared.usecases.writing.neighbours import near_others


def with_overturned(
    services: Services, effects: tuple[Effect, ...], reading: Reading, barrier: Barrier, author: Author
) -> tuple[tuple[Effect, ...], Reading]:
    """The effects, and those on the memories that the accepted ones contradict. With search down none is found now;
    the daily scan looks again."""
    known = {effect.before.memory_id for effect in effects}
    found: list[Effect] = []
    for effect in effects:
        after = effect.after
        if after is None or not _becomes_a_fact(effect.before, after):
            found.append(effect)
            continue
        beaten, reading = _beaten(services, after, effect.before, reading, barrier, author)
        beaten = [one for one in beaten if one.before.memory_id not in known]
        known |= {one.before.memory_id for one in beaten}
        supersedes = after.supersedes or next((one.before.memory_id for one in beaten), None)
        found += [replace(effect, after=replace(after, supersedes=supersedes)), *beaten]
    return tuple(found), reading


def _becomes_a_fact(before: Memory, after: Memory) -> bool:
    """A sealed memory has no words for a comparison."""
    return before.status is Status.CANDIDATE and after.status is Status.ACTIVE and after.sealed is None


def _beaten(
    services: Services, accepted: Memory, before: Memory, reading: Reading, barrier: Barrier, author: Author
) -> tuple[list[Effect], Reading]:
    incoming = in_a_persons_word(accepted, author.at)
    vector_key = keys.vector(accepted.scope, accepted.memory_id)
    (record,) = services.records.get([vector_key])
    stored = None if record is None else stored_vector(record)
    vector = _vector(services, accepted, before, stored)
    try:
        write_context = WriteContext(incoming, reading, author, barrier)
        near, write_context = near_others(services, write_context, vector, accepted.memory_id)
    except SearchUnavailable:
        return [], reading
    reading = write_context.reading
    contrary = [one for one in near if one.related.relation is Relation.CONTRADICTS]
    decision = decide_by_meaning(incoming, contrary, accepted.memory_id, services.write_policy)
    if not isinstance(decision, Supersede):
        return [], reading
    stands = {one.memory.memory_id: one.memory for one in contrary}
    return [Effect(AuditAction.SUPERSEDED, stands[ended.memory_id], ended) for ended in decision.ended], reading


def _vector(services: Services, accepted: Memory, before: Memory, stored: StoredVector | None) -> StoredVector:
    is_its_own = stored is not None and stored.model == services.embedder.model.id
    if stored is not None and is_its_own and accepted.content_hash == before.content_hash:
        return stored
    return embedded(services, accepted)
