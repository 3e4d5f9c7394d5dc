"""Deletions: what each route takes and answers."""

from __future__ import annotations

from shared.contracts.deletions import (
    DeletionAccepted,
    DeletionBody,
    DeletionPageResponse,
    DeletionRequestBody,
    HoldRequest,
    HoldsResponse,
    PlacedHoldBody,
    PreviewRequest,
    PreviewResponse,
    ReleasedHoldBody,
    VerifiedDeletionBody,
)
from shared.contracts.governance.receipts import KeySetBody, LogBody, LogParameters, SignedReceiptBody
from shared.contracts.memories import NoParameters, PageParameters, TargetParameters
from shared.contracts.openapi.operation import Operation

DELETIONS: dict[str, Operation] = {
    "DELETE /v1/memories/{memory_id}": Operation(
        "deleteMemory",
        "Deletions",
        "Delete one memory",
        {202: (DeletionAccepted, "Accepted under a generated `request_id`; from now on no read shows it")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role"),
        replays=True,
    ),
    "POST /v1/deletions": Operation(
        "requestDeletion",
        "Deletions",
        "Delete a subject, or some memories",
        {202: (DeletionAccepted, "Accepted; from now on no read shows it, and no older evidence can be written")},
        body=DeletionRequestBody,
        description="The same `request_id` again is the same deletion.",
        problems=("forbidden_role", "request_id_taken"),
        replays=True,
    ),
    "POST /v1/deletions/preview": Operation(
        "previewDeletion",
        "Deletions",
        "List what mentions a text, before it is deleted",
        {200: (PreviewResponse, "One page; each item with the selector that would delete it. Nothing is deleted")},
        body=PreviewRequest,
        description="Case, width, separators, plus signs, leading zeros and the forms of addresses and dates are set "
        "aside. What means the text without mentioning it is listed with its relevance.",
        problems=("forbidden_role",),
    ),
    "GET /v1/deletions": Operation(
        "listDeletions",
        "Deletions",
        "List deletions",
        {200: (DeletionPageResponse, "One page")},
        parameters=PageParameters,
        problems=("forbidden_role",),
    ),
    "GET /v1/deletions/{request_id}": Operation(
        "getDeletion",
        "Deletions",
        "Show the progress of a deletion",
        {200: (DeletionBody, "Each store's state, and the receipt once it is completed")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "POST /v1/deletions/{request_id}/verify": Operation(
        "verifyDeletion",
        "Deletions",
        "Look for residue again",
        {200: (VerifiedDeletionBody, "The present residue in each target, signed")},
        parameters=TargetParameters,
        description="Residue of a completed deletion opens it again, and rings.",
        problems=("not_found", "forbidden_role"),
    ),
    "GET /v1/deletions/{request_id}/receipt": Operation(
        "getSignedReceipt",
        "Deletions",
        "Take away the signed receipt of a deletion",
        {200: (SignedReceiptBody, "What others can check without this service: `agent-memory verify-receipt FILE`")},
        parameters=TargetParameters,
        description="404 until the receipt is signed, and where a deployment signs none.",
        problems=("not_found", "forbidden_role"),
    ),
    "POST /v1/holds": Operation(
        "placeHold",
        "Deletions",
        "Keep the data of a user or a project by law",
        {200: (PlacedHoldBody, "From now on a deletion hides it and removes nothing until the hold is released")},
        body=HoldRequest,
        description="For auditors. The same `hold_id` with the same `reference` is the same hold. Deletions that were "
        "accepted before go on, and are listed.",
        problems=("forbidden_role", "request_id_taken"),
        replays=True,
    ),
    "GET /v1/holds": Operation(
        "listHolds",
        "Deletions",
        "List the legal holds that stand",
        {200: (HoldsResponse, "Those of the user or the project")},
        parameters=TargetParameters,
        description="For auditors.",
        problems=("forbidden_role",),
    ),
    "DELETE /v1/holds/{hold_id}": Operation(
        "releaseHold",
        "Deletions",
        "Release a legal hold",
        {200: (ReleasedHoldBody, "The deletions that no other hold keeps go on")},
        parameters=TargetParameters,
        description="For auditors.",
        problems=("not_found", "forbidden_role"),
        replays=True,
    ),
    "GET /v1/receipts/keys": Operation(
        "listSigningKeys",
        "Deletions",
        "The public keys that sign receipts",
        {200: (KeySetBody, "Those that signed something for the organisation, as a key set")},
        parameters=NoParameters,
    ),
    "GET /v1/receipts/log": Operation(
        "getReceiptLog",
        "Deletions",
        "The head of the organisation's log of receipts, and that it only ever grew",
        {200: (LogBody, "The root at `to`, and a consistency proof from `from` to it")},
        parameters=LogParameters,
        description="Numbers and hashes, no names: any caller of the organisation may read it.",
    ),
}
