"""Is the log still the one that the witness has seen? A store that was rolled back as a whole is consistent in
itself; only a record elsewhere shows the rollback."""

from __future__ import annotations

from dataclasses import replace

from shared.domain.errors import Unavailable
from shared.domain.receipts.log_state import LogCheck, LogState
from shared.domain.receipts.merkle import Frontier, leaf_hash
from shared.domain.scopes import Scope
from shared.ports import TreeHead
from shared.records import keys
from shared.records.ledger.log_leaves import StoredLeaf
from shared.records.store.record import Table
from shared.usecases.receipts.receipt_log import LOG_NAME, log_name, read_frontier, root_at
from shared.usecases.services import Services

# Above this many leaves a check does not hash every statement again, but trusts the hashes that are kept beside them.
MAX_HASHED = 5_000


class LogRolledBack(Exception):
    """The log is not the one that the witness has seen: nothing is appended to it, and a person has to look."""


def check_log(services: Services, org: Scope, *, every_leaf: bool = False) -> LogCheck:
    """Compares the log with the last head at its witness; with `every_leaf` each statement is hashed again as well."""
    # The witness first: a head is published after its leaf is stored, so the log is never behind the head that is read
    # here.
    head = None if services.witness is None else services.witness.last(log_name(org))
    frontier = read_frontier(services, org)
    state = _state(services, org, head, frontier)
    if every_leaf and state in (LogState.INTACT, LogState.NOT_WITNESSED) and frontier.size <= MAX_HASHED:
        hashed, seen = _hashed_again(services, org, frontier.size, None if head is None else head.size)
        if hashed != frontier or (head is not None and seen != head.root):
            state = LogState.CHANGED
    return LogCheck(state, frontier.size, 0 if head is None else head.size)


def unsound_logs(services: Services) -> list[str]:
    """One sentence for each log that is not what its witness has seen. The witness says which there are: a store that
    was put back to before its first deletion knows of none. Raises `Unavailable`."""
    if services.witness is None:
        return []
    names = [name for name in services.witness.names() if name.startswith(f"{LOG_NAME}/")]
    orgs = [Scope.parse(name.removeprefix(LOG_NAME)) for name in names]
    found = [(org, check_log(services, org)) for org in orgs]
    return [check.sentence(org.path) for org, check in found if not check.is_sound]


def log_for_auditors(services: Services, org: Scope) -> LogCheck:
    """Every leaf hashed again; if the witness cannot be asked the state is unknown."""
    try:
        return check_log(services, org, every_leaf=True)
    except Unavailable:
        alone = check_log(replace(services, witness=None), org, every_leaf=True)
        return alone if alone.state is LogState.CHANGED else replace(alone, state=LogState.UNKNOWN)


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
