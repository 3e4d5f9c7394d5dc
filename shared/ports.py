"""The ports of the use cases to the outside. Adapters raise the errors of `shared.domain.errors` and of
`shared.records.store.record`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal, Protocol

from shared.domain.meaning.centring import Vector
from shared.domain.recall.documents import Candidate, SearchDocument, SearchFilter, SearchQuery
from shared.language.secrets.findings import Finding, Opinion
from shared.records.store.record import Change, DuePage, Key, Page, Record, Table, WalkPage

if TYPE_CHECKING:
    from shared.domain.audit.waiting_work import WaitingWork
    from shared.domain.changes.feed import FeedEntry
    from shared.domain.extraction.statement import Statement
    from shared.domain.receipts.public_keys import SigningKey
    from shared.domain.sessions.session import Event
    from shared.domain.summaries.summary import SummaryContent


class Clock(Protocol):
    def now(self) -> datetime:
        """Now, aware, in UTC."""
        ...


class IdSource(Protocol):
    def new(self) -> str:
        """A UUIDv7, greater than every one before it from this source."""
        ...


class RecordStore(Protocol):
    """The truth. Every method raises `StoreUnavailable` when the store cannot be reached or stays throttled."""

    def get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Record | None]:
        """The records in the order of `keys` (duplicates allowed), `None` where there is none."""
        ...

    def page(
        self, table: Table, pk: str, *, sk_prefix: str = "", after: str | None = None, limit: int = 100,
        newest_first: bool = False,
    ) -> Page:  # fmt: skip
        """At most `limit` records of one partition whose sort key has the prefix, in order, beyond sort key `after`.

        Consistent. `next_after` is `None` exactly when nothing is left.
        """
        ...

    def due(self, before: datetime, *, after: str | None = None, limit: int = 100) -> DuePage:
        """Keys of the memories table whose `next_check_at` is at or before `before`; eventually consistent."""
        ...

    def commit(self, change: Change) -> None:
        """Does all of the change or nothing.

        Raises `CheckFailed` with the first failed check in the change's order; retries conflicts and throttling inside.
        """
        ...


@dataclass(frozen=True, slots=True)
class Upsert:
    document: SearchDocument


@dataclass(frozen=True, slots=True)
class Remove:
    memory_id: str
    org: str


class SearchIndex(Protocol):
    """The view. Every method raises `SearchUnavailable` when the engine cannot be reached: never an empty answer."""

    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        """The union of filtered sub-queries in one call, each memory once, in no particular order."""
        ...

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        """Applies the actions in order and returns the memory ids that failed and should be tried again.

        An upsert older than the indexed revision counts as done, and so does the removal of a missing document.
        """
        ...

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        """Ids of documents of any status and time at or below `scope` (a canonical path), only those of `memory_ids` if
        given: each version of a memory that has a document is among them."""
        ...

    def refresh(self) -> None:
        """Makes what was applied before visible to `search` and `ids_within`."""
        ...


class RateBuckets(Protocol):
    """Token buckets that all processes share, each written as the instant at which it is full again."""

    def take(self, ids: Sequence[str], refill: timedelta, now: datetime) -> datetime:
        """Takes from the bucket of a tenant, or of a tenant and a user, what it gets back in `refill`, whether or not
        it holds so much: returns when it is full again. Raises `Unavailable`, also where it may have been taken."""
        ...


class RecordWalk(Protocol):
    """A walk over a whole table, only for rebuilding the index: no request that a caller waits for may do this."""

    def walk(
        self, table: Table, *, sk_prefixes: tuple[str, ...] = (), segment: int = 0, segments: int = 1,
        after: str | None = None, limit: int = 100,
    ) -> WalkPage:  # fmt: skip
        """The keys with one of the prefixes (none: all) among the next `limit` records of a segment, beyond `after` of
        the same walk.

        A page may be empty although more is left. A record that exists from the beginning of the walk to its end is
        returned exactly once; one that is added or removed meanwhile may be returned or not. The segments (0 to
        `segments` - 1) have no key in common.
        """
        ...


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """The memory and the revision of which a document of the search index is a view."""

    memory_id: str
    org: str
    scope: str
    revision: int


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """`next_after` is opaque, `None` at the end."""

    documents: tuple[IndexedDocument, ...]
    next_after: str | None


class IndexInventory(Protocol):
    """The search index as a whole, over all tenants: for rebuilding it alone. Raises `SearchUnavailable`."""

    def documents(self, *, after: str | None, limit: int) -> DocumentPage:
        """The next documents, as far as they were visible to searches when asked."""
        ...

    def present(self, org: str, document_ids: Sequence[str]) -> set[str]:
        """Which of these documents of a tenant are visible to searches; at most 10,000 at a time."""
        ...

    def fit(self) -> None:
        """Adds the fields of this version that an index of an earlier version lacks."""
        ...

    def empty(self) -> None:
        """Replaces the index, if there is one, by an empty index of this version."""
        ...


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """A vector space. `max_characters`: longer text is refused, never cut silently."""

    id: str
    dimension: int
    max_characters: int


class Embedder(Protocol):
    """Raises `EmbedderUnavailable` when it cannot answer, `TooLarge` over the model's limit."""

    @property
    def model(self) -> EmbeddingModel: ...

    def query(self, text: str) -> Vector:
        """The unit vector of a question."""
        ...

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        """The unit vectors of texts to remember, in order."""
        ...


