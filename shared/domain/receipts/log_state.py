"""What became of a log, as its witness tells."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class LogState(StrEnum):
    INTACT = "intact"  # it goes on from what the witness has seen
    ROLLED_BACK = "rolled_back"  # the witness has seen more than there is
    CHANGED = "changed"  # what the witness has seen was otherwise, or the log does not agree with itself
    NOT_WITNESSED = "not_witnessed"  # nothing keeps its heads
    UNKNOWN = "unknown"  # the witness cannot be reached now


@dataclass(frozen=True, slots=True)
class LogCheck:
    """`size`: of the log as it is; `witnessed`: of the last head that the witness keeps (0: none)."""

    state: LogState
    size: int
    witnessed: int

    @property
    def is_sound(self) -> bool:
        return self.state not in (LogState.ROLLED_BACK, LogState.CHANGED)

    def sentence(self, org: str) -> str:
        match self.state:
            case LogState.ROLLED_BACK:
                return (
                    f"The receipt log of {org} has {self.size} entries, and {self.witnessed} were witnessed: the store "
                    "was rolled back or replaced. No receipt is signed until the right one is back."
                )
            case LogState.CHANGED:
                return (
                    f"The receipt log of {org} is not what was witnessed at {self.witnessed} entries: it was changed."
                )
            case LogState.UNKNOWN:
                return f"The receipt log of {org} has {self.size} entries. Its witness cannot be reached now."
            case LogState.NOT_WITNESSED:
                return f"The receipt log of {org} has {self.size} entries. No witness keeps its heads."
            case LogState.INTACT:
                return (
                    f"The receipt log of {org} has {self.size} entries and goes on from the {self.witnessed} witnessed."
                )
