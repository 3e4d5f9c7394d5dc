"""Deciding what a write does to what is there. Reading and committing are the use case's."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from shared.domain.memories.contributions import in_words_of, joined, telling_of, with_tellings
from shared.domain.memories.evidence import trust_of
from shared.domain.memories.lifetimes import ExpiryPolicy
from shared.domain.memories.memory import Memory, Status, Telling
from shared.domain.memories.provenance import DIRECT, joined_provenance, named_origins, successors_provenance, tellings
from shared.domain.memories.scheduled import MOST_ANNOUNCED, holder, lasting, placed, succeeding, with_announced
from shared.domain.writing.admission import WritebackPolicy, landing_status
from shared.domain.writing.arbitration import ArbitrationPolicy, same_key
from shared.domain.writing.decisions import Announce, Create, Decision, Duplicate, DuplicateBy, Keep, Update
from shared.domain.writing.incoming import Newcomer, claim_of


@dataclass(frozen=True, slots=True)
class WritePolicy:
    """All numbers of a write in one place."""

    writeback: WritebackPolicy = field(default_factory=WritebackPolicy)
    expiry: ExpiryPolicy = field(default_factory=ExpiryPolicy)
    arbitration: ArbitrationPolicy = field(default_factory=ArbitrationPolicy)
    # Writers that name no version are tried again when they lose a race: enough for a dozen writers of one key.
    attempts: int = 12


@dataclass(frozen=True, slots=True)
class Known:
    """What is there under the newcomer's key and under its text, in its scope and type; expired ones left out."""

    by_key: Memory | None = None
    by_hash: Memory | None = None


def compatible_keys(stored: str | None, newcomer: str | None) -> bool:
    """Equal text is one fact unless it answers two questions: `home` = Lyon and `birthplace` = Lyon are two."""
    return stored is None or newcomer is None or stored == newcomer


def decide(newcomer: Newcomer, known: Known, memory_id: str, policy: WritePolicy) -> Decision:
    """Dedup by key, then by text, then arbitration under the key, else a new memory with `memory_id`.

    Raises `LowConfidence` for a guess, whatever is there.
    """
    _landing(newcomer, policy)
    same = known.by_key
    if same is not None:
        if says(same, newcomer):
            return confirmed(same, newcomer, DuplicateBy.KEY, policy)
        decision = _arbitrate(same, newcomer, policy)
        if isinstance(decision, Update) and decision.memory.status is Status.CANDIDATE:
            # What still needs a person's word takes the place of nothing that needs none.
            return decision if same.status is Status.CANDIDATE else Create(first_version(newcomer, memory_id, policy))
        if isinstance(decision, Keep) and same.status is Status.CANDIDATE and not _is_over(newcomer):
            # Nor does it keep a fact out, however late the fact and however high the candidate's source.
            fact = first_version(newcomer, memory_id, policy)
            return decision if fact.status is Status.CANDIDATE else Create(fact, displaces=same.memory_id)
        return decision
    twin = known.by_hash
    if twin is not None and compatible_keys(twin.key, newcomer.key):
        return confirmed(twin, newcomer, DuplicateBy.HASH, policy)
    return Create(first_version(newcomer, memory_id, policy))


def first_version(newcomer: Newcomer, memory_id: str, policy: WritePolicy) -> Memory:
    now = newcomer.recorded_at
    return Memory(
        memory_id=memory_id,
        scope=newcomer.scope,
        type=newcomer.type,
        key=newcomer.key,
        content=newcomer.content,
        content_hash=newcomer.content_hash,
        source=newcomer.source,
        source_event_ids=newcomer.source_event_ids,
        confidence=newcomer.confidence,
        importance=newcomer.importance,
        trust=newcomer.trust or trust_of(newcomer.source),
        status=_landing(newcomer, policy),
        observed_at=newcomer.observed_at,
        valid_from=newcomer.valid_from,
        valid_to=newcomer.valid_to,
        soft_expires_at=policy.expiry.soft_expiry(newcomer.type, now),
        hard_expires_at=policy.expiry.hard_expiry(newcomer.type, now),
        created_at=now,
        updated_at=now,
        recorded_at=now,
        purposes=newcomer.purposes,
        consent_scope=newcomer.consent_scope,
        background=newcomer.background,
        metadata=newcomer.metadata,
        flags=newcomer.flags,
        provenance=newcomer.provenance,
        sealed=newcomer.sealed,
        told=newcomer.told,
    )


