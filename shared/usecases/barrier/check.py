"""The deletion barrier in use: which writes it refuses, and what it hides from every read."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, cast

from shared.domain.audit.chain import content_hmac
from shared.domain.deletion.barrier import Barrier
from shared.domain.errors import DeletedBefore, NotFound
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.memories import memory_codec
from shared.records.store.reading import Reading
from shared.records.store.record import BarrierClear, Change, Key, Record
from shared.usecases.barrier.cited_events import cited_alone, knowing_events
from shared.usecases.barrier.hidden_copies import seen
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.barrier.words_that_go import says_what_goes
from shared.usecases.services import Services

if TYPE_CHECKING:
    from shared.domain.writing.incoming import IncomingMemory

TEXT_MARK = "text"
MEMORY_MARK = "memory"


def refuse_if_covered(
    services: Services, scope: Scope, barrier: Barrier, evidence_at: datetime, content_hash: str, reading: Reading
) -> None:
    """Raises `SubjectDeleting` or `DeletedBefore` when a deletion covers the evidence. The narrow tombstones are
    read only for evidence that is older than the owner's last narrow deletion; a plain write is newer and needs no
    further read. Texts that are still being deleted have no tombstone yet and are looked for first: a text that is
    removed meanwhile is found in one of the two."""
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
    """The barrier, which also hides by name the memories under the incoming memory's key and text that a running
    deletion selects in another way: the write does not see them."""
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
    """No deletion covers the evidence, and none was accepted since the barrier was read. The records of the owner in
    the change get the epoch of that moment."""
    key = keys.barrier(scope)
    epoch = deletion_codec.barrier(reading[key]).epoch
    return Change(checks=(BarrierClear(key, evidence_at, epoch),)) | reading.unchanged(key)


def visible(record: Record | None, barrier: Barrier, now: datetime) -> Memory | None:
    """The memory in a current record, without the parts that are being deleted, unless it has expired or a deletion
    hides it. `hidden_copies` decides which copies are hidden because of their origins."""
    if record is None:
        return None
    memory = memory_codec.memory(record.attributes).at(now)
    return None if memory.is_expired(now) else barrier.seen(memory)


def as_it_is(record: Record | None, now: datetime) -> Memory | None:
    """The memory in a current record, including the parts that a running deletion takes. A caller that changes it
    for the sake of another memory leaves those parts to the deletion."""
    return None if record is None else memory_codec.memory(record.attributes).at(now)


def find_visible(services: Services, scope: Scope, memory_id: str) -> Memory | None:
    """The current version of a memory of exactly this scope, as a reader may see it."""
    wanted: list[Key] = [keys.current(scope, memory_id), keys.barrier(scope)]
    current, record = services.records.get(wanted)
    barrier = whole_barrier(services, record)
    return seen(services, visible(current, barrier, services.clock.now()), {scope.owner: barrier})


def require_visible(services: Services, scope: Scope, memory_id: str) -> Memory:
    memory = find_visible(services, scope, memory_id)
    if memory is None:
        raise NotFound("there is no such memory in this scope")
    return memory
