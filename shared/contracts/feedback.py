"""Feedback on a recall, on the wire."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from shared.contracts.base import ScopePath, SegmentIds, Wire


class FeedbackRequest(Wire):
    """`used` helped; `wrong` are put before a reviewer."""

    recall_id: Annotated[str, Field(min_length=1, max_length=128)]
    scope: ScopePath | None = None
    used: Annotated[SegmentIds, Field(max_length=100)] = []
    wrong: Annotated[SegmentIds, Field(max_length=100)] = []


class FeedbackAccepted(Wire):
    recall_id: str
    status: str = "accepted"
