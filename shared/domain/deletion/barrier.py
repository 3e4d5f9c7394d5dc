"""Deletion: what is asked, the barrier that holds from the moment of the answer, and what each store must show.

The barrier is one durable record for each owner. It says up to which moment everything of the owner was deleted,
whether such a deletion is still running, and which single memories are being deleted right now.

The numbers of a deletion.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from shared.domain.deletion.holds import Export, Held, Hold
from shared.domain.deletion.selectors import Mark as Mark  # noqa: PLC0414 - words of this module, with the next two
from shared.domain.deletion.selectors import Selector as Selector  # noqa: PLC0414
from shared.domain.deletion.selectors import SelectorKind as SelectorKind  # noqa: PLC0414
from shared.domain.deletion.targets import Level, level_of
from shared.domain.deletion.targets import Target as Target  # noqa: PLC0414
from shared.domain.deletion.targets import TargetState as TargetState  # noqa: PLC0414
from shared.domain.deletion.targets import TargetStatus as TargetStatus  # noqa: PLC0414
from shared.domain.errors import DeletedBefore, SubjectDeleting
from shared.domain.instants import sort_text
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope


class RequestStatus(StrEnum):
    ACCEPTED = "accepted"
    RUNNING = "running"
    HELD = "held"  # accepted and hidden; a legal hold keeps the data until it is released
    COMPLETED = "completed"
    NEEDS_ATTENTION = "needs_attention"


class Signing(StrEnum):
    """How far the receipt of a completed deletion has come on its way to others."""

    NOT_SIGNED = "not_signed"  # the deployment has no key to sign with
    PENDING = "pending_signature"
    LOGGED = "pending_witness"  # signed and in the log, whose head is not published yet
    SIGNED = "signed"


class SubjectState(StrEnum):
    """What a reader is told of the owner, so that nothing found and nothing shown are two answers."""

    ACTIVE = "active"
    DELETING = "deleting"


class BarrierState(StrEnum):
    CLEAR = "clear"
    DELETING = "deleting"


@dataclass(frozen=True, slots=True)
class Barrier:
    """`deleted_before` and `narrow_before` are instants in `sort_text` form, empty when nothing was ever deleted.

    `epoch`: how many deletions of the owner have been accepted. Every record has the epoch that its transaction found
    here, so that the store's order says what came before a deletion, and no clock. `subject_epoch`: of the last
    deletion of everything; nothing of a smaller epoch may be read, forever.
    `deleted_before`: no evidence from outside at or before it may be written; kept forever. `narrow_before`: the last
    narrow deletion; evidence at or before it has to be checked against the narrow tombstones. `hidden`: memory ids
    being deleted; no read returns them. `marks`: what the unfinished narrow deletions select otherwise. `requests`: ids
    of unfinished requests. `crowded`: there are more of them than one record has room for, so that what they select
    stands in their own records alone; a reader that has not looked it up there (`with_all`) must take everything for
    hidden. `holds`: legal holds that stand.
    """

    state: BarrierState = BarrierState.CLEAR
    deleted_before: str = ""
    narrow_before: str = ""
    hidden: frozenset[str] = frozenset()
    requests: tuple[str, ...] = ()
    revision: int = 0
    marks: tuple[Mark, ...] = ()
    crowded: bool = False
    epoch: int = 0
    subject_epoch: int = 0
    holds: tuple[Hold, ...] = ()

    def refuse_write(self, evidence_at: datetime) -> None:
        """Raises `SubjectDeleting` while a deletion of the owner runs, `DeletedBefore` for evidence that it covers."""
        if self.hides_everything():
            raise SubjectDeleting("a deletion of this subject is running")
        if self.covers(evidence_at):
            raise DeletedBefore("the evidence is older than the deletion of this subject")

    def covers(self, evidence_at: datetime) -> bool:
        """Whether the subject was deleted then, or later."""
        return sort_text(evidence_at) <= self.deleted_before

    def hides_everything(self) -> bool:
        return self.state is BarrierState.DELETING or self.crowded

    @property
    def subject_state(self) -> SubjectState:
        return SubjectState.DELETING if self.state is BarrierState.DELETING else SubjectState.ACTIVE

    def with_all(self, requests: Iterable[DeletionRequest]) -> Barrier:
        """A crowded barrier that names what its requests select, for a reader: it is too large to be stored."""
        hidden, marks = _named(requests)
        return replace(self, crowded=False, hidden=hidden, marks=marks)

    @property
    def is_idle(self) -> bool:
        """Whether no deletion of the owner is under way."""
        return not self.hides_everything() and not self.hidden and not self.marks

    def hides(self, memory_id: str, epoch: int) -> bool:
        """Whether a memory must not be shown: its deletion was accepted, or it is older than the owner's deletion (a
        restored backup, a late write)."""
        return self.hides_epoch(epoch) or memory_id in self.hidden

    def seen(self, memory: Memory) -> Memory | None:
        """The memory as a reader may see it: `None` when a deletion hides it, without what is being deleted of it."""
        remaining: Memory | None = None if self.hides(memory.memory_id, memory.epoch) else memory
        for mark in self.marks:
            remaining = None if remaining is None else mark.seen(remaining)
        return remaining

    def hides_session(self, session_id: str, scope: Scope, epoch: int) -> bool:
        selected = any(mark.hides_session(session_id, scope, epoch) for mark in self.marks)
        return selected or self.hides_epoch(epoch)

    def hidden_events(self, session_id: str, scope: Scope) -> frozenset[str]:
        """Event ids of a session that no read returns."""
        return frozenset(id for mark in self.marks for id in mark.hidden_events(session_id, scope))

    def hides_epoch(self, epoch: int) -> bool:
        return self.hides_everything() or epoch < self.subject_epoch

    @property
    def accepted_last(self) -> datetime:
        """The instant of the last acceptance; the least one of all where nothing was ever deleted."""
        last = max(self.deleted_before, self.narrow_before)
        return datetime.fromisoformat(last) if last else datetime.min.replace(tzinfo=UTC)

    def accepts_at(self, now: datetime) -> datetime:
        """The instant of the next acceptance: never earlier than one before it, whatever its host's clock says."""
        return max(now, self.accepted_last)

    def dying(self, memory_id: str, evidence_at: datetime) -> bool:
        """Whether the memory is being deleted. Raises `DeletedBefore` for evidence that its deletion covers."""
        if memory_id not in self.hidden:
            return False
        if self.needs_tombstones(evidence_at):
            raise DeletedBefore("the evidence is older than the deletion of this memory")
        return True

    def needs_tombstones(self, evidence_at: datetime) -> bool:
        return sort_text(evidence_at) <= self.narrow_before

    def raised(self, request: DeletionRequest) -> Barrier:
        """The barrier from the moment on that `request` is accepted."""
        accepted = sort_text(request.accepted_at)
        requests = (*self.requests, request.request_id)
        if request.selector.kind is SelectorKind.SUBJECT and request.reopened:
            # What it selects is hidden by its epoch; the subject may have come back since.
            return replace(
                self,
                deleted_before=max(self.deleted_before, accepted),
                requests=requests,
                revision=self.revision + 1,
                epoch=max(self.epoch, request.epoch),
                subject_epoch=max(self.subject_epoch, request.epoch),
            )
        if request.selector.kind is SelectorKind.SUBJECT:
            return replace(
                self,
                state=BarrierState.DELETING,
                deleted_before=max(self.deleted_before, accepted),
                requests=requests,
                revision=self.revision + 1,
                epoch=max(self.epoch, request.epoch),
                subject_epoch=max(self.subject_epoch, request.epoch),
            )
        by_name = request.selector.kind is SelectorKind.MEMORY
        return replace(
            self,
            narrow_before=max(self.narrow_before, accepted),
            hidden=self.hidden | request.memory_ids,
            requests=requests,
            revision=self.revision + 1,
            marks=self.marks if by_name else (*self.marks, request.mark),
            epoch=max(self.epoch, request.epoch),
        )

    def raised_within(self, request: DeletionRequest, fits: Callable[[Barrier], bool]) -> Barrier | None:
        """The barrier from the moment on that `request` is accepted, crowded if it does not fit otherwise; `None` if
        there is no more room for ids. Where all is hidden anyway nothing has to be named."""
        raised = self.raised(request)
        nameless = replace(raised, hidden=frozenset(), marks=())
        forms = [replace(nameless, crowded=True)]
        if raised.state is BarrierState.DELETING:
            forms.insert(0, replace(nameless, crowded=False))
        if not self.crowded:
            forms.insert(0, raised)
        return next((one for one in forms if fits(one)), None)

    def lowered(self, request: DeletionRequest, others: tuple[DeletionRequest, ...]) -> Barrier:
        """The barrier once `request` is done and verified; `others` are the unfinished requests that remain."""
        subject_runs = any(o.selector.kind is SelectorKind.SUBJECT and not o.reopened for o in others)
        hidden, marks = _named(others)
        if not self.crowded:
            kept = {o.request_id for o in others}
            marks = tuple(mark for mark in self.marks if mark.request_id in kept)
        return replace(
            self,
            state=BarrierState.DELETING if subject_runs else BarrierState.CLEAR,
            hidden=hidden,
            requests=tuple(o.request_id for o in others),
            revision=self.revision + 1,
            marks=marks,
            crowded=False,
        )

    def lowered_within(
        self, request: DeletionRequest, others: tuple[DeletionRequest, ...], fits: Callable[[Barrier], bool]
    ) -> Barrier:
        """As `lowered`; a crowded one names all of the others again as soon as that `fits`."""
        lowered = self.lowered(request, others)
        if not self.crowded or not others or fits(lowered):
            return lowered
        return replace(lowered, crowded=True, hidden=frozenset(), marks=())


