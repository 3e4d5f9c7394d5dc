"""Hygiene on the wire."""

from __future__ import annotations

from shared.contracts.base import Instant, ScopePath, Wire
from shared.domain.hygiene import HygieneAction, HygieneRule


class PlanRequest(Wire):
    scope: ScopePath | None = None


class PlannedItem(Wire):
    memory_id: str
    scope: str
    version: int
    rule: HygieneRule
    action: HygieneAction


class PlanResponse(Wire):
    plan_id: str
    scope: ScopePath
    as_of: Instant
    counts: dict[str, int]
    items: list[PlannedItem]


class ApplyRequest(Wire):
    """Nothing is asked: a plan is applied as it stands."""


class PlanReport(Wire):
    """`applied` by rule; `skipped` had changed since the plan was made."""

    plan_id: str
    applied: dict[str, int]
    skipped: int
