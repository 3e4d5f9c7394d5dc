"""Reviews on the wire."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from shared.contracts.base import Content, Cursor, Instant, Limit, Parameters, ScopePath, SegmentIds, Wire
from shared.contracts.memories import MemoryBody
from shared.domain.reviews.review import ReviewDecision, ReviewKind, ReviewStatus


class ReviewParameters(Parameters):
    scope: ScopePath | None = None
    kind: ReviewKind | None = None
    status: ReviewStatus | None = None
    limit: Limit = 50
    cursor: Cursor | None = None


class ResolveRequest(Wire):
    """`keep` names the members of a conflict that hold, the one to edit, or the one into which the others are
    merged."""

    decision: ReviewDecision
    content: Annotated[Content, Field(min_length=1)] | None = None
    keep: Annotated[SegmentIds, Field(max_length=20)] = []


class ClaimBody(Wire):
    by: str
    until: Instant


class ResolutionBody(Wire):
    """No `decision`: other evidence or another review has settled it."""

    decision: ReviewDecision | None
    by: str
    at: Instant


class ReviewBody(Wire):
    """`members` as they are now, without removed ones; `scope` is their owner's."""

    review_id: str
    kind: ReviewKind
    status: ReviewStatus
    scope: ScopePath
    members: list[MemoryBody]
    reason: str
    created_at: Instant
    claim: ClaimBody | None = None
    resolution: ResolutionBody | None = None


class ReviewPageResponse(Wire):
    items: list[ReviewBody]
    next_cursor: str | None
