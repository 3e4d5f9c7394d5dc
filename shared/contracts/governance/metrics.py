"""Business counts on the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from shared.contracts.base import Instant, Parameters, ScopePath, Wire
from shared.domain.audit.daily_counts import MAX_DAYS
from shared.domain.audit.waiting_work import Work


class MetricsParameters(Parameters):
    scope: ScopePath | None = None
    days: Annotated[int, Field(ge=1, le=MAX_DAYS)] = 7


class PrometheusParameters(MetricsParameters):
    """`composition`: also what the memories are made of, which is a walk over them."""

    composition: Literal["true", "false"] = "false"


class CompositionResponse(Wire):
    """What the memories of the scope and below it are made of now. `origins` and `shares`: `stated` by a person,
    `inferred` by a model, reported by a `tool`, of a system of `record`, `external`. `staleness` and `time_left`:
    how many memories lie in each part. Not `complete`: there are more than 5,000."""

    scope: ScopePath
    memories: int
    origins: dict[str, int]
    shares: dict[str, float]
    statuses: dict[str, int]
    types: dict[str, int]
    staleness: dict[str, int]
    time_left: dict[str, int]
    users: int
    scopes: int
    scopes_per_user: float | None
    most_scopes_of_a_user: int
    complete: bool


class RatesBody(Wire):
    """For the requested days, as shares of `writes`, the writes that were taken: repetitions, contradictions,
    corrections by people, memories that ended (expired, evicted, deleted), and recalls with a memory for each write.
    `null`: nothing was written, or it is not counted for this scope."""

    writes: int
    duplicates: float | None
    conflicts: float | None
    corrections: float | None
    ended: float | None
    reads: float | None


class DayBody(Wire):
    day: str
    counts: dict[str, int]


class ThresholdPair(Wire):
    """The least relevance of the memories that a recall of each mode returns by default."""

    pull: float
    push: float


class MoveBody(Wire):
    """`reason`: `false_positives`, `low_hit_rate`, or `reset` by an operator. `by`: `hygiene`: the schedule."""

    at: Instant
    by: str
    reason: str
    before: ThresholdPair
    after: ThresholdPair


class ThresholdsBody(ThresholdPair):
    """The thresholds in force, those of the deployment, and the last moves, newest last."""

    default: ThresholdPair
    moves: list[MoveBody]


class FeedbackRatesBody(Wire):
    """For the requested days. `hit_rate`: recalls with a used memory, of those with feedback. `false_positive_rate`:
    wrong memories, of the judged ones (used or wrong). `correction_rate`: corrections by people for each judged memory,
    at most 1. `null`: there was no feedback."""

    recalls: int
    hit_rate: float | None
    false_positive_rate: float | None
    correction_rate: float | None


class MetricsResponse(Wire):
    """Counts by what happened to memories, in the audit's words (`created`, `updated`, `confirmed`: a duplicate,
    `disputed`: a conflict, ...) and `removed`. `approximate`: an organisation's, counted from the stream. Not
    `complete`: the audit of the scope was too long to be read whole. `feedback`, `thresholds`: of an organisation."""

    scope: ScopePath
    days: int
    totals: dict[str, int]
    daily: list[DayBody]
    approximate: bool
    complete: bool
    rates: RatesBody
    feedback: FeedbackRatesBody | None = None
    thresholds: ThresholdsBody | None = None


class QueueBody(Wire):
    """`work`: `index`: changes that the search index has not taken; `retrievals`: recalls that are not counted yet;
    `sessions`: sessions to be read or summed up. `oldest_seconds`: how long the oldest has been waiting; `null`:
    nothing was measured lately, because there was none."""

    work: Work
    oldest_seconds: float | None


class QueuesResponse(Wire):
    """Of the whole deployment: all organisations share its queues."""

    items: list[QueueBody]
