"""What lies outside of the three stores that a deletion goes through, until when, and why that shows nothing of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.domain.deletion.barrier import DeletionPolicy, DeletionRequest

# How long a message lies in a queue at most, and how long a process remembers what it wrote.
_QUEUED, _REMEMBERED = timedelta(days=14), timedelta(seconds=10)

QUEUES = "messages hold ids and no content, and each is checked against the deletion when it is handled"
CACHES = "a process remembers its last writes, and every hit is checked against the deletion before it is shown"
BACKUPS = "a backup is not changed; what is restored from it is deleted again before it is served"
EXPORTS = "files that were made before lie where their reader has put them: tell those who made them"
NO_EXPORTS = "no file of it was made through this service"


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """`until`: when the last of it is gone by itself; `None`: never by the service's doing."""

    what: str
    until: datetime | None
    note: str


def elsewhere(request: DeletionRequest, policy: DeletionPolicy) -> tuple[Elsewhere, ...]:
    ended = request.completed_at or request.accepted_at
    return (
        Elsewhere("queues", request.accepted_at + _QUEUED, QUEUES),
        Elsewhere("caches", request.accepted_at + _REMEMBERED, CACHES),
        Elsewhere("backups", ended + policy.backup_retention if request.completed_at else None, BACKUPS),
        Elsewhere("exports", None, EXPORTS if request.exports else NO_EXPORTS),
    )
