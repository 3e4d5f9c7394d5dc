"""The deletion barrier in use: what it refuses to write, and what it hides from every read."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import cast

from shared.domain.audit.chain import content_hmac
from shared.domain.deletion.barrier import Barrier
from shared.domain.errors import DeletedBefore, NotFound
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.domain.writing.incoming import IncomingMemory
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.memories import memory_codec
from shared.records.store.reading import Reading
from shared.records.store.record import BarrierClear, Change, Key, Record
from shared.usecases.barrier.cited_events import cited_alone, knowing_events
from shared.usecases.barrier.hidden_copies import seen
from shared.usecases.barrier.words_that_go import says_what_goes
from shared.usecases.services import Services

TEXT_MARK = "text"
MEMORY_MARK = "memory"


def refuse_if_covered(
    services: Services, scope: Scope, barrier: Barrier, evidence_at: datetime, content_hash: str, reading: Reading
) -> None:
    """Raises `SubjectDeleting` or `DeletedBefore` when a deletion covers the evidence.

    The narrow tombstones are asked only for evidence that is older than the owner's last narrow deletion: a plain write
    never is, and needs no further read. What is still being deleted has no tombstone yet, and is looked through first:
    a text that goes meanwhile is met in one of the two.
    """
    barrier.refuse_write(evidence_at)
    salt = reading[keys.salt(scope)]
    if salt is None or not barrier.needs_tombstones(evidence_at):
        return
    if says_what_goes(services, scope, barrier, content_hash):
        raise DeletedBefore("the evidence is older than the deletion of this memory")
    mark = keys.tombstone(scope, TEXT_MARK, content_hmac(cast("bytes", salt.attributes["salt"]), content_hash))
    (tombstone,) = services.records.get([mark])
    if tombstone is not None and evidence_at <= _instant(tombstone):
        raise DeletedBefore("the evidence is older than the deletion of this memory")


def _instant(tombstone: Record) -> datetime:
    return datetime.fromisoformat(cast("str", tombstone.attributes["deleted_at"]))


def hiding_selected(services: Services, incoming: IncomingMemory, barrier: Barrier, reading: Reading) -> Barrier:
    """The barrier with those memories under the incoming memory's key and text hidden by name that a running deletion
    selects otherwise: to the write they are not there any more."""
    if not barrier.marks:
        return barrier
    scope = incoming.scope
    pointers = [keys.hash_pointer(scope, incoming.type, incoming.content_hash)]
    if incoming.key is not None:
        pointers.append(keys.key_pointer(scope, incoming.type, incoming.key))
    ids = {str(found.attributes["memory_id"]) for key in pointers if (found := reading[key]) is not None}
    if incoming.version_of is not None:
        ids.add(incoming.version_of)
    records = services.records.get([keys.current(scope, id) for id in sorted(ids)]) if ids else []
    memories = [
        memory_codec.memory(record.attributes).at(incoming.recorded_at) for record in records if record is not None
    ]
    barrier = knowing_events(services, scope.owner, barrier, (s for memory in memories for s in cited_alone(memory)))
    selected = {memory.memory_id for memory in memories if barrier.seen(memory) is None}
    return replace(barrier, hidden=barrier.hidden | selected)


def barrier_checks(reading: Reading, scope: Scope, evidence_at: datetime) -> Change:
    """No deletion covers the evidence, and none was accepted since the barrier was read: what the change writes of the
    owner has the epoch of then."""
    key = keys.barrier(scope)
    epoch = deletion_codec.barrier(reading[key]).epoch
    return Change(checks=(BarrierClear(key, evidence_at, epoch),)) | reading.unchanged(key)


def visible(record: Record | None, barrier: Barrier, now: datetime) -> Memory | None:
    """The memory in a current record, unless it has expired or a deletion hides it; without what is being deleted.

    What hides a copy through what it was made of, `copies` knows.
    """
    if record is None:
        return None
    memory = memory_codec.memory(record.attributes).at(now)
    return None if memory.is_expired(now) else barrier.seen(memory)


def as_it_is(record: Record | None, now: datetime) -> Memory | None:
    """The memory in a current record with all that a running deletion takes of it: anyone who writes it for another's
    sake leaves that to the deletion, which looks for what it has to take."""
    return None if record is None else memory_codec.memory(record.attributes).at(now)


def find_visible(services: Services, scope: Scope, memory_id: str) -> Memory | None:
    """The current version of a memory of exactly this scope, as a reader may see it."""
    wanted: list[Key] = [keys.current(scope, memory_id), keys.barrier(scope)]
    current, record = services.records.get(wanted)
    barrier = deletion_codec.barrier(record)
    return seen(services, visible(current, barrier, services.clock.now()), {scope.owner: barrier})


def require_visible(services: Services, scope: Scope, memory_id: str) -> Memory:
    memory = find_visible(services, scope, memory_id)
    if memory is None:
        raise NotFound("there is no such memory in this scope")
    return memory
