"""Which version of a memory is current after others were removed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from shared.domain.errors import LowConfidence
from shared.domain.memories.memory import ENDED, Memory, Status, VersionSchedule
from shared.domain.memories.quarantine import why_quarantined
from shared.domain.writing.admission import initial_status
from shared.domain.writing.arbitration import SameKeyOutcome, same_key
from shared.domain.writing.by_key_and_text import ended
from shared.domain.writing.decisions import WritePolicy
from shared.domain.writing.incoming import claim_of

_ARBITRATED = frozenset(outcome.value for outcome in SameKeyOutcome)


def standing(removed: Memory, remaining: Sequence[Memory], now: datetime, policy: WritePolicy) -> Memory | None:
    """The version that becomes current in place of `removed`, with the head of its audit chain; `None` when none can.

    `left` are its ended versions, in order. What a person rejected stays rejected; what lost against the removed
    version is judged again among the others, as if that version had never been written.
    """
    best: Memory | None = None
    for version in remaining:
        rejected = version.status is Status.REJECTED and version.ending.because not in _ARBITRATED
        if rejected or version.is_expired(now) or version.status is Status.EVICTED:
            continue
        if best is None or same_key(claim_of(best), claim_of(version)).incoming_stands:
            best = version
    return None if best is None else _current(best, removed, policy)


def judged_again(weaker: Memory, history: Sequence[Memory], now: datetime, policy: WritePolicy) -> Memory:
    """What stands once the current version says less than it did: itself, or the version that it loses against now,
    with itself in the history. Those count of which evidence decided, and that are facts: a candidate takes the place
    of nothing, and keeps no fact out."""
    if weaker.status in ENDED:
        return weaker
    rivals = [v for v in history if v.ending.because in _ARBITRATED and _is_fact(v, policy)]
    claims = rivals if weaker.status is Status.CANDIDATE else [*rivals, weaker]
    best = standing(weaker, sorted(claims, key=lambda version: version.version), now, policy)
    if best is None or best.version == weaker.version:
        return weaker
    if best.version > weaker.version:
        because = same_key(claim_of(weaker), claim_of(best)).value
        beaten = ended(weaker, best, because)
        beaten = replace(beaten, ending=replace(beaten.ending, at=now))
    else:
        because = same_key(claim_of(best), claim_of(weaker)).value
        beaten = replace(weaker, status=Status.REJECTED, ending=replace(weaker.ending, at=now, because=because))
    stands = carrying(best, weaker, weaker.schedule.upcoming) or weaker
    passed = (*stands.schedule.passed, replace(beaten, schedule=VersionSchedule()))
    return replace(stands, schedule=replace(stands.schedule, passed=passed))


def restored_status(version: Memory, policy: WritePolicy) -> Status:
    """Of an ended version or memory that holds again: nothing becomes a fact by what is removed beside it."""
    if why_quarantined(version) is not None:
        return Status.CANDIDATE
    try:
        return initial_status(version.source, version.confidence, policy.writeback)
    except LowConfidence:
        return Status.CANDIDATE


def _is_fact(version: Memory, policy: WritePolicy) -> bool:
    return restored_status(version, policy) is not Status.CANDIDATE


def carrying(standing: Memory | None, removed: Memory, scheduled: Sequence[Memory]) -> Memory | None:
    """What is current, with the rest of what the memory had scheduled: if nothing is current, the first of that."""
    if standing is None:
        first, *later = scheduled or (None,)
        return None if first is None else first.at_the_head_of(removed, tuple(later), removed.schedule.passed)
    if scheduled and (standing.valid_to is None or standing.valid_to > scheduled[0].valid_from):
        standing = replace(standing, valid_to=scheduled[0].valid_from)
    passed = tuple(version for version in removed.schedule.passed if version.version != standing.version)
    return replace(standing, schedule=VersionSchedule(tuple(scheduled), removed.schedule.slots, passed))


def _current(version: Memory, removed: Memory, policy: WritePolicy) -> Memory:
    status = restored_status(version, policy)
    if removed.status is Status.CANDIDATE:
        status = Status.CANDIDATE  # which takes the place only of what waits as it does
    if removed.status in ENDED:  # another memory took its place, which its earlier words do not undo
        status = removed.status
    return replace(
        version,
        status=status,
        valid_to=_reopened(version, removed),
        ending=replace(removed.ending, cut_from=()),
        head=removed.head,
        created_at=removed.created_at,
    )


def _reopened(version: Memory, removed: Memory) -> datetime | None:
    """Its validity as it was before what came after cut it off; records from before that was kept tell by the day."""
    if version.ending.cut_from:
        return version.ending.cut_from[0]
    closed = version.status is Status.SUPERSEDED and version.valid_to == removed.valid_from
    return None if closed else version.valid_to