def _landing(newcomer: Newcomer, policy: WritePolicy) -> Status:
    if newcomer.landing is not None:
        return newcomer.landing
    return landing_status(newcomer.source, newcomer.confidence, policy.writeback)


def says(memory: Memory, newcomer: Newcomer) -> bool:
    """Whether it holds the newcomer's text, now or from an announced day on."""
    return any(version.content_hash == newcomer.content_hash for version in memory.timeline)


def confirmed(stored: Memory, newcomer: Newcomer, by: DuplicateBy, policy: WritePolicy) -> Decision:
    """The same fact again, as the version says it that holds when the newcomer begins to; of another version it is no
    repetition but another word about that time."""
    told = holder(stored, newcomer.valid_from) or stored
    alike = told is stored if by is DuplicateBy.MEANING else told.content_hash == newcomer.content_hash
    if not alike or not _touch(told, newcomer):
        return _arbitrate(stored, newcomer, policy)
    refreshed = _refreshed(told, newcomer, policy)
    return Duplicate(with_announced(stored, refreshed), stored, by, announced=told is not stored)


def _refreshed(stored: Memory, newcomer: Newcomer, policy: WritePolicy) -> Memory:
    """A fact with the evidence of its repetition: its time is refreshed, the higher tier and confidence kept, sources
    and metadata joined.

    Validity that touches or overlaps is joined; a disjoint interval is a new version, not a longer one. A candidate
    becomes a fact by evidence that would have made it one alone: the tier of one statement and the confidence of
    another, which a web page chooses for itself, do not add up to it. An evidence date in the future is brought down to
    when it was recorded, or each repetition would make the memory younger than all its evidence.
    """
    given = tuple(in_words_of(stored, one, _words(one, newcomer)) for one in _given(newcomer, policy))
    whole = joined(telling_of(stored, ()), _whole(newcomer, policy))
    now = newcomer.recorded_at
    sources = _joined_sources(stored.source_event_ids, newcomer.source_event_ids)
    provenance = joined_provenance(stored, newcomer.provenance, direct=not newcomer.source_event_ids)
    of_copy = bool(named_origins(provenance))
    backing = stored.background is None and newcomer.background is not None
    return replace(
        lasting(stored, whole.valid_to, newcomer.valid_to, now),
        key=whole.key,
        source=whole.source,
        trust=whole.trust,
        confidence=whole.confidence,
        importance=whole.importance,
        status=whole.status if stored.status in (Status.CANDIDATE, Status.STALE) else stored.status,
        observed_at=whole.observed_at,
        valid_from=whole.valid_from,
        soft_expires_at=policy.expiry.soft_expiry(stored.type, now),
        hard_expires_at=policy.expiry.hard_expiry(stored.type, now),
        updated_at=now,
        purposes=whole.purposes,
        consent_scope=whole.consent_scope,
        source_event_ids=sources,
        background=stored.background or newcomer.background,
        metadata=whole.metadata,
        flags=whole.flags,
        provenance=provenance,
        told=with_tellings(
            (*tellings(stored), *(replace(one, backs=backing and one.backs) for one in given)), sources, of_copy=of_copy
        ),
    )


def _given(newcomer: Newcomer, policy: WritePolicy) -> tuple[Telling, ...]:
    return newcomer.told or (_whole(newcomer, policy),)


def _words(telling: Telling, newcomer: Newcomer) -> str:
    return newcomer.content if telling.words is None else telling.words


def _whole(newcomer: Newcomer, policy: WritePolicy) -> Telling:
    """The newcomer as one telling."""
    named = tuple(origin for origin in named_origins(newcomer.provenance) if origin != DIRECT)
    return telling_of(first_version(newcomer, "", policy), named)


# Repetitions may go on for years; a record holds 400 KB. The newest sources say enough.
MAX_SOURCES = 200


def _joined_sources(stored: tuple[str, ...], newcomer: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*stored, *newcomer)))[-MAX_SOURCES:]


def _touch(stored: Memory, newcomer: Newcomer) -> bool:
    starts, ends = max(stored.valid_from, newcomer.valid_from), _earlier_end(stored.valid_to, newcomer.valid_to)
    return ends is None or starts <= ends


def _later_end(one: datetime | None, other: datetime | None) -> datetime | None:
    return None if one is None or other is None else max(one, other)


