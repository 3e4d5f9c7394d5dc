"""Deciding what a write does to what is there. Reading and committing are the use case's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.memories.contributions import contribution_of, in_words_of, joined, with_contributions
from shared.domain.memories.evidence import trust_of
from shared.domain.memories.memory import (
    AS_ITS_TYPE,
    RECALLABLE,
    Basis,
    Contribution,
    Ending,
    Head,
    Lifetime,
    Meaning,
    Memory,
    Status,
)
from shared.domain.memories.places import compatible_keys
from shared.domain.memories.provenance import (
    DIRECT,
    contributions_of,
    joined_provenance,
    named_origins,
    successors_provenance,
)
from shared.domain.memories.quarantine import is_quarantined, without_own_word
from shared.domain.memories.scheduled import (
    MOST_SCHEDULED,
    covering,
    holder,
    lasting,
    placed,
    succeeding,
    with_scheduled,
)
from shared.domain.writing.admission import initial_status
from shared.domain.writing.arbitration import same_key
from shared.domain.writing.decisions import (
    Create,
    Decision,
    Duplicate,
    DuplicateBy,
    Keep,
    Schedule,
    Update,
    WritePolicy,
)
from shared.domain.writing.incoming import IncomingMemory, claim_of
from shared.domain.writing.same_text import has_text, says, spells_better


@dataclass(frozen=True, slots=True)
class Known:
    """What is there under the incoming memory's key and under its text, in its scope and type; expired ones left
    out.
    """

    by_key: Memory | None = None
    by_hash: Memory | None = None


def in_order(incoming: IncomingMemory, known: Known, now: datetime, policy: WritePolicy) -> IncomingMemory:
    """The incoming memory as written after what was found: at `now`, when it is tried, and no earlier than what is
    there."""
    found = [memory for memory in (known.by_key, known.by_hash) if memory is not None]
    return incoming.following(max(now, no_earlier(incoming.recorded_at, found, policy)))


def no_earlier(instant: datetime, found: Sequence[Memory], policy: WritePolicy) -> datetime:
    """The instant, or that of what is there already, as far as clocks differ."""
    latest = instant + policy.clock_skew
    return max([instant, *(memory.updated_at for memory in found if memory.updated_at <= latest)])


def decide(incoming: IncomingMemory, known: Known, memory_id: str, policy: WritePolicy) -> Decision:
    """Dedup by key, then by text, then arbitration under the key, else a new memory with `memory_id`.

    Raises `LowConfidence` for a guess, independently of what is stored.
    """
    _initial_status(incoming, policy)
    same = known.by_key
    if same is not None:
        if has_text(same, incoming) and not spells_better(same, incoming):
            return confirmed(same, incoming, DuplicateBy.KEY, policy)
        decision = _arbitrate(same, incoming, policy)
        if isinstance(decision, Update) and decision.memory.status is Status.CANDIDATE:
            # What still needs a person's word takes the place of nothing that needs none.
            return decision if same.status is Status.CANDIDATE else Create(first_version(incoming, memory_id, policy))
        if isinstance(decision, Keep) and same.status is Status.CANDIDATE and not _is_over(incoming):
            # It does not keep a fact out either, however late the fact and however high the candidate's source.
            fact = first_version(incoming, memory_id, policy)
            return decision if fact.status is Status.CANDIDATE else Create(fact)
        return decision
    same_text = known.by_hash
    if same_text is not None and says(same_text, incoming) and compatible_keys(same_text.key, incoming.key):
        return confirmed(same_text, incoming, DuplicateBy.HASH, policy)
    return Create(first_version(incoming, memory_id, policy))


def first_version(incoming: IncomingMemory, memory_id: str, policy: WritePolicy) -> Memory:
    now = incoming.recorded_at
    return Memory(
        memory_id=memory_id,
        scope=incoming.scope,
        type=incoming.type,
        key=incoming.key,
        content=incoming.content,
        content_hash=incoming.content_hash,
        source=incoming.source,
        basis=Basis(
            event_ids=incoming.source_event_ids,
            provenance=incoming.provenance,
            contributions=incoming.contributions,
            origin_epoch=incoming.origin_epoch,
        ),
        confidence=incoming.confidence,
        importance=incoming.importance,
        trust=incoming.trust or trust_of(incoming.source),
        status=_initial_status(incoming, policy),
        observed_at=incoming.observed_at,
        valid_from=incoming.valid_from,
        valid_to=incoming.valid_to,
        expiry=policy.expiry.expiry_of(incoming.type, now, incoming.lifetime),
        created_at=now,
        updated_at=now,
        recorded_at=now,
        epoch=incoming.epoch,
        purposes=incoming.purposes,
        consent_scope=incoming.consent_scope,
        background=incoming.background,
        metadata=incoming.metadata,
        flags=incoming.flags,
        sealed=incoming.sealed,
        meaning=Meaning(binding=incoming.binding or 0.0),
    )


def _initial_status(incoming: IncomingMemory, policy: WritePolicy) -> Status:
    if incoming.initial_status is not None:
        return incoming.initial_status
    return initial_status(incoming.source, incoming.confidence, policy.writeback)


def confirmed(stored: Memory, incoming: IncomingMemory, by: DuplicateBy, policy: WritePolicy) -> Decision:
    """The same fact again, as the version says it that holds when the incoming memory begins to; of another version it
    is no repetition but another word about that time."""
    stands = holder(stored, incoming.valid_from) or stored
    alike = stands is stored if by is DuplicateBy.MEANING else stands.content_hash == incoming.content_hash
    if not alike or not _touch(stands, incoming):
        return _arbitrate(stored, incoming, policy)
    refreshed = _refreshed(stands, incoming, policy)
    return Duplicate(with_scheduled(stored, refreshed), stored, by, scheduled=stands is not stored)


def _refreshed(stored: Memory, incoming: IncomingMemory, policy: WritePolicy) -> Memory:
    """A fact with the evidence of its repetition: its time is refreshed, the higher tier and confidence kept, sources
    and metadata joined.

    Validity that touches or overlaps is joined; a disjoint interval is a new version, not a longer one. A candidate
    becomes a fact by evidence that would have made it one alone: the tier of one statement and the confidence of
    another, which a web page chooses for itself, do not add up to it. An evidence date in the future is brought down to
    when it was recorded, or each repetition would make the memory younger than all its evidence.
    """
    given = tuple(in_words_of(stored, one, _words(one, incoming)) for one in _given(incoming, policy))
    own, said = contribution_of(stored, ()), _whole(incoming, policy)
    before, background = contributions_of(stored), stored.background or incoming.background
    if stored.status is not Status.CANDIDATE and is_quarantined(first_version(incoming, "", policy)):
        given, said = tuple(without_own_word(one, own) for one in given), without_own_word(said, own)
        background = stored.background
    elif is_quarantined(stored) and said.status is not Status.CANDIDATE:
        own, background = without_own_word(own, said), incoming.background
        before = tuple(without_own_word(one, said) for one in before)
    whole = joined(own, said)
    now = incoming.recorded_at
    sources = _joined_sources(stored.basis.event_ids, incoming.source_event_ids)
    provenance = joined_provenance(stored, incoming.provenance, direct=not incoming.source_event_ids)
    of_copy = bool(named_origins(provenance))
    backing = background is not None and background is incoming.background
    return replace(
        lasting(stored, whole.valid_to, incoming.valid_to, now),
        key=whole.key,
        source=whole.source,
        trust=whole.trust,
        confidence=whole.confidence,
        importance=whole.importance,
        status=whole.status if stored.status in (Status.CANDIDATE, Status.STALE) else stored.status,
        observed_at=whole.observed_at,
        valid_from=whole.valid_from,
        expiry=policy.expiry.expiry_of(stored.type, now, _lifetime(stored, incoming)),
        updated_at=now,
        epoch=incoming.epoch,
        purposes=whole.purposes,
        consent_scope=whole.consent_scope,
        basis=Basis(
            event_ids=sources,
            provenance=provenance,
            contributions=with_contributions(
                (*before, *(replace(one, backs=backing and one.backs) for one in given)),
                sources,
                of_copy=of_copy,
            ),
            origin_epoch=max(stored.basis.origin_epoch, incoming.origin_epoch),
        ),
        background=background,
        metadata=whole.metadata,
        flags=whole.flags,
    )


def _lifetime(stored: Memory, incoming: IncomingMemory) -> Lifetime:
    """The later word on it counts, and no word leaves it as it was."""
    return stored.expiry.given if incoming.lifetime == AS_ITS_TYPE else incoming.lifetime


def _given(incoming: IncomingMemory, policy: WritePolicy) -> tuple[Contribution, ...]:
    return incoming.contributions or (_whole(incoming, policy),)


def _words(contribution: Contribution, incoming: IncomingMemory) -> str:
    return incoming.content if contribution.words is None else contribution.words


def _whole(incoming: IncomingMemory, policy: WritePolicy) -> Contribution:
    """The incoming memory as one contribution."""
    named = tuple(origin for origin in named_origins(incoming.provenance) if origin != DIRECT)
    return contribution_of(first_version(incoming, "", policy), named)


# Repetitions may go on for years; a record holds 400 KB. The newest sources say enough.
MAX_SOURCES = 200


def _joined_sources(stored: tuple[str, ...], incoming: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*stored, *incoming)))[-MAX_SOURCES:]


def _touch(stored: Memory, incoming: IncomingMemory) -> bool:
    starts, ends = max(stored.valid_from, incoming.valid_from), _earlier_end(stored.valid_to, incoming.valid_to)
    return ends is None or starts <= ends


def _later_end(one: datetime | None, other: datetime | None) -> datetime | None:
    return None if one is None or other is None else max(one, other)


def _earlier_end(one: datetime | None, other: datetime | None) -> datetime | None:
    ends = [end for end in (one, other) if end is not None]
    return min(ends) if ends else None


def _arbitrate(stored: Memory, incoming: IncomingMemory, policy: WritePolicy) -> Decision:
    if _waits(stored, incoming, policy):
        return _scheduled(stored, incoming, policy)
    outcome = same_key(claim_of(stored), incoming.claim)
    if not outcome.incoming_stands:
        return kept(stored, incoming, outcome.value, policy)
    if _is_over(incoming) and stored.holds_at(incoming.recorded_at):
        return _stated_of_the_past(stored, incoming, policy)
    successor = succeeding(_next_version(stored, incoming, policy), stored, incoming.recorded_at, outcome.value)
    successor = covering(successor, successor.version, _covered(stored, successor))
    if len(successor.schedule.upcoming) > MOST_SCHEDULED:
        return kept(stored, incoming, "too_many_announced", policy)
    return Update(successor, ended(stored, successor, outcome.value), outcome.value)


def _covered(stored: Memory, version: Memory) -> Memory | None:
    """What would have held at the end of a version that ends itself: that holds again then."""
    if version.valid_to is None or not {stored.status, version.status} <= {*RECALLABLE}:
        return None
    covered = holder(stored, version.valid_to)
    return covered if covered is not None and covered.holds_at(version.valid_to) else None


def _next_version(stored: Memory, incoming: IncomingMemory, policy: WritePolicy) -> Memory:
    number = stored.head.versions + 1
    first = first_version(incoming, stored.memory_id, policy)
    return replace(
        first,
        key=incoming.key or stored.key,
        version=number,
        head=replace(stored.head, versions=number),
        created_at=stored.created_at,
        supersedes=stored.memory_id,
        basis=replace(first.basis, provenance=successors_provenance(stored, incoming.provenance)),
    )


def _waits(stored: Memory, incoming: IncomingMemory, policy: WritePolicy) -> bool:
    """Whether the two are a line of facts of which one is still to come: nobody's word about the one hides the other.
    A candidate is no fact and waits for a person, not for a day."""
    if Status.CANDIDATE in (stored.status, _initial_status(incoming, policy)):
        return False
    starts = (stored.valid_from, incoming.valid_from)
    return starts[0] != starts[1] and max(starts) > incoming.recorded_at


def _scheduled(stored: Memory, incoming: IncomingMemory, policy: WritePolicy) -> Decision:
    """Arbitrated against the version whose time it claims; before the first nobody has said anything."""
    stands = holder(stored, incoming.valid_from)
    because = "holds_before"
    if stands is not None:
        outcome = same_key(claim_of(stands), incoming.claim)
        because = outcome.value
        if not outcome.incoming_stands:
            return kept(stored, incoming, because, policy)
    version = _next_version(stored, incoming, policy)
    memory = placed(stored, version, incoming.recorded_at, because)
    memory = replace(memory, head=replace(memory.head, versions=version.version))
    memory = covering(memory, version.version, _covered(stored, version))
    if len(memory.schedule.upcoming) > MOST_SCHEDULED:
        return kept(stored, incoming, "too_many_announced", policy)
    # What is scheduled lives as long as the memory that carries it, so that lives as long as it.
    hard = _later_end(memory.expiry.hard_at, version.expiry.hard_at)
    return Schedule(replace(memory, expiry=replace(memory.expiry, hard_at=hard)), stored, version, because)


def _is_over(incoming: IncomingMemory) -> bool:
    return incoming.valid_to is not None and incoming.valid_to <= incoming.recorded_at


def _stated_of_the_past(stored: Memory, incoming: IncomingMemory, policy: WritePolicy) -> Keep:
    """How things were does not end how they are: it joins the history, where a question about that time finds it."""
    keep = kept(stored, incoming, "already_over", policy)
    return replace(keep, rejected=replace(keep.rejected, status=Status.SUPERSEDED))


def kept(stored: Memory, incoming: IncomingMemory, because: str, policy: WritePolicy) -> Keep:
    """The stored memory remains current; the incoming memory is kept as rejected history of it."""
    number = stored.head.versions + 1
    rejected = replace(
        first_version(incoming, stored.memory_id, policy),
        key=incoming.key or stored.key,
        version=number,
        head=Head(versions=number),
        status=Status.REJECTED,
        ending=Ending(at=incoming.recorded_at, because=because),
    )
    return Keep(replace(stored, head=replace(stored.head, versions=number)), rejected, because)


def ended(stored: Memory, successor: Memory, because: str) -> Memory:
    """The version that `successor` replaces: its validity ends where the new one's begins, if it reached that far."""
    end = successor.valid_from
    valid_to = end if stored.valid_to is None or stored.valid_to > end else stored.valid_to
    valid_to = max(valid_to, stored.valid_from)
    cut_from = (stored.valid_to,) if valid_to != stored.valid_to else ()
    ending = Ending(at=successor.updated_at, because=because, cut_from=cut_from)
    return replace(stored, status=Status.SUPERSEDED, valid_to=valid_to, ending=ending)
