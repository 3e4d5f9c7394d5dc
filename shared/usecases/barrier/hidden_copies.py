"""Copies as readers may see them: from the acceptance of a deletion on, the copies of what it selects are hidden. A
copy in an organisation's scope is hidden by the barrier of another owner. Reading that barrier, and the copy once more
beside it, costs one more read, and only if there is a copy. A second read (and one more for each further copy of a
copy) is needed only while that owner's deletion runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from shared.domain.deletion.barrier import Barrier
from shared.domain.deletion.promoted_copies import owners_of_origins, seen_copy
from shared.domain.errors import DeletedBefore
from shared.domain.memories.contributions import texts_of
from shared.domain.memories.memory import Memory
from shared.domain.memories.provenance import origin_places
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Key, Record
from shared.records.store.shut import intact
from shared.usecases.barrier.cited_events import cited_alone, knowing_events, takes_sessions
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.services import Services

_NONE: Mapping[Scope, Barrier] = {}


def seen_copies(
    services: Services, memories: Sequence[Memory], known: Mapping[Scope, Barrier] = _NONE
) -> list[Memory | None]:
    """One answer for each memory: `None` for a copy that is deleted with its origin; a memory that is no copy is
    unchanged. `known`: barriers that were read already, by owner. The barrier of a memory's own owner was checked
    before, except for events of a session that it cites by id alone: these are looked up here."""
    return _seen_copies(services, _without_cited(services, memories, known), known)


def _without_cited(
    services: Services, memories: Sequence[Memory], known: Mapping[Scope, Barrier]
) -> list[Memory | None]:
    owners = {owner for owner, barrier in known.items() if takes_sessions(barrier)}
    knowing = {
        owner: knowing_events(
            services, owner, known[owner], (s for m in memories if m.scope.owner == owner for s in cited_alone(m))
        )
        for owner in owners
    }
    return [knowing[m.scope.owner].seen(m) if m.scope.owner in knowing else m for m in memories]


def _seen_copies(
    services: Services, shown: Sequence[Memory | None], known: Mapping[Scope, Barrier]
) -> list[Memory | None]:
    memories = [memory for memory in shown if memory is not None]
    owners = dict.fromkeys(owner for memory in memories for owner in sorted(owners_of_origins(memory)))
    if not owners:
        return list(shown)
    elsewhere = [owner for owner in owners if owner not in known]
    copies = [memory for memory in memories if not owners_of_origins(memory).isdisjoint(elsewhere)]
    wanted = [keys.barrier(owner) for owner in elsewhere] + [key for copy in copies for key in _places_of(copy)]
    read = dict(zip(wanted, services.records.get(wanted), strict=True)) if wanted else {}
    barriers = {**known, **{owner: whole_barrier(services, read[keys.barrier(owner)]) for owner in elsewhere}}
    removed = {(copy.memory_id, copy.version) for copy in copies if not _is_there(copy, read)}
    still = [None if m is None or (m.memory_id, m.version) in removed else m for m in shown]
    busy = frozenset(owner for owner in owners if not barriers[owner].is_idle)
    if not busy:
        return still
    origins = _origins(services, memories, busy)
    for owner in (owner for owner in busy if takes_sessions(barriers[owner])):
        cited = (id for memory in (*memories, *origins.values()) for id in cited_alone(memory))
        barriers[owner] = knowing_events(services, owner, barriers[owner], cited)
    return [None if memory is None else seen_copy(memory, barriers, origins) for memory in still]


def _places_of(version: Memory) -> tuple[Key, Key]:
    """Where a version lies, while it is current or carried by the current one, and once it has ended."""
    scope, id = version.scope, version.memory_id
    return keys.current(scope, id), keys.version(scope, id, version.version)


def _is_there(version: Memory, read: Mapping[Key, Record | None]) -> bool:
    """Whether the version still lies where it was read, with the same words. A barrier that hides nothing says nothing
    about what was read before it: the deletion may have ended meanwhile."""
    there = intact(record for key in _places_of(version) if (record := read[key]) is not None)
    stored = (memory_codec.memory(record.attributes) for record in there)
    carried = (one for memory in stored for one in (*memory.timeline, *memory.schedule.passed))
    return any(one.version == version.version and version.content_hash in texts_of(one) for one in carried)


def seen(services: Services, memory: Memory | None, known: Mapping[Scope, Barrier] = _NONE) -> Memory | None:
    return None if memory is None else seen_copies(services, [memory], known)[0]


def without_hidden(
    services: Services, memories: Sequence[Memory], known: Mapping[Scope, Barrier] = _NONE
) -> list[Memory]:
    return [memory for memory in seen_copies(services, memories, known) if memory is not None]


def refuse_older_than_origins(services: Services, copies: Sequence[Memory], evidence_at: datetime) -> None:
    """Raises `DeletedBefore` for evidence from before the deletion that hides one of these copies. The deletion's
    workflow writes the tombstones."""
    owners = dict.fromkeys(owner for copy in copies for owner in sorted(owners_of_origins(copy)))
    barriers = _barriers(services, list(owners)).values()
    if any(not barrier.is_idle and evidence_at <= barrier.accepted_last for barrier in barriers):
        raise DeletedBefore("the evidence is older than the deletion of what this was made of")


def _barriers(services: Services, owners: Sequence[Scope]) -> dict[Scope, Barrier]:
    records = services.records.get([keys.barrier(owner) for owner in owners]) if owners else []
    return {owner: whole_barrier(services, record) for owner, record in zip(owners, records, strict=True)}


def _origins(services: Services, memories: Sequence[Memory], busy: frozenset[Scope]) -> dict[str, Memory]:
    """The origins of the copies, and the origins of those: at most three steps, from an organisation to a node."""
    found: dict[str, Memory] = {}
    ahead = _places(memories, busy)
    while ahead:
        records = services.records.get([keys.current(place, id) for id, place in ahead.items()])
        now = services.clock.now()
        made = [memory_codec.memory(record.attributes).at(now) for record in records if record is not None]
        found |= {memory.memory_id: memory for memory in made}
        ahead = {id: place for id, place in _places(made, busy).items() if id not in found}
    return found


def _places(memories: Iterable[Memory], busy: frozenset[Scope]) -> dict[str, Scope]:
    return {
        id: place for memory in memories for id, place in origin_places(memory).items() if place.owner in busy
    }  # fmt: skip
