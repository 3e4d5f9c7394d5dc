"""Deletions on the wire."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from shared.contracts.base import MAX_QUERY, Cursor, Instant, ScopePath, SegmentId, SegmentIds, Wire
from shared.contracts.governance.receipts import SignedVerificationBody
from shared.contracts.recall import not_blank
from shared.domain.deletion.barrier import RequestStatus, SelectorKind, Signing, TargetStatus
from shared.domain.deletion.preview import Layer, Reason
from shared.domain.deletion.targets import Level


class SelectorBody(Wire):
    """`ids` are session, event or memory ids, type names or consent labels; absent for `subject`. `session_id` narrows
    event ids, which are unique in their session only."""

    kind: SelectorKind
    ids: Annotated[SegmentIds, Field(min_length=1, max_length=100)] | None = None
    session_id: Annotated[SegmentId | None, Field(exclude_if=lambda value: value is None)] = None


class PreviewRequest(Wire):
    """`text`: a text, name, number, address or date. `cursor`: where the last answer stopped."""

    text: Annotated[str, Field(min_length=1, max_length=MAX_QUERY), AfterValidator(not_blank)]
    scope: ScopePath | None = None
    cursor: Cursor | None = None


class PreviewItem(Wire):
    """One thing that a deletion by `selector` would remove. `reason`: why it is listed. `content`: its words, at
    most 1,000 characters. `relevance` in [0, 1], for a match in meaning without a mention."""

    layer: Layer
    reason: Reason
    id: str
    scope: ScopePath
    session_id: Annotated[str | None, Field(exclude_if=lambda value: value is None)] = None
    content: str
    relevance: Annotated[float | None, Field(exclude_if=lambda value: value is None)] = None
    selector: SelectorBody


class PreviewResponse(Wire):
    """`examined`: versions of memories and events that this call looked at. `degraded`: no search by meaning was
    possible. The list is complete once `next_cursor` is null."""

    items: list[PreviewItem]
    examined: int
    degraded: bool
    next_cursor: str | None


class DeletionRequestBody(Wire):
    request_id: SegmentId
    scope: ScopePath | None = None
    selector: SelectorBody


class DeletionAccepted(Wire):
    """`level`: what holds at once, with this answer; the rest follows in the background. `covers`: the stores that it
    goes through, with what was derived from the data. `location`: where to ask how far it is, as the header
    `Location`. `matched`: how many of the memories, sessions or events that the selector names existed; `null` if
    that is known only at the end of the deletion (`GET` says it then)."""

    request_id: str
    status: RequestStatus
    accepted_at: Instant
    subject: str
    selector: SelectorBody
    matched: int | None
    level: Level
    covers: list[str]
    location: str


class TargetBody(Wire):
    """`removed` counts memories and versions, sessions and events, or indexed documents; `residue` counts what is
    left. `attempts`: passes that came to an end, and tries that failed; `cause`: the kind of the last failure, until
    a pass succeeds. `completed_at`: when the last of it was removed."""

    status: TargetStatus
    attempts: int
    removed: int
    residue: int
    completed_at: Instant | None
    cause: str | None


class StoreLine(Wire):
    store: str
    removed: int
    residue: int
    completed_at: str


class HeldBody(Wire):
    """A legal hold that the deletion met: while it stands, the data is hidden and kept."""

    hold_id: str
    reference: str
    placed_at: Instant
    released_at: Instant | None


class ExportBody(Wire):
    """A file that was made through the service before the deletion: when, by whom, and of which scope."""

    at: str
    by: str
    scope: str


class ElsewhereBody(Wire):
    """What lies outside of the stores. `until`: when the last of it is gone by itself; `null`: not known yet, or not
    in the service's hands."""

    what: str
    until: Instant | None
    note: str


class ReceiptBody(Wire):
    """A link in the organisation's chain: `hash` covers the fields before it, `previous` is the hash of the link
    before. `signing` says whether others can check it yet; `log_index` is its place in the organisation's log."""

    number: int
    request_id: str
    subject: str
    selector: str
    accepted_at: str
    completed_at: str
    stores: list[StoreLine]
    backups_until: str
    previous: str
    hash: str
    holds: list[HeldBody]
    exports: list[ExportBody]
    signing: Signing
    log_index: int | None


class DeletionBody(Wire):
    """`matched`: how many of the memories, sessions or events that the selector names existed. If the acceptance
    could not tell, it is `null` until the deletion is completed, and then the number of removed sessions and
    memories. `level`: `hidden` (kept by a legal hold), `logical`, `physical` (removed from the tables), `propagated`
    (from all that was derived, and looked for again). `exports` are known once the deletion has begun."""

    request_id: str
    scope: ScopePath
    subject: str
    selector: SelectorBody
    matched: int | None
    status: RequestStatus
    accepted_at: Instant
    completed_at: Instant | None
    level: Level
    targets: dict[str, TargetBody]
    elsewhere: list[ElsewhereBody]
    exports: list[ExportBody]
    holds: list[HeldBody]
    reopened: int
    receipt: ReceiptBody | None = None


class VerifiedDeletionBody(DeletionBody):
    """`targets` with today's residue. `verification`: the same, signed; `null` where nothing is signed, or the key
    could not be used."""

    verification: SignedVerificationBody | None


class DeletionPageResponse(Wire):
    items: list[DeletionBody]
    next_cursor: str | None


class HoldRequest(Wire):
    """`scope`: a user or a project. `reference`: the matter it belongs to, without content."""

    hold_id: SegmentId
    scope: ScopePath
    reference: Annotated[str, Field(min_length=1, max_length=200), AfterValidator(not_blank)]


class HoldBody(Wire):
    hold_id: str
    scope: ScopePath
    reference: str
    by: str
    placed_at: Instant


class PlacedHoldBody(HoldBody):
    """`not_held`: deletions that were accepted before the hold and go on."""

    not_held: list[str]


class HoldsResponse(Wire):
    items: list[HoldBody]


class ReleasedHoldBody(Wire):
    """`resumed`: the deletions that the hold kept and that go on now."""

    hold_id: str
    scope: ScopePath
    released_at: Instant
    resumed: list[str]
