"""Work that callers do not wait for, and how long it has been waiting."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Work(StrEnum):
    """The same names in the template, in the answers and in the console."""

    INDEX = "index"  # changes of memories that the search index has not taken
    RETRIEVALS = "retrievals"  # recalls that are not counted yet
    SESSIONS = "sessions"  # sessions that wait to be read or summed up, and memories to be compared


@dataclass(frozen=True, slots=True)
class WaitingWork:
    """`oldest_seconds`: how long the oldest of it has been waiting, at least 0; `None`: nothing was measured lately,
    because nothing of this kind was there."""

    work: Work
    oldest_seconds: float | None
