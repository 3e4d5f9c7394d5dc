"""Reviews and audit: wire models to domain values and back."""

from __future__ import annotations

from shared.contracts.reviews import (
    ClaimBody,
    ResolutionBody,
    ResolveRequest,
    ReviewBody,
    ReviewPageResponse,
    ReviewParameters,
)
from shared.domain.review_rulings import Judgement
from shared.domain.reviews import ReviewStatus
from shared.runtime import wire
from shared.usecases.reviews import ReviewPage, ReviewQuery, ReviewView


def review_query(parameters: ReviewParameters) -> ReviewQuery:
    return ReviewQuery(parameters.scope, parameters.kind, parameters.status, parameters.limit, parameters.cursor)


def judgement(body: ResolveRequest) -> Judgement:
    return Judgement(body.decision, tuple(body.keep), body.content)


def review(view: ReviewView) -> ReviewBody:
    claim, resolution = view.review.claim, view.review.resolution
    claimed = claim if view.status is ReviewStatus.CLAIMED else None
    return ReviewBody.model_construct(
        review_id=view.review.review_id,
        kind=view.review.kind,
        status=view.status,
        scope=view.review.owner,
        members=[wire.memory(memory) for memory in view.members],
        reason=view.review.reason,
        created_at=view.review.created_at,
        claim=None if claimed is None else ClaimBody.model_construct(by=claimed.by, until=claimed.until),
        resolution=None
        if resolution is None
        else ResolutionBody.model_construct(decision=resolution.decision, by=resolution.by, at=resolution.at),
    )


def review_page(page: ReviewPage) -> ReviewPageResponse:
    return ReviewPageResponse.model_construct(
        items=[review(view) for view in page.items], next_cursor=page.next_cursor
    )  # fmt: skip