def _named(requests: Iterable[DeletionRequest]) -> tuple[frozenset[str], tuple[Mark, ...]]:
    """What narrow deletions select: memories by id, and the rest."""
    hidden: set[str] = set()
    marks: list[Mark] = []
    for request in requests:
        hidden |= request.memory_ids
        if request.selector.kind not in (SelectorKind.SUBJECT, SelectorKind.MEMORY):
            marks.append(request.mark)
    return frozenset(hidden), tuple(marks)


@dataclass(frozen=True, slots=True)
class DeletionRequest:
    """`scope` is what was asked for, its owner the subject; `actor` who asked. `attempt` counts workflow starts, and
    `attempt_at` says when the last one was asked for or began.

    `places` says where the selected memories or sessions lay when the deletion was accepted (id, scope), only those at
    or below `scope`: what is not there is not deleted. `cursors`: how far the walk through a target has come, while it
    is under way. `events` as in its `Mark`; it is not kept with the request. `signing` says something once there is a
    receipt; `log_index` is its place in the organisation's log. `epoch`: of the owner from its acceptance on: what has
    a smaller one was there before. `matched`: how much of what the selector names was there at the acceptance, where
    one read could tell. `reopened`: how often residue was found after its end. `holds`: legal holds that it met.
    `exports`: made through the service before its acceptance, the newest 100.
    """

    request_id: str
    scope: Scope
    selector: Selector
    accepted_at: datetime
    actor: str
    status: RequestStatus = RequestStatus.ACCEPTED
    targets: tuple[tuple[Target, TargetState], ...] = tuple((t, TargetState()) for t in Target)
    places: tuple[tuple[str, Scope], ...] = ()
    attempt: int = 0
    attempt_at: datetime | None = None
    completed_at: datetime | None = None
    receipt: Receipt | None = None
    revision: int = field(default=0, compare=False)  # of its record, 0 before it was stored
    cursors: tuple[tuple[Target, str], ...] = ()
    events: frozenset[str] = frozenset()
    signing: Signing = Signing.NOT_SIGNED
    log_index: int | None = None
    matched: int | None = None
    epoch: int = 0
    reopened: int = 0
    holds: tuple[Held, ...] = ()
    exports: tuple[Export, ...] = ()

    @property
    def tried_at(self) -> datetime:
        """Since when its present run should show an end."""
        return self.attempt_at or self.accepted_at

    @property
    def subject(self) -> str:
        return self.scope.owner.path

    @property
    def memory_ids(self) -> frozenset[str]:
        return frozenset(id for id, _ in self.places) if self.selector.kind is SelectorKind.MEMORY else frozenset()

    @property
    def mark(self) -> Mark:
        selector = self.selector
        if selector.kind is SelectorKind.SESSION:
            selector = replace(selector, ids=tuple(id for id, _ in self.places))
        return Mark(self.request_id, selector, self.scope, self.accepted_at, self.events, self.epoch)

    def cursor(self, target: Target) -> str:
        return dict(self.cursors).get(target, "")

    def with_cursor(self, target: Target, cursor: str) -> DeletionRequest:
        kept = {**dict(self.cursors), target: cursor}
        return replace(self, cursors=tuple((t, c) for t, c in kept.items() if c))

    def target(self, target: Target) -> TargetState:
        return dict(self.targets)[target]

    def with_target(self, target: Target, state: TargetState) -> DeletionRequest:
        return replace(self, targets=tuple((t, state if t is target else s) for t, s in self.targets))

    @property
    def finished(self) -> bool:
        return self.status is RequestStatus.COMPLETED

    @property
    def by_epoch(self) -> bool:
        """Whether the subject may have come back since: then what is newer than the acceptance stays."""
        return self.finished or self.reopened > 0

    @property
    def level(self) -> Level:
        return level_of(self.targets, held=self.status is RequestStatus.HELD, finished=self.finished)

    @property
    def found(self) -> int | None:
        """How much of what the selector names there was: known from the acceptance on, or else (`None` until then) when
        all of it has gone, as what was removed of sessions and memories."""
        if self.matched is not None or not self.finished:
            return self.matched
        return self.target(Target.SESSIONS).removed + self.target(Target.MEMORIES).removed

    @property
    def residue(self) -> int:
        return sum(state.residue for _, state in self.targets)


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof of one deletion, without content: a link in the organisation's chain of receipts.

    `hash` is SHA-256 over the canonical JSON of all the rest, `previous` the hash of the receipt before it (empty for
    the first). `backups_until`: when the last backup that may still hold the data has expired.
    """

    number: int
    request_id: str
    subject: str
    selector: str
    accepted_at: str
    completed_at: str
    stores: tuple[tuple[str, int, int, str], ...]  # store, removed, residue found at verification, completed at
    backups_until: str
    previous: str
    hash: str = ""
    holds: tuple[tuple[str, str, str, str], ...] = ()  # id, reference, placed at, released at
    exports: tuple[tuple[str, str, str], ...] = ()  # at, by, scope: made before, and not reached

    def sealed(self) -> Receipt:
        return replace(self, hash=self.digest())

    def digest(self) -> str:
        body = [
            self.number, self.request_id, self.subject, self.selector, self.accepted_at, self.completed_at,
            [list(s) for s in self.stores], self.backups_until, self.previous,
            [list(h) for h in self.holds], [list(e) for e in self.exports],
        ]  # fmt: skip
        return hashlib.sha256(json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class DeletionPolicy:
    # A page of records is one query and at most one removal transaction.
    page: int = 90
    # Single memories of one request: they are hidden by name in the barrier, which is one record of at most 400 KB.
    max_ids: int = 100
    # What the barrier names; beyond it the barrier is crowded and holds the ids of its requests alone, some ten
    # thousand. It is written with each acceptance and each end of a deletion, and read with everything else: a larger
    # one would cost more than a look at the requests, which do not change and are looked at once in a process.
    barrier_bytes: int = 100 * 1024
    crowded_bytes: int = 390 * 1024
    # A request that was accepted and shows no end by then is started (again) by the sweeper; the workflow's own bound
    # is an hour, so that two runs of one request never meet.
    sweep_after: timedelta = timedelta(minutes=5)
    rerun_after: timedelta = timedelta(hours=2)
    # How long the deployment's backups are kept: stated in the receipt. DynamoDB's point-in-time recovery: 35 days.
    backup_retention: timedelta = timedelta(days=35)
