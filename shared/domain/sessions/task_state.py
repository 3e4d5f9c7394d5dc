"""The task state: a record of its own with a version, never inferred from the events of the session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from shared.domain.errors import VersionConflict


@dataclass(frozen=True, slots=True)
class TaskState:
    """`version` counts its writes, from `first_version` on."""

    state: str
    pending: tuple[str, ...]
    data: Mapping[str, object] = field(hash=False)
    version: int
    updated_at: datetime


# Writes of one state that the versions of the next have room for.
_WRITES = 2**20


def first_version(epoch: int) -> int:
    """Of a state that is new when so many deletions of its owner have been accepted: 1, and after a deletion beyond all
    versions before it, so that a version known from a deleted session is never one of its successor."""
    return epoch * _WRITES + 1


def refuse_other_version(current: TaskState | None, expected: int | None) -> None:
    """Raises `VersionConflict` when the state is not the one that the writer knows; 0 stands for none at all."""
    version = 0 if current is None else current.version
    if expected is not None and expected != version:
        raise VersionConflict("the state has another version", current_version=version)
