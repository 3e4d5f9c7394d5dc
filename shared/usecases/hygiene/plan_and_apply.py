"""Maintenance on demand: plan everything that is due (a dry run with exact counts and ids), then apply that plan.
The work is proportional to what is due, not to what is stored: only records whose next check is due are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import may_govern
from shared.domain.errors import AlreadyClaimed, AtWork, Malformed, NotFound
from shared.domain.hygiene.maintenance_rules import PlannedAction
from shared.domain.instants import wire_text
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger import hygiene_plans
from shared.records.ledger.hygiene_plans import ITEMS_A_RECORD, PlanHead, Progress
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.memories.memory_change import Author
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, CheckFailed, Key, Record
from shared.usecases.cursors import cursor, position
from shared.usecases.hygiene.actions import Done, LostLease, Work, carry_out
from shared.usecases.hygiene.due import due_memories
from shared.usecases.once import AnsweredBefore, Kept, Once
from shared.usecases.services import Services

# A plan is valid for a day: what it names may have changed by then. Anything beyond its size is in the next plan.
PLAN_LIFE = timedelta(days=1)
MAX_PLANNED = 10_000
# How many items of a plan one answer shows; the rest is read page by page.
MAX_SHOWN = 1_000
# How long one call applies a plan before it answers that there is more; less than the gateway waits.
APPLY_TIME = timedelta(seconds=20)
# A crashed apply is taken over after this; each action renews it.
LEASE = timedelta(minutes=1)
# At most this many skipped items are looked at again after a crash.
_SAVED_EVERY = 25
HYGIENE = "hygiene"  # who asks for the plan of a daily pass


@dataclass(frozen=True, slots=True)
class Plan:
    """`items` from where a page starts; `counts` of the whole plan. Not `complete`: more was due than a plan holds."""

    plan_id: str
    scope: Scope
    as_of: datetime
    items: tuple[PlannedAction, ...]
    counts: Mapping[str, int]
    complete: bool = True
    next_cursor: str | None = None
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """How many items were done by rule, and how many were left because they had changed since the plan (`changed`:
    the first of their ids). `more`: the plan is not applied to its end yet. `by_this_call`: the part of `applied`
    that this call did itself."""

    plan_id: str
    applied: Mapping[str, int]
    skipped: int
    changed: tuple[str, ...] = ()
    more: bool = False
    by_this_call: Mapping[str, int] = field(default_factory=dict, compare=False)
    replayed: bool = False


def make_plan(
    services: Services, caller: Caller, scope: Scope | None, idempotency: IdempotencyKey | None = None
) -> Plan:
    """Everything that is due at or below the scope. Raises the errors of access."""
    target = may_govern(caller, scope, Role.OPERATOR)
    once = Once(services, idempotency)

    def again(kept: Kept) -> Plan:
        head = hygiene_plans.head(Record(keys.plan(target, str(kept["plan_id"])), kept))
        items = tuple(_items(services, head, 0, min(MAX_SHOWN, head.items)))
        return replace(_shown(caller, head, items, 0), replayed=True)

    return once.answer(partial(_made, services, caller, target, once), again, look_first=True)


def _made(services: Services, caller: Caller, target: Scope, once: Once) -> Plan:
    now = services.clock.now()
    due = due_actions(services, target, now)
    items = [action for _, action in zip(range(MAX_PLANNED), due, strict=False)]
    head = plan_head(services, target, items, now, caller.principal, complete=len(items) < MAX_PLANNED)
    changes = hygiene_plans.item_changes(head, items)
    for change in changes:
        services.records.commit(change)
    key, attributes = keys.plan(target, head.plan_id), hygiene_plans.head_attributes(head)
    fresh = Reading({key: None})
    try:
        once.commit(fresh.put(key, attributes, expires_at=head.expires_at), attributes)
    except AnsweredBefore:
        for change in changes:  # of a plan that no caller will know
            services.records.commit(Change(removes=tuple(record.key for record in change.puts)))
        raise
    return _shown(caller, head, tuple(items[:MAX_SHOWN]), 0)


def plan_head(
    services: Services, scope: Scope, items: Sequence[PlannedAction], now: datetime, actor: str, *, complete: bool
) -> PlanHead:
    return PlanHead(
        plan_id=services.ids.new(),
        scope=scope,
        as_of=now,
        items=len(items),
        counts=dict(Counter(item.rule.value for item in items)),
        complete=complete,
        expires_at=now + PLAN_LIFE,
        actor=actor,
    )


def write_down(services: Services, scope: Scope, items: Sequence[PlannedAction], now: datetime) -> str:
    """A plan of what a pass is about to do, by whose id it can be read, and applied by a person; the id."""
    head = plan_head(services, scope, items, now, HYGIENE, complete=False)
    for change in hygiene_plans.item_changes(head, items):
        services.records.commit(change)
    fresh = Reading({(key := keys.plan(scope, head.plan_id)): None})
    services.records.commit(fresh.put(key, hygiene_plans.head_attributes(head), expires_at=head.expires_at))
    return head.plan_id


def due_actions(services: Services, within: Scope | None, now: datetime) -> Iterator[PlannedAction]:
    """The actions that the rules ask for among the memories whose check is due, at or below a scope (`None`:
    anywhere)."""
    for found in due_memories(services, within, now):
        action = found.asks_for(services, now)
        if action is not None:
            yield action


def read_plan(
    services: Services, caller: Caller, scope: Scope | None, plan_id: str, *, limit: int, after: str | None
) -> Plan:
    """One page of a plan's items, `limit` of them. Raises `NotFound`, `Malformed` for another cursor."""
    head, _ = _find(services, caller, scope, plan_id)
    text = position(after, _bound_to(caller, plan_id))
    if text is not None and not (text.isdecimal() and len(text) <= len(str(MAX_PLANNED))):
        raise Malformed.field("cursor", "is not one of this list")
    start = 0 if text is None else int(text)
    return _shown(caller, head, tuple(_items(services, head, start, min(start + limit, head.items))), start)


