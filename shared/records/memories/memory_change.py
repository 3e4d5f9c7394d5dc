"""The one place that says which records make up a memory, and how they change together.

A memory is its current record, a pointer by text (with a copy of the current record, so that a duplicate is answered
after one read; of a long memory without its texts), a pointer by key (with the digest that finds it), its vector, an
edge from each source event, and its ended versions with a vector of their own. All of them change in one transaction,
with the audit record. What it schedules lies in its own record, with a pointer by text for each.

What an import leaves behind: the edge under which the other versions of an imported memory find it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from shared.domain.audit.chain import AuditAction, AuditRecord, content_hmac
from shared.domain.deletion.selectors import links, successor_link
from shared.domain.hygiene.maintenance_rules import RetrievalStats, next_check, next_check_of_version
from shared.domain.instants import sort_text
from shared.domain.memories.lifetimes import ExpiryPolicy, store_expiry
from shared.domain.memories.memory import ENDED, Head, Memory, Status
from shared.domain.memories.places import share_a_place
from shared.domain.memories.scheduled import ended_with
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger.audit import audit_record
from shared.records.memories import memory_codec
from shared.records.memories.vectors import StoredVector, stored_vectors, vector_record, with_own_vector
from shared.records.store.attributes import instant, instant_text
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Key, Record
from shared.records.store.revisions import first_revision


@dataclass(frozen=True, slots=True)
class Author:
    """Who changes a memory, and for whom, when."""

    actor: str
    acting_for: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class KeyDigest:
    """What a key pointer says without a second read."""

    memory_id: str
    content_hash: str
    hard_expires_at: datetime | None

    def is_expired(self, now: datetime) -> bool:
        return self.hard_expires_at is not None and self.hard_expires_at <= now


def key_digest(record: Record) -> KeyDigest:
    a = record.attributes
    return KeyDigest(cast("str", a["memory_id"]), cast("str", a["content_hash"]), instant(a.get("hard_expires_at")))


@dataclass(frozen=True, slots=True)
class Free:
    """Which pointers may be taken over: those of memories that have expired by `now`, are being deleted, or end in the
    same change; by a fact also those of a candidate, which waits beside it without them."""

    now: datetime
    dying: frozenset[str] = frozenset()

    def for_memory(self, pointer: Record | None, memory: Memory) -> bool:
        holder = pointed_id(pointer)
        if pointer is None or holder == memory.memory_id or holder in self.dying:
            return True
        expiry = instant(pointer.attributes.get("hard_expires_at"))
        if expiry is not None and expiry <= self.now:
            return True
        return memory.status is not Status.CANDIDATE and pointer.attributes["status"] == Status.CANDIDATE


def pointed_id(pointer: Record | None) -> str | None:
    return None if pointer is None else cast("str", pointer.attributes["memory_id"])


def is_whole(pointer: Record) -> bool:
    """Whether a pointer by text is a copy of the current record, not one without its texts."""
    return pointer.attributes.get(_PARTS) is None


def copied(pointer: Record) -> Key:
    """Where the current record lies that a pointer by text is a copy of."""
    scope, memory_id = cast("str", pointer.attributes["scope"]), cast("str", pointer.attributes["memory_id"])
    return keys.current(Scope.parse(scope), memory_id)


def pointer_keys(memory: Memory) -> tuple[Key, ...]:
    """The pointers that a memory may hold: read them before `put_current` or `remove_current`."""
    by_hash = text_pointers(memory)
    return by_hash if memory.key is None else (*by_hash, _key_pointer(memory, memory.key))


def text_pointers(memory: Memory) -> tuple[Key, ...]:
    """By each text that the memory carries: what it says, what it schedules, and what has passed since it was put."""
    return _text_pointers((*memory.timeline, *memory.schedule.passed))


def _text_pointers(versions: tuple[Memory, ...]) -> tuple[Key, ...]:
    return tuple(dict.fromkeys(map(_text_pointer, versions)))


def _text_pointer(memory: Memory) -> Key:
    return keys.hash_pointer(memory.scope, memory.type, memory.content_hash)


def _key_pointer(memory: Memory, key: str) -> Key:
    return keys.key_pointer(memory.scope, memory.type, key)


class PointerHeld(Exception):
    """A fact cannot be current: other facts hold its key or its text."""

    def __init__(self, holders: tuple[str, ...]) -> None:
        super().__init__("another memory holds the key or the text")
        self.holders = holders


def holders(memory: Memory, reading: Reading, free: Free) -> tuple[str, ...]:
    """Ids of the other facts that have the memory's key, or its text under a key that goes with its own. A candidate
    waits without pointers, and what has ended needs none."""
    if memory.status in ENDED or memory.status is Status.CANDIDATE:
        return ()
    found: list[str | None] = []
    by_text = reading[_text_pointer(memory)]
    if by_text is not None and not _is_free(by_text, memory, memory, free):
        whole = None if is_whole(by_text) else reading.records.get(copied(by_text))
        holder = memory_codec.memory((whole or by_text).attributes).at(free.now)
        found += [holder.memory_id] if share_a_place(holder, memory) else []
    by_key = None if memory.key is None else reading[_key_pointer(memory, memory.key)]
    if not free.for_memory(by_key, memory):
        found.append(pointed_id(by_key))
    return tuple(dict.fromkeys(id for id in found if id is not None))


def _is_free(by_text: Record | None, memory: Memory, version: Memory, free: Free) -> bool:
    """For a version of the memory. What somebody says only from a later day on, or not any more, gives way to what a
    fact says now."""
    if by_text is None or free.for_memory(by_text, memory):
        return True
    if "scheduled" not in by_text.attributes:
        return False
    holder = memory_codec.memory(by_text.attributes).at(free.now)
    says_now = version is memory and memory.status is not Status.CANDIDATE
    return by_text.key not in ([_text_pointer(holder)] if says_now else _text_pointers(holder.timeline))


def put_current(
    memory: Memory,
    reading: Reading,
    policy: ExpiryPolicy,
    free: Free,
    stats: RetrievalStats | None = None,
    taken: frozenset[Key] = frozenset(),
) -> Change:
    """Makes `memory` the current version, in place of what is stored, with its pointers.

    `reading` holds the current record, and the pointers of both (`stored_memory`). A fact gets its key and its text or
    does not become current: raises `PointerHeld`. A candidate, and a version of a later day, leave a pointer that is
    not free with its holder; a memory that has ended gives its pointers up but for those that another has `taken` in
    the same change, and takes along what it scheduled. What has passed joins the history, with its vector where the
    record of vectors was read.
    Without `stats` the next check is early at worst.
    """
    if held_by := holders(memory, reading, free):
        raise PointerHeld(held_by)
    key = keys.current(memory.scope, memory.memory_id)
    revision, before = reading.next_revision(key), stored_memory(memory, reading)
    passed = memory.schedule.passed
    if memory.status in ENDED:
        passed, memory = (*passed, *ended_with(memory)), replace(memory, schedule=replace(memory.schedule, upcoming=()))
    slots = max(memory.schedule.slots, 0 if before is None else before.schedule.slots, len(memory.schedule.upcoming))
    by_key = None if memory.key is None else _key_pointer(memory, memory.key)
    key_revision = 0
    if by_key is not None and memory.status not in ENDED and by_key not in taken:
        key_revision = reading.next_revision(by_key) if free.for_memory(reading[by_key], memory) else 0
    memory = replace(
        memory,
        head=replace(memory.head, revision=revision, key_revision=key_revision),
        schedule=replace(memory.schedule, slots=slots, passed=()),
    )
    attributes = memory_codec.memory_attributes(memory)
    expires_at = store_expiry(memory, policy)
    due = next_check(memory, stats, policy, free.now)
    change = reading.put(key, attributes, expires_at=expires_at, next_check_at=due, revision=revision)
    for version in passed:
        change |= put_ended(version, policy, reading)
    change |= _put_successor_edge(memory)
    if memory.status not in ENDED:
        change |= _take_pointers(memory, attributes, expires_at, reading, free, taken)
    given_up = {*pointer_keys(memory if before is None else before)} - taken
    if memory.status not in ENDED:
        given_up -= {*pointer_keys(memory)}
    for pointer in sorted(given_up):
        change |= _release(reading, pointer, memory.memory_id)
    return change


def stored_memory(memory: Memory, reading: Reading) -> Memory | None:
    """The memory as its record holds it, whatever of it a deletion hides and which day it is: whose pointers are given
    up. `None` for a new one."""
    record = reading[keys.current(memory.scope, memory.memory_id)]
    return None if record is None else memory_codec.memory(record.attributes)


def put_head(memory: Memory, change: Change) -> Head:
    """The memory's head as the change that `put_current` made stores it."""
    current = keys.current(memory.scope, memory.memory_id)
    (record,) = (record for record in change.puts if record.key == current)
    key_revision = cast("int", record.attributes.get("key_revision") or 0)
    return replace(memory.head, revision=record.revision, key_revision=key_revision)


