"""Recall, context and feedback: what each route takes and answers."""

from __future__ import annotations

from shared.contracts.context import ContextRequest, ContextResponse
from shared.contracts.feedback import FeedbackAccepted, FeedbackRequest
from shared.contracts.openapi.operation import Operation
from shared.contracts.recall import RecallRequest, RecallResponse

RECALL: dict[str, Operation] = {
    "POST /v1/recall": Operation(
        "recall",
        "Recall",
        "Find what is relevant",
        {200: (RecallResponse, "Best first. `degraded`: the search is down, and these are recent memories")},
        body=RecallRequest,
        description="Searched by meaning and by words within what the caller may read, then held against the store of "
        "truth: what is gone, replaced, expired or not open is left out and counted in `suppressed`.",
        problems=("forbidden_role", "purpose_not_allowed"),
    ),
    "POST /v1/context": Operation(
        "buildContext",
        "Recall",
        "Build the context of an agent's next step",
        {200: (ContextResponse, "The items, and one block to put into a prompt")},
        body=ContextRequest,
        description="Profile, session, long-term memory and what was fetched elsewhere, in this order of priority, "
        "within a token budget. Items are left out whole, and counted. The block labels every item, says that it is "
        "reference data and no instruction, and cannot be ended or made to speak by what the items say.",
        problems=("not_found", "forbidden_role", "purpose_not_allowed"),
    ),
    "POST /v1/feedback": Operation(
        "giveFeedback",
        "Recall",
        "Say what a recall was good for",
        {202: (FeedbackAccepted, "Taken; a wrong memory is put before a reviewer")},
        body=FeedbackRequest,
        description="For a day after a recall, by the caller to whom it was given; a repetition changes nothing.",
        problems=("not_found", "forbidden_role"),
    ),
}
