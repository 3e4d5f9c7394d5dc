"""A memory: one logical fact with versions 1..n, of which exactly one is current."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from shared.domain.memories.evidence import Source, Trust
from shared.domain.scopes import Scope
from shared.language.speech.questions import stated_tense
from shared.language.text.normal_form import normalised

Metadata = Mapping[str, object]


class MemoryType(StrEnum):
    PREFERENCE = "preference"
    PROFILE = "profile"
    SEMANTIC = "semantic"
    EPISODIC = "episodic"
    PROCEDURAL = "procedural"
    TASK = "task"


class Importance(StrEnum):
    NORMAL = "normal"
    HIGH = "high"
    CRITICAL = "critical"

    @property
    def weight(self) -> float:
        """In [0,1], for ranking and for keeping the greater of two."""
        return {Importance.NORMAL: 0.0, Importance.HIGH: 0.5, Importance.CRITICAL: 1.0}[self]


class Status(StrEnum):
    ACTIVE = "active"
    CANDIDATE = "candidate"
    PENDING_REVIEW = "pending_review"
    STALE = "stale"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"
    EVICTED = "evicted"
    # Shown and never stored: it was a fact, and its validity has ended (`Memory.shown_at`).
    OVER = "ended"


# Records that are not facts any more: they are kept for a while, without key and text.
ENDED = (Status.SUPERSEDED, Status.REJECTED, Status.EVICTED)

# What was never a fact, or is none by decision: no recall shows a version of these, whatever time it asks for.
NEVER_BELIEVED = (Status.REJECTED, Status.CANDIDATE, Status.EVICTED)

# What a recall may return at all; `pending_review` joins them only under the conflict rules.
RECALLABLE = (Status.ACTIVE, Status.STALE)


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn before a memory's own, at most 1,000 characters, with the event it was taken from."""

    text: str
    event_id: str | None = None


@dataclass(frozen=True, slots=True)
class Background:
    """Where a memory was said: searched, never rendered as the memory, and removed with the events that it quotes."""

    speaker: str | None = None
    session_id: str | None = None
    position: int | None = None
    before: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one write gave to a fact, and what that rests on: events that it `cites`, memories that it was promoted from
    (`origins`). A statement that has neither rests on itself.

    `status`: as what it would have landed alone. `said_in`: the session of its background, `backs` whether the memory
    has that background from it. `words`: its own, where the memory says the same in others; empty when they were too
    long to be kept, `None` when the memory has its words. `epoch`: of its owner when it came in; `origin_epoch`: of the
    owner of what was promoted, when that came in there.
    """

    source: Source
    confidence: float
    trust: Trust
    importance: Importance
    status: Status
    observed_at: datetime
    recorded_at: datetime
    valid_from: datetime
    valid_to: datetime | None
    cites: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    key: str | None = None
    purposes: tuple[str, ...] = ()
    consent_scope: str | None = None
    metadata: Metadata = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    said_in: str | None = None
    backs: bool = False
    words: str | None = None
    epoch: int = 0
    origin_epoch: int = 0

    @property
    def is_direct(self) -> bool:
        return not self.cites and not self.origins


@dataclass(frozen=True, slots=True)
class Basis:
    """What a memory rests on: the events that it cites, and where it came from.

    `contributions`: what each write gave of it, the older first, once there is more than one (`contributions`).
    `origin_epoch`: of a copy, the epoch of what it was made of in the partition of that one's owner.
    """

    event_ids: tuple[str, ...] = ()
    provenance: Metadata | None = None
    contributions: tuple[Contribution, ...] = ()
    origin_epoch: int = 0


@dataclass(frozen=True, slots=True)
class Lifetime:
    """The time to live that a writer has set, in days from the last write or confirmation, or until `ends_at`; `None`:
    as the type has it."""

    soft_days: int | None = None
    hard_days: int | None = None
    ends_at: datetime | None = None


AS_ITS_TYPE = Lifetime()


@dataclass(frozen=True, slots=True)
class Expiry:
    """When a memory fades and when it ends; `None`: never. `given`: what of it a writer has set."""

    soft_at: datetime | None = None
    hard_at: datetime | None = None
    given: Lifetime = AS_ITS_TYPE


@dataclass(frozen=True, slots=True)
class Ending:
    """How a version ends: `at` and `because` once it is over, the other two as soon as another memory follows it.

    `cut_from`: the end of its validity that what took its place has cut off, `None` in it for an open one; empty:
    nothing was.
    """

    at: datetime | None = None
    because: str | None = None
    superseded_by: str | None = None
    cut_from: tuple[datetime | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Maintenance's own marks: when the contradiction scan saw the memory, and when a person was asked about it."""

    scanned_at: datetime | None = None
    review_asked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class EmbeddingSpace:
    """The model that embedded the text, and the length of its vectors. `NOT_YET`: the embedder did not answer, and the
    vector follows."""

    model: str | None = None
    dimension: int = 0


