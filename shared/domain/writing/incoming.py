"""One statement that comes to be remembered, and what it claims beside what is stored."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from datetime import datetime

from shared.domain.instants import CLOCKS_APART, sort_text
from shared.domain.memories.evidence import Source, Trust, evidence_instant
from shared.domain.memories.memory import (
    AS_ITS_TYPE,
    Background,
    Contribution,
    Importance,
    Lifetime,
    Memory,
    MemoryType,
    Metadata,
    Status,
    content_hash,
)
from shared.domain.scopes import Scope
from shared.domain.writing.arbitration import Claim
from shared.language.comparison.updates import says_it_is_so_now

# The flag of a memory whose background quoted a secret: the quote is removed, and nobody needs to look at the rest.
BACKGROUND_DROPPED = "background_dropped"


@dataclass(frozen=True, slots=True)
class IncomingMemory:
    """One statement to remember, validated, with its defaults filled in."""

    scope: Scope
    type: MemoryType
    key: str | None
    content: str
    source: Source
    confidence: float
    importance: Importance
    observed_at: datetime
    valid_from: datetime
    valid_to: datetime | None
    recorded_at: datetime
    purposes: tuple[str, ...] = ()
    consent_scope: str | None = None
    source_event_ids: tuple[str, ...] = ()
    background: Background | None = None
    metadata: Metadata = field(default_factory=dict)
    # The status that it gets independently of its source and confidence; `None`: as they say.
    initial_status: Status | None = None
    initial_status_reason: str = "evidence that needs a person's word"
    provenance: Metadata | None = None
    lifetime: Lifetime = AS_ITS_TYPE
    flags: tuple[str, ...] = ()
    # A memory of the same scope and type that this is a version of, under any key.
    version_of: str | None = None
    # The ciphertext of a text that must not be stored in the clear; `content` is empty then.
    sealed: bytes | None = None
    # `None`: what follows from its source.
    trust: Trust | None = None
    # The chance that its words are a constraint, if its sentences were read one by one; `None`: the whole text is read.
    binding: float | None = None
    # Of a promotion: what each write gave of what is promoted, where that keeps account of it.
    contributions: tuple[Contribution, ...] = ()
    # When its evidence arose, as it came in: `None` while it has not been moved behind another write (`following`).
    came_in_at: datetime | None = None
    # How many deletions of its owner had been accepted when it came in; of a promotion, also in what is promoted.
    epoch: int = 0
    origin_epoch: int = 0
    # The instant that a deletion compares with its own, where it is not `evidence_at`.
    judged_at: datetime | None = None

    @property
    def content_hash(self) -> str:
        """Of the text; of the ciphertext where the text is sealed, so that no guess can be tried against it."""
        return content_hash(self.content) if self.sealed is None else hashlib.sha256(self.sealed).hexdigest()

    @property
    def evidence_at(self) -> datetime:
        """When the evidence arose: no retry makes it younger."""
        return self.came_in_at or evidence_instant(self.observed_at, self.recorded_at)

    @property
    def compared_at(self) -> datetime:
        """The instant that a deletion compares with its own."""
        return self.judged_at or self.evidence_at

    def as_exported(self) -> IncomingMemory:
        """Judged as a line of an export: another host's clock may have dated it after a deletion that came later."""
        return replace(self, judged_at=self.evidence_at - CLOCKS_APART)

    def in_epoch(self, epoch: int) -> IncomingMemory:
        """As it comes in after so many deletions of its owner."""
        return replace(self, epoch=epoch, contributions=tuple(replace(c, epoch=epoch) for c in self.contributions))

    @property
    def claim(self) -> Claim:
        at = sort_text(evidence_instant(self.observed_at, self.recorded_at))
        return Claim(self.source, self.confidence, at, says_it_is_so_now(self.content))

    def following(self, instant: datetime) -> IncomingMemory:
        """The same, written no earlier than at that instant: of two writers the store says who came first, whatever
        their clocks do. What was observed as it was written, and holds since, moves along; a time that the caller named
        stays."""
        if instant <= self.recorded_at:
            return self
        moved = instant if self.valid_to is None else min(instant, self.valid_to)
        return replace(
            self,
            recorded_at=instant,
            observed_at=instant if self.observed_at == self.recorded_at else self.observed_at,
            valid_from=max(self.valid_from, moved) if self.valid_from == self.recorded_at else self.valid_from,
            came_in_at=self.evidence_at,
        )


def evidence_of(memory: Memory) -> datetime:
    """When a stored memory's evidence arose: no later than its last confirmation was recorded."""
    return evidence_instant(memory.observed_at, memory.updated_at)


def claim_of(memory: Memory) -> Claim:
    at = sort_text(evidence_of(memory))
    return Claim(memory.source, memory.confidence, at, says_it_is_so_now(memory.content))


def in_a_persons_word(memory: Memory, now: datetime) -> IncomingMemory:
    """What a memory says, stated by a person now: a fact that holds from the same time on."""
    return IncomingMemory(
        scope=memory.scope,
        type=memory.type,
        key=memory.key,
        content=memory.content,
        source=max(memory.source, Source.HUMAN_CONFIRMED, key=lambda source: source.tier),
        confidence=memory.confidence,
        importance=memory.importance,
        observed_at=now,
        valid_from=memory.valid_from,
        valid_to=memory.valid_to,
        recorded_at=now,
        initial_status=Status.ACTIVE,
    )


def restated(memory: Memory, now: datetime) -> IncomingMemory:
    """A stored memory as if it were written now, as the fact that it is."""
    return IncomingMemory(
        scope=memory.scope,
        type=memory.type,
        key=memory.key,
        content=memory.content,
        source=memory.source,
        confidence=memory.confidence,
        importance=memory.importance,
        observed_at=min(memory.observed_at, memory.updated_at),
        valid_from=memory.valid_from,
        valid_to=memory.valid_to,
        recorded_at=now,
        lifetime=memory.expiry.given,
        purposes=memory.purposes,
        consent_scope=memory.consent_scope,
        source_event_ids=memory.basis.event_ids,
        background=memory.background,
        metadata=memory.metadata,
        initial_status=Status.ACTIVE,
        provenance=memory.basis.provenance,
        flags=memory.flags,
        sealed=memory.sealed,
        trust=memory.trust,
        contributions=memory.basis.contributions,
        epoch=memory.epoch,
        origin_epoch=memory.basis.origin_epoch,
    )
