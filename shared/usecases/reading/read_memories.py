"""Reading memories by id and in lists, directly from the truth. Showing sealed content to authorised callers. The
owners whose records lie at or below a scope."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import may_read, may_read_below, opens, readable_scopes
from shared.domain.deletion.barrier import Barrier, SubjectState
from shared.domain.errors import NotFound
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.memories.metadata import has_metadata, metadata_marks
from shared.domain.memories.metadata_conditions import MetadataCondition, holds_all
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Record, Table
from shared.records.store.shut import intact
from shared.usecases.barrier.check import visible
from shared.usecases.barrier.hidden_copies import seen, without_hidden
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.cursors import cursor, position, sized
from shared.usecases.services import Services

# A page looks at no more records than this, however few of them a filter lets through; the cursor goes on from there.
MAX_LOOKED_AT = 1000
# Scopes below an organisation whose lists one walk merges.
MAX_SHELVES = 1000
# Where a list goes on: a memory id, or the number of a version as its key has it.
_ID_LENGTH, _NUMBER_LENGTH = 36, 10


@dataclass(frozen=True, slots=True)
class ListQuery:
    """`None` lets any value through. `limit`: 1 to 100."""

    scope: Scope | None = None
    type: MemoryType | None = None
    key: str | None = None
    status: Status | None = None
    consent_scope: str | None = None
    source: Source | None = None
    min_tier: int | None = None
    trust: Trust | None = None
    metadata: Mapping[str, object] | None = None
    where: tuple[MetadataCondition, ...] = ()
    include_inherited: bool = False
    include_descendants: bool = False
    newest_first: bool = True
    limit: int = 50
    cursor: str | None = None

    def lets_through(self, memory: Memory) -> bool:
        return (
            (self.type is None or memory.type is self.type)
            and (self.key is None or memory.key == self.key)
            and (self.status is None or memory.status is self.status)
            and (self.consent_scope is None or memory.consent_scope == self.consent_scope)
            and (self.source is None or memory.source is self.source)
            and (self.min_tier is None or memory.source.tier >= self.min_tier)
            and (self.trust is None or memory.trust is self.trust)
            and has_metadata(memory.metadata, self.metadata or {})
            and holds_all(self.where, memory.metadata)
        )


@dataclass(frozen=True, slots=True)
class MemoryPage:
    items: tuple[Memory, ...]
    next_cursor: str | None
    subject: SubjectState = SubjectState.ACTIVE


def list_memories(services: Services, caller: Caller, query: ListQuery) -> MemoryPage:
    """Current memories of every status, by age. A walk with the cursor returns each exactly once."""
    target = may_read(caller, query.scope)
    shelves = list(readable_scopes(caller, target, include_inherited=query.include_inherited))
    if query.include_descendants:
        may_read_below(caller, target)
        shelves += scopes_below(services, target)
    bound_to = "|".join(
        (
            caller.principal, target.path, str(query.type), str(query.key), str(query.status), str(query.consent_scope),
            f"{query.source}{query.min_tier}{query.trust}",
            f"{query.include_inherited}{query.include_descendants}{query.newest_first}",
            f"{metadata_marks(query.metadata or {})}{query.where}",
        )
    )  # fmt: skip
    after = sized(position(query.cursor, bound_to), _ID_LENGTH)
    barriers = owners_barriers(services, shelves)
    state, now = barriers[keys.path(target.owner)].subject_state, services.clock.now()
    walks = [_walk(services, shelf, after, query) for shelf in shelves]
    items: list[Memory] = []
    known = {shelf.owner: barriers[keys.path(shelf.owner)] for shelf in shelves}
    last = ""
    for looked_at, record in enumerate(heapq.merge(*walks, key=_age, reverse=query.newest_first), start=1):
        if len(items) == query.limit or looked_at > MAX_LOOKED_AT:
            return MemoryPage(tuple(without_hidden(services, items, known)), cursor(last, bound_to), state)
        last = _age(record)
        there = visible(record, barriers[record.key.pk], now)
        memory = None if there is None else there.shown_at(now)
        if memory is not None and opens(caller, memory) and query.lets_through(memory):
            items.append(memory)
    return MemoryPage(tuple(without_hidden(services, items, known)), None, state)


def _age(record: Record) -> str:
    """Memory ids are UUIDv7: their order is the order in which the memories were made."""
    return record.key.sk.rpartition("#")[2]


def _walk(services: Services, shelf: Scope, after: str | None, query: ListQuery) -> Iterator[Record]:
    prefix = keys.current_prefix(shelf)
    start = None if after is None else prefix + after
    while True:
        page = services.records.page(
            Table.MEMORIES,
            keys.path(shelf.owner),
            sk_prefix=prefix,
            after=start,
            limit=query.limit + 1,
            newest_first=query.newest_first,
        )
        yield from intact(page.records)
        if page.next_after is None:
            return
        start = page.next_after


def owners_barriers(services: Services, scopes: Sequence[Scope]) -> dict[str, Barrier]:
    """The barrier of each owner among the scopes, by partition."""
    owners = list(dict.fromkeys(scope.owner for scope in scopes))
    records = services.records.get([keys.barrier(owner) for owner in owners])
    return {keys.path(owner): whole_barrier(services, record) for owner, record in zip(owners, records, strict=True)}


def scopes_below(services: Services, target: Scope) -> list[Scope]:
    """The scopes strictly below `target` that hold memories or sessions, at most `MAX_SHELVES`."""
    found: list[Scope] = []
    after: str | None = None
    while len(found) < MAX_SHELVES:
        page = services.records.page(
            Table.MEMORIES,
            keys.path(target.org_scope),
            sk_prefix=f"{keys.directory_prefix(target)}/",
            after=after,
            limit=100,
        )
        found += [Scope.parse(str(record.attributes["path"])) for record in intact(page.records)]
        if page.next_after is None:
            break
        after = page.next_after
    return found


def get_memory(services: Services, caller: Caller, scope: Scope | None, memory_id: str) -> Memory:
    """The current version of a memory in the target scope or above it. Raises `NotFound`, whatever the reason."""
    (found,) = get_memories(services, caller, scope, (memory_id,))
    if isinstance(found, NotFound):
        raise found
    return found


def get_memories(
    services: Services, caller: Caller, scope: Scope | None, memory_ids: Sequence[str]
) -> list[Memory | NotFound]:
    """As `get_memory` for each, in order, with one reading of them all."""
    target = may_read(caller, scope)
    shelves = readable_scopes(caller, target, include_inherited=True)
    owners = list(dict.fromkeys(shelf.owner for shelf in shelves))
    places = [keys.current(shelf, memory_id) for memory_id in memory_ids for shelf in shelves]
    records = services.records.get([*places, *(keys.barrier(owner) for owner in owners)])
    barriers = {owner: whole_barrier(services, r) for owner, r in zip(owners, records[len(places) :], strict=True)}
    now, width = services.clock.now(), len(shelves)
    found: list[Memory | NotFound] = []
    for number in range(len(memory_ids)):
        of_one = zip(shelves, records[number * width : (number + 1) * width], strict=True)
        there = (seen(services, visible(record, barriers[shelf.owner], now), barriers) for shelf, record in of_one)
        shown = (memory for memory in there if memory is not None and opens(caller, memory))
        found.append(next(shown, None) or _not_found(barriers[target.owner]))
    return found


def _not_found(barrier: Barrier) -> NotFound:
    if barrier.hides_everything():
        return NotFound("no memory of this scope is shown: a deletion of all of it runs or is held")
    return NotFound("there is no such memory in this scope")


def memory_history(
    services: Services, caller: Caller, scope: Scope | None, memory_id: str, *, limit: int, after: str | None
) -> MemoryPage:
    """Every version and rejected incoming memory, with scheduled versions, highest version number first."""
    current = get_memory(services, caller, scope, memory_id)
    bound_to = f"{caller.principal}|{current.scope.path}|{memory_id}"
    start = sized(position(after, bound_to), _NUMBER_LENGTH)
    prefix = keys.version_prefix(memory_id)
    page = services.records.page(
        Table.MEMORIES,
        keys.path(current.scope.owner),
        sk_prefix=prefix,
        after=None if start is None else prefix + start,
        limit=limit,
        newest_first=True,
    )
    items = [memory_codec.memory(record.attributes) for record in intact(page.records)]
    if any(item.version == current.version for item in items):  # it was replaced between the two reads
        current = get_memory(services, caller, scope, memory_id)
    oldest = items[-1].version if items and page.next_after is not None else 0
    there = {item.version for item in items}
    items += [
        version
        for version in (
            current,
            *(one for one in current.schedule.upcoming if opens(caller, one)),
            *current.schedule.passed,
        )
        if version.version > oldest and version.version not in there and (start is None or _number(version) < start)
    ]
    items.sort(key=lambda memory: -memory.version)
    more = page.next_after is not None or len(items) > limit
    items = items[:limit]
    owner = current.scope.owner
    barrier = owners_barriers(services, [owner])[keys.path(owner)]
    remaining = [version for item in items if (version := barrier.seen(item)) is not None]
    shown = tuple(without_hidden(services, remaining, {owner: barrier}))
    return MemoryPage(shown, cursor(_number(items[-1]), bound_to) if more else None)


def _number(memory: Memory) -> str:
    return f"{memory.version:0{_NUMBER_LENGTH}d}"


def revealed(services: Services, caller: Caller, memory: Memory) -> Memory:
    """The memory with its content in the clear for a caller with the role `sensitive-writer`; empty for others."""
    if memory.sealed is None or not caller.has(Role.SENSITIVE_WRITER):
        return memory
    return replace(memory, content=services.cipher.open(memory.sealed, memory.scope.owner.path))


_RECEIPTS = 100
MAX_RECEIPTS = 1000  # deleted subjects that an organisation's audit still names, the latest first


def owners_within(services: Services, target: Scope) -> list[Scope]:
    """In a stable order. Below an organisation: owners with records, and deleted owners, by the receipts."""
    if target != target.org_scope or not target.segments:
        return [target.owner]
    below = {scope.owner for scope in scopes_below(services, target)} | _deleted(services, target)
    return [target, *sorted(below - {target})]


def _deleted(services: Services, org: Scope) -> set[Scope]:
    found: set[Scope] = set()
    after: str | None = None
    for _ in range(MAX_RECEIPTS // _RECEIPTS):
        page = services.records.page(
            Table.LEDGER, keys.path(org), sk_prefix="rcp#", after=after, limit=_RECEIPTS, newest_first=True
        )
        found |= {Scope.parse(str(record.attributes["subject"])) for record in page.records}
        after = page.next_after
        if after is None:
            break
    return found