class Classifier(Protocol):
    """Reads again the flags that the patterns raised, but never a text that the patterns block."""

    def opinions(self, text: str, flagged: Sequence[Finding]) -> list[Opinion]:
        """One opinion for each finding, in order; without findings no model is called.

        Raises `Unavailable` if no opinion can be obtained: the flags then stay as they are, for a person.
        """
        ...


class ContradictionJudge(Protocol):
    """Compares near statements that the rules of `language.comparison` leave open; it never merges anything."""

    def contradicted(self, incoming: str, stored: Sequence[str]) -> list[bool]:
        """Which stored statements cannot be true together with the incoming memory, in order; without any no
        model is called.

        Raises `Unavailable` when there is no verdict: the rules then decide.
        """
        ...


class Cipher(Protocol):
    """Encrypts single fields. Raises `Unavailable` when its key cannot be reached."""

    def seal(self, text: str, context: str) -> bytes:
        """The ciphertext, which opens with the same `context` (the owner's path) only."""
        ...

    def open(self, sealed: bytes, context: str) -> str: ...


@dataclass(frozen=True, slots=True)
class ReadNote:
    """What one read showed of one target scope, for the audit of reads: ids and versions, no content. `id`: of the
    recall, or a fresh one."""

    id: str
    kind: str
    scope: str
    actor: str
    acting_for: str | None
    purpose: str | None
    memories: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Memories that one recall returned at an instant: (scope path, memory id) of each. `message_id`: of the message
    that brought it, the same at each delivery; empty before it is queued. `reads`: for the audit, where the
    deployment keeps one of reads. `degraded`: the path of the organisation whose recall was answered without the
    search index or the embedder; empty for a whole answer."""

    at: datetime
    memories: tuple[tuple[str, str], ...]
    message_id: str = ""
    reads: tuple[ReadNote, ...] = ()
    degraded: str = ""


class RetrievalLog(Protocol):
    def record(self, retrieved: Retrieved) -> None:
        """Queues it for the statistics and the audit of reads. Raises `Unavailable`; nothing else depends on it."""
        ...


class WorkGauge(Protocol):
    def oldest(self) -> Sequence[WaitingWork]:
        """How long the oldest of each kind of background work of this deployment has been waiting. Raises
        `Unavailable`."""
        ...


class SummaryBuilder(Protocol):
    """A model that sums sessions up. Its answers are checked against the sources and never trusted."""

    @property
    def model(self) -> str: ...

    def folded(self, before: SummaryContent, sources: Sequence[Event]) -> SummaryContent:
        """The summary with later events folded in. Raises `Unavailable` without an answer in the schema."""
        ...


class Extractor(Protocol):
    """A model that finds the statements of an event. It is trusted less than the rules: its findings are candidates."""

    def statements(self, event: Event, before: Sequence[Event]) -> list[Statement]:
        """Verbatim from the event; `before` are the events right before it. Raises `Unavailable`."""
        ...


@dataclass(frozen=True, slots=True)
class SessionWork:
    """Background work on a session: ids only, no content.

    `extract`: read the events after `after` up to `through` for what they imply; `remember`: promote the statements of
    people in these; `rebuild`: build the withdrawn summary again; `summarise`: build one if `after` turns have passed
    since the last. `by`: the claims of the caller whose rights apply, under the service's own names.
    """

    kind: Literal["extract", "remember", "rebuild", "summarise"]
    scope: str
    session_id: str
    incarnation: str
    after: int = 0
    through: int = 0
    by: Mapping[str, object] = field(default_factory=dict)


class SessionQueue(Protocol):
    def send(self, *works: SessionWork) -> None:
        """Queues each, to be done at least once. Raises `Unavailable` unless all are queued."""
        ...

    def postpone(self, receipt: str, seconds: int) -> None:
        """Delivers a failed message again after at least so many seconds. Raises `Unavailable`: the time of its next
        delivery is then unknown."""
        ...


@dataclass(frozen=True, slots=True)
class Comparison:
    """Memories to be compared with those written meanwhile, as (scope's path, id): no content. `over_limit`: partitions
    of owners that have too many memories."""

    memories: tuple[tuple[str, str], ...]
    over_limit: tuple[str, ...] = ()


class ComparisonQueue(Protocol):
    def send(self, comparisons: Sequence[Comparison]) -> None:
        """Queues them, to be done at least once and not before the index shows the changes that it has taken so far.
        Raises `Unavailable`: the daily scan does them then."""
        ...


class RefusedChanges(Protocol):
    def keep(self, keys: Sequence[Key]) -> None:
        """Keeps the keys of changes that the index refuses, for a person. Raises `Unavailable`."""
        ...


class ChangeBus(Protocol):
    def announce(self, entries: Sequence[FeedEntry]) -> None:
        """Says that these have entered their owner's feed, at least once each. Raises `Unavailable`."""
        ...


@dataclass(frozen=True, slots=True)
class DueWebhook:
    """A change that waits to be sent to a subscriber: its place in the feed of an owner (a path), and no more of it."""

    subscription: str
    owner: str
    number: int
    change_id: str


class WebhookSecrets(Protocol):
    def of(self, subscription: str) -> Sequence[str]:
        """The secrets that hold now, the newest first. Raises `Unavailable`."""
        ...


class WebhookSender(Protocol):
    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """The status of the answer. Raises `Unavailable` without one, and for an address that must not be asked."""
        ...


class DeletionWorkflow(Protocol):
    def start(self, owner: str, request_id: str, attempt: int) -> None:
        """Starts the workflow of one deletion request; the same attempt again is no second run.

        Raises `Unavailable`; a caller may leave the start to the sweeper.
        """
        ...


class DeletionContinuations(Protocol):
    def go_on(self, workflow: str, owner: str, request_id: str, attempt: int, part: int) -> None:
        """Starts a further part of an attempt that takes longer than one run may, in the `workflow` (its own name for
        itself) that asks for it; the same part again is no second run. Raises `Unavailable`."""
        ...


@dataclass(frozen=True, slots=True)
class Signature:
    """ECDSA on P-256 over SHA-256 (ES256): `value` is r and s, 32 bytes each. `key_id` as in `SigningKey`."""

    value: bytes
    key_id: str


class Signer(Protocol):
    """The present signing key. An earlier key is kept where it was used, and checks its own signatures."""

    def public_key(self) -> SigningKey:
        """Raises `Unavailable`."""
        ...

    def sign(self, message: bytes) -> Signature:
        """By the key of `public_key`. Raises `Unavailable` when the key cannot be used now."""
        ...


@dataclass(frozen=True, slots=True)
class TreeHead:
    """The state of a log or a chain with `size` entries. `signature` is opaque here: as the publisher made it."""

    name: str
    size: int
    root: bytes
    signature: bytes


class Witness(Protocol):
    """A place that keeps the heads of logs and chains, and that a writer of the stores cannot roll back.

    Nothing that was published is ever replaced. It holds no content; a name may hold scopes.
    """

    def publish(self, name: str, size: int, root: bytes, signature: bytes) -> None:
        """Keeps the head beside the earlier ones of that name; the same again changes nothing. Raises `Unavailable`."""
        ...

    def names(self) -> list[str]:
        """Of all logs and chains that have a head here, sorted; those of more than 800 bytes may be missing. Raises
        `Unavailable`."""
        ...

    def last(self, name: str) -> TreeHead | None:
        """The head of the greatest size; of several with that size the one of the smallest root. Raises
        `Unavailable`."""
        ...
