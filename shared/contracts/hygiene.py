"""Hygiene on the wire."""

from __future__ import annotations

from shared.contracts.base import Instant, ScopePath, Wire
from shared.domain.hygiene.maintenance_rules import HygieneAction, HygieneRule


class PlanRequest(Wire):
    scope: ScopePath | None = None


class PlannedItem(Wire):
    memory_id: str
    scope: str
    version: int
    rule: HygieneRule
    action: HygieneAction


class PlanResponse(Wire):
    """`counts` of the whole plan, `items` of this page. Not `complete`: more was due than a plan holds."""

    plan_id: str
    scope: ScopePath
    as_of: Instant
    counts: dict[str, int]
    items: list[PlannedItem]
    complete: bool
    next_cursor: str | None


class ApplyRequest(Wire):
    """No field: a plan is applied as it is."""


class PlanReport(Wire):
    """`applied` by rule; `skipped` had changed since the plan was made, the first 100 of them named in `changed`.
    `more`: time ran out; the next call goes on."""

    plan_id: str
    applied: dict[str, int]
    skipped: int
    changed: list[str]
    more: bool
