"""What a memory says once versions of it are gone: the statement that stands among those that are left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from shared.domain.arbitration import Verdict, same_key
from shared.domain.memories import ENDED, Memory, Status
from shared.domain.writeback import landing_status
from shared.domain.writing import WritePolicy, claim_of

_ARBITRATED = frozenset(verdict.value for verdict in Verdict)


def standing(gone: Memory, left: Sequence[Memory], now: datetime, policy: WritePolicy) -> Memory | None:
    """The version that becomes current in place of `gone`, with the head of its audit chain; `None` when none can.

    `left` are its ended versions, in order. What a person rejected stays so; what lost against the version that is gone
    is judged again among the others, as if that had never been written.
    """
    best: Memory | None = None
    for version in left:
        rejected = version.status is Status.REJECTED and version.ended_because not in _ARBITRATED
        if rejected or version.is_expired(now) or version.status is Status.EVICTED:
            continue
        if best is None or same_key(claim_of(best), claim_of(version)).newcomer_stands:
            best = version
    return None if best is None else _current(best, gone, policy)


def carrying(standing: Memory | None, gone: Memory, announced: Sequence[Memory]) -> Memory | None:
    """What stands, with what is left of that which the memory had announced: where nothing stands, the first of it."""
    if standing is None:
        first, *later = announced or (None,)
        return None if first is None else first.at_the_head_of(gone, tuple(later), gone.passed)
    if announced and (standing.valid_to is None or standing.valid_to > announced[0].valid_from):
        standing = replace(standing, valid_to=announced[0].valid_from)
    passed = tuple(version for version in gone.passed if version.version != standing.version)
    return replace(standing, announced=tuple(announced), slots=gone.slots, passed=passed)


def _current(version: Memory, gone: Memory, policy: WritePolicy) -> Memory:
    status = Status.ACTIVE
    if version.status is Status.REJECTED:
        status = landing_status(version.source, version.confidence, policy.writeback)
    if gone.status in ENDED:  # another memory took its place, which its earlier words do not undo
        status = gone.status
    closed = version.status is Status.SUPERSEDED and version.valid_to == gone.valid_from
    return replace(
        version,
        status=status,
        valid_to=None if closed else version.valid_to,
        versions=gone.versions,
        revision=gone.revision,
        created_at=gone.created_at,
        ended_at=gone.ended_at,
        ended_because=gone.ended_because,
        superseded_by=gone.superseded_by,
        audit_sequence=gone.audit_sequence,
        audit_hash=gone.audit_hash,
    )