MOST_COPIED = 1024  # bytes of text in a copy: below, the copy mostly costs no more units than a bare pointer
_PARTS = "without_texts"
_TEXTS = frozenset({"content", "background", "metadata", "provenance", "contributions"})


def _copy(memory: Memory, attributes: Attributes) -> Attributes:
    """For the pointer by text. Of a long memory it has all that tells whose text, key and day it is, and no text."""
    if sum(len(version.content.encode()) for version in memory.timeline) <= MOST_COPIED:
        return attributes
    scheduled = cast("Sequence[Attributes]", attributes.get("scheduled", ()))
    bare = {**_without_texts(attributes), _PARTS: True}
    return {**bare, "scheduled": [_without_texts(one) for one in scheduled]} if scheduled else bare


def _without_texts(attributes: Attributes) -> Attributes:
    return {name: value for name, value in attributes.items() if name not in _TEXTS}


def _take_pointers(
    memory: Memory,
    attributes: Attributes,
    expires_at: datetime | None,
    reading: Reading,
    free: Free,
    taken: frozenset[Key],
) -> Change:
    change, copy = Change(), _copy(memory, attributes)
    texts = {_text_pointer(version): version for version in reversed(memory.timeline)}
    for by_hash, version in texts.items():
        if by_hash in taken:
            continue
        if _is_free(reading[by_hash], memory, version, free):
            change |= reading.put(by_hash, copy, expires_at=expires_at)
        else:
            change |= reading.unchanged(by_hash)  # or this text has no pointer once its holder lets go
    by_key = None if memory.key is None else _key_pointer(memory, memory.key)
    if by_key is None or by_key in taken:
        return change
    if memory.head.key_revision:
        return change | reading.put(by_key, _digest(memory), expires_at=expires_at, revision=memory.head.key_revision)
    return change | reading.unchanged(by_key)


