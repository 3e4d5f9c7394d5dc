"""What a reviewer's decision does to the memories under review: the decision as a value, for each kind of review.

| kind                | accept                                        | reject            |
|---------------------|-----------------------------------------------|-------------------|
| conflict            | what is kept holds, the others are superseded | none of them holds |
| candidate           | it is a fact                                  | it is none        |
| sensitive           | it stays as it is                             | it is deleted     |
| stale, eviction     | it is evicted                                 | it is fresh again |
| feedback            | it was wrong: rejected, or corrected with `content` | it was right |

`edit` corrects one memory, `merge` joins the others into one; both supersede the others of a conflict. What stands by a
person's decision is `human_confirmed`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.audit.chain import AuditAction
from shared.domain.errors import Malformed
from shared.domain.memories.contributions import contribution_of, in_words_of, with_contributions
from shared.domain.memories.evidence import Source, Trust, trust_of
from shared.domain.memories.memory import ENDED, Contribution, Importance, Memory, Status
from shared.domain.memories.provenance import contributions_of, named_origins
from shared.domain.memories.quarantine import is_quarantined, without_own_word
from shared.domain.recall.conflicts import strongest_first
from shared.domain.reviews.review import ReviewDecision, ReviewKind
from shared.domain.writing.correction import Correction, correct
from shared.domain.writing.decisions import WritePolicy

BECAUSE = "decided_in_review"


@dataclass(frozen=True, slots=True)
class ReviewDecisionInput:
    """What a reviewer says. `keep` names members; `content` is a correction, and `flags` what was found in it."""

    decision: ReviewDecision
    keep: tuple[str, ...] = ()
    content: str | None = None
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """`before` becomes `after`, or goes for good when that is `None`. `ended` is the version that a correction ends;
    `forbidden`: this statement is not to be concluded again."""

    action: AuditAction
    before: Memory
    after: Memory | None
    ended: Memory | None = None
    forbidden: bool = False


def is_moot(kind: ReviewKind, members: Sequence[Memory]) -> bool:
    """Whether nothing is left to decide, given the members that are there: other evidence or another decision has
    settled it."""
    if kind is ReviewKind.CONFLICT:
        return all(memory.status is not Status.PENDING_REVIEW for memory in members)
    if kind is ReviewKind.CANDIDATE:
        return all(memory.status is not Status.CANDIDATE for memory in members)
    return all(memory.status in ENDED for memory in members)


def effects(
    kind: ReviewKind, members: Sequence[Memory], decision_input: ReviewDecisionInput, now: datetime, policy: WritePolicy
) -> tuple[Effect, ...]:
    """`members` are those that are there now and have not ended; with none left, a decision has no effect.

    Raises `Malformed` for a judgement that says too little or too much for this review.
    """
    _check(kind, decision_input)
    kept = _kept(members, decision_input.keep)
    if not members:
        return ()
    others = [memory for memory in members if memory not in kept]
    match decision_input.decision:
        case ReviewDecision.EDIT:
            return _edit(kind, _one(members, kept), members, decision_input, now, policy)
        case ReviewDecision.MERGE:
            if not kept and decision_input.content is not None:
                # With a text of the reviewer's own it is all one which of them carries it: the strongest.
                kept = strongest_first(members)[:1]
                others = [memory for memory in members if memory not in kept]
            if len(kept) != 1 or not others:
                raise Malformed.field("keep", "must name the one memory that the others are merged into")
            return _merge(kept[0], others, decision_input, now, policy)
        case ReviewDecision.ACCEPT:
            return _accept(kind, members, kept, decision_input, now, policy)
        case ReviewDecision.REJECT:
            return tuple(_refused(kind, memory, now, policy) for memory in members)


def _check(kind: ReviewKind, decision_input: ReviewDecisionInput) -> None:
    decision, content = decision_input.decision, decision_input.content
    corrects = decision in (ReviewDecision.EDIT, ReviewDecision.MERGE) or (
        decision is ReviewDecision.ACCEPT and kind is ReviewKind.FEEDBACK
    )
    if content is not None and not corrects:
        raise Malformed.field("content", "goes with edit, with merge, and with accepted feedback")
    if content is None and decision is ReviewDecision.EDIT:
        raise Malformed.field("content", "must be given to edit")
    if decision_input.keep and decision is ReviewDecision.REJECT:
        raise Malformed.field("keep", "does not go with reject")


def _kept(members: Sequence[Memory], keep: tuple[str, ...]) -> list[Memory]:
    by_id = {memory.memory_id: memory for memory in members}
    if members and any(id not in by_id for id in keep):
        raise Malformed.field("keep", "names a memory that is no member of this review, or none any more")
    return [by_id[id] for id in keep if id in by_id]


def _one(members: Sequence[Memory], kept: Sequence[Memory]) -> Memory:
    chosen = kept or members
    if len(chosen) != 1:
        raise Malformed.field("keep", "must name the one memory that is meant")
    return chosen[0]


def _accept(
    kind: ReviewKind,
    members: Sequence[Memory],
    kept: Sequence[Memory],
    decision_input: ReviewDecisionInput,
    now: datetime,
    policy: WritePolicy,
) -> tuple[Effect, ...]:
    others = [memory for memory in members if memory not in kept]
    match kind:
        case ReviewKind.CONFLICT:
            if not kept and len(members) > 1:
                raise Malformed.field("keep", "must name what holds")
            standing = list(kept or members)
            return (
                *(_confirmed(memory, others if kept else (), now, policy) for memory in standing),
                *(_superseded(memory, standing[0], now) for memory in others if kept),
            )
        case ReviewKind.CANDIDATE:
            return (
                *(_confirmed(memory, (), now, policy) for memory in kept or members),
                *(_rejected(memory, now) for memory in others if kept),
            )
        case ReviewKind.SENSITIVE:
            return tuple(Effect(AuditAction.ACCEPTED, memory, memory) for memory in members)
        case ReviewKind.FEEDBACK if decision_input.content is not None:
            return (_corrected(_one(members, kept), decision_input, now, policy),)
    wrong = _rejected if kind is ReviewKind.FEEDBACK else _evicted
    return (*(_confirmed(memory, (), now, policy) for memory in kept), *(wrong(memory, now) for memory in others))


def _refused(kind: ReviewKind, memory: Memory, now: datetime, policy: WritePolicy) -> Effect:
    if kind in (ReviewKind.CONFLICT, ReviewKind.CANDIDATE):
        return _rejected(memory, now)
    if kind is ReviewKind.SENSITIVE:
        return Effect(AuditAction.DELETION_REQUESTED, memory, None)
    if kind in (ReviewKind.STALE, ReviewKind.EVICTION) and is_quarantined(memory):
        # Fresh again is not verified.
        fresh = replace(memory, expiry=policy.expiry.expiry_of(memory.type, now, memory.expiry.given), updated_at=now)
        return Effect(AuditAction.ACCEPTED, memory, fresh)
    return _confirmed(memory, (), now, policy)


def _edit(
    kind: ReviewKind,
    edited: Memory,
    members: Sequence[Memory],
    decision_input: ReviewDecisionInput,
    now: datetime,
    policy: WritePolicy,
) -> tuple[Effect, ...]:
    correction = _corrected(edited, decision_input, now, policy)
    if kind is not ReviewKind.CONFLICT:
        return (correction,)
    standing = correction.after or edited
    return (correction, *(_superseded(other, standing, now) for other in members if other != edited))


def _merge(
    kept: Memory, others: Sequence[Memory], decision_input: ReviewDecisionInput, now: datetime, policy: WritePolicy
) -> tuple[Effect, ...]:
    """The kept memory's own metadata wins over what comes in; purposes join as in a repetition."""
    base = _confirmed(kept, others, now, policy)
    if decision_input.content is not None:
        base = _corrected(kept, decision_input, now, policy)
    joined = base.after
    if joined is None:
        raise ValueError("a confirmed memory stays")
    reported = list(contributions_of(joined))
    for other in sorted(others, key=lambda memory: memory.observed_at, reverse=True):
        cited = tuple(dict.fromkeys((*joined.basis.event_ids, *other.basis.event_ids)))
        joined = replace(joined, basis=replace(joined.basis, event_ids=cited))
        given = (in_words_of(joined, t, other.content if t.words is None else t.words) for t in contributions_of(other))
        if is_quarantined(other):
            fact = contribution_of(joined, ())
            reported[:0] = (replace(without_own_word(t, fact), backs=False) for t in given)
            continue
        joined = replace(
            joined,
            metadata={**other.metadata, **joined.metadata},
            importance=max(joined.importance, other.importance, key=lambda importance: importance.weight),
            purposes=tuple(dict.fromkeys((*joined.purposes, *other.purposes)))
            if joined.purposes and other.purposes
            else joined.purposes,
            flags=tuple(dict.fromkeys((*joined.flags, *other.flags))),
        )
        # First, because the kept memory's own value wins over older ones.
        reported[:0] = (replace(t, backs=False, key=joined.key) for t in given)
    named = bool(named_origins(joined.basis.provenance))
    joined = replace(
        joined,
        basis=replace(joined.basis, contributions=with_contributions(reported, joined.basis.event_ids, of_copy=named)),
    )
    merged = replace(base, action=AuditAction.MERGED, after=joined)
    return (merged, *(_superseded(other, kept, now) for other in others))


