"""Correcting a memory: what a person changes in it, and the version that it becomes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.memories.contributions import contribution_of, with_contributions
from shared.domain.memories.evidence import Source, Trust, trust_of
from shared.domain.memories.memory import (
    Background,
    Contribution,
    Importance,
    Memory,
    Metadata,
    Status,
    content_hash,
)
from shared.domain.memories.provenance import contributions_of, named_origins
from shared.domain.memories.scheduled import succeeding
from shared.domain.writing.by_key_and_text import ended
from shared.domain.writing.decisions import Correct, WritePolicy
from shared.language.secrets.secret_scan import flags, scan_fields


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person changes in a memory; `None` leaves a field as it is."""

    content: str | None = None
    valid_to: datetime | None = None
    importance: Importance | None = None
    metadata: Metadata | None = None
    flags: tuple[str, ...] = ()
    # Of what waits for a reviewer, by somebody who is none.
    waits: bool = False


def correct(stored: Memory, correction: Correction, now: datetime, policy: WritePolicy) -> Correct:
    """A correction is a person's word: a new version from `human_confirmed`, never a duplicate, never late.

    Other words hold from now on, and never beyond the fact's own end: what is over stays over. What `waits` for a
    reviewer goes on waiting, as the evidence that it is.
    """
    content = stored.content if correction.content is None else correction.content
    valid_from, valid_to = stored.valid_from, correction.valid_to or stored.valid_to
    if content != stored.content:
        starts = max(valid_from, now)
        valid_from = starts if valid_to is None else min(starts, valid_to)
    number = stored.head.versions + 1
    successor = replace(
        stored,
        content=content,
        content_hash=stored.content_hash if correction.content is None else content_hash(content),
        sealed=stored.sealed if correction.content is None else None,
        source=max(stored.source, Source.HUMAN_CONFIRMED, key=lambda s: s.tier)
        if content == stored.content
        else Source.HUMAN_CONFIRMED,
        confidence=Source.HUMAN_CONFIRMED.default_confidence,
        trust=stored.trust if stored.trust is Trust.INSTRUCTION else trust_of(Source.HUMAN_CONFIRMED),
        status=Status.ACTIVE,
        importance=correction.importance or stored.importance,
        metadata=stored.metadata if correction.metadata is None else correction.metadata,
        flags=tuple(dict.fromkeys((*_flags_kept(stored, correction), *correction.flags))),
        observed_at=now,
        valid_from=valid_from,
        valid_to=valid_to,
        expiry=policy.expiry.expiry_of(stored.type, now, stored.expiry.given),
        updated_at=now,
        recorded_at=now,
        version=number,
        head=replace(stored.head, versions=number),
        supersedes=stored.memory_id,
        ending=replace(stored.ending, cut_from=()),
        conflicts_with=(),
    )
    if correction.waits:
        successor = replace(
            successor,
            source=stored.source,
            confidence=stored.confidence,
            trust=stored.trust,
            status=Status.CANDIDATE,
            observed_at=stored.observed_at,
            flags=tuple(dict.fromkeys((*stored.flags, *correction.flags))),
        )
    successor = replace(successor, basis=replace(successor.basis, contributions=_stated(stored, successor, correction)))
    successor = succeeding(successor, stored, now, "corrected")
    return Correct(successor, ended(stored, successor, "corrected"))


def _flags_kept(stored: Memory, correction: Correction) -> tuple[str, ...]:
    """Other words have flags of their own; what stays beside them keeps its."""
    if correction.content is None or correction.content == stored.content:
        return stored.flags
    back = stored.background or Background()
    rest = {
        "key": stored.key,
        "metadata": stored.metadata if correction.metadata is None else None,
        "background": {"speaker": back.speaker or "", "before": [turn.text for turn in back.before]},
        "purposes": list(stored.purposes),
        "consent_scope": stored.consent_scope,
    }
    return flags(scan_fields({name: value for name, value in rest.items() if value}))


def _stated(stored: Memory, successor: Memory, correction: Correction) -> tuple[Contribution, ...]:
    """Other words are a person's own, and rest on nothing else: what the memory rested on goes on giving what the
    person left as it was. Who corrects something beside the words has not said them, and they rest on what they did."""
    fixed = tuple(_overruled(contribution, successor, correction) for contribution in contributions_of(stored))
    named = bool(named_origins(successor.basis.provenance))
    if correction.content is None:
        highest = (replace(t, source=successor.source, confidence=successor.confidence) for t in fixed)
        raised = tuple(replace(t, trust=successor.trust, status=successor.status) for t in highest)
        return with_contributions(raised, successor.basis.event_ids, of_copy=named)
    own = replace(
        contribution_of(successor, ()),
        cites=(),
        importance=correction.importance or Importance.NORMAL,
        metadata=correction.metadata or {},
        valid_to=correction.valid_to,
        flags=correction.flags,
        said_in=None,
        backs=False,
    )
    others = (t if successor.content == stored.content else replace(t, words="") for t in fixed)
    return with_contributions((*others, own), successor.basis.event_ids, of_copy=named)


def _overruled(contribution: Contribution, successor: Memory, correction: Correction) -> Contribution:
    """A contribution without what the person said otherwise."""
    importance = contribution.importance if correction.importance is None else successor.importance
    metadata = contribution.metadata if correction.metadata is None else successor.metadata
    ends = contribution.valid_to if correction.valid_to is None else successor.valid_to
    return replace(
        contribution, importance=importance, metadata=metadata, valid_from=successor.valid_from, valid_to=ends
    )
