"""Sends newly indexed memories to be compared with their neighbours (`hygiene.consolidation`)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from shared.ports import Comparison
from shared.usecases.indexing.index_memories import Unseen
from shared.usecases.services import Services

# A rebuilt or long delayed index brings many memories that are not new: these are left to the daily scan.
_NEW = timedelta(minutes=10)
# Per message: a comparison takes a tenth of a second, or some seconds where a judge is asked.
_TOGETHER = 10


def make_room_soon(services: Services, owners: Sequence[str]) -> None:
    """Has the owners of these partitions brought back to their limits. Raises `Unavailable`."""
    if services.comparisons is not None and owners:
        services.comparisons.send([Comparison((), (pk,)) for pk in owners])


def send(services: Services, indexed: Sequence[Unseen]) -> None:
    """Queues memories that have just been indexed and are new, in the order in which they were recorded. Raises
    `Unavailable`."""
    if services.comparisons is None:
        return
    now = services.clock.now()
    new = [one for one in indexed if now - one.recorded_at < _NEW]
    places = [(one.scope.path, one.memory_id) for one in sorted(new, key=lambda one: (one.recorded_at, one.memory_id))]
    if places:
        parts = [places[start : start + _TOGETHER] for start in range(0, len(places), _TOGETHER)]
        services.comparisons.send([Comparison(tuple(part)) for part in parts])
