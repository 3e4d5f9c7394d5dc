"""The numbers of a deletion."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class DeletionPolicy:
    # A page of records is one query; each removal transaction takes at most 100 of them.
    page: int = 100
    # Single memories of one request: they are hidden by name in the barrier, which is one record of at most 400 KB.
    max_ids: int = 100
    # Events of deleted sessions that the barrier hides by their ids alone, for memories that cite them without the
    # session. Beyond it such a memory shows until the purge has come to its event.
    max_events_hidden: int = 1000
    # Ids may be long: what the barrier holds leaves a quarter of a record's 400 KB free.
    barrier_bytes: int = 300 * 1024
    # Unfinished requests of one owner at once, for the same reason.
    max_open_requests: int = 50
    # A request that was accepted and shows no end by then is started (again) by the sweeper; the workflow's own bound
    # is an hour, so that two runs of one request never meet.
    sweep_after: timedelta = timedelta(minutes=5)
    rerun_after: timedelta = timedelta(hours=2)
    # How long the deployment's backups are kept: stated in the receipt. DynamoDB's point-in-time recovery: 35 days.
    backup_retention: timedelta = timedelta(days=35)
