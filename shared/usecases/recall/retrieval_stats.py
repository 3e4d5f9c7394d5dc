"""Retrieval statistics: recall puts the ids of the memories that it returned into a queue, and a consumer counts them.

They lie beside the memory (`acc#`), so that readers never fight writers for its record. The first retrieval makes that
record, in a transaction with the memory's own; each further batch replaces it on the condition that it is as it was
read. After a deletion, which takes both records, there is nothing to replace and nothing to make it beside. A message
that is delivered again counts once, within the last `MOST_SEEN` of its memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from shared.domain.access.caller import Caller
from shared.domain.errors import MemoryServiceError
from shared.domain.hygiene.maintenance_rules import RetrievalStats
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.ports import ReadNote, Retrieved
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.memories import retrievals
from shared.records.memories.retrievals import Retrieval
from shared.records.store.reading import Reading
from shared.records.store.record import BarrierClear, Change, CheckFailed, Key, Present
from shared.usecases.audit.read_log import keep_reads
from shared.usecases.services import Services

_ATTEMPTS = 8  # several consumers may count one much read memory


def note_retrieved(
    services: Services, caller: Caller, memories: Sequence[Memory], reads: Sequence[ReadNote], *, degraded: bool
) -> None:
    """One message, and none of a whole answer without memories. Retrievals that cannot be queued are not counted, and
    delay no answer; a read that has to be audited and cannot be is not answered: the error is raised."""
    if services.retrievals is None:
        keep_reads(services, services.clock.now(), reads)
        return
    if not memories and not reads and not degraded:
        return
    ids = dict.fromkeys((memory.scope.path, memory.memory_id) for memory in memories)
    of = Scope.org(caller.org).path if degraded else ""
    try:
        services.retrievals.record(Retrieved(services.clock.now(), tuple(ids), reads=tuple(reads), degraded=of))
    except MemoryServiceError:
        if reads:
            raise


def add_up(services: Services, messages: Sequence[Retrieved]) -> list[int]:
    """Adds the messages to the statistics; returns the positions of those to be tried again. A memory is written
    once however many of the messages name it. A memory that was removed or is being deleted is left out: nothing
    more is written about it."""
    named: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, message in enumerate(messages):
        for path, memory_id in message.memories:
            named[path, memory_id].append(number)
    left = {place: [Retrieval(messages[n].at, messages[n].message_id) for n in of] for place, of in named.items()}
    failed: set[int] = set()
    for attempt in range(_ATTEMPTS):
        try:
            # A stale reading costs another try, and half of the price of a sure one.
            reading = _read(services, left, consistent=attempt > 0)
        except MemoryServiceError:
            break
        for place, of_memory in list(left.items()):
            try:
                if _add(services, reading, *_keys(place), of_memory):
                    del left[place]
            except MemoryServiceError:
                del left[place]
                failed.update(named[place])
        if not left:
            break
    return sorted(failed.union(*(named[place] for place in left)))


def _keys(place: tuple[str, str]) -> tuple[Key, Key, Key]:
    """Of the statistics, of the memory, of its owner's barrier."""
    scope, memory_id = Scope.parse(place[0]), place[1]
    return keys.retrievals(scope, memory_id), keys.current(scope, memory_id), keys.barrier(scope)


def _read(services: Services, left: Mapping[tuple[str, str], object], *, consistent: bool) -> Reading:
    """The statistics, and where there are none yet the owner's barrier."""
    wanted = [_keys(place) for place in left]
    first = [key for key, _, _ in wanted]
    reading = Reading.of(first, services.records.get(first, consistent=consistent))
    barriers = list(dict.fromkeys(barrier for key, _, barrier in wanted if reading[key] is None))
    return reading | Reading.of(barriers, services.records.get(barriers)) if barriers else reading


def _add(
    services: Services, reading: Reading, key: Key, current: Key, of_owner: Key, of_memory: Sequence[Retrieval]
) -> bool:  # fmt: skip
    """Whether nothing is left to do for the memory."""
    record = reading[key]
    after = retrievals.added(None if record is None else retrievals.counted(record), of_memory)
    if after is None:
        return True
    last = max(one.at for one in of_memory)
    expires_at = (after.stats.last_at or last) + retrievals.KEPT
    change = reading.put(key, retrievals.attributes(after), expires_at=expires_at)
    if record is None:
        barrier = deletion_codec.barrier(reading[of_owner])
        change |= Change(checks=(Present(current), BarrierClear(of_owner, last, barrier.epoch)))
    try:
        services.records.commit(change)
    except CheckFailed as failed:
        # Another consumer was faster or a deletion took it: then it is read again. It is not counted without its
        # memory, nor for the first time while a deletion of its owner's is at work.
        return failed.check.key != key
    return True


def stats_of(services: Services, memories: Iterable[Memory]) -> list[RetrievalStats | None]:
    """`None` for a memory that was never retrieved."""
    found = services.records.get([keys.retrievals(memory.scope, memory.memory_id) for memory in memories])
    return [retrievals.stats(record) for record in found]
