"""Consolidation: each new memory is compared again a moment after it has become searchable. Writes that follow each
other faster than the index are not compared with each other. Here they are, by the same rules and with the same
outcomes; a judge is asked where one is configured, because no caller waits. The daily scan finds what this misses (a
queue that is down, a memory that went on changing). It ends by itself: if nothing is near nothing is written, and a
memory that it has changed is marked as scanned."""

from __future__ import annotations

from collections import Counter

from shared.domain.errors import MemoryServiceError
from shared.domain.scopes import Scope
from shared.ports import Comparison
from shared.records import keys
from shared.records.store.record import Key
from shared.usecases.hygiene.contradiction_scan import Scan, scan
from shared.usecases.hygiene.due import look_at
from shared.usecases.services import Services

CONSOLIDATION = "consolidation"  # the actor in the audit
# Writers and other comparisons may be at the same memory.
_ATTEMPTS = 4


def consolidate(services: Services, comparison: Comparison) -> Counter[str]:
    """How many memories had which outcome; one that was compared before counts as `nothing`, so that a repeated
    message does no harm. If some could not be compared, raises their error after the others are done."""
    outcomes: Counter[str] = Counter()
    failure: MemoryServiceError | None = None
    for path, memory_id in comparison.memories:
        try:
            outcomes[_compared(services, keys.current(Scope.parse(path), memory_id)).value] += 1
        except MemoryServiceError as error:
            failure = error
    if failure is not None:
        raise failure
    return outcomes


def _compared(services: Services, place: Key) -> Scan:
    for _ in range(_ATTEMPTS):
        found = next(look_at(services, [place]), None)
        if found is None:
            return Scan.NOTHING
        outcome = scan(services, found, CONSOLIDATION)
        if outcome is not Scan.LEFT:
            return outcome
    return Scan.LEFT