NOT_YET = EmbeddingSpace("not yet")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What was read off the words when they were written.

    `binding`: the chance in [0,1] that they set a limit, forbid or require something. `older`: ids of memories of the
    same scope about the same matter whose state this one may say newer (`domain.meaning.rivals`). `replaced`: those of
    them whose state it says newer almost surely.
    """

    binding: float = 0.0
    older: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Head:
    """What the whole memory counts, whichever version is current.

    `versions`: the highest version number given so far (rejected incoming memories take one too). `revision`: of the
    current record, 0 before it was stored; it grows with every write. `key_revision`: of its pointer by key, 0 while it
    has none. `audit_sequence` and `audit_hash`: the head of
    the audit chain.
    """

    versions: int = 1
    revision: int = 0
    audit_sequence: int = 0
    audit_hash: str = ""
    key_revision: int = 0


@dataclass(frozen=True, slots=True)
class VersionSchedule:
    """The versions before and after the current one that are carried with it.

    `upcoming`: those that begin to hold later, in the order in which they do (`scheduled`); they schedule nothing
    themselves. `slots`: how many it scheduled at most at once; so many documents beside its own may be in the index.
    `passed`: those that it carries no more; they join the history with its next write, and are not stored here.
    """

    upcoming: tuple[Memory, ...] = ()
    slots: int = 0
    passed: tuple[Memory, ...] = ()


@dataclass(frozen=True, slots=True)
class Memory:
    """One version, the current one with its `schedule`. `version` counts only what the fact has been."""

    memory_id: str
    scope: Scope
    type: MemoryType
    key: str | None
    content: str
    content_hash: str
    source: Source
    confidence: float
    importance: Importance
    trust: Trust
    status: Status
    observed_at: datetime
    valid_from: datetime
    valid_to: datetime | None
    created_at: datetime
    updated_at: datetime
    # When this version was recorded; `created_at` is when the memory was.
    recorded_at: datetime | None = None
    # How many deletions of its owner had been accepted when its last evidence came in.
    epoch: int = 0
    version: int = 1
    purposes: tuple[str, ...] = ()
    consent_scope: str | None = None
    background: Background | None = None
    metadata: Metadata = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    # The encrypted content of a memory that must not be stored in the clear; its `content` is empty then.
    sealed: bytes | None = None
    # The id of the memory whose place it took.
    supersedes: str | None = None
    # It held before, and holds again once what covers it for a time is over (`scheduled.covering`).
    resumes: bool = False
    # Memories that contradict this one and wait with it for a person; of no meaning once it is not pending any more.
    conflicts_with: tuple[str, ...] = ()
    basis: Basis = Basis()
    expiry: Expiry = Expiry()
    ending: Ending = Ending()
    upkeep: Upkeep = Upkeep()
    embedding: EmbeddingSpace = EmbeddingSpace()
    meaning: Meaning = Meaning()
    head: Head = Head()
    schedule: VersionSchedule = VersionSchedule()

    @property
    def is_kept_at_its_source(self) -> bool:
        """Only its system of record changes it: a profile, and a policy."""
        return self.type is MemoryType.PROFILE or self.trust is Trust.INSTRUCTION

    def at(self, instant: datetime) -> Memory:
        """The memory as it is then: the scheduled version whose time has come is current, those before it have passed.

        A memory that has ended takes along what it scheduled.
        """
        upcoming = self.schedule.upcoming
        if not upcoming or upcoming[0].valid_from > instant or self.status in ENDED:
            return self
        successor, *later = upcoming
        ending = replace(self.ending, at=successor.valid_from, because="successor_began")
        passed = replace(self, status=Status.SUPERSEDED, ending=ending, schedule=VersionSchedule())
        return successor.at_the_head_of(self, tuple(later), (*self.schedule.passed, passed)).at(instant)

    def at_the_head_of(self, memory: Memory, upcoming: tuple[Memory, ...], passed: tuple[Memory, ...]) -> Memory:
        """This version as the current one of a memory: with its chain, its counters, and what is scheduled then."""
        return replace(
            self,
            created_at=memory.created_at,
            head=memory.head,
            schedule=VersionSchedule(upcoming, memory.schedule.slots, passed),
        )

    @property
    def timeline(self) -> tuple[Memory, ...]:
        """This version and those that follow it."""
        return (self, *self.schedule.upcoming)

    def shown_at(self, now: datetime) -> Memory:
        """As lists show it: a fact whose validity has ended is not active any more."""
        ended = self.valid_to is not None and self.valid_to <= now and not self.schedule.upcoming
        shown = self.status not in RECALLABLE or self.is_of_the_past
        return replace(self, status=Status.OVER) if ended and not shown else self

    @property
    def is_of_the_past(self) -> bool:
        """Whether it says in its words how something was, and that was over when it was recorded: such a fact about the
        past is shown, labelled, as long as it is kept."""
        over = self.valid_to is not None and self.valid_to <= (self.recorded_at or self.created_at)
        return over and stated_tense(self.content) == "past"

    def is_expired(self, now: datetime) -> bool:
        """Invisible from the second of its hard expiry on, even while the store still holds it."""
        return self.expiry.hard_at is not None and self.expiry.hard_at <= now

    def is_soft_expired(self, now: datetime) -> bool:
        return self.expiry.soft_at is not None and self.expiry.soft_at <= now

    def holds_at(self, instant: datetime) -> bool:
        """Whether the fact holds then: `valid_from <= instant < valid_to`."""
        return self.valid_from <= instant and (self.valid_to is None or instant < self.valid_to)

    def believed_at(self, instant: datetime) -> bool:
        """Whether this version was what the service held to be true then."""
        began = self.recorded_at or self.created_at
        return began <= instant and (self.ending.at is None or instant < self.ending.at)

    def serves(self, purpose: str | None) -> bool:
        """Without purposes it serves any; otherwise only a recall that names one of them."""
        return not self.purposes or purpose in self.purposes


def content_hash(text: str) -> str:
    """SHA-256 of the normalised text, in hex: equal for texts that differ in case, width or white space only."""
    return hashlib.sha256(normalised(text).encode()).hexdigest()


def evicted(memory: Memory, because: str, now: datetime) -> Memory:
    """The memory at its end: it was true, and nobody needs it any more."""
    ending = replace(memory.ending, at=now, because=because)
    return replace(memory, status=Status.EVICTED, ending=ending, updated_at=now)
