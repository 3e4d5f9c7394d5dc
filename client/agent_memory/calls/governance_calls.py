"""Calls about deletions, reviews and counts."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

from agent_memory import words
from agent_memory.calls.call import Call, call, given
from agent_memory.calls.governance_answers import (
    Composition,
    Deletion,
    DeletionAccepted,
    DeletionPage,
    DeletionPreview,
    Health,
    Holds,
    KeySet,
    Metrics,
    PlacedHold,
    Queues,
    ReceiptLog,
    ReleasedHold,
    Review,
    ReviewPage,
    SignedReceipt,
    VerifiedDeletion,
)


def request_deletion(
    request_id: str,
    kind: words.PartKind,
    ids: Sequence[str],
    *,
    session_id: str | None = None,
    scope: str | None = None,
) -> Call[DeletionAccepted]:
    """Delete sessions, events, memories, types or consents: hidden at once, then removed from every store. The same
    `request_id` again is the same deletion. `session_id` says in which session event ids are meant. For everything of a
    user or a project there is `forget_subject`."""
    if kind not in words.PARTS:
        raise ValueError(f"kind is one of {', '.join(words.PARTS)}; everything of a subject: forget_subject(confirm=)")
    selector = given(kind=kind, ids=ids, session_id=session_id)
    return call("POST deletions", DeletionAccepted, {"request_id": request_id, "scope": scope, "selector": selector})


def forget_subject(*, confirm: str, request_id: str | None = None) -> Call[DeletionAccepted]:
    """Delete everything of a user or a project, without undo. `confirm` names its scope, such as
    `/org/acme/user/ann`."""
    if not confirm.startswith("/"):
        raise ValueError("confirm is the scope of the user or the project, such as /org/acme/user/ann")
    body = {"request_id": request_id or uuid4().hex, "scope": confirm, "selector": {"kind": "subject"}}
    return call("POST deletions", DeletionAccepted, body)


def preview_deletion(text: str, *, scope: str | None = None, cursor: str | None = None) -> Call[DeletionPreview]:
    """A page of what mentions the text, in whichever form it is written, or means it. Nothing is deleted: each item has
    the selector that would take it. Go on with `next_cursor` until it is `None`."""
    return call("POST deletions/preview", DeletionPreview, locals(), reads=True)


def get_deletion(request_id: str, *, scope: str | None = None) -> Call[Deletion]:
    """The state of a deletion in each store, and the receipt once it is done."""
    return call("GET deletions/{request_id}", Deletion, locals())


def list_deletions(
    *, scope: str | None = None, limit: int | None = None, cursor: str | None = None
) -> Call[DeletionPage]:
    """A page of deletions, newest first."""
    return call("GET deletions", DeletionPage, locals())


def verify_deletion(request_id: str, *, scope: str | None = None) -> Call[VerifiedDeletion]:
    """Look for residue of a deletion again, today."""
    return call("POST deletions/{request_id}/verify", VerifiedDeletion, locals(), has_body=False)


def get_signed_receipt(request_id: str, *, scope: str | None = None) -> Call[SignedReceipt]:
    """The receipt that others can check. Raises `NotFound` until it is signed, some seconds after the deletion is
    completed."""
    return call("GET deletions/{request_id}/receipt", SignedReceipt, locals())


def place_hold(hold_id: str, *, scope: str, reference: str, idempotency_key: str | None = None) -> Call[PlacedHold]:
    """Keep the data of a user or a project by law: deletions hide it and remove nothing. For auditors."""
    return call("POST holds", PlacedHold, locals())


def list_holds(*, scope: str | None = None) -> Call[Holds]:
    """The legal holds that stand. For auditors."""
    return call("GET holds", Holds, locals())


def release_hold(hold_id: str, *, scope: str | None = None, idempotency_key: str | None = None) -> Call[ReleasedHold]:
    """Release a legal hold: the deletions that it kept go on. For auditors."""
    return call("DELETE holds/{hold_id}", ReleasedHold, locals(), has_body=False)


def get_receipt_keys() -> Call[KeySet]:
    """The public keys that signed receipts."""
    return call("GET receipts/keys", KeySet, {})


def get_receipt_log(*, first: int | None = None, last: int | None = None) -> Call[ReceiptLog]:
    """The head of the log of receipts, with a proof that its first `last` entries continue its first `first`."""
    return call("GET receipts/log", ReceiptLog, {"from": first, "to": last})


def list_reviews(
    *,
    scope: str | None = None,
    kind: str | None = None,
    status: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[ReviewPage]:
    """A page of what waits for a person."""
    return call("GET reviews", ReviewPage, locals())


def claim_review(review_id: str, *, scope: str | None = None) -> Call[Review]:
    """Hold a review for a quarter of an hour. Raises `Conflict` when another holds it."""
    return call("POST reviews/{review_id}/claim", Review, locals(), has_body=False)


def resolve_review(
    review_id: str,
    decision: words.ReviewDecision,
    *,
    content: str | None = None,
    keep: Sequence[str] | None = None,
    scope: str | None = None,
    idempotency_key: str | None = None,
) -> Call[Review]:
    """Decide a review, as a person's own evidence."""
    return call("POST reviews/{review_id}/resolve", Review, locals())


def metrics(*, scope: str | None = None, days: int | None = None) -> Call[Metrics]:
    """What happened to memories, counted by day."""
    return call("GET metrics", Metrics, locals())


def composition(*, scope: str | None = None) -> Call[Composition]:
    """What the memories of a scope are made of now: by source, status, staleness, time left."""
    return call("GET metrics/memories", Composition, locals())


def queues() -> Call[Queues]:
    """How long background work of the deployment has been waiting."""
    return call("GET metrics/queues", Queues, {})


def health() -> Call[Health]:
    """Whether the service answers."""
    return call("GET health", Health, {})