def _confirmed(memory: Memory, beaten: Sequence[Memory], now: datetime, policy: WritePolicy) -> Effect:
    """A person's word for the text as it is: the same version, from the highest source that has said it."""
    source = max(memory.source, Source.HUMAN_CONFIRMED, key=lambda s: s.tier)
    after = replace(
        memory,
        source=source,
        confidence=source.default_confidence,
        trust=memory.trust if memory.trust is Trust.INSTRUCTION else trust_of(source),
        status=Status.ACTIVE,
        observed_at=max(memory.observed_at, now),
        expiry=policy.expiry.expiry_of(memory.type, now, memory.expiry.given),
        updated_at=now,
        supersedes=memory.supersedes or (beaten[0].memory_id if beaten else None),
        conflicts_with=(),
        # What was no fact was checked against nothing.
        upkeep=replace(memory.upkeep, scanned_at=None) if memory.status is Status.CANDIDATE else memory.upkeep,
    )
    after = replace(after, basis=replace(after.basis, contributions=_with_word_for(memory, after)))
    return Effect(AuditAction.ACCEPTED, memory, after)


def _with_word_for(memory: Memory, after: Memory) -> tuple[Contribution, ...]:
    """A person's word for the text is a source of its own; what else the memory says rests on what it did."""
    word = replace(
        contribution_of(after, ()),
        cites=(),
        importance=Importance.NORMAL,
        metadata={},
        flags=(),
        said_in=None,
        backs=False,
    )
    named = bool(named_origins(after.basis.provenance))
    return with_contributions((*contributions_of(memory), word), after.basis.event_ids, of_copy=named)


