"""Calls about deletions, reviews and counts."""

from __future__ import annotations

from collections.abc import Sequence

from agent_memory import words
from agent_memory.calls.call import Call, given, parameters, path
from agent_memory.calls.governance_answers import (
    Deletion,
    DeletionAccepted,
    DeletionPage,
    DeletionPreview,
    Health,
    Metrics,
    Review,
    ReviewPage,
    SignedReceipt,
)


def request_deletion(
    request_id: str,
    kind: words.SelectorKind,
    ids: Sequence[str] | None = None,
    *,
    session_id: str | None = None,
    scope: str | None = None,
) -> Call[DeletionAccepted]:
    """From its answer on nothing of it is shown. The same `request_id` again is the same deletion. `session_id` says
    in which session event ids are meant."""
    selector = given(kind=kind, ids=ids, session_id=session_id)
    body = given(request_id=request_id, scope=scope, selector=selector)
    return Call("POST", path("deletions"), DeletionAccepted, body=body, changes=True)


def preview_deletion(text: str, *, scope: str | None = None, cursor: str | None = None) -> Call[DeletionPreview]:
    """A page of what mentions the text, in whichever form it is written, or means it. Nothing is deleted: each item has
    the selector that would take it. Go on with `next_cursor` until it is `None`."""
    body = given(text=text, scope=scope, cursor=cursor)
    return Call("POST", path("deletions", "preview"), DeletionPreview, body=body)


def get_deletion(request_id: str, *, scope: str | None = None) -> Call[Deletion]:
    """Each store's state, and the receipt once it is done."""
    return Call("GET", path("deletions", request_id), Deletion, parameters(scope=scope))


def list_deletions(
    *, scope: str | None = None, limit: int | None = None, cursor: str | None = None
) -> Call[DeletionPage]:
    """A page, newest first."""
    return Call("GET", path("deletions"), DeletionPage, parameters(scope=scope, limit=limit, cursor=cursor))


def verify_deletion(request_id: str, *, scope: str | None = None) -> Call[Deletion]:
    """Looks for residue again, today."""
    return Call("POST", path("deletions", request_id, "verify"), Deletion, parameters(scope=scope), changes=True)


def get_signed_receipt(request_id: str, *, scope: str | None = None) -> Call[SignedReceipt]:
    """`NotFound` until the receipt is signed, some seconds after the deletion is completed."""
    return Call("GET", path("deletions", request_id, "receipt"), SignedReceipt, parameters(scope=scope))


def list_reviews(
    *,
    scope: str | None = None,
    kind: str | None = None,
    status: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[ReviewPage]:
    """A page of what waits for a person."""
    query = parameters(scope=scope, kind=kind, status=status, limit=limit, cursor=cursor)
    return Call("GET", path("reviews"), ReviewPage, query)


def claim_review(review_id: str, *, scope: str | None = None) -> Call[Review]:
    """Holds it for a quarter of an hour; `Conflict` when another holds it."""
    return Call("POST", path("reviews", review_id, "claim"), Review, parameters(scope=scope), changes=True)


def resolve_review(
    review_id: str,
    decision: words.ReviewDecision,
    *,
    content: str | None = None,
    keep: Sequence[str] | None = None,
    scope: str | None = None,
    idempotency_key: str | None = None,
) -> Call[Review]:
    """Decides it, as a person's own evidence."""
    return Call(
        "POST",
        path("reviews", review_id, "resolve"),
        Review,
        parameters(scope=scope),
        given(decision=decision, content=content, keep=keep),
        changes=True,
        idempotency_key=idempotency_key,
    )


def metrics(*, scope: str | None = None, days: int | None = None) -> Call[Metrics]:
    """What happened to memories, counted."""
    return Call("GET", path("metrics"), Metrics, parameters(scope=scope, days=days))


def health() -> Call[Health]:
    """Whether it answers at all."""
    return Call("GET", path("health"), Health)
