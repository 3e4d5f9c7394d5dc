"""How far a deletion has come in each store that it goes through, and what that means as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum


class TargetStatus(StrEnum):
    PENDING = "pending"
    RUNNING = "running"
    RETRYING = "retrying"
    SUCCEEDED = "succeeded"
    FAILED = "failed"


class Target(StrEnum):
    """The stores a deletion goes through."""

    SESSIONS = "sessions"
    MEMORIES = "memories"
    INDEX = "index"


class Level(StrEnum):
    """What a deletion has reached, the least first. It is `LOGICAL` from its acceptance on, and no more than `HIDDEN`
    while a legal hold keeps the data."""

    HIDDEN = "hidden"  # no read shows it; a legal hold keeps it
    LOGICAL = "logical"  # marked as deleted: no read shows it, no older evidence of it is written
    PHYSICAL = "physical"  # removed from the tables of sessions and memories
    PROPAGATED = "propagated"  # removed from everything that was derived from it too, and looked for again


@dataclass(frozen=True, slots=True)
class TargetState:
    """`attempts` counts passes through the store that came to an end, and tries that failed. `cause`: the kind of the
    last failure, empty once a pass has succeeded. `completed_at`: when the last record of it was removed."""

    status: TargetStatus = TargetStatus.PENDING
    attempts: int = 0
    removed: int = 0
    residue: int = 0
    completed_at: datetime | None = None
    cause: str = ""

    def begun(self) -> TargetState:
        return replace(self, status=TargetStatus.RUNNING, completed_at=None)

    def after_page(self, now: datetime, *, more: bool) -> TargetState:
        if more:
            return replace(self, status=TargetStatus.RUNNING)
        return replace(
            self, status=TargetStatus.SUCCEEDED, attempts=self.attempts + 1, completed_at=now, cause=""
        )  # fmt: skip

    def after_failure(self, cause: str) -> TargetState:
        return replace(self, status=TargetStatus.RETRYING, attempts=self.attempts + 1, cause=cause, completed_at=None)

    def after_verification(self, residue: int, now: datetime) -> TargetState:
        if residue:
            return replace(
                self, status=TargetStatus.RETRYING, residue=residue, completed_at=None, cause="ResidueFound"
            )  # fmt: skip
        return replace(
            self, status=TargetStatus.SUCCEEDED, residue=0, completed_at=self.completed_at or now, cause=""
        )  # fmt: skip


def level_of(targets: Iterable[tuple[Target, TargetState]], *, held: bool, finished: bool) -> Level:
    """`held`: by a legal hold; `finished`: verified, with a receipt."""
    if held:
        return Level.HIDDEN
    if finished:
        return Level.PROPAGATED
    primary = [state for target, state in targets if target is not Target.INDEX]
    done = all(state.status is TargetStatus.SUCCEEDED and not state.residue for state in primary)
    return Level.PHYSICAL if done else Level.LOGICAL