def _corrected(memory: Memory, decision_input: ReviewDecisionInput, now: datetime, policy: WritePolicy) -> Effect:
    update = correct(memory, Correction(content=decision_input.content, flags=decision_input.flags), now, policy)
    return Effect(AuditAction.CORRECTED, memory, replace(update.memory, conflicts_with=()), ended=update.ended)


def _superseded(memory: Memory, by: Memory, now: datetime) -> Effect:
    """It held, if at all, until what is kept began to."""
    end = max(by.valid_from, memory.valid_from)
    valid_to = end if memory.valid_to is None else min(memory.valid_to, end)
    ended = _ended(memory, Status.SUPERSEDED, now)
    cut_from = (memory.valid_to,) if valid_to != memory.valid_to else ()
    ending = replace(ended.ending, superseded_by=by.memory_id, cut_from=cut_from)
    return Effect(AuditAction.SUPERSEDED, memory, replace(ended, ending=ending, valid_to=valid_to))


def _rejected(memory: Memory, now: datetime) -> Effect:
    return Effect(AuditAction.REJECTED, memory, _ended(memory, Status.REJECTED, now), forbidden=True)


def _evicted(memory: Memory, now: datetime) -> Effect:
    return Effect(AuditAction.EVICTED, memory, _ended(memory, Status.EVICTED, now))


def _ended(memory: Memory, status: Status, now: datetime) -> Memory:
    return replace(memory, status=status, ending=replace(memory.ending, at=now, because=BECAUSE), updated_at=now)
