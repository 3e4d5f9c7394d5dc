"""What the feed of changes says, by ids and kinds and never by content, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from shared.domain.audit.chain import AuditAction

# A reader that comes back within this time misses nothing. The store keeps an entry a day longer, for clocks differ.
KEPT_FOR = timedelta(days=30)
STORED_FOR = KEPT_FOR + timedelta(days=1)


class ChangeKind(StrEnum):
    """`MEMORY_DELETED` and `MEMORY_EXPIRED`: it is gone, with its history, and nothing else of it is left in the feed.
    `MEMORY_ENDED`: it holds no more, and its history is kept."""

    MEMORY_WRITTEN = "memory.written"
    MEMORY_UPDATED = "memory.updated"
    MEMORY_ENDED = "memory.ended"
    MEMORY_EXPIRED = "memory.expired"
    MEMORY_DELETED = "memory.deleted"
    CONFLICT_OPENED = "conflict.opened"
    CONFLICT_RESOLVED = "conflict.resolved"
    SESSION_COMPLETED = "session.completed"
    DELETION_ACCEPTED = "deletion.accepted"
    DELETION_REOPENED = "deletion.reopened"
    DELETION_COMPLETED = "deletion.completed"

    @property
    def is_removal(self) -> bool:
        """Of the memory itself."""
        return self in (ChangeKind.MEMORY_DELETED, ChangeKind.MEMORY_EXPIRED)

    @property
    def is_of_deletion(self) -> bool:
        return self in (ChangeKind.DELETION_ACCEPTED, ChangeKind.DELETION_REOPENED, ChangeKind.DELETION_COMPLETED)


# What an audit record says to readers of the feed. Refused texts, legal holds and thresholds are for auditors alone.
_KINDS = {
    AuditAction.CREATED: ChangeKind.MEMORY_WRITTEN,
    AuditAction.PROMOTED: ChangeKind.MEMORY_WRITTEN,
    AuditAction.UPDATED: ChangeKind.MEMORY_UPDATED,
    AuditAction.CONFIRMED: ChangeKind.MEMORY_UPDATED,
    AuditAction.KEPT_EXISTING: ChangeKind.MEMORY_UPDATED,
    AuditAction.CORRECTED: ChangeKind.MEMORY_UPDATED,
    AuditAction.VERSION_REMOVED: ChangeKind.MEMORY_UPDATED,
    AuditAction.MARKED_STALE: ChangeKind.MEMORY_UPDATED,
    AuditAction.SOURCE_LOST: ChangeKind.MEMORY_UPDATED,
    AuditAction.BEGAN: ChangeKind.MEMORY_UPDATED,
    AuditAction.SUCCESSOR_LOST: ChangeKind.MEMORY_UPDATED,
    AuditAction.SUPERSEDED: ChangeKind.MEMORY_ENDED,
    AuditAction.REJECTED: ChangeKind.MEMORY_ENDED,
    AuditAction.MERGED: ChangeKind.MEMORY_ENDED,
    AuditAction.EVICTED: ChangeKind.MEMORY_ENDED,
    AuditAction.TASK_COMPLETED: ChangeKind.MEMORY_ENDED,
    AuditAction.EXPIRED: ChangeKind.MEMORY_EXPIRED,
    AuditAction.EVICTED_OVER_LIMIT: ChangeKind.MEMORY_EXPIRED,
    AuditAction.DELETED: ChangeKind.MEMORY_DELETED,
    AuditAction.DISPUTED: ChangeKind.CONFLICT_OPENED,
    AuditAction.PUT_UP_FOR_REVIEW: ChangeKind.CONFLICT_OPENED,
    AuditAction.RELEASED: ChangeKind.CONFLICT_RESOLVED,
    AuditAction.ACCEPTED: ChangeKind.CONFLICT_RESOLVED,
    AuditAction.DELETION_REQUESTED: ChangeKind.DELETION_ACCEPTED,
    AuditAction.DELETION_REOPENED: ChangeKind.DELETION_REOPENED,
    AuditAction.DELETION_COMPLETED: ChangeKind.DELETION_COMPLETED,
}


def kind_of(action: AuditAction) -> ChangeKind | None:
    """`None`: the feed does not speak of it."""
    return _KINDS.get(action)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One change. `number`: its place in its owner's feed, from 1, given when it entered it. `change_id`: the same at
    each delivery. `scope`: the path of what has changed. `at`: when it was made; it may have entered later. One of
    `memory_id`, `session_id` and `request_id` (of a deletion) says what has changed."""

    number: int
    change_id: str
    kind: ChangeKind
    scope: str
    at: str
    memory_id: str | None = None
    version: int | None = None
    session_id: str | None = None
    request_id: str | None = None
