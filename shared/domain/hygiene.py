"""Hygiene rules: what maintenance does to a memory, as a decision. First form: hard expiry."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shared.domain.memories import Memory


class HygieneRule(StrEnum):
    HARD_EXPIRED = "hard_expired"


class HygieneAction(StrEnum):
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """One action on one version, and the rule that asked for it. `scope` is the memory's canonical path."""

    memory_id: str
    scope: str
    version: int
    rule: HygieneRule
    action: HygieneAction


def planned(memory: Memory, now: datetime) -> PlannedAction | None:
    """The first rule that matches decides; `None` when nothing is due."""
    if memory.is_expired(now):
        return PlannedAction(
            memory.memory_id, memory.scope.path, memory.version, HygieneRule.HARD_EXPIRED, HygieneAction.DELETE
        )
    return None
