"""Correcting a memory: what a person changes in it, and the version that it becomes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.announcing import succeeding
from shared.domain.evidence import Source, trust_of
from shared.domain.memories import Importance, Memory, Metadata, Status, content_hash
from shared.domain.writing import Update, WritePolicy, ended


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person changes in a memory; `None` leaves a field as it is."""

    content: str | None = None
    valid_to: datetime | None = None
    importance: Importance | None = None
    metadata: Metadata | None = None
    flags: tuple[str, ...] = ()


def correct(stored: Memory, correction: Correction, now: datetime, policy: WritePolicy) -> Update:
    """A correction is a person's word: a new version from `human_confirmed`, never a duplicate, never late.

    Other words hold from now on, and never beyond the fact's own end: what is over stays over.
    """
    content = stored.content if correction.content is None else correction.content
    valid_from, valid_to = stored.valid_from, correction.valid_to or stored.valid_to
    if content != stored.content:
        starts = max(valid_from, now)
        valid_from = starts if valid_to is None else min(starts, valid_to)
    number = stored.versions + 1
    successor = replace(
        stored,
        content=content,
        content_hash=stored.content_hash if correction.content is None else content_hash(content),
        sealed=stored.sealed if correction.content is None else None,
        source=max(stored.source, Source.HUMAN_CONFIRMED, key=lambda s: s.tier)
        if content == stored.content
        else Source.HUMAN_CONFIRMED,
        confidence=Source.HUMAN_CONFIRMED.default_confidence,
        trust=trust_of(Source.HUMAN_CONFIRMED),
        status=Status.ACTIVE,
        importance=correction.importance or stored.importance,
        metadata=stored.metadata if correction.metadata is None else correction.metadata,
        flags=tuple(dict.fromkeys((*(stored.flags if content == stored.content else ()), *correction.flags))),
        observed_at=now,
        valid_from=valid_from,
        valid_to=valid_to,
        soft_expires_at=policy.expiry.soft_expiry(stored.type, now),
        hard_expires_at=policy.expiry.hard_expiry(stored.type, now),
        updated_at=now,
        recorded_at=now,
        version=number,
        versions=number,
        supersedes=stored.memory_id,
        conflicts_with=(),
    )
    successor = succeeding(successor, stored, now, "corrected")
    return Update(successor, ended(stored, successor, "corrected"), "corrected")