def _put_successor_edge(memory: Memory) -> Change:
    """From what took its place: anyone who takes that away finds it."""
    if memory.ending.superseded_by is None:
        return Change()
    source = successor_link(memory.ending.superseded_by)
    attributes: Attributes = {"memory_id": memory.memory_id, "scope": memory.scope.path, "source": source}
    key = keys.edge(memory.scope, source, memory.memory_id)
    return Change(puts=(Record(key, {**attributes, "kind": "superseded"}),))


def remove_current(memory: Memory, reading: Reading) -> Change:
    """Takes the current record and the pointers that are its own away; versions, vector and edges go by `leftovers`."""
    change = reading.remove(keys.current(memory.scope, memory.memory_id))
    for pointer in pointer_keys(memory):
        change |= _release(reading, pointer, memory.memory_id)
    beside = (keys.vector(memory.scope, memory.memory_id), keys.retrievals(memory.scope, memory.memory_id))
    return change | Change(removes=beside)


def known_key_pointer(memory: Memory) -> Record | None:
    """The pointer by key that a stored memory put last, which spares reading it: where another has taken it since, its
    guard fails. `None` where the memory has none."""
    if memory.key is None or not memory.head.key_revision:
        return None
    return Record(_key_pointer(memory, memory.key), _digest(memory), memory.head.key_revision)


def _digest(memory: Memory) -> Attributes:
    return {
        "memory_id": memory.memory_id,
        "content_hash": memory.content_hash,
        "status": memory.status.value,
        "hard_expires_at": instant_text(memory.expiry.hard_at),
    }


def _release(reading: Reading, pointer: Key, memory_id: str) -> Change:
    return reading.remove(pointer) if pointed_id(reading[pointer]) == memory_id else Change()


