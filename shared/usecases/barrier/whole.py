"""The barrier as readers and writers need it: with everything that the unfinished deletions select. However many there
are, nothing else is hidden.

A crowded barrier names its requests alone. What each of them selects was written with its acceptance and never changes,
so that it can be looked up after the barrier was read, and is kept by the process. A barrier whose requests cannot be
read stays crowded, and hides everything.
"""

from __future__ import annotations

from collections.abc import Sequence

from shared.domain.deletion.barrier import Barrier, DeletionRequest
from shared.domain.scopes import Scope
from shared.ports import RecordStore
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.store.record import Record
from shared.records.store.shut import intact
from shared.usecases.caches import KnownDeletions
from shared.usecases.services import Services


def whole_barrier(services: Services, record: Record | None) -> Barrier:
    """Calls to the store: none, unless the barrier is crowded with requests that the process has not seen."""
    return completed(services.records, services.deletion_requests, record)


def completed(records: RecordStore, known: KnownDeletions, record: Record | None) -> Barrier:
    """As `whole_barrier`, for those who have no services."""
    barrier = deletion_codec.barrier(record)
    if record is None or not barrier.crowded:
        return barrier
    requests = known_requests(records, known, Scope.parse(str(record.attributes["owner"])), barrier.requests)
    return barrier.with_all(requests) if len(requests) == len(barrier.requests) else barrier


def known_requests(
    records: RecordStore, known: KnownDeletions, owner: Scope, ids: Sequence[str]
) -> list[DeletionRequest]:
    """Deletions by their ids, as far as they can be read. What they select is exact; how far they have come may be an
    earlier state."""
    at = [keys.deletion(owner, id) for id in ids]
    found = {key: request for key in at if (request := known.of(key)) is not None}
    unseen = [key for key in at if key not in found]
    for record in intact(record for record in (records.get(unseen) if unseen else ()) if record is not None):
        found[record.key] = deletion_codec.deletion(record)
        known.keep(record.key, found[record.key])
    return [found[key] for key in at if key in found]
