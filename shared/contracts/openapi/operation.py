"""What a route takes and answers, and the refusals that several share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from shared.contracts.base import Parameters, Wire
from shared.contracts.memories import NoParameters

REFUSED_BY_BARRIER = ("subject_deleting", "deleted_before")
REFUSED_BY_POLICY = ("sensitive", "not_worth_remembering", "only_for_now", "low_confidence", "rejected_before")
REFUSED_BY_LIMIT = "memory_limit_reached"  # of the owner, for a new memory

Answers: TypeAlias = "dict[int, tuple[type[Wire] | None, str]]"


@dataclass(frozen=True, slots=True)
class Operation:
    """`answers`: status -> model (`None`: the document says the form itself) and what it means. `problems`: codes
    beside those that every route of its kind can answer. `replays`: the route honours an `Idempotency-Key`. `media` of
    the answer, `body_media` of the body: for NDJSON the models are a line's."""

    id: str
    tag: str
    summary: str
    answers: Answers
    parameters: type[Parameters] = NoParameters
    body: type[Wire] | None = None
    description: str = ""
    problems: tuple[str, ...] = ()
    replays: bool = False
    media: str = "application/json"
    body_media: str = "application/json"
