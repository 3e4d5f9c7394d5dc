"""Retrieval statistics: recall puts the ids of the memories that it returned into a queue, and a consumer counts them.

They lie beside the memory (`acc#`), so that readers never fight writers for its record. A message that is delivered
twice counts twice; the time of the last read, which the rules use, is the same either way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from shared.domain.errors import MemoryServiceError
from shared.domain.hygiene.maintenance_rules import RetrievalStats
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.ports import Retrieved
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.memories import retrievals
from shared.records.store.reading import Reading
from shared.records.store.record import BarrierClear, Change, CheckFailed, Present, RevisionIs
from shared.usecases.services import Services

_ATTEMPTS = 3


def note_retrieved(services: Services, memories: Sequence[Memory]) -> None:
    """A failure never delays an answer: retrievals that cannot be queued are not counted."""
    if services.retrievals is None or not memories:
        return
    ids = dict.fromkeys((memory.scope.path, memory.memory_id) for memory in memories)
    try:
        services.retrievals.record(Retrieved(services.clock.now(), tuple(ids)))
    except MemoryServiceError:
        return


def add_up(services: Services, messages: Sequence[Retrieved]) -> list[int]:
    """Adds the messages to the statistics; returns the positions of those to be tried again. A memory is written
    once however many of the messages name it. A memory that was removed or is being deleted is left out: nothing
    more is written about it."""
    named: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, message in enumerate(messages):
        for path, memory_id in message.memories:
            named[path, memory_id].append(number)
    failed: set[int] = set()
    for (path, memory_id), numbers in named.items():
        try:
            _add(services, Scope.parse(path), memory_id, [messages[number].at for number in numbers])
        except MemoryServiceError:
            failed.update(numbers)
    return sorted(failed)


def _add(services: Services, scope: Scope, memory_id: str, times: Sequence[datetime]) -> None:
    key, current = keys.retrievals(scope, memory_id), keys.current(scope, memory_id)
    for _ in range(_ATTEMPTS):
        wanted = (key, keys.barrier(scope))
        reading = Reading.of(wanted, services.records.get(wanted))
        barrier = deletion_codec.barrier(reading[keys.barrier(scope)])
        after = retrievals.added(retrievals.stats(reading[key]), len(times), max(times))
        last = after.last_at or max(times)
        change = reading.put(key, retrievals.attributes(after), expires_at=last + retrievals.KEPT)
        guards = Change(checks=(Present(current), BarrierClear(keys.barrier(scope), max(times), barrier.epoch)))
        try:
            services.records.commit(change | guards)
        except CheckFailed as failed:
            if isinstance(failed.check, RevisionIs | BarrierClear) or failed.check.key == key:
                continue  # another consumer was faster, or a deletion was accepted
        return


def stats_of(services: Services, memories: Iterable[Memory]) -> list[RetrievalStats | None]:
    """`None` for a memory that was never retrieved."""
    found = services.records.get([keys.retrievals(memory.scope, memory.memory_id) for memory in memories])
    return [retrievals.stats(record) for record in found]
