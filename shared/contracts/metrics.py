"""Business counts on the wire."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from shared.contracts.base import Parameters, ScopePath, Wire
from shared.domain.business_counts import MAX_DAYS


class MetricsParameters(Parameters):
    scope: ScopePath | None = None
    days: Annotated[int, Field(ge=1, le=MAX_DAYS)] = 7


class DayBody(Wire):
    day: str
    counts: dict[str, int]


class MetricsResponse(Wire):
    """Counts by what happened to memories, in the audit's words (`created`, `updated`, `confirmed`: a duplicate,
    `disputed`: a conflict, ...) and `removed`. `approximate`: an organisation's, counted from the stream. Not
    `complete`: the audit of the scope was too long to be read whole."""

    scope: ScopePath
    days: int
    totals: dict[str, int]
    daily: list[DayBody]
    approximate: bool
    complete: bool