def _shown(caller: Caller, head: PlanHead, items: tuple[PlannedAction, ...], start: int) -> Plan:
    end = start + len(items)
    following = cursor(str(end), _bound_to(caller, head.plan_id)) if items and end < head.items else None
    return Plan(head.plan_id, head.scope, head.as_of, items, head.counts, head.complete, following)


def _bound_to(caller: Caller, plan_id: str) -> str:
    return f"{caller.principal}|{plan_id}|plan"


def _find(services: Services, caller: Caller, scope: Scope | None, plan_id: str) -> tuple[PlanHead, Reading]:
    """Raises `NotFound` for a plan that does not exist, is over, or was made for a scope not open to the caller."""
    may_govern(caller, scope, Role.OPERATOR)
    key = keys.plan(caller.bound, plan_id)
    reading = Reading.of((key,), services.records.get([key]))
    record = reading[key]
    head = None if record is None else hygiene_plans.head(record)
    if head is None or head.expires_at <= services.clock.now() or not caller.bound.contains(head.scope):
        raise NotFound("there is no such plan")
    return head, reading


def _items(services: Services, head: PlanHead, start: int, end: int) -> Iterator[PlannedAction]:
    """Those from `start` up to `end`."""
    for number in range(start // ITEMS_A_RECORD, -(-end // ITEMS_A_RECORD)):
        (record,) = services.records.get([keys.plan_items(head.scope, head.plan_id, number)])
        first = number * ITEMS_A_RECORD
        found = [] if record is None else hygiene_plans.items(record)
        yield from found[max(start - first, 0) : end - first]


def apply_plan(
    services: Services, caller: Caller, scope: Scope | None, plan_id: str, idempotency: IdempotencyKey | None = None
) -> Report:
    """Does what the plan says, skipping what has changed since. Once applied, its report is the answer, for a day.

    It goes on where a crash or the end of its time left it; a key whose call was answered that there is more goes on
    with nothing. Raises `AlreadyClaimed` while another call applies the plan, `AtWork` while one of the same key does,
    and `NotFound` as for reading it.
    """
    may_govern(caller, scope, Role.OPERATOR)
    once = Once(services, idempotency)
    return once.answer(partial(_carried_on, services, caller, scope, plan_id, once), _report_again, look_first=True)


def _carried_on(services: Services, caller: Caller, scope: Scope | None, plan_id: str, once: Once) -> Report:
    head, reading = _find(services, caller, scope, plan_id)
    if head.finished:
        return _kept(once, _report(head))
    now = services.clock.now()
    if head.is_held(now):
        raise _held(head, once)
    holder = services.ids.new() if once.key is None else once.key.holder
    mine = _Lease(services, keys.plan(head.scope, plan_id), head, reading, holder)
    try:
        mine.save()
        return _applied(services, caller, mine, now + APPLY_TIME, once)
    except (LostLease, CheckFailed) as lost:
        # Another call has ended it or holds it.
        head, _ = _find(services, caller, scope, plan_id)
        if head.finished:
            return _kept(once, _report(head))
        raise _held(head, once) from lost


def _kept(once: Once, report: Report) -> Report:
    once.keep(_attributes(report))
    return report


def _attributes(report: Report) -> Attributes:
    return {
        "plan_id": report.plan_id,
        "applied": dict(report.applied),
        "skipped": report.skipped,
        "changed": list(report.changed),
        "more": report.more,
    }


def _report_again(kept: Kept) -> Report:
    changed = tuple(kept["changed"])
    return Report(kept["plan_id"], kept["applied"], kept["skipped"], changed, kept["more"], replayed=True)


def _held(head: PlanHead, once: Once) -> AlreadyClaimed | AtWork:
    if once.key is not None and head.holder == once.key.holder:
        return AtWork("the first request with this Idempotency-Key applies the plan", retry_after_s=1)
    until = {} if head.lease_until is None else {"claimed_until": wire_text(head.lease_until)}
    return AlreadyClaimed("the plan is being applied", **until)


class _Lease:
    """The plan's head while this call applies it: every step writes it, on the condition that no other call wrote it
    before."""

    def __init__(self, services: Services, key: Key, head: PlanHead, reading: Reading, holder: str) -> None:
        self._services = services
        self._key = key
        self._reading = reading
        self._holder = holder
        self.head = head

    def put(self, progress: Progress) -> Change:
        self._next = replace(self.head, progress=progress, holder=self._holder, lease_until=self._until())
        return self._reading.put(self._key, hygiene_plans.head_attributes(self._next), expires_at=self.head.expires_at)

    def committed(self, change: Change) -> None:
        """Whether the change that `put` requested has been made."""
        record = next(record for record in change.puts if record.key == self._key)
        self._reading = Reading({self._key: record})
        self.head = self._next

    def save(self, progress: Progress | None = None) -> None:
        change = self.put(progress or self.head.progress)
        self._services.records.commit(change)
        self.committed(change)

    def give_back(self, progress: Progress, once: Once) -> Report:
        ended = replace(self.head, progress=progress, holder="", lease_until=None)
        change = self._reading.put(self._key, hygiene_plans.head_attributes(ended), expires_at=self.head.expires_at)
        report = _report(ended)
        once.commit(change, _attributes(report))
        self.head = ended
        return report

    def _until(self) -> datetime:
        return self._services.clock.now() + LEASE


def _applied(services: Services, caller: Caller, mine: _Lease, until: datetime, once: Once) -> Report:
    progress = before = mine.head.progress
    skipped = 0
    for item in _items(services, mine.head, progress.done, mine.head.items):
        now = services.clock.now()
        if now >= until:
            break
        change = mine.put(progress.with_applied(item))
        work = Work(mine.head.as_of, Author(caller.principal, None, now), lambda change=change: change)  # type: ignore[misc]
        if carry_out(services, item, work) is Done.APPLIED:
            mine.committed(change)
            progress, skipped = mine.head.progress, 0
            continue
        progress, skipped = progress.with_skipped(item), skipped + 1
        if skipped == _SAVED_EVERY:
            mine.save(progress)
            skipped = 0
    report = mine.give_back(progress, once)
    done = Counter(progress.applied)
    done.subtract(before.applied)
    return replace(report, by_this_call=+done)


def _report(head: PlanHead) -> Report:
    done = head.progress
    return Report(head.plan_id, done.applied, done.skipped, done.changed, more=not head.finished)
