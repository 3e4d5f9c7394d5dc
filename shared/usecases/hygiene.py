"""Maintenance: plan what is due (a dry run with exact counts and ids), then apply that very plan.

Its work follows what is due, not what is stored: only records whose next check has come are read.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from shared.domain.access import may_govern
from shared.domain.errors import NotFound, Unavailable
from shared.domain.hygiene import HygieneAction, HygieneRule, PlannedAction, planned
from shared.domain.identity import Caller, Role
from shared.domain.scopes import Scope
from shared.records import codec, keys
from shared.records.model import Change, CheckFailed, Key, Record, Value
from shared.records.reading import Reading
from shared.usecases.purge import remove_memory
from shared.usecases.services import Services

# A plan is good for a day: what it names may have changed by then. What it does not hold, the next plan has.
PLAN_LIFE = timedelta(days=1)
MAX_PLANNED = 10_000
_ITEMS_PER_RECORD = 500  # well under an item's 400 KB


@dataclass(frozen=True, slots=True)
class Plan:
    plan_id: str
    scope: Scope
    as_of: datetime
    items: tuple[PlannedAction, ...]

    @property
    def counts(self) -> Mapping[str, int]:
        return Counter(item.rule.value for item in self.items)


@dataclass(frozen=True, slots=True)
class Report:
    """What was done by rule, and what was left because it had changed since the plan."""

    plan_id: str
    applied: Mapping[str, int]
    skipped: int


def make_plan(services: Services, caller: Caller, scope: Scope | None) -> Plan:
    """Everything that is due at or below the scope. Raises the errors of access."""
    target = may_govern(caller, scope, Role.OPERATOR)
    now = services.clock.now()
    items = tuple(action for _, action in zip(range(MAX_PLANNED), due_actions(services, target, now), strict=False))
    plan = Plan(services.ids.new(), target, now, items)
    _save(services, plan)
    return plan


def due_actions(services: Services, within: Scope | None, now: datetime) -> Iterator[PlannedAction]:
    """What the rules ask for among the memories whose check has come, at or below a scope (`None`: anywhere)."""
    batch: list[Key] = []
    for key in due_keys(services, now):
        if not key.sk.startswith(keys.CURRENT_PREFIX) or not _may_hold(key.pk, within):
            continue
        batch.append(key)
        if len(batch) == 100:
            yield from _actions(services, batch, within, now)
            batch = []
    yield from _actions(services, batch, within, now)


def due_keys(services: Services, now: datetime) -> Iterator[Key]:
    after: str | None = None
    while True:
        page = services.records.due(now, after=after)
        yield from (key for key, _ in page.items)
        if page.next_after is None:
            return
        after = page.next_after


def _may_hold(pk: str, within: Scope | None) -> bool:
    """Whether a partition can hold what lies at or below the scope: other owners' records are not even read."""
    if within is None:
        return True
    owner = keys.path(within.owner)
    return pk == owner or (within == within.org_scope and pk.startswith(f"{owner}/"))


def _actions(services: Services, batch: Sequence[Key], within: Scope | None, now: datetime) -> Iterator[PlannedAction]:
    for record in services.records.get(batch):
        if record is None:
            continue
        memory = codec.memory(record.attributes)
        action = planned(memory, now)
        if action is not None and (within is None or within.contains(memory.scope)):
            yield action


def _save(services: Services, plan: Plan) -> None:
    expires_at = plan.as_of + PLAN_LIFE
    for number, start in enumerate(range(0, len(plan.items), _ITEMS_PER_RECORD)):
        rows: Value = [
            [i.memory_id, i.scope, i.version, i.rule.value, i.action.value]
            for i in plan.items[start : start + _ITEMS_PER_RECORD]
        ]
        record = Record(keys.plan_items(plan.scope, plan.plan_id, number), {"items": rows}, expires_at=expires_at)
        services.records.commit(Change(puts=(record,)))
    head = {"scope": plan.scope.path, "as_of": codec.text(plan.as_of), "items": len(plan.items)}
    services.records.commit(Change(puts=(Record(keys.plan(plan.scope, plan.plan_id), head, expires_at=expires_at),)))


def apply_plan(services: Services, caller: Caller, scope: Scope | None, plan_id: str) -> Report:
    """Does what the plan says, skipping what has changed since. Once applied, its report is the answer, for a day.

    Raises `NotFound` for a plan that is not there, is over, or was made for a scope that is not open to the caller.
    """
    may_govern(caller, scope, Role.OPERATOR)
    key = keys.plan(caller.bound, plan_id)
    (head,) = services.records.get([key])
    now = services.clock.now()
    if head is None or (head.expires_at is not None and head.expires_at <= now):
        raise NotFound("there is no such plan")
    if not caller.bound.contains(Scope.parse(cast("str", head.attributes["scope"]))):
        raise NotFound("there is no such plan")
    known = head.attributes.get("report")
    if known is not None:
        return _report(plan_id, cast("str", known))
    report = execute(services, plan_id, _items(services, head, plan_id), now)
    text = json.dumps({"applied": dict(report.applied), "skipped": report.skipped})
    try:
        services.records.commit(
            Reading({key: head}).put(key, {**head.attributes, "report": text}, expires_at=head.expires_at)
        )
    except CheckFailed as lost:  # another apply of the same plan ended first: its report is the answer
        if lost.record is None or "report" not in lost.record.attributes:
            raise Unavailable("the plan is being applied") from lost
        return _report(plan_id, cast("str", lost.record.attributes["report"]))
    return report


def execute(services: Services, plan_id: str, items: Sequence[PlannedAction], now: datetime) -> Report:
    applied: Counter[str] = Counter()
    skipped = 0
    for item in items:
        scope = Scope.parse(item.scope)
        (record,) = services.records.get([keys.current(scope, item.memory_id)])
        current = None if record is None else codec.memory(record.attributes)
        again = None if current is None else planned(current, now)
        if again != item:
            skipped += 1
            continue
        while remove_memory(services, scope, item.memory_id)[1]:
            pass
        applied[item.rule.value] += 1
    return Report(plan_id, applied, skipped)


def _items(services: Services, head: Record, plan_id: str) -> list[PlannedAction]:
    scope = Scope.parse(cast("str", head.attributes["scope"]))
    count = -(-cast("int", head.attributes["items"]) // _ITEMS_PER_RECORD)
    records = services.records.get([keys.plan_items(scope, plan_id, number) for number in range(count)])
    rows = [row for record in records if record is not None for row in cast("list[Any]", record.attributes["items"])]
    return [
        PlannedAction(id, path, version, HygieneRule(rule), HygieneAction(act)) for id, path, version, rule, act in rows
    ]


def _report(plan_id: str, text: str) -> Report:
    known = json.loads(text)
    return Report(plan_id, known["applied"], known["skipped"])