def _earlier_end(one: datetime | None, other: datetime | None) -> datetime | None:
    ends = [end for end in (one, other) if end is not None]
    return min(ends) if ends else None


def _arbitrate(stored: Memory, newcomer: Newcomer, policy: WritePolicy) -> Decision:
    if _waits(stored, newcomer, policy):
        return _announced(stored, newcomer, policy)
    verdict = same_key(claim_of(stored), newcomer.claim)
    if not verdict.newcomer_stands:
        return kept(stored, newcomer, verdict.value, policy)
    if _is_over(newcomer) and stored.holds_at(newcomer.recorded_at):
        return _told_of_the_past(stored, newcomer, policy)
    successor = succeeding(_next_version(stored, newcomer, policy), stored, newcomer.recorded_at, verdict.value)
    return Update(successor, ended(stored, successor, verdict.value), verdict.value)


def _next_version(stored: Memory, newcomer: Newcomer, policy: WritePolicy) -> Memory:
    number = stored.versions + 1
    return replace(
        first_version(newcomer, stored.memory_id, policy),
        key=newcomer.key or stored.key,
        version=number,
        versions=number,
        revision=stored.revision,
        created_at=stored.created_at,
        supersedes=stored.memory_id,
        provenance=successors_provenance(stored, newcomer.provenance),
        audit_sequence=stored.audit_sequence,
        audit_hash=stored.audit_hash,
    )


def _waits(stored: Memory, newcomer: Newcomer, policy: WritePolicy) -> bool:
    """Whether the two are a line of facts of which one is still to come: nobody's word about the one hides the other.
    A candidate is no fact and waits for a person, not for a day."""
    if Status.CANDIDATE in (stored.status, _landing(newcomer, policy)):
        return False
    starts = (stored.valid_from, newcomer.valid_from)
    return starts[0] != starts[1] and max(starts) > newcomer.recorded_at


def _announced(stored: Memory, newcomer: Newcomer, policy: WritePolicy) -> Decision:
    """Arbitrated against the version whose time it claims; before the first nobody has said anything."""
    told = holder(stored, newcomer.valid_from)
    because = "holds_before"
    if told is not None:
        verdict = same_key(claim_of(told), newcomer.claim)
        because = verdict.value
        if not verdict.newcomer_stands:
            return kept(stored, newcomer, because, policy)
    version = _next_version(stored, newcomer, policy)
    memory = placed(stored, version, newcomer.recorded_at, because)
    if len(memory.announced) > MOST_ANNOUNCED:
        return kept(stored, newcomer, "too_many_announced", policy)
    # What is announced lives as long as the memory that carries it, so that lives as long as it.
    hard = _later_end(memory.hard_expires_at, version.hard_expires_at)
    return Announce(replace(memory, versions=version.version, hard_expires_at=hard), stored, version, because)


def _is_over(newcomer: Newcomer) -> bool:
    return newcomer.valid_to is not None and newcomer.valid_to <= newcomer.recorded_at


def _told_of_the_past(stored: Memory, newcomer: Newcomer, policy: WritePolicy) -> Keep:
    """How things were does not end how they are: it joins the history, where a question about that time finds it."""
    keep = kept(stored, newcomer, "already_over", policy)
    return replace(keep, rejected=replace(keep.rejected, status=Status.SUPERSEDED))


def kept(stored: Memory, newcomer: Newcomer, because: str, policy: WritePolicy) -> Keep:
    """The stored memory stands; the newcomer is kept as rejected history of it."""
    number = stored.versions + 1
    rejected = replace(
        first_version(newcomer, stored.memory_id, policy),
        key=newcomer.key or stored.key,
        version=number,
        versions=number,
        status=Status.REJECTED,
        ended_at=newcomer.recorded_at,
        ended_because=because,
    )
    return Keep(replace(stored, versions=number), rejected, because)


def ended(stored: Memory, successor: Memory, because: str) -> Memory:
    """The version that `successor` replaces: its validity ends where the new one's begins, if it reached that far."""
    end = successor.valid_from
    valid_to = end if stored.valid_to is None or stored.valid_to > end else stored.valid_to
    valid_to = max(valid_to, stored.valid_from)
    return replace(
        stored,
        status=Status.SUPERSEDED,
        valid_to=valid_to,
        cut_from=(stored.valid_to,) if valid_to != stored.valid_to else (),
        ended_at=successor.updated_at,
        ended_because=because,
        superseded_by=None,
    )
