"""What the search index holds, is asked, and answers: a view that finds ids; the store says what they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.meaning.centring import Vector
from shared.domain.meaning.marks import UNMEASURED, Marks
from shared.domain.memories.metadata_conditions import MetadataCondition


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """The view of one version of a memory. `_id` = `memory_id`, routing = `org`, external version = `revision`.

    What a memory schedules has documents of its own, each with its validity, and so has each version that ended
    (`history`): `scheduled_id` and `ended_id` stand in for their `memory_id` inside the index.
    `recorded_at` and `ended_at` bound the time in which the version was believed, `ended_at` `None` while it is.
    `metadata` are the marks of `metadata_marks` and the terms of `metadata_terms`.
    `scope` is a canonical path, `org` the tenant's id (empty for
    `/global`). `origin_owners` are the paths of other owners from whose memories this one was promoted: their deletions
    hide it. `before` is the turns before and the content, empty when nothing came before. `tokens` are the distinct
    ranking tokens of the content (stems and CJK bigrams), and of the matter of a change that it announces without
    naming it. `vector` has unit length, or is `None` when the content must
    not be embedded. `model` names its space, and `marks` are what comparisons need beside the vector. `binding`,
    `older`, `replaced`: of `Memory.meaning`.
    """

    memory_id: str
    revision: int
    org: str
    scope: str
    type: str
    key: str | None
    status: str
    purposes: tuple[str, ...]
    valid_from: datetime
    valid_to: datetime | None
    soft_expires_at: datetime | None
    hard_expires_at: datetime | None
    tier: int
    confidence: float
    importance: str
    observed_at: datetime
    content: str
    before: str
    speaker: str | None
    session_id: str | None
    position: int | None
    tokens: tuple[str, ...]
    vector: Vector | None
    model: str
    origin_owners: tuple[str, ...] = ()
    marks: Marks = UNMEASURED
    binding: float = 0.0
    older: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    source: str = ""
    consent_scope: str | None = None
    metadata: tuple[str, ...] = ()
    recorded_at: datetime | None = None
    ended_at: datetime | None = None
    history: bool = False


MOST_WAITING = 20


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """Who may see what, inside every sub-query. There is no unscoped search: `scopes` and `below` are not both empty.

    `org`: the caller's tenant (routing, together with `/global`'s). `scopes`: canonical paths matched exactly. `below`:
    canonical paths of which everything strictly below is matched too. `purpose`: memories without purposes always
    match; those with purposes only when one of them is this (`any_purpose`, for the service's own comparisons: all of
    them). `at`: the instant at which a memory must hold (`valid_from <= at < valid_to`; with `any_time` it need not, so
    that what held at another time is found by the memory that it belongs to; with `later` what begins to hold after it
    is found as well) and not be hard-expired. Empty `types`, `keys` or `sources` mean any.
    `metadata`: marks, all of which a memory must have. `where`: conditions on its metadata that must all hold.
    `history`: versions that ended are found as well. `holds_at`:
    the instant at which a memory must hold in the place of `at`. `believed_at`: it must have been recorded by then and
    not have ended (`recorded_at <= believed_at < ended_at`). `waiting`:
    statuses of which the `MOST_WAITING` nearest are found as well, beside the others: they take no place of theirs.
    """

    org: str
    scopes: tuple[str, ...]
    statuses: tuple[str, ...]
    at: datetime
    below: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    purpose: str | None = None
    any_purpose: bool = False
    any_time: bool = False
    later: bool = False
    metadata: tuple[str, ...] = ()
    where: tuple[MetadataCondition, ...] = ()
    consent_scope: str | None = None
    speaker: str | None = None
    sources: tuple[str, ...] = ()
    history: bool = False
    holds_at: datetime | None = None
    believed_at: datetime | None = None
    waiting: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.scopes and not self.below:
            raise ValueError("a search names whose memories it reads")
        if not self.statuses:
            raise ValueError("a search names the statuses it reads")


@dataclass(frozen=True, slots=True)
class AlsoAsked:
    """A second question of the same search, of which the vector and the words of the content are compared. `vector`
    and `compared` as in `SearchQuery`."""

    text: str
    vector: Vector
    compared: Vector


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """`text` is searched as text, whatever it looks like. `vector` is compared only with vectors of `model`.

    `limit`: candidates of each of the three sub-queries (vector, keyword on content, keyword on before + content).
    `context` `False` leaves the third out: two statements are compared by what they say themselves. `compared` is the
    centred vector of the question or statement; each candidate says its product with it.
    `binding_limit`: so many of the nearest whose `binding` is at least `least_binding` are found beside the others, 0
    for none. `also`: a second question; each of its sub-queries finds as many as `limit`.
    """

    text: str
    vector: Vector
    model: str
    limit: int = 50
    context: bool = True
    compared: Vector = ()
    binding_limit: int = 0
    least_binding: float = 0.0
    also: AlsoAsked | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """One memory that some sub-query found. `document.vector` is not returned (`None`).

    `cosine` is known for every candidate that has a vector of the asked model, whichever sub-query found it; `keyword`
    and `context_keyword` are BM25 scores (0 where that sub-query did not find it). `product` is that of its vector with
    the query's `compared`, known where the cosine is; `also_product` the same for the second question.
    """

    document: SearchDocument
    cosine: float | None
    keyword: float
    context_keyword: float
    product: float | None = None
    also_product: float | None = None


_SLOT = "~"  # no memory id has one
_ENDED = "v"


def scheduled_id(memory_id: str, slot: int) -> str:
    return f"{memory_id}{_SLOT}{slot}"


def ended_id(memory_id: str, version: int) -> str:
    """Of the document of a version that ended."""
    return f"{memory_id}{_SLOT}{_ENDED}{version}"


def ended_version_in(document_id: str) -> int | None:
    """The number of the ended version that the document is of, `None` for what the current record carries."""
    slot = document_id.partition(_SLOT)[2]
    return int(slot.removeprefix(_ENDED)) if slot.startswith(_ENDED) else None


def memory_id_in(document_id: str) -> str:
    return document_id.partition(_SLOT)[0]


def document_ids(memory_id: str, slots: int) -> tuple[str, ...]:
    """Of all documents that the current record of a memory can have, its own first."""
    return (memory_id, *(scheduled_id(memory_id, slot) for slot in range(1, slots + 1)))


def is_scheduled(document: SearchDocument, at: datetime) -> bool:
    """Whether it is of a version that its memory carries beside the one that holds then."""
    return _SLOT in document.memory_id and document.valid_from > at


def by_memory(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Candidates under the ids of their memories, whichever version was found."""
    return [
        replace(one, document=replace(one.document, memory_id=memory_id_in(one.document.memory_id)))
        if _SLOT in one.document.memory_id
        else one
        for one in candidates
    ]
