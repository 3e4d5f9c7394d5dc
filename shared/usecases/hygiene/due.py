"""What maintenance has to look at, found through the due index: only records whose next check is due are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from shared.domain.hygiene.maintenance_rules import PlannedAction, RetrievalStats, planned, planned_for_version
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.memories import memory_codec, retrievals
from shared.records.store.record import Key, Record
from shared.records.store.shut import is_shut
from shared.usecases.services import Services

# Keys only: a page of them is one call, however many partitions they lie in.
KEYS_A_PAGE = 1000
# Current records are read with their statistics beside them, so twice as many keys: one call of the store.
BATCH = 50


@dataclass(frozen=True, slots=True)
class Found:
    """A current record or an ended version, with the data that decides about it. Both records are guards of the
    action."""

    record: Record
    memory: Memory
    stats_key: Key
    stats_record: Record | None

    @property
    def is_current(self) -> bool:
        return self.record.key.sk.startswith(keys.CURRENT_PREFIX)

    @property
    def stats(self) -> RetrievalStats | None:
        return retrievals.stats(self.stats_record)

    def asks_for(self, services: Services, now: datetime) -> PlannedAction | None:
        expiry = services.write_policy.expiry
        if self.is_current:
            return planned(self.memory, self.stats, expiry, now)
        return planned_for_version(self.memory, expiry, now)


def due_keys(services: Services, now: datetime) -> Iterator[Key]:
    after: str | None = None
    while True:
        page = services.records.due(now, after=after, limit=KEYS_A_PAGE)
        yield from (key for key, _ in page.items)
        if page.next_after is None:
            return
        after = page.next_after


def due_memories(services: Services, within: Scope | None, now: datetime) -> Iterator[Found]:
    """Memories and ended versions whose check is due, at or below a scope (`None`: anywhere)."""
    batch: list[Key] = []
    for key in due_keys(services, now):
        if not key.sk.startswith((keys.CURRENT_PREFIX, keys.VERSION_PREFIX)) or not _may_hold(key.pk, within):
            continue
        batch.append(key)
        if len(batch) == BATCH:
            yield from _within(look_at(services, batch), within)
            batch = []
    yield from _within(look_at(services, batch), within)


def _may_hold(pk: str, within: Scope | None) -> bool:
    """Whether a partition can hold records at or below the scope: other owners' records are not even read."""
    if within is None:
        return True
    owner = keys.path(within.owner)
    return pk == owner or (within == within.org_scope and pk.startswith(f"{owner}/"))


def _within(found: Iterator[Found], within: Scope | None) -> Iterator[Found]:
    return (one for one in found if within is None or within.contains(one.memory.scope))


def look_at(services: Services, places: Sequence[Key]) -> Iterator[Found]:
    """The present records at these places, in their order, without removed ones."""
    if not places:
        return
    beside = [_stats_key(place) for place in places if place.sk.startswith(keys.CURRENT_PREFIX)]
    wanted, now = [*places, *beside], services.clock.now()
    known = dict(zip(wanted, services.records.get(wanted), strict=True))
    for place in places:
        record = known[place]
        if record is not None and not is_shut(record):
            stats_key = _stats_key(place)
            yield Found(record, memory_codec.memory(record.attributes).at(now), stats_key, known.get(stats_key))


def places_of(action: PlannedAction) -> tuple[Key, ...]:
    """Where the version of an action may be: a version that ended may still be the current record."""
    scope = Scope.parse(action.scope)
    current = keys.current(scope, action.memory_id)
    return (current, keys.version(scope, action.memory_id, action.version))


def version_of(action: PlannedAction, found: Iterable[Found]) -> Found | None:
    """The version that an action names, among the records at its places."""
    return next((one for one in found if one.memory.version == action.version), None)


def _stats_key(place: Key) -> Key:
    """Beside the memory's record, whose key contains the encoded id."""
    memory_id = keys.memory_id_of(place) if place.sk.startswith(keys.CURRENT_PREFIX) else place.sk.split("#")[1]
    return Key(place.table, place.pk, f"{keys.RETRIEVALS_PREFIX}{memory_id}")
