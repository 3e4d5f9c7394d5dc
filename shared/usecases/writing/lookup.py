"""What is there under an incoming memory's key and text."""

from __future__ import annotations

from collections.abc import Iterable

from shared.domain.deletion.barrier import Barrier
from shared.domain.errors import RejectedBefore
from shared.domain.memories.memory import Memory
from shared.domain.reviews.review import stays_rejected
from shared.domain.writing.by_key_and_text import Known, says
from shared.domain.writing.incoming import IncomingMemory
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.ledger.reviews import rejected_tier, rejection_keys
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import key_digest, pointer_keys, text_pointers
from shared.records.store.reading import Reading
from shared.records.store.record import Key, Record
from shared.usecases.services import Services


def first_reading(services: Services, incoming: IncomingMemory, idempotency: IdempotencyKey | None) -> Reading:
    scope = incoming.scope
    wanted = [
        keys.barrier(scope),
        keys.salt(scope),
        keys.directory(scope),
        keys.hash_pointer(scope, incoming.type, incoming.content_hash),
        *rejection_keys(scope, incoming.type, incoming.content, incoming.content_hash),
    ]
    if incoming.key is not None:
        wanted.append(keys.key_pointer(scope, incoming.type, incoming.key))
    if idempotency is not None:
        wanted.append(idempotency.record_key)
    return Reading.of(wanted, services.records.get(wanted))


def refuse_if_rejected(incoming: IncomingMemory, reading: Reading) -> None:
    """Raises `RejectedBefore` for what a person rejected, in these words or others of the same meaning, unless the new
    evidence is more credible than that was."""
    found = rejection_keys(incoming.scope, incoming.type, incoming.content, incoming.content_hash)
    if stays_rejected(max(rejected_tier(reading[key]) for key in found), incoming.source):
        raise RejectedBefore("a person rejected this statement")


def what_is_known(
    services: Services, incoming: IncomingMemory, reading: Reading, barrier: Barrier
) -> tuple[Reading, Known]:
    """What lies under the key and under the text. The copy in the text's pointer spares a read of the memory itself;
    only a key with another text needs one. A memory that is being deleted is not there any more, and evidence from
    before its deletion does not come back under its key or text."""
    scope, now = incoming.scope, incoming.recorded_at
    same_text: Memory | None = None
    pointer = reading[keys.hash_pointer(scope, incoming.type, incoming.content_hash)]
    if pointer is not None:
        copy = memory_codec.memory(pointer.attributes)
        current = keys.current(scope, copy.memory_id)
        reading = reading.knowing(Record(current, pointer.attributes, copy.head.revision))
        same_text = None if barrier.dying(copy.memory_id, incoming.evidence_at) else copy.at(now)
        if same_text is not None and (same_text.is_expired(now) or not says(same_text, incoming)):
            same_text = None
        elif same_text is not None:
            reading |= further(services, text_pointers(same_text), reading)
    if incoming.version_of is not None:
        return _as_version(services, incoming, reading, barrier, same_text)
    if incoming.key is None:
        return reading, Known(by_hash=same_text)
    by_key = reading[keys.key_pointer(scope, incoming.type, incoming.key)]
    if by_key is None:
        return reading, Known(by_hash=same_text)
    digest = key_digest(by_key)
    if digest.is_expired(now) or barrier.dying(digest.memory_id, incoming.evidence_at):
        return reading, Known(by_hash=same_text)
    if same_text is not None and same_text.memory_id == digest.memory_id:
        return reading, Known(by_key=same_text, by_hash=same_text)
    current = keys.current(scope, digest.memory_id)
    reading |= _get(services, current, keys.hash_pointer(scope, incoming.type, digest.content_hash))
    record = reading[current]
    if record is None:  # it went between the two reads
        return reading, Known(by_hash=same_text)
    memory = memory_codec.memory(record.attributes).at(now)
    # It moved on between the two reads, or schedules something.
    reading |= further(services, text_pointers(memory), reading)
    return reading, Known(by_key=memory, by_hash=same_text)


def _as_version(
    services: Services, incoming: IncomingMemory, reading: Reading, barrier: Barrier, same_text: Memory | None
) -> tuple[Reading, Known]:
    """The memory that the incoming memory is a version of takes the place of the one under its key."""
    current = keys.current(incoming.scope, incoming.version_of or "")
    reading |= _get(services, current)
    record = reading[current]
    memory = None if record is None else memory_codec.memory(record.attributes).at(incoming.recorded_at)
    if memory is None or memory.is_expired(incoming.recorded_at) or memory.type is not incoming.type:
        return reading, Known(by_hash=same_text)
    if barrier.dying(memory.memory_id, incoming.evidence_at):
        return reading, Known(by_hash=same_text)
    return reading | further(services, pointer_keys(memory), reading), Known(by_key=memory, by_hash=same_text)


def further(services: Services, wanted: Iterable[Key], reading: Reading) -> Reading:
    """What has not been read yet of what is wanted: no call where there is nothing."""
    missing = [key for key in wanted if key not in reading.records]
    return _get(services, *missing) if missing else Reading({})


def _get(services: Services, *wanted: Key) -> Reading:
    return Reading.of(wanted, services.records.get(wanted))