def put_ended(version: Memory, policy: ExpiryPolicy, reading: Reading | None = None) -> Change:
    """An ended version or a rejected incoming memory joins the history. Its number is new, so that nothing is
    overwritten. It keeps the vector of its text if `reading` holds the memory's vectors. Its revision lies right above
    what the memory had then: one that becomes current and ends again has a greater one.
    """
    version = replace(version, schedule=replace(version.schedule, upcoming=(), slots=0))
    beside = None if reading is None else reading.records.get(keys.vector(version.scope, version.memory_id))
    attributes = memory_codec.memory_attributes(version)
    record = Record(
        keys.version(version.scope, version.memory_id, version.version),
        attributes if beside is None else with_own_vector(attributes, version, stored_vectors(beside)),
        version.head.revision + 1 if version.head.revision else first_revision(),
        expires_at=store_expiry(version, policy),
        next_check_at=next_check_of_version(version, policy),
    )
    return Change(puts=(record,))


def put_edges(memory: Memory, before: Memory | None) -> Change:
    """An edge from each source that the memory did not have before: cited events, quoted events, their sessions."""
    known = set() if before is None else {*edge_keys(before)}
    puts: dict[Key, Record] = {}
    for source, kind in _links(memory).items():
        if kind == "superseded":
            continue  # put with the record itself, anyone who writes that
        key = keys.edge(memory.scope, source, memory.memory_id)
        attributes: Attributes = {"memory_id": memory.memory_id, "scope": memory.scope.path, "source": source}
        puts[key] = Record(key, attributes if kind == "source" else {**attributes, "kind": kind})
    return Change(puts=tuple(record for key, record in puts.items() if key not in known))


def edge_keys(memory: Memory) -> tuple[Key, ...]:
    """Of all edges that lead to the memory from what it cites and quotes, now or from a scheduled day on."""
    return tuple(dict.fromkeys(keys.edge(memory.scope, source, memory.memory_id) for source in _links(memory)))


def _links(memory: Memory) -> dict[str, str]:
    carried = (*memory.schedule.passed, *reversed(memory.timeline))  # the current version's own kinds win
    return {source: kind for version in carried for source, kind in links(version).items()}


def put_promotion_edge(source: Memory, copy: Memory) -> Change:
    """From a memory to its copy in a scope above, in the partition of the memory's owner: who deletes the owner finds
    what was promoted from there."""
    origin = f"memory:{source.memory_id}"
    key = keys.edge(source.scope, origin, copy.memory_id)
    return Change(puts=(Record(key, {"memory_id": copy.memory_id, "scope": copy.scope.path, "source": origin}),))


def put_vectors(memory: Memory, vector: StoredVector, scheduled: tuple[StoredVector, ...] = ()) -> Change:
    """The vector of the text that holds, and those of the texts that are scheduled."""
    return Change(puts=(vector_record(memory.scope, memory.memory_id, vector, scheduled),))


def audited(
    memory: Memory, action: AuditAction, author: Author, salt: bytes, version: Memory | None = None
) -> tuple[Memory, Change]:
    """The memory with its chain one longer, and the record of it: of this version, or of one that it schedules."""
    reported = memory if version is None else version
    entry = AuditRecord(
        subject=memory.memory_id,
        sequence=memory.head.audit_sequence + 1,
        action=action,
        actor=author.actor,
        acting_for=author.acting_for,
        at=sort_text(author.at),
        version=reported.version,
        content_hmac=content_hmac(salt, reported.content_hash),
        previous=memory.head.audit_hash,
    ).sealed()
    chained = replace(memory, head=replace(memory.head, audit_sequence=entry.sequence, audit_hash=entry.hash))
    return chained, Change(puts=(audit_record(memory.scope, entry, memory.expiry.hard_at),))


def put_directory(scope: Scope, reading: Reading) -> Change:
    """The scope appears in its organisation's directory from its first memory or session on."""
    key = keys.directory(scope)
    if reading[key] is not None:
        return Change()
    return Change(puts=(Record(key, {"path": scope.path}),))


def salt_of(reading: Reading, scope: Scope, fresh: bytes) -> tuple[bytes, Change]:
    """The owner's salt, made with its first memory."""
    key = keys.salt(scope)
    record = reading[key]
    if record is not None:
        return cast("bytes", record.attributes["salt"]), Change()
    return fresh, reading.put(key, {"salt": fresh})


IMPORTED_FROM = "imported_from"  # in the provenance


def import_source(memory_id: str) -> str:
    """The source of the edge from an exported memory to what became of it here."""
    return f"import:{memory_id}"


def import_sources(memory: Memory) -> tuple[str, ...]:
    origin = (memory.basis.provenance or {}).get(IMPORTED_FROM)
    return (import_source(str(origin["memory_id"])),) if isinstance(origin, Mapping) else ()
