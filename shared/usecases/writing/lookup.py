"""Finds the stored memories under an incoming memory's key and text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from shared.domain.deletion.barrier import Barrier
from shared.domain.errors import RejectedBefore
from shared.domain.memories.memory import Memory
from shared.domain.messages import not_remembered
from shared.domain.reviews.review import stays_rejected
from shared.domain.writing.by_key_and_text import Known
from shared.domain.writing.incoming import IncomingMemory
from shared.domain.writing.same_text import says
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.ledger.reviews import rejected_tier, rejection_keys
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import (
    copied,
    is_whole,
    key_digest,
    known_key_pointer,
    pointer_keys,
    text_pointers,
)
from shared.records.store.reading import Reading
from shared.records.store.record import Key, Record
from shared.usecases.barrier.completed_tasks import task_keys
from shared.usecases.barrier.hidden_copies import refuse_older_than_origins, seen_copies
from shared.usecases.services import Services


def first_reading(services: Services, incoming: IncomingMemory, idempotency: IdempotencyKey | None) -> Reading:
    scope = incoming.scope
    wanted = [
        keys.barrier(scope),
        keys.salt(scope),
        keys.directory(scope),
        keys.latest(scope),
        *task_keys(scope),
        keys.hash_pointer(scope, incoming.type, incoming.content_hash),
        *rejection_keys(scope, incoming.type, incoming.content, incoming.content_hash),
    ]
    if incoming.key is not None:
        wanted.append(keys.key_pointer(scope, incoming.type, incoming.key))
    if idempotency is not None:
        wanted.append(idempotency.record_key)
    return Reading.of(wanted, services.records.get(wanted))


def refuse_if_rejected(incoming: IncomingMemory, reading: Reading) -> None:
    """Raises `RejectedBefore` for a text that a person rejected, in these words or others of the same meaning,
    unless the new evidence is more credible than the rejected one."""
    found = rejection_keys(incoming.scope, incoming.type, incoming.content, incoming.content_hash)
    if stays_rejected(max(rejected_tier(reading[key]) for key in found), incoming.source):
        raise RejectedBefore(not_remembered("a statement that a person rejected"))


@dataclass(frozen=True, slots=True)
class Existing:
    """The state that an incoming memory finds: all records that were read, the memories under its key and its text,
    and the barrier, which hides what a running deletion takes."""

    reading: Reading
    barrier: Barrier
    known: Known

    def dies(self, memory_id: str, incoming: IncomingMemory) -> bool:
        """Whether the memory is being deleted, for evidence of that age."""
        return self.barrier.dying(memory_id, incoming.compared_at)

    def reads(self, more: Reading) -> Existing:
        return replace(self, reading=self.reading | more)

    def knows(self, *, by_key: Memory | None = None, by_hash: Memory | None = None) -> Existing:
        return replace(self, known=Known(by_key, by_hash))


def look_up(
    services: Services, incoming: IncomingMemory, reading: Reading, barrier: Barrier, *, again: bool = False
) -> Existing:
    """The memories under the key and the text. `reading`: the first read; `barrier`: as `hiding_selected` gives it.
    `again`: an earlier write by this one has failed, so that the memory itself is read in place of its copy. The
    barrier in the answer also hides by name the copies that a deletion of their origins takes: the write does not
    see them."""
    while True:
        existing = _under_text(services, incoming, Existing(reading, barrier, Known()), again=again)
        existing = _under_key(services, incoming, existing)
        found = [memory for memory in (existing.known.by_key, existing.known.by_hash) if memory is not None]
        shown = seen_copies(services, found, {incoming.scope.owner: barrier})
        hidden = frozenset(m.memory_id for m, remaining in zip(found, shown, strict=True) if remaining is None)
        if not hidden:
            return existing
        refuse_older_than_origins(services, [m for m in found if m.memory_id in hidden], incoming.compared_at)
        reading, barrier = existing.reading, replace(barrier, hidden=barrier.hidden | hidden)


def _under_text(services: Services, incoming: IncomingMemory, existing: Existing, *, again: bool) -> Existing:
    """The copy in the text's pointer spares a read of the memory itself, unless the text is long. A memory that is
    being deleted is not found, and evidence from before its deletion does not come back under its key or text."""
    scope, now = incoming.scope, incoming.recorded_at
    pointer = existing.reading[keys.hash_pointer(scope, incoming.type, incoming.content_hash)]
    if pointer is None:
        return existing
    current, copy = copied(pointer), memory_codec.memory(pointer.attributes)
    if is_whole(pointer):
        reading = existing.reading.knowing(Record(current, pointer.attributes, copy.head.revision))
    else:
        beside = pointer_keys(copy)
        reading = existing.reading | further(services, (current, *beside), existing.reading)
        record = reading[current]
        if record is None:  # it was removed between the two reads
            return existing
        copy = memory_codec.memory(record.attributes)
    existing = replace(existing, reading=reading)
    memory = copy.at(now)
    if existing.dies(copy.memory_id, incoming) or memory.is_expired(now) or not says(memory, incoming):
        return existing
    by_key = known_key_pointer(copy)
    if by_key is not None and by_key.key not in reading.records and not again:
        reading = reading.knowing(by_key)
    return existing.reads(reading | further(services, pointer_keys(memory), reading)).knows(by_hash=memory)


def _under_key(services: Services, incoming: IncomingMemory, existing: Existing) -> Existing:
    """Only a key with another text needs a read of the memory itself. If the incoming memory is a version of a
    memory, that one takes the place of the one under its key."""
    scope, now, same_text = incoming.scope, incoming.recorded_at, existing.known.by_hash
    if incoming.version_of is not None:
        return _as_version(services, incoming, existing, incoming.version_of)
    if incoming.key is None:
        return existing
    by_key = existing.reading[keys.key_pointer(scope, incoming.type, incoming.key)]
    if by_key is None:
        return existing
    digest = key_digest(by_key)
    if digest.is_expired(now) or existing.dies(digest.memory_id, incoming):
        return existing
    if same_text is not None and same_text.memory_id == digest.memory_id:
        return existing.knows(by_key=same_text, by_hash=same_text)
    current = keys.current(scope, digest.memory_id)
    vectors = keys.vector(scope, digest.memory_id)  # for what is going to be history
    wanted = (current, keys.hash_pointer(scope, incoming.type, digest.content_hash), vectors)
    existing = existing.reads(_get(services, *wanted))
    record = existing.reading[current]
    if record is None:  # it was removed between the two reads
        return existing
    memory = memory_codec.memory(record.attributes).at(now)
    # It changed between the two reads, or schedules something.
    existing = existing.reads(further(services, text_pointers(memory), existing.reading))
    return existing.knows(by_key=memory, by_hash=same_text)


def _as_version(services: Services, incoming: IncomingMemory, existing: Existing, memory_id: str) -> Existing:
    current = keys.current(incoming.scope, memory_id)
    existing = existing.reads(_get(services, current, keys.vector(incoming.scope, memory_id)))
    record, now = existing.reading[current], incoming.recorded_at
    memory = None if record is None else memory_codec.memory(record.attributes).at(now)
    if memory is None or memory.is_expired(now) or memory.type is not incoming.type:
        return existing
    if existing.dies(memory.memory_id, incoming):
        return existing
    existing = existing.reads(further(services, pointer_keys(memory), existing.reading))
    return existing.knows(by_key=memory, by_hash=existing.known.by_hash)


def further(services: Services, wanted: Iterable[Key], reading: Reading) -> Reading:
    """Reads the records that are wanted and not read yet: no call if there are none."""
    missing = [key for key in wanted if key not in reading.records]
    return _get(services, *missing) if missing else Reading({})


def _get(services: Services, *wanted: Key) -> Reading:
    return Reading.of(wanted, services.records.get(wanted))
