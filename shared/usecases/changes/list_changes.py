"""The feed of changes as its readers see it: ids and kinds of what lies in a scope that is open to them, from where
they stopped.

A reader keeps `next` of each page and asks with it again: what is committed later, however late, comes after it. What
a deletion hides or takes is not shown, but that the deletion was accepted and that it is done. A reader that stays away
for longer than the entries are kept, or that has read more than a restored store knows, is refused: it must read anew
what it keeps copies of."""

from __future__ import annotations

import json
from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_read, shows
from shared.domain.changes.feed import KEPT_FOR, FeedEntry
from shared.domain.deletion.barrier import Barrier, BarrierState
from shared.domain.errors import ChangesGone, ChangesOff, Malformed, PurposeNotAllowed
from shared.domain.scopes import Scope, ScopeKind
from shared.records import keys
from shared.records.ledger import changes
from shared.records.memories import memory_codec
from shared.records.store.record import Record, Table
from shared.records.store.shut import intact, is_shut
from shared.usecases.barrier.hidden_copies import without_hidden
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.cursors import cursor, position
from shared.usecases.services import Services

# A page looks at no more entries than this, however few of them are open to the caller; `next` goes on from there.
MAX_LOOKED_AT = 1000
_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class ChangesQuery:
    """`after`: `next` of the page before; absent: from the oldest that is kept. `limit`: 1 to 100."""

    scope: Scope | None = None
    after: str | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """`next` is there at the end too: the next changes come after it. `more`: there were more at this moment."""

    items: tuple[FeedEntry, ...]
    next: str
    more: bool


@dataclass(frozen=True, slots=True)
class _Place:
    """`number`: of the last entry that was looked at. `at`: nothing that entered the feed before is unread."""

    number: int
    at: datetime


def list_changes(services: Services, caller: Caller, query: ChangesQuery) -> ChangesPage:
    """The feed is that of the scope's owner; a scope below it sees its part. Raises `ForbiddenScope`, `ChangesOff`
    where no feed is kept, `ChangesGone` for an `after` that is too old, and `PurposeNotAllowed` to a token that may
    read for some purposes only: an entry does not say what its memory is for."""
    target = may_read(caller, query.scope)
    if caller.purposes is not None:
        raise PurposeNotAllowed("the feed of changes is not kept by purpose: it needs a token that binds none")
    if not services.change_feed:
        raise ChangesOff("this deployment keeps no feed of changes: its operators turn it on (context `changeFeed`)")
    now, pk = services.clock.now(), keys.path(target.owner)
    generation, bound_to = services.admission.generation, f"{caller.principal}|{target.path}|changes"
    head, barrier_record = services.records.get([keys.feed_head(pk), keys.barrier(target)])
    start = _start(query.after, bound_to, generation, now)
    if start.number > changes.last_number(head):
        raise _restored()
    barrier = whole_barrier(services, barrier_record)
    items: list[FeedEntry] = []
    last, looked_at, more = start, 0, True
    while more and len(items) < query.limit and looked_at < MAX_LOOKED_AT:
        page = services.records.page(
            Table.LEDGER, pk, sk_prefix=keys.FEED_PREFIX, after=keys.feed_entry(pk, last.number).sk, limit=_AT_ONCE
        )
        shown = _shown(services, caller, target, barrier, intact(page.records), now)
        for record in page.records:
            if len(items) == query.limit:
                break
            number = keys.feed_number(record.key)
            last = _Place(number, last.at if is_shut(record) else changes.entered_at(record))
            items += [shown[number]] if number in shown else []
        else:
            more = page.next_after is not None
        looked_at += len(page.records)
    if not more:
        last = _Place(last.number, now)
    return ChangesPage(tuple(items), cursor(json.dumps([generation, last.number, last.at.isoformat()]), bound_to), more)


def _shown(
    services: Services, caller: Caller, target: Scope, barrier: Barrier, records: Sequence[Record], now: datetime
) -> dict[int, FeedEntry]:
    """By number, what of these the caller may see now."""
    entries = {}
    for record in records:
        entry = changes.feed_entry(record)
        is_kept = record.expires_at is None or record.expires_at > now
        if is_kept and _concerns(entry, caller, target) and is_open(entry, record.epoch, barrier):
            entries[entry.number] = entry
    hidden = selected(services, target.owner, barrier, list(entries.values()))
    return {number: entry for number, entry in entries.items() if not says_of(hidden, entry)}


def _concerns(entry: FeedEntry, caller: Caller, target: Scope) -> bool:
    """A deletion concerns all that lies below its scope too."""
    place = Scope.parse(entry.scope)
    return shows(caller, target, place) or (entry.kind.is_of_deletion and place.contains(target))


def is_open(entry: FeedEntry, epoch: int, barrier: Barrier) -> bool:
    """Whether no deletion hides an entry of this epoch, as far as the barrier says by itself."""
    if entry.kind.is_of_deletion:
        return True
    if barrier.state is BarrierState.DELETING or barrier.hides_epoch(epoch):
        return False
    if entry.session_id is not None:
        return not barrier.hides_session(entry.session_id, Scope.parse(entry.scope), epoch)
    return entry.kind.is_removal or entry.memory_id not in barrier.hidden


def selected(services: Services, owner: Scope, barrier: Barrier, entries: Sequence[FeedEntry]) -> set[str]:
    """The memories among these that a running deletion selects otherwise than by their ids, or has just removed. An
    organisation's may be copies of what another owner deletes."""
    if not barrier.marks and owner.kind is not ScopeKind.ORG:
        return set()
    places = {entry.memory_id: Scope.parse(entry.scope) for entry in entries if entry.memory_id is not None}
    found = services.records.get([keys.current(place, id) for id, place in places.items()]) if places else []
    there = [memory_codec.memory(record.attributes) for record in intact(r for r in found if r is not None)]
    remaining = [memory for memory in there if barrier.seen(memory) is not None]
    visible = {memory.memory_id for memory in without_hidden(services, remaining, {owner: barrier})}
    return places.keys() - visible


def says_of(hidden: Set[str], entry: FeedEntry) -> bool:
    """Whether the entry says more of one of these memories than that it is gone."""
    return entry.memory_id in hidden and not entry.kind.is_removal


def _start(after: str | None, bound_to: str, generation: str, now: datetime) -> _Place:
    """Raises `Malformed` and `ChangesGone`. `generation`: of the restore that the tables come from."""
    if after is None:
        return _Place(0, now)
    try:
        of, number, at = json.loads(position(after, bound_to) or "")
        place = _Place(max(0, int(number)), datetime.fromisoformat(cast("str", at)))
        is_old = now - place.at > KEPT_FOR
    except (Malformed, ValueError, TypeError, RecursionError, OverflowError):
        raise Malformed.field("after", "is not one that this feed gave to this caller") from None
    if is_old:
        raise ChangesGone("the changes after this place are not kept any more: read anew, and go on without `after`")
    if of != generation:
        raise _restored()
    return place


def _restored() -> ChangesGone:
    return ChangesGone("the feed was restored to an earlier state: read anew, and go on without `after`")
