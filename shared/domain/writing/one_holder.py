"""One key and one text have one holder: which of two facts stays when both would be current under it.

The other side of `by_key_and_text`, for what did not come in as a write: an earlier version that holds again, a
candidate that became a fact, a correction, a version whose day has come.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.memories.memory import Memory, Status
from shared.domain.writing.arbitration import same_key
from shared.domain.writing.by_key_and_text import confirmed
from shared.domain.writing.by_meaning import MERGED
from shared.domain.writing.decisions import Duplicate, DuplicateBy, WritePolicy
from shared.domain.writing.incoming import claim_of, restated


@dataclass(frozen=True, slots=True)
class OneHolder:
    """`standing` is current and `ended` is not, whichever of the two had the place before. `merged`: both say the same,
    so that `standing` rests on what the other did as well."""

    standing: Memory
    ended: Memory
    merged: bool = False


def one_holder(contender: Memory, holder: Memory, now: datetime, policy: WritePolicy) -> OneHolder:
    """Arbitrated like two statements under one key: the one of the later evidence comes to the other, whichever of them
    was stored first. At equal instants `holder` was there."""
    later, earlier = (contender, holder) if _evidence(contender) >= _evidence(holder) else (holder, contender)
    outcome = same_key(claim_of(earlier), claim_of(later))
    standing, ended = (later, earlier) if outcome.incoming_stands else (earlier, later)
    if standing.content_hash != ended.content_hash:
        return OneHolder(standing, _ended(ended, standing, now, outcome.value))
    again = confirmed(standing, restated(ended, now), DuplicateBy.HASH, policy)
    if isinstance(again, Duplicate) and not again.scheduled:
        standing = replace(again.memory, epoch=max(standing.epoch, ended.epoch))
    return OneHolder(standing, _ended(ended, standing, now, MERGED), merged=True)


def _evidence(memory: Memory) -> str:
    return claim_of(memory).evidence_at


def _ended(memory: Memory, standing: Memory, now: datetime, because: str) -> Memory:
    """It held, if at all, until what stands began to."""
    end = max(standing.valid_from, memory.valid_from)
    valid_to = end if memory.valid_to is None else min(memory.valid_to, end)
    cut_from = (memory.valid_to,) if valid_to != memory.valid_to else ()
    ending = replace(memory.ending, at=now, because=because, superseded_by=standing.memory_id, cut_from=cut_from)
    return replace(
        memory, status=Status.SUPERSEDED, valid_to=valid_to, ending=ending, conflicts_with=(), updated_at=now
    )
