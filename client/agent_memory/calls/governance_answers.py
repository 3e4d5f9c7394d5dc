"""What the service answers about deletions, reviews and counts."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from agent_memory.calls.answers import Memory
from agent_memory.calls.call import Answer, Page


class Selector(Answer):
    kind: str
    ids: list[str] | None = None
    session_id: str | None = None


class DeletionAccepted(Answer):
    request_id: str
    status: str
    accepted_at: datetime
    subject: str
    selector: Selector
    matched: int | None
    level: str
    covers: list[str]
    location: str


class PreviewItem(Answer):
    """`selector` goes into `request_deletion` unchanged; `relevance` is set for items that mean the text without a
    mention."""

    layer: str
    reason: str
    id: str
    scope: str
    content: str
    selector: Selector
    session_id: str | None = None
    relevance: float | None = None


class DeletionPreview(Page[PreviewItem]):
    examined: int
    degraded: bool


class DeletionTarget(Answer):
    """`cause`: the kind of the last failure, until a pass succeeds."""

    status: str
    attempts: int
    removed: int
    residue: int
    completed_at: datetime | None = None
    cause: str | None = None


class ReceiptLine(Answer):
    store: str
    removed: int
    residue: int
    completed_at: str = ""


class Held(Answer):
    """A legal hold that a deletion met."""

    hold_id: str
    reference: str
    placed_at: datetime
    released_at: datetime | None


class Export(Answer):
    """A file that was made of the data before its deletion."""

    at: str
    by: str
    scope: str


class Elsewhere(Answer):
    what: str
    until: datetime | None
    note: str


class Hold(Answer):
    """A legal hold."""

    hold_id: str
    scope: str
    reference: str
    by: str
    placed_at: datetime


class PlacedHold(Hold):
    """`not_held`: deletions that were accepted before it and go on."""

    not_held: list[str]


class Holds(Answer):
    items: list[Hold]


class ReleasedHold(Answer):
    hold_id: str
    scope: str
    released_at: datetime
    resumed: list[str]


class Receipt(Answer):
    number: int
    request_id: str
    subject: str
    selector: str
    accepted_at: str
    completed_at: str
    stores: list[ReceiptLine]
    backups_until: str
    previous: str
    hash: str
    holds: list[Held] = []
    exports: list[Export] = []
    signing: str
    log_index: int | None


class PublicKey(Answer):
    """A JSON Web Key."""

    kty: str
    crv: str
    x: str
    y: str
    alg: str
    use: str
    kid: str


class KeySet(Answer):
    """`cose`: the same as a COSE key set, base64."""

    keys: list[PublicKey]
    cose: str


class ReceiptLog(Answer):
    """`consistency`: that the first `to` entries continue the first `from` (RFC 9162, section 2.1.4)."""

    log: str
    from_: int = Field(alias="from")
    to: int
    from_root: str | None
    root: str
    consistency: list[str]
    head: str | None
    size: int


class LogPlace(Answer):
    name: str
    index: int
    size: int
    root: str
    head: str


class SignedReceipt(Answer):
    """The proof for others: `model_dump_json()` is a file that `agent-memory verify-receipt` reads."""

    request_id: str
    signing: str
    statement: str
    receipt: str
    transparent: str
    log: LogPlace
    keys: list[PublicKey]


class Deletion(Answer):
    request_id: str
    scope: str
    subject: str
    selector: Selector
    matched: int | None
    status: str
    accepted_at: datetime
    completed_at: datetime | None
    level: str
    targets: dict[str, DeletionTarget]
    elsewhere: list[Elsewhere] = []
    exports: list[Export] = []
    holds: list[Held] = []
    reopened: int = 0
    receipt: Receipt | None = None


class SignedVerification(Answer):
    """`statement`: what was found, signed (COSE_Sign1, base64url)."""

    statement: str
    keys: list[dict[str, str]]


class VerifiedDeletion(Deletion):
    """`targets` with today's residue. `model_dump_json()` is a file that `agent-memory verify-receipt` reads."""

    verification: SignedVerification | None = None


class DeletionPage(Page[Deletion]):
    pass


class Claim(Answer):
    by: str
    until: datetime


class Resolution(Answer):
    decision: str | None
    by: str
    at: datetime


class Review(Answer):
    review_id: str
    kind: str
    status: str
    scope: str
    members: list[Memory]
    reason: str
    created_at: datetime
    claim: Claim | None = None
    resolution: Resolution | None = None


class ReviewPage(Page[Review]):
    pass


class Day(Answer):
    day: str
    counts: dict[str, int]


class Rates(Answer):
    """Shares of the writes that were taken, and recalls for each; `None`: nothing to compute it from."""

    writes: int
    duplicates: float | None
    conflicts: float | None
    corrections: float | None
    ended: float | None
    reads: float | None


class Metrics(Answer):
    scope: str
    days: int
    totals: dict[str, int]
    daily: list[Day]
    approximate: bool
    complete: bool
    rates: Rates | None = None


class Composition(Answer):
    """What the memories of a scope are made of: counts, and shares by origin."""

    scope: str
    memories: int
    origins: dict[str, int]
    shares: dict[str, float]
    statuses: dict[str, int]
    types: dict[str, int]
    staleness: dict[str, int]
    time_left: dict[str, int]
    users: int
    scopes: int
    scopes_per_user: float | None
    most_scopes_of_a_user: int
    complete: bool


class Queue(Answer):
    """`work`: `index`, `retrievals` or `sessions`. `oldest_seconds`: how long the oldest of it has been waiting;
    `None`: nothing was measured lately."""

    work: str
    oldest_seconds: float | None


class Queues(Answer):
    items: list[Queue]


class Health(Answer):
    """`calibration`: whether what the embedder's numbers mean was `measured` for it, or is `assumed`."""

    status: str
    calibration: str | None = None
