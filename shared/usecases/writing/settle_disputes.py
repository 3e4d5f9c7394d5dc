"""A dispute that new evidence settles: which memories contradicted the old text and lose against the new one."""

from __future__ import annotations

from dataclasses import dataclass, field

from shared.domain.audit.chain import AuditAction
from shared.domain.deletion.barrier import Barrier
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.writing.arbitration import Claim, across_keys
from shared.domain.writing.by_meaning import superseding
from shared.domain.writing.decisions import NOTHING, Against, WritePolicy
from shared.domain.writing.incoming import claim_of
from shared.language.comparison.relation import Relation, relate
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import Author, audited, pointer_keys
from shared.records.store.reading import Reading
from shared.records.store.record import Change
from shared.usecases.barrier.check import visible
from shared.usecases.memories.make_current import Put
from shared.usecases.services import Services

# They were judged near in meaning when the dispute arose; whether they still contradict each other is decided by the
# words.
_NEAR = 1.0


@dataclass(frozen=True, slots=True)
class Settled:
    """The counterparts that lose with the records that were read of them, the audit of that, and whether no waiting
    one is left."""

    ended: tuple[Put, ...] = ()
    reading: Reading = field(default_factory=lambda: Reading({}))
    trail: Change = field(default_factory=Change)
    over: bool = True


def settled(
    services: Services,
    before: Memory,
    after: Memory,
    claim: Claim,
    author: Author,
    barrier: Barrier,
    salt: bytes,
    against: Against = NOTHING,
) -> Settled:
    """`after` replaces `before`, or confirms it, by the evidence of `claim`: a memory that contradicted `before`,
    contradicts `after` too and loses against that evidence is superseded in the same transaction. Nothing is read
    unless `before` was in dispute. Pairs that the words leave open still wait for a person; those that the write has
    compared (`against`) are left to it."""
    judged = {memory.memory_id for memory in against.memories}
    opponents = [id for id in before.conflicts_with if id not in judged]
    if not opponents or after.status is not Status.ACTIVE:
        return Settled()
    found = services.records.get([keys.current(before.scope, id) for id in opponents])
    seen = [visible(record, barrier, author.at) for record in found]
    waiting = [memory for memory in seen if memory is not None and memory.status is Status.PENDING_REVIEW]
    beaten = [memory for memory in waiting if _falls(memory, after, claim, services.write_policy)]
    current = {memory.memory_id: keys.current(memory.scope, memory.memory_id) for memory in beaten}
    wanted = [*current.values(), *(key for memory in beaten for key in pointer_keys(memory))]
    reading = Reading.of(wanted, services.records.get(wanted)) if wanted else Reading({})
    trail, fallen = Change(), []
    for memory in beaten:
        record = reading[current[memory.memory_id]]
        if record is None or memory_codec.memory(record.attributes).head.revision != memory.head.revision:
            continue  # changed between the two reads: it still waits
        (ended,) = superseding(after, (memory,), "dispute_settled").ended
        chained, entry = audited(ended, AuditAction.SUPERSEDED, author, salt)
        trail |= entry
        fallen.append(Put(chained))
    return Settled(tuple(fallen), reading, trail, len(beaten) == len(waiting))


def _falls(other: Memory, after: Memory, claim: Claim, policy: WritePolicy) -> bool:
    of_profile = after.type is MemoryType.PROFILE and after.key is not None and other.key == after.key
    if not of_profile and relate(other.content, after.content, _NEAR).relation is not Relation.CONTRADICTS:
        return False
    return across_keys(claim_of(other), claim, policy.arbitration).incoming_stands
