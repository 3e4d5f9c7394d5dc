"""Consolidation: each memory that is new is compared again a moment after it has become searchable.

Writes that follow each other faster than the index are not compared with each other; here they are, by the same rules
and with the same outcomes, and a judge is asked where one is configured: nobody waits. What this misses (a queue that
is down, a memory that went on changing) the daily scan finds. It ends by itself: where nothing is near nothing is
written, and what it has changed is marked as seen.
"""

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
    """What came of each memory, by outcome; what was compared before is `nothing`, so that the same message again does
    no harm.

    Raises what kept some of them from being compared, once the others are done.
    """
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
