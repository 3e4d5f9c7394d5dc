"""Hygiene plans in the ledger: a head that says how far the plan has been applied, and its items in pages.

The head is part of each action's own transaction, so that what is reported is exactly what was done, even after a
crash; anyone who holds its lease is the only one whose transactions go through.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from shared.domain.hygiene.maintenance_rules import HygieneAction, HygieneRule, PlannedAction
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.attributes import instant, instant_text
from shared.records.store.record import Attributes, Change, Record, Value

ITEMS_A_RECORD = 50  # a scope's path may take 6 KB: under an item's 400 KB for any ids
RECORDS_A_CHANGE = 10  # and under a transaction's 4 MB
MAX_NAMED = 100  # of the memories that had changed


@dataclass(frozen=True, slots=True)
class Progress:
    """`done`: items dealt with; `applied` by rule; `changed`: ids of the first `MAX_NAMED` skipped memories."""

    done: int = 0
    applied: dict[str, int] = field(default_factory=dict)
    skipped: int = 0
    changed: tuple[str, ...] = ()

    def with_applied(self, item: PlannedAction) -> Progress:
        applied = {**self.applied, item.rule.value: self.applied.get(item.rule.value, 0) + 1}
        return Progress(self.done + 1, applied, self.skipped, self.changed)

    def with_skipped(self, item: PlannedAction) -> Progress:
        named = (*self.changed, item.memory_id) if len(self.changed) < MAX_NAMED else self.changed
        return Progress(self.done + 1, self.applied, self.skipped + 1, named)


@dataclass(frozen=True, slots=True)
class PlanHead:
    """`items`: how many there are. `complete`: nothing more was due when it was made. `actor`: who asked for it.
    `holder`: who applies it, until `lease_until`."""

    plan_id: str
    scope: Scope
    as_of: datetime
    items: int
    counts: dict[str, int]
    complete: bool
    expires_at: datetime
    actor: str
    progress: Progress = Progress()
    holder: str = ""
    lease_until: datetime | None = None

    @property
    def finished(self) -> bool:
        return self.progress.done >= self.items

    def is_held(self, now: datetime) -> bool:
        return self.lease_until is not None and self.lease_until > now


def head_attributes(head: PlanHead) -> Attributes:
    done = head.progress
    return {
        "plan_id": head.plan_id,
        "scope": head.scope.path,
        "as_of": instant_text(head.as_of),
        "items": head.items,
        "counts": json.dumps(head.counts),
        "complete": head.complete,
        "expires_at_text": instant_text(head.expires_at),
        "progress": json.dumps([done.done, done.applied, done.skipped, list(done.changed)]),
        "actor": head.actor,
        "holder": head.holder,
        "lease_until": instant_text(head.lease_until),
    }


def head(record: Record) -> PlanHead:
    a = cast("dict[str, Any]", record.attributes)
    done, applied, skipped, changed = json.loads(a["progress"])
    return PlanHead(
        plan_id=a["plan_id"],
        scope=Scope.parse(a["scope"]),
        as_of=datetime.fromisoformat(a["as_of"]),
        items=a["items"],
        counts=json.loads(a["counts"]),
        complete=a["complete"],
        expires_at=datetime.fromisoformat(a["expires_at_text"]),
        actor=a["actor"],
        progress=Progress(done, applied, skipped, tuple(changed)),
        holder=a["holder"],
        lease_until=instant(a.get("lease_until")),
    )


def item_changes(head: PlanHead, items: Sequence[PlannedAction]) -> list[Change]:
    """The changes that save the items; the head comes last, so that a plan that can be found is whole."""
    records = []
    for number, start in enumerate(range(0, len(items), ITEMS_A_RECORD)):
        rows: Value = [
            [i.memory_id, i.scope, i.version, i.rule.value, i.action.value]
            for i in items[start : start + ITEMS_A_RECORD]
        ]
        key = keys.plan_items(head.scope, head.plan_id, number)
        records.append(Record(key, {"items": rows}, expires_at=head.expires_at))
    return [
        Change(puts=tuple(records[start : start + RECORDS_A_CHANGE]))
        for start in range(0, len(records), RECORDS_A_CHANGE)
    ]


def items(record: Record) -> list[PlannedAction]:
    rows = cast("list[Any]", record.attributes["items"])
    return [
        PlannedAction(id, path, version, HygieneRule(rule), HygieneAction(action))
        for id, path, version, rule, action in rows
    ]
