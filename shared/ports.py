"""What the use cases need from outside. Adapters raise the errors of `shared.domain.errors` and of `records.model`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal, Protocol

from shared.domain.meaning.centring import Vector
from shared.domain.recall.documents import Candidate, SearchDocument, SearchFilter, SearchQuery
from shared.language.secrets.findings import Finding, Opinion
from shared.records.store.record import Change, DuePage, Key, Page, Record, Table, WalkPage

if TYPE_CHECKING:
    from shared.domain.extraction.statement import Statement
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

        An upsert with a revision older than the indexed one, and the removal of what is not there, have succeeded.
        """
        ...

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        """Ids of documents of any status and time at or below `scope` (a canonical path), only those of `memory_ids` if
        given: each version of a memory that has a document is among them."""
        ...

    def refresh(self) -> None:
        """Makes what was applied before visible to `search` and `ids_within`."""
        ...


class RecordWalk(Protocol):
    """A table from end to end, which nothing that a caller waits for may do: for rebuilding the search index alone."""

    def walk(
        self, table: Table, *, sk_prefixes: tuple[str, ...] = (), segment: int = 0, segments: int = 1,
        after: str | None = None, limit: int = 100,
    ) -> WalkPage:  # fmt: skip
        """The keys with one of the prefixes (none: all) among the next `limit` records of a segment, beyond `after` of
        the same walk.

        A page may be empty although more is left. What is there from the walk's beginning to its end is met exactly
        once; what comes or goes meanwhile may be met or not. The segments (0 to `segments` - 1) have no key in common.
        """
        ...


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """What a document of the search index says that it is a view of."""

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
        """Adds the fields that this version has and an index of an earlier one has not."""
        ...

    def empty(self) -> None:
        """An index with nothing in it, made as this version makes one, in the place of what there is (or is not)."""
        ...


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """A vector space. `max_characters`: longer text is refused, never cut in silence."""

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
    """Reads again what the patterns left suspicious: flags only, never a text in which something blocks."""

    def opinions(self, text: str, flagged: Sequence[Finding]) -> list[Opinion]:
        """One opinion a finding, in order; without findings nothing is asked.

        Raises `Unavailable` when it cannot be had: the flags then stay as they are, for a person.
        """
        ...


class ContradictionJudge(Protocol):
    """Compares near statements that the rules of `domain.contradiction` leave open; it never merges anything."""

    def contradicted(self, incoming: str, stored: Sequence[str]) -> list[bool]:
        """Which stored statements cannot be true together with the incoming memory, in order; without any nothing is
        asked.

        Raises `Unavailable` when no verdict can be had: the rules' word then stands.
        """
        ...


class Cipher(Protocol):
    """Encrypts single fields. Raises `Unavailable` when its key cannot be reached."""

    def seal(self, text: str, context: str) -> bytes:
        """The ciphertext, which opens with the same `context` (the owner's path) only."""
        ...

    def open(self, sealed: bytes, context: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Memories that one recall handed out at an instant: (scope path, memory id) of each."""

    at: datetime
    memories: tuple[tuple[str, str], ...]


class RetrievalLog(Protocol):
    def record(self, retrieved: Retrieved) -> None:
        """Queues it for anyone who adds up the statistics. Raises `Unavailable`; nothing else depends on it."""
        ...


class SummaryBuilder(Protocol):
    """A model that sums sessions up. Its answers are checked against the sources; nothing of it is believed."""

    @property
    def model(self) -> str: ...

    def folded(self, before: SummaryContent, sources: Sequence[Event]) -> SummaryContent:
        """The summary with later events folded in. Raises `Unavailable` when none can be had in the schema."""
        ...


class Extractor(Protocol):
    """A model that finds what an event states. It is believed less than the rules: what it finds is a candidate."""

    def statements(self, event: Event, before: Sequence[Event]) -> list[Statement]:
        """Verbatim from the event; `before` is what was said right before it. Raises `Unavailable`."""
        ...


@dataclass(frozen=True, slots=True)
class SessionWork:
    """What is to be done about a session when nobody waits: ids only, no content.

    `extract`: read the events after `after` up to `through` for what they imply; `remember`: promote what people stated
    in these; `rebuild`: build the withdrawn summary again; `summarise`: build one if `after` turns have passed since
    the last. `by`: with whose right, as the claims of a caller by our names.
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
        """Delivers a message that failed no earlier than so much later. Raises `Unavailable`: it then comes when it
        comes."""
        ...


@dataclass(frozen=True, slots=True)
class Comparison:
    """Memories to be compared with what was written meanwhile, as (scope's path, id): no content."""

    memories: tuple[tuple[str, str], ...]


class ComparisonQueue(Protocol):
    def send(self, comparisons: Sequence[Comparison]) -> None:
        """Queues them, to be done at least once and not before the index shows what it has taken by now. Raises
        `Unavailable`: the daily scan does them then."""
        ...


class DeletionWorkflow(Protocol):
    def start(self, owner: str, request_id: str, attempt: int) -> None:
        """Starts the workflow of one deletion request; the same attempt again is no second run.

        Raises `Unavailable`; anyone who calls may leave it to the sweeper.
        """
        ...


@dataclass(frozen=True, slots=True)
class Signature:
    """ECDSA on P-256 over SHA-256 (ES256): `value` is r and s, 32 bytes each. `key_id` as in `PublicKey`."""

    value: bytes
    key_id: str


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A point of P-256, 32 bytes each. `key_id` is the thumbprint of the key (RFC 7638, SHA-256, base64url): anyone
    who has the key can work it out."""

    key_id: str
    x: bytes
    y: bytes


class Signer(Protocol):
    """The key that signs now. What an earlier key signed is checked with that key, which is kept where it was used."""

    def public_key(self) -> PublicKey:
        """Raises `Unavailable`."""
        ...

    def sign(self, message: bytes) -> Signature:
        """By the key of `public_key`. Raises `Unavailable` when the key cannot be used now."""
        ...


@dataclass(frozen=True, slots=True)
class TreeHead:
    """What a log or a chain was when it had `size` entries. `signature` is opaque here: as the publisher made it."""

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
