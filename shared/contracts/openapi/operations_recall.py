"""Recall, context and feedback: what each route takes and answers."""

from __future__ import annotations

from shared.contracts.context import ContextRequest, ContextResponse
from shared.contracts.feedback import FeedbackAccepted, FeedbackRequest
from shared.contracts.openapi.operation import Operation
from shared.contracts.recall import RecallBatchRequest, RecallBatchResponse, RecallRequest, RecallResponse

RECALL: dict[str, Operation] = {
    "POST /v1/recall": Operation(
        "recall",
        "Recall",
        "Find what is relevant",
        {200: (RecallResponse, "Best first. `degraded`: the search is down, and these are recent memories")},
        body=RecallRequest,
        description="Searches by meaning and by words in what the caller may read, then checks each hit against the "
        "store of truth: deleted, replaced, expired and forbidden memories are left out and counted in `suppressed`.",
        problems=("not_found", "forbidden_role", "purpose_not_allowed"),
    ),
    "POST /v1/recall/batch": Operation(
        "recallSeveral",
        "Recall",
        "Find what is relevant to up to 20 questions",
        {
            200: (
                RecallBatchResponse,
                "One result for each item, in order, with the status that it would have had",
            )
        },
        body=RecallBatchRequest,
        description="Each item has the form of `POST /v1/recall` and is a recall of its own, with its own `recall_id`.",
    ),
    "POST /v1/context": Operation(
        "buildContext",
        "Recall",
        "Build the context of an agent's next step",
        {200: (ContextResponse, "The items, and one block to put into a prompt")},
        body=ContextRequest,
        description="Profile, session, long-term memory and external pieces, in this order of priority, within a token "
        "budget. Items are left out whole, and counted. The block labels every item and says that it is reference data "
        "and no instruction; the text of an item can neither end the block nor open a role.",
        problems=("not_found", "forbidden_role", "purpose_not_allowed"),
    ),
    "POST /v1/feedback": Operation(
        "giveFeedback",
        "Recall",
        "Report which memories of a recall were used or wrong",
        {202: (FeedbackAccepted, "Accepted; a reviewer sees a wrong memory")},
        body=FeedbackRequest,
        description="For a day after a recall, by the caller who made it; a repetition changes nothing.",
        problems=("not_found", "forbidden_role"),
        replays=True,
    ),
}
