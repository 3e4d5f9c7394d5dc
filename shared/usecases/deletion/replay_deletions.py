"""After a restore: every deletion of the ledger once more, on tables that may be older than it. The ledger is not
restored: it names every deletion since the backup. It is walked by organisation: first the receipts, in their order,
then the unfinished deletions. Each step removes one bounded page and says where the next one goes on; a repeated
step finds nothing left to do. Data that was recorded after a deletion was accepted is not touched."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from shared.domain.deletion.barrier import Barrier, BarrierState, DeletionRequest, SelectorKind, Target
from shared.domain.errors import Unavailable
from shared.domain.instants import sort_text
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.deletion.deletion_change import put_barrier
from shared.records.store.reading import Reading
from shared.records.store.record import Record, Table
from shared.usecases.barrier.tombstones import put_marks
from shared.usecases.deletion import purge
from shared.usecases.deletion.request_deletion import fits
from shared.usecases.deletion.verify import residue_of
from shared.usecases.retry import until_committed
from shared.usecases.services import Services

_RECEIPTS = "rcp#"
_BEGUN = "-"  # for a cursor: the target goes on from its beginning


@dataclass(frozen=True, slots=True)
class Replayed:
    """`place`: where the next step goes on, `None` at the end. `replayed`: deletions that are done again. `raised`:
    those that were unfinished: their barrier is raised again, and the sweeper starts them. `residue`: data that was
    left although the replay of its deletion ended; anything but 0 needs a person before traffic starts."""

    place: str | None = None
    replayed: int = 0
    raised: int = 0
    removed: int = 0
    residue: int = 0


@dataclass(frozen=True, slots=True)
class _Place:
    """The organisation, the key before the ledger's record in hand, and of that deletion the target and its cursor."""

    org: str
    after: str = _RECEIPTS
    target: int = 0
    cursor: str = ""

    def text(self) -> str:
        return json.dumps([self.org, self.after, self.target, self.cursor], ensure_ascii=False)

    @classmethod
    def read(cls, text: str) -> _Place:
        return cls(*json.loads(text))


def step(services: Services, place: str | None) -> Replayed:
    """One step; `None` begins with the first organisation that ever deleted something."""
    at = _next_org(services, "") if place is None else _Place.read(place)
    if at is None:
        return Replayed()
    is_receipt = at.after.startswith(_RECEIPTS)
    record = _record_after(services, at, _RECEIPTS if is_receipt else keys.OPEN_DELETION_PREFIX)
    if record is None:
        following = replace(at, after=keys.OPEN_DELETION_PREFIX) if is_receipt else _next_org(services, at.org)
        return Replayed(None if following is None else following.text())
    owner = Scope.parse(str(record.attributes["subject" if is_receipt else "owner"]))
    (kept,) = services.records.get([keys.deletion(owner, str(record.attributes["request_id"]))])
    following = _Place(at.org, record.key.sk)
    if kept is None:
        return Replayed(following.text(), residue=1)  # a receipt without its deletion: its selector is unknown
    request = deletion_codec.deletion(kept)
    if request.finished:
        return _finished(services, request, at, following)
    _raise_again(services, request)
    return Replayed(following.text(), raised=1)


def _record_after(services: Services, at: _Place, prefix: str) -> Record | None:
    after = None if at.after == prefix else at.after
    found = services.records.page(Table.LEDGER, keys.path(Scope.parse(at.org)), sk_prefix=prefix, after=after, limit=1)
    return found.records[0] if found.records else None


def _next_org(services: Services, after: str) -> _Place | None:
    start = keys.org_with_deletions(Scope.parse(after)).sk if after else None
    found = services.records.page(Table.LEDGER, keys.ORGS_WITH_DELETIONS, sk_prefix="org#", after=start, limit=1)
    return _Place(str(found.records[0].attributes["org"])) if found.records else None


