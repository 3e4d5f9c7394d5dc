"""What an incoming memory does to memories that are near it in meaning: one whose key and text were unknown, and one
that makes other content current under its key, or the same again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeGuard

from shared.domain.memories.memory import RECALLABLE, Memory, MemoryType, Status
from shared.domain.memories.places import compatible_keys
from shared.domain.memories.quarantine import is_quarantined
from shared.domain.memories.scheduled import holder, resumed_in, resuming, with_scheduled
from shared.domain.writing.arbitration import ContradictionOutcome, across_keys
from shared.domain.writing.by_key_and_text import confirmed, first_version, kept
from shared.domain.writing.decisions import (
    Against,
    Create,
    Decision,
    Dispute,
    Duplicate,
    DuplicateBy,
    Schedule,
    Supersede,
    Update,
    WritePolicy,
)
from shared.domain.writing.incoming import IncomingMemory, claim_of
from shared.language.comparison.relation import Related, Relation

# Types that can be contradicted. Two episodes both happened; two lessons of a task are both true.
STATE_LIKE = (MemoryType.PREFERENCE, MemoryType.PROFILE, MemoryType.SEMANTIC, MemoryType.PROCEDURAL)


@dataclass(frozen=True, slots=True)
class Near:
    """A memory of the same scope with its likeness to the incoming memory, on the reference scale of memory against
    memory, and what the two have to do with each other."""

    memory: Memory
    similarity: float
    related: Related


# Why a memory ended that another took in, because both say the same.
MERGED = "same_statement"


def decide_by_meaning(incoming: IncomingMemory, near: Sequence[Near], memory_id: str, policy: WritePolicy) -> Decision:
    """The nearest that says the same makes it a duplicate; else what contradicts it is arbitrated; else it is new.

    What closes a change request ends its approvals, no matter who says so: a missing approval is asked for again.
    One contradiction that the incoming memory loses is enough to keep it out, and one that nobody wins makes both wait.
    A candidate overturns and disputes nothing.
    """
    ordered = sorted(near, key=lambda n: (-n.similarity, n.memory.memory_id))
    same = next((place for place, found in enumerate(ordered) if _says_the_same(found, incoming)), None)
    closing = next((found for found in ordered if found.related.relation is Relation.ENDED_BY), None)
    if closing is not None:
        return kept(closing.memory, incoming, closing.related.reason, policy)
    contest = _contest(incoming, ordered[:same], policy)
    if contest.lost is not None:
        return kept(contest.lost[0], incoming, contest.lost[1].value, policy)
    if same is not None:
        reported = confirmed(ordered[same].memory, incoming, DuplicateBy.MEANING, policy)
        return weighed_against(reported, incoming, ordered, policy) if makes_current(reported, incoming) else reported
    created = first_version(incoming, memory_id, policy)
    if created.status is Status.CANDIDATE:
        return Create(created)
    created = _until(created, contest.following)
    if contest.disputed:
        pending, others = _waiting(created, contest)
        return Dispute(pending, others, contest.disputed[0][1])
    beaten = [(stored, outcome.value) for stored, outcome in contest.beaten]
    over = [(found.memory, found.related.reason) for found in ordered if found.related.relation is Relation.ENDS]
    if not over:
        return superseding(created, tuple(one for one, _ in beaten), beaten[0][1]) if beaten else Create(created)
    # Approvals do not come back when what has been said of their end is over.
    supersede = superseding(replace(created, valid_to=None), tuple(one for one, _ in (*beaten, *over)), over[0][1])
    return replace(supersede, memory=replace(supersede.memory, valid_to=created.valid_to))


def makes_current(decision: Decision, incoming: IncomingMemory) -> TypeGuard[Update | Schedule | Duplicate]:
    """Whether by the decision a memory that is there says, now or on a day to come, what it did not say before: in
    other words, or again where it was over."""
    match decision:
        case Update(memory):
            return memory.status is not Status.CANDIDATE
        case Schedule():
            return True
        case Duplicate(memory, stored, _, of_scheduled):
            return (
                not of_scheduled
                and memory.status is not Status.CANDIDATE
                and _reaches_further(memory, stored, incoming)
            )
        case _:
            return False


def _reaches_further(memory: Memory, stored: Memory, incoming: IncomingMemory) -> bool:
    """Than before, counted from now on."""
    now = incoming.recorded_at
    ends_later = stored.valid_to is not None and (
        memory.valid_to is None or memory.valid_to > max(stored.valid_to, now)
    )
    return ends_later or memory.valid_from < stored.valid_from > now


def weighed_against(
    decision: Update | Schedule | Duplicate, incoming: IncomingMemory, near: Sequence[Near], policy: WritePolicy
) -> Decision:
    """What `makes_current` decided, once what contradicts it elsewhere is arbitrated as for a memory that is new: where
    it loses, nothing becomes current. What is only scheduled disputes nothing yet."""
    own = decision.memory.memory_id
    ordered = sorted(near, key=lambda n: (-n.similarity, n.memory.memory_id))
    contest = _contest(incoming, [found for found in ordered if found.memory.memory_id != own], policy)
    if contest.lost is not None:
        return kept(contest.lost[0], incoming, contest.lost[1].value, policy)
    version = decision.version if isinstance(decision, Schedule) else decision.memory
    memory = _until(decision.memory, contest.following, version.version)
    if contest.disputed and not isinstance(decision, Schedule):
        memory, others = _waiting(memory, contest)
        return replace(decision, memory=memory, against=Against(disputed=others, reason=contest.disputed[0][1]))
    if contest.beaten:
        # What was said before holds as far back as it did, the others end where it was said again.
        winner = replace(version, valid_from=max(version.valid_from, incoming.valid_from))
        outcome = superseding(winner, tuple(stored for stored, _ in contest.beaten), contest.beaten[0][1].value)
        return replace(decision, memory=memory, against=Against(beaten=outcome.ended, reason=outcome.reason))
    return replace(decision, memory=memory)


def _says_the_same(found: Near, incoming: IncomingMemory) -> bool:
    """A quarantined memory takes in nothing that is said in other words: the words that stay are its own."""
    if found.related.relation is not Relation.SAME or found.memory.type is not incoming.type:
        return False
    if is_quarantined(found.memory) and incoming.source.tier > found.memory.source.tier:
        return False
    return compatible_keys(found.memory.key, incoming.key)


@dataclass(frozen=True, slots=True)
class _Contest:
    """How the incoming memory fares against what contradicts it, the nearest first. `lost`: the first that keeps it
    out; `following`: what holds from a later day on, and leaves it the time until then."""

    lost: tuple[Memory, ContradictionOutcome] | None = None
    disputed: tuple[tuple[Memory, str], ...] = ()
    beaten: tuple[tuple[Memory, ContradictionOutcome], ...] = ()
    following: tuple[Memory, ...] = ()


def _contest(incoming: IncomingMemory, near: Sequence[Near], policy: WritePolicy) -> _Contest:
    found = _Contest()
    for one in near:
        stored = one.memory
        if one.related.relation is not Relation.CONTRADICTS or not _may_contradict(stored, incoming):
            continue
        outcome = across_keys(claim_of(stored), incoming.claim, policy.arbitration)
        if _asks_a_person(one, incoming, outcome):
            found = replace(found, disputed=(*found.disputed, (stored, one.related.reason)))
            continue
        if _follows(stored, incoming) and outcome not in (
            ContradictionOutcome.INCOMING_HIGHER_TIER,
            ContradictionOutcome.INCOMING_MORE_CONFIDENT,
        ):
            found = replace(found, following=(*found.following, stored))
        elif outcome is ContradictionOutcome.UNDECIDED:
            found = replace(found, disputed=(*found.disputed, (stored, one.related.reason)))
        elif outcome.incoming_stands:
            found = replace(found, beaten=(*found.beaten, (stored, outcome)))
        else:
            return _Contest(lost=(stored, outcome))
    return found


def _asks_a_person(found: Near, incoming: IncomingMemory, outcome: ContradictionOutcome) -> bool:
    """Whether a claim is no update in words, or is contrary to a profile record, which only its source may change."""
    stored = found.memory
    if stored.type is MemoryType.PROFILE and incoming.type is not MemoryType.PROFILE:
        return not outcome.incoming_stands
    return not found.related.settled and stored.source.tier == incoming.source.tier


def _follows(stored: Memory, incoming: IncomingMemory) -> bool:
    """What is scheduled and undisputed stays scheduled, unless the incoming memory outranks it (docs/decisions/013)."""
    if stored.status is Status.PENDING_REVIEW or stored.valid_from <= incoming.recorded_at:
        return False
    return incoming.valid_from < stored.valid_from


def _until(memory: Memory, following: Sequence[Memory], number: int = 1) -> Memory:
    """The memory, the version of that number as it holds before what begins later."""
    if not following:
        return memory
    successor = min(following, key=lambda one: (one.valid_from, one.memory_id))
    version = holder(memory, successor.valid_from)
    if version is None or version.version != number or version.valid_from >= successor.valid_from:
        return memory
    if version.valid_to is not None and version.valid_to <= successor.valid_from:
        return memory
    before = replace(
        version,
        valid_to=successor.valid_from,
        ending=replace(version.ending, superseded_by=successor.memory_id, cut_from=(version.valid_to,)),
    )
    return with_scheduled(memory, before)


def _waiting(memory: Memory, contest: _Contest) -> tuple[Memory, tuple[Memory, ...]]:
    others = tuple(_disputed(stored, memory) for stored, _ in contest.disputed)
    against = tuple(other.memory_id for other in others)
    return replace(memory, status=Status.PENDING_REVIEW, conflicts_with=against), others


def _disputed(stored: Memory, created: Memory) -> Memory:
    against = dict.fromkeys((*stored.conflicts_with, created.memory_id))
    return replace(stored, status=Status.PENDING_REVIEW, conflicts_with=tuple(against), updated_at=created.updated_at)


def superseding(created: Memory, stored: tuple[Memory, ...], reason: str) -> Supersede:
    """What was there ends where the new one begins, and says what took its place: until that day it is what holds."""
    return Supersede(
        replace(created, supersedes=stored[0].memory_id),
        tuple(_succeeded(memory, created, reason) for memory in stored),
        reason,
    )


def _succeeded(stored: Memory, created: Memory, reason: str) -> Memory:
    end = max(created.valid_from, stored.valid_from)
    valid_to = end if stored.valid_to is None else min(stored.valid_to, end)
    if stored.ending.superseded_by != created.memory_id or not stored.ending.cut_from:
        reach = _reach(stored)
        cut_from = (reach,) if valid_to != reach else ()
        stored = replace(stored, ending=replace(stored.ending, cut_from=cut_from))
    if _covers(created, stored):
        return _covered(stored, created, valid_to)
    if stored.valid_from < created.valid_from and created.updated_at < created.valid_from:
        ending = replace(stored.ending, superseded_by=created.memory_id)
        return replace(stored, ending=ending, valid_to=valid_to, updated_at=created.updated_at)
    return replace(
        stored,
        status=Status.SUPERSEDED,
        ending=replace(stored.ending, superseded_by=created.memory_id, at=created.updated_at, because=reason),
        valid_to=valid_to,
        updated_at=created.updated_at,
    )


def _reach(stored: Memory) -> datetime | None:
    """Until when a memory holds, what covers it for a time left out."""
    return stored.valid_to if (again := resumed_in(stored)) is None else again.valid_to


def _covers(created: Memory, stored: Memory) -> bool:
    """Whether the new one ends itself while the other would still hold."""
    reach = _reach(stored)
    begun = stored.valid_from < created.valid_from
    return (
        begun
        and created.valid_to is not None
        and stored.status in RECALLABLE
        and (reach is None or reach > created.valid_to)
    )


def _covered(stored: Memory, created: Memory, valid_to: datetime) -> Memory:
    """It holds until the new one begins, and again once that is over."""
    before = resumed_in(stored)
    covered = stored if before is None else before
    begins = created.valid_to or valid_to
    again = resuming(replace(covered, valid_to=_reach(stored)), begins, stored.head.versions + 1)
    others = tuple(one for one in stored.schedule.upcoming if one is not before)
    upcoming = tuple(sorted((*others, again), key=lambda one: one.valid_from))
    return replace(
        stored,
        valid_to=valid_to,
        updated_at=created.updated_at,
        ending=replace(stored.ending, superseded_by=created.memory_id),
        head=replace(stored.head, versions=stored.head.versions + 1),
        schedule=replace(stored.schedule, upcoming=upcoming),
    )


def _may_contradict(stored: Memory, incoming: IncomingMemory) -> bool:
    if incoming.type not in STATE_LIKE or stored.type not in STATE_LIKE:
        return False
    if stored.status not in (Status.ACTIVE, Status.STALE, Status.PENDING_REVIEW):
        return False
    again = resumed_in(stored)
    return any(_overlap(one, incoming) for one in ((stored,) if again is None else (stored, again)))


def _overlap(stored: Memory, incoming: IncomingMemory) -> bool:
    ends = [end for end in (stored.valid_to, incoming.valid_to) if end is not None]
    return not ends or max(stored.valid_from, incoming.valid_from) < min(ends)
