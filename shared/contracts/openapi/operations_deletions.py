"""Deletions: what each route takes and answers."""

from __future__ import annotations

from shared.contracts.deletions import (
    DeletionAccepted,
    DeletionBody,
    DeletionPageResponse,
    DeletionRequestBody,
    PreviewRequest,
    PreviewResponse,
)
from shared.contracts.memories import PageParameters, TargetParameters
from shared.contracts.openapi.operation import Operation

DELETIONS: dict[str, Operation] = {
    "DELETE /v1/memories/{memory_id}": Operation(
        "deleteMemory",
        "Deletions",
        "Delete one memory",
        {202: (DeletionAccepted, "Accepted under a generated `request_id`; from now on no read shows it")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "POST /v1/deletions": Operation(
        "requestDeletion",
        "Deletions",
        "Delete a subject, or some memories",
        {202: (DeletionAccepted, "Accepted; from now on no read shows it, and no older evidence can be written")},
        body=DeletionRequestBody,
        description="The same `request_id` again is the same deletion.",
        problems=("forbidden_role", "request_id_taken"),
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
        {200: (DeletionBody, "The present residue in each target; state and receipt are unchanged")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role"),
    ),
}
