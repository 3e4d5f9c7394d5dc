"""Whether a precondition holds: the one meaning that every store gives it.

A store that evaluates conditions itself (DynamoDB) translates exactly these rules, and names its failures by them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from shared.domain.instants import sort_text
from shared.records.store.record import Absent, BarrierClear, Check, Key, Present, Record, RevisionIs

# The attributes of a barrier record that its check looks at, and the state in which it lets younger evidence through.
BARRIER_STATE, BARRIER_DELETED_BEFORE, BARRIER_EPOCH = "state", "deleted_before", "epoch"
BARRIER_CLEAR = "clear"


def holds(check: Check, record: Record | None) -> bool:
    """Whether `check` holds where `record` lies at its key. A barrier that cannot be understood is not clear."""
    match check:
        case BarrierClear():
            if record is None:
                return check.epoch == 0
            before = record.attributes.get(BARRIER_DELETED_BEFORE)
            return (
                record.attributes.get(BARRIER_STATE) == BARRIER_CLEAR
                and isinstance(before, str)
                and before < sort_text(check.evidence_at)
                and record.attributes.get(BARRIER_EPOCH, 0) == check.epoch
            )
        case RevisionIs():
            return record is not None and record.revision == check.revision
        case Absent():
            return record is None
        case Present():
            return record is not None


def first_failed(
    checks: Iterable[Check], read: Callable[[Key], Record | None]
) -> tuple[Check, Record | None] | None:  # fmt: skip
    """The first check, in order, that does not hold, with what lies at its key."""
    for check in checks:
        record = read(check.key)
        if not holds(check, record):
            return check, record
    return None
