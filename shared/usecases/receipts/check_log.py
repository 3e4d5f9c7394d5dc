"""Is the log still what the witness has seen? A store that was rolled back as a whole agrees with itself in everything;
only what lies elsewhere tells."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from shared.domain.receipts.merkle import Frontier, leaf_hash
from shared.domain.scopes import Scope
from shared.ports import TreeHead
from shared.records import keys
from shared.records.ledger.log_leaves import StoredLeaf
from shared.records.store.record import Table
from shared.usecases.receipts.receipt_log import log_name, read_frontier, root_at
from shared.usecases.services import Services

# Beyond so many leaves a check does not hash every statement again, but trusts the hashes that are kept beside them.
MAX_HASHED = 5_000


class LogState(StrEnum):
    INTACT = "intact"  # it goes on from what the witness has seen
    ROLLED_BACK = "rolled_back"  # the witness has seen more than there is
    CHANGED = "changed"  # what the witness has seen was otherwise, or the log does not agree with itself
    NOT_WITNESSED = "not_witnessed"  # nothing keeps its heads


class LogRolledBack(Exception):
    """The log is not what the witness has seen: nothing is appended to it, and a person has to look."""


@dataclass(frozen=True, slots=True)
class LogCheck:
    """`size`: of the log as it is; `witnessed`: of the last head that the witness keeps (0: none)."""

    state: LogState
    size: int
    witnessed: int

    @property
    def is_sound(self) -> bool:
        return self.state in (LogState.INTACT, LogState.NOT_WITNESSED)

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
            case LogState.NOT_WITNESSED:
                return f"The receipt log of {org} has {self.size} entries. No witness keeps its heads."
            case LogState.INTACT:
                return (
                    f"The receipt log of {org} has {self.size} entries and goes on from the {self.witnessed} witnessed."
                )


def check_log(services: Services, org: Scope, *, every_leaf: bool = False) -> LogCheck:
    """Compares the log with the last head at its witness; with `every_leaf` each statement is hashed again as well."""
    # The witness first: a head is published after its leaf is there, so the log is never behind what is read here.
    head = None if services.witness is None else services.witness.last(log_name(org))
    frontier = read_frontier(services, org)
    state = _state(services, org, head, frontier)
    if every_leaf and state in (LogState.INTACT, LogState.NOT_WITNESSED) and frontier.size <= MAX_HASHED:
        hashed, seen = _hashed_again(services, org, frontier.size, None if head is None else head.size)
        if hashed != frontier or (head is not None and seen != head.root):
            state = LogState.CHANGED
    return LogCheck(state, frontier.size, 0 if head is None else head.size)


def require_intact(services: Services, org: Scope) -> None:
    """Raises `LogRolledBack`."""
    found = check_log(services, org)
    if not found.is_sound:
        raise LogRolledBack(found.sentence(org.path))


def _state(services: Services, org: Scope, head: TreeHead | None, frontier: Frontier) -> LogState:
    if services.witness is None:
        return LogState.NOT_WITNESSED
    if head is None:
        return LogState.INTACT
    if head.size > frontier.size:
        return LogState.ROLLED_BACK
    try:
        return LogState.INTACT if root_at(services, org, head.size) == head.root else LogState.CHANGED
    except LookupError:
        return LogState.CHANGED


def _hashed_again(services: Services, org: Scope, size: int, witnessed: int | None) -> tuple[Frontier, bytes | None]:
    """The first `size` leaves as their statements make them, and the root at `witnessed`."""
    found, seen, after = Frontier(), None, None
    while found.size < size:
        page = services.records.page(Table.LEDGER, keys.path(org), sk_prefix=keys.LOG_PREFIX, after=after)
        for record in page.records:
            if found.size < size:
                found, _ = found.appended(leaf_hash(StoredLeaf.read(record).leaf.statement))
                seen = found.root if found.size == witnessed else seen
        after = page.next_after
        if after is None:
            break
    return found, seen
