"""What takes a while, of each kind alike: who began it, how far it is, where it can be read in full."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shared.domain.scopes import Scope


class OperationKind(StrEnum):
    IMPORT = "import"
    EXPORT = "export"
    EXTRACTION = "extraction"  # what the completion of a session promotes
    PLAN = "plan"
    DELETION = "deletion"
    REBUILD = "rebuild"
    RESTORE = "restore"


# Of no organisation: an operator begins them, outside of the interface.
OF_DEPLOYMENT = frozenset({OperationKind.REBUILD, OperationKind.RESTORE})


class OperationState(StrEnum):
    WAITING = "waiting"  # for somebody: a plan to be applied, a hold to be released
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"  # before its end: another call goes on, or a person has to look at it


@dataclass(frozen=True, slots=True)
class Operation:
    """`done` of `of`: lines, events, actions or stores, as the kind has it; `None` where nothing is counted. `actor`:
    the principal that began it. `resource`: the id of the deletion, the plan or the session that it belongs to, if the
    kind has one. `ended`: `None` while it goes on, and where its end is not kept."""

    id: str
    kind: OperationKind
    state: OperationState
    scope: Scope
    started: datetime
    ended: datetime | None
    actor: str
    done: int | None = None
    of: int | None = None
    resource: str | None = None