def _finished(services: Services, request: DeletionRequest, at: _Place, following: _Place) -> Replayed:
    targets: Sequence[Target] = list(Target)
    if not at.target and not at.cursor:
        put_marks(services, request)
    if at.target < len(targets):
        target = targets[at.target]
        if _is_there(services, request, target, begun=bool(at.cursor)):
            cursor = "" if at.cursor == _BEGUN else at.cursor
            purged = purge.page(services, replace(request, cursors=()).with_cursor(target, cursor), target)
            removed = sum(purged.removed.values())
            if purged.more:
                return Replayed(replace(at, cursor=purged.cursor or _BEGUN).text(), removed=removed)
        else:
            removed = 0
        return Replayed(replace(at, target=at.target + 1, cursor="").text(), removed=removed)
    _lower_again(services, request)
    return Replayed(following.text(), replayed=1, residue=sum(residue_of(services, request).values()))


def _is_there(services: Services, request: DeletionRequest, target: Target, *, begun: bool) -> bool:
    """Whether the store may be older than the deletion's end. A subject may have come back since: its partition is
    only gone through if something in it is as old as its deletion, or if its barrier does not know the deletion."""
    if request.selector.kind is not SelectorKind.SUBJECT:
        return True
    if residue_of(services, request)[target] > 0:
        return True
    if target is not Target.MEMORIES:
        return False
    barrier = _barrier(services, request)
    covered = barrier.subject_epoch >= request.epoch
    return begun or not covered or request.request_id in barrier.requests


def _barrier(services: Services, request: DeletionRequest) -> Barrier:
    return deletion_codec.barrier(services.records.get([keys.barrier(request.scope)])[0])


def _lower_again(services: Services, request: DeletionRequest) -> None:
    """The barrier as it is after the deletion: it refuses older evidence and hides nothing."""
    accepted = sort_text(request.accepted_at)

    def lowered(barrier: Barrier) -> Barrier:
        whole = request.selector.kind is SelectorKind.SUBJECT
        others = tuple(id for id in barrier.requests if id != request.request_id)
        return replace(
            barrier,
            state=BarrierState.CLEAR if not others else barrier.state,
            deleted_before=max(barrier.deleted_before, accepted) if whole else barrier.deleted_before,
            narrow_before=barrier.narrow_before if whole else max(barrier.narrow_before, accepted),
            epoch=max(barrier.epoch, request.epoch),
            subject_epoch=max(barrier.subject_epoch, request.epoch) if whole else barrier.subject_epoch,
            hidden=barrier.hidden - request.memory_ids,
            requests=others,
            marks=tuple(mark for mark in barrier.marks if mark.request_id != request.request_id),
            crowded=barrier.crowded and bool(others),
        )

    _put(services, request, lowered)


def _raise_again(services: Services, request: DeletionRequest) -> None:
    kept = tuple(held.hold for held in request.holds if held.released_at is None)

    def raised(barrier: Barrier) -> Barrier:
        """With the legal holds that keep what it selects: an older table may not know them."""
        known = {hold.hold_id for hold in barrier.holds}
        held = replace(barrier, holds=barrier.holds + tuple(hold for hold in kept if hold.hold_id not in known))
        if request.request_id in barrier.requests:
            return held
        raised = held.raised_within(request, partial(fits, services, request.scope))
        if raised is None:
            raise Unavailable("too many deletions of this subject are running")
        return raised

    _put(services, request, raised)


def _put(services: Services, request: DeletionRequest, change: Callable[[Barrier], Barrier]) -> None:
    key = keys.barrier(request.scope)

    def attempt() -> None:
        reading = Reading.of([key], services.records.get([key]))
        barrier = deletion_codec.barrier(reading[key])
        wanted = change(barrier)
        if replace(wanted, revision=barrier.revision) == barrier:
            return
        now, policy = services.clock.now(), services.deletion_policy
        services.records.commit(put_barrier(request.scope, wanted, reading, policy, now))

    until_committed(attempt, services.write_policy.attempts, "too many deletions of this subject at once")
