"""The one place where a version becomes current: by a write, a correction, a decision, a promotion, maintenance, or a
deletion that lets an earlier one hold again.

The current record, the pointer by key and the pointers by text change in one transaction, each guarded by the state
in which it was read. If another fact holds the key or the text of a fact, the two are arbitrated here, and the loser
ends in the same transaction: so a scope and type never has two facts under one key, nor two that say the same under
compatible keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from shared.domain.audit.chain import AuditAction
from shared.domain.hygiene.maintenance_rules import RetrievalStats
from shared.domain.memories.memory import ENDED, Memory, Status
from shared.domain.memories.places import share_a_place
from shared.domain.scopes import Scope
from shared.domain.writing.one_holder import OneHolder, one_holder
from shared.records import keys
from shared.records.memories.memory_change import (
    Author,
    Free,
    audited,
    copied,
    holders,
    is_whole,
    pointed_id,
    pointer_keys,
    put_current,
    put_edges,
    put_head,
    stored_memory,
)
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Key, Record
from shared.usecases.barrier.check import as_it_is, visible
from shared.usecases.barrier.hidden_copies import seen
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.services import Services


@dataclass(frozen=True, slots=True)
class Put:
    """A memory as it shall be, with its new audit records. Without `stats` of its retrievals the next check may be
    too early, which does no harm."""

    memory: Memory
    stats: RetrievalStats | None = None


@dataclass(frozen=True, slots=True)
class MadeCurrent:
    """`memories` by id as they are stored: those that were passed in, and those that were arbitrated with them."""

    change: Change
    memories: Mapping[str, Memory] = field(default_factory=dict)

    def of(self, memory: Memory) -> Memory:
        return self.memories.get(memory.memory_id, memory)

    def standing_for(self, memory: Memory) -> Memory:
        """The memory itself, or the one that replaced it here."""
        found, seen = self.of(memory), {memory.memory_id}
        while found.status in ENDED and found.ending.superseded_by in self.memories.keys() - seen:
            found = self.memories[found.ending.superseded_by]
            seen.add(found.memory_id)
        return found


def make_current(services: Services, memory: Memory, reading: Reading, author: Author, free: Free) -> Change:
    return make_all_current(services, [Put(memory)], reading, author, free).change


def make_all_current(
    services: Services, puts: Sequence[Put], reading: Reading, author: Author, free: Free
) -> MadeCurrent:
    """All memories are of one scope and go into one change. `reading` holds the current record and the pointers of
    each, before and after; other records are read here, which is needed only if another fact holds a key or a text."""
    work = _Work(services, author, reading, free, {put.memory.memory_id: put for put in puts})
    while work.arbitrated():
        pass
    return work.carried_out()


@dataclass(slots=True)
class _Work:
    services: Services
    author: Author
    reading: Reading
    free: Free
    puts: dict[str, Put]
    change: Change = field(default_factory=Change)
    stored: dict[str, Memory] = field(default_factory=dict)

    def arbitrated(self) -> bool:
        """Whether a memory had to be arbitrated with another: then everything is checked again."""
        free = self._free()
        facts = [put for put in self._standing() if put.memory.status is not Status.CANDIDATE]
        for put in facts:
            rivals = [one for one in facts if one is not put and share_a_place(one.memory, put.memory)]
            self._read_whole(put.memory)
            found = [one.memory.memory_id for one in rivals] or holders(put.memory, self.reading, free)
            if found:
                self._arbitrate(put, found[0])
                return True
        return False

    def carried_out(self) -> MadeCurrent:
        policy, free = self.services.write_policy.expiry, self._free()
        change, stored, taken = self.change, dict(self.stored), frozenset[Key]()
        for put in (*self._standing(), *(put for put in self.puts.values() if put.memory.status in ENDED)):
            stored_before = stored_memory(put.memory, self.reading)
            self._read(pointer_keys(stored_before or put.memory))
            made = put_current(put.memory, self.reading, policy, free, put.stats, taken)
            taken |= {record.key for record in made.puts}
            stored[put.memory.memory_id] = replace(put.memory, head=put_head(put.memory, made))
            change |= made
        return MadeCurrent(change, stored)

    def _standing(self) -> list[Put]:
        return [put for put in self.puts.values() if put.memory.status not in ENDED]

    def _free(self) -> Free:
        ended = {id for id, put in self.puts.items() if put.memory.status in ENDED}
        return replace(self.free, dying=self.free.dying | ended)

    def _arbitrate(self, put: Put, rival_id: str) -> None:
        rival = self.puts.get(rival_id) or self._stored(put.memory.scope, rival_id)
        if rival is None:  # it is being deleted, or has expired
            self.free = replace(self.free, dying=self.free.dying | {rival_id})
            return
        found = one_holder(put.memory, rival.memory, self.author.at, self.services.write_policy)
        for memory in (found.standing, found.ended):
            was = put if memory.memory_id == put.memory.memory_id else rival
            if memory is not was.memory:
                self._put(memory, was, found)
            elif memory.memory_id not in self.puts:
                self.change |= self.reading.unchanged(keys.current(memory.scope, memory.memory_id))
                self.stored[memory.memory_id] = memory

    def _put(self, memory: Memory, was: Put, found: OneHolder) -> None:
        """A memory whose chain does not yet have the record of this change gets it."""
        if memory.memory_id not in self.puts:
            (salt,) = self._read([keys.salt(memory.scope)])
            action = AuditAction.SUPERSEDED if memory is found.ended else AuditAction.CONFIRMED
            secret = cast("bytes", salt.attributes["salt"]) if salt is not None else b""
            memory, trail = audited(memory, action, self.author, secret)
            self.change |= trail
        if memory.memory_id == found.standing.memory_id:
            self.change |= put_edges(memory, was.memory)
        self._read(pointer_keys(memory))
        self.puts[memory.memory_id] = replace(was, memory=memory)

    def _stored(self, scope: Scope, memory_id: str) -> Put | None:
        now, current = self.author.at, keys.current(scope, memory_id)
        barrier, record = self._read([keys.barrier(scope), current])
        known = whole_barrier(self.services, barrier)
        memory = visible(record, known, now)
        if memory is None or seen(self.services, memory, {scope.owner: known}) is None:
            return None
        stored = as_it_is(record, now)
        if stored is None:
            return None
        self._read(pointer_keys(stored))
        return Put(stored)

    def _read_whole(self, memory: Memory) -> None:
        """Of a long text held by another, the pointer has no copy that says how it is spelled."""
        pointer = self.reading[keys.hash_pointer(memory.scope, memory.type, memory.content_hash)]
        if pointer is not None and not is_whole(pointer) and pointed_id(pointer) != memory.memory_id:
            self._read([copied(pointer)])

    def _read(self, wanted: Sequence[Key]) -> list[Record | None]:
        missing = [key for key in dict.fromkeys(wanted) if key not in self.reading.records]
        if missing:
            self.reading |= Reading.of(missing, self.services.records.get(missing))
        return [self.reading[key] for key in wanted]
