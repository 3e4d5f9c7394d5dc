"""Memories to record attributes and back, in one place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import (
    Background,
    Basis,
    EmbeddingSpace,
    Ending,
    Expiry,
    Head,
    Importance,
    Lifetime,
    Meaning,
    Memory,
    MemoryType,
    Metadata,
    Status,
    Turn,
    Upkeep,
    VersionSchedule,
)
from shared.domain.scopes import Scope
from shared.records.memories import contributions
from shared.records.store.attributes import instant, instant_text, present, required_instant
from shared.records.store.record import Attributes


def memory_attributes(memory: Memory) -> Attributes:
    """`passed` versions are records of their own."""
    return present(
        {
            "memory_id": memory.memory_id,
            "scope": memory.scope.path,
            "type": memory.type.value,
            "key": memory.key,
            "content": memory.content,
            "content_hash": memory.content_hash,
            "source": memory.source.value,
            "source_event_ids": list(memory.basis.event_ids),
            "confidence": memory.confidence,
            "importance": memory.importance.value,
            "trust": memory.trust.value,
            "status": memory.status.value,
            "observed_at": instant_text(memory.observed_at),
            "valid_from": instant_text(memory.valid_from),
            "valid_to": instant_text(memory.valid_to),
            "soft_expires_at": instant_text(memory.expiry.soft_at),
            "hard_expires_at": instant_text(memory.expiry.hard_at),
            "soft_ttl_days": memory.expiry.given.soft_days,
            "hard_ttl_days": memory.expiry.given.hard_days,
            "given_end": instant_text(memory.expiry.given.ends_at),
            "created_at": instant_text(memory.created_at),
            "updated_at": instant_text(memory.updated_at),
            "epoch": memory.epoch or None,
            "origin_epoch": memory.basis.origin_epoch or None,
            "version": memory.version,
            "versions": memory.head.versions,
            "memory_revision": memory.head.revision,
            "key_revision": memory.head.key_revision or None,
            "purposes": list(memory.purposes),
            "consent_scope": memory.consent_scope,
            "background": background_attributes(memory.background),
            # Text, because it is the caller's: stores need not keep its empty values and number forms apart.
            "metadata": json.dumps(memory.metadata, ensure_ascii=False) if memory.metadata else None,
            "flags": list(memory.flags),
            "supersedes": memory.supersedes,
            "resumes": memory.resumes or None,
            "superseded_by": memory.ending.superseded_by,
            "conflicts_with": list(memory.conflicts_with),
            "recorded_at": instant_text(memory.recorded_at),
            "scanned_at": instant_text(memory.upkeep.scanned_at),
            "review_asked_at": instant_text(memory.upkeep.review_asked_at),
            "provenance": json.dumps(memory.basis.provenance) if memory.basis.provenance else None,
            "embedding_model": memory.embedding.model,
            "embedding_dimension": memory.embedding.dimension,
            "binding": memory.meaning.binding or None,
            "older": list(memory.meaning.older),
            "replaced": list(memory.meaning.replaced),
            "audit_sequence": memory.head.audit_sequence,
            "audit_hash": memory.head.audit_hash,
            "ended_at": instant_text(memory.ending.at),
            "ended_because": memory.ending.because,
            "sealed": memory.sealed,
            "scheduled": [memory_attributes(version) for version in memory.schedule.upcoming],
            "slots": memory.schedule.slots or None,
            "cut_from": [instant_text(end) or "" for end in memory.ending.cut_from],
            "contributions": contributions.attributes(memory),
        }
    )


def memory(attributes: Attributes) -> Memory:
    a = cast("Mapping[str, Any]", attributes)
    return Memory(
        memory_id=a["memory_id"],
        scope=Scope.parse(a["scope"]),
        type=MemoryType(a["type"]),
        key=a.get("key"),
        content=a.get("content", ""),
        content_hash=a["content_hash"],
        source=Source(a["source"]),
        basis=Basis(
            event_ids=tuple(a.get("source_event_ids", ())),
            provenance=_object(a.get("provenance")),
            contributions=contributions.contributions_in(a),
            origin_epoch=a.get("origin_epoch", 0),
        ),
        confidence=a["confidence"],
        importance=Importance(a["importance"]),
        trust=Trust(a["trust"]),
        status=Status(a["status"]),
        observed_at=required_instant(a["observed_at"]),
        valid_from=required_instant(a["valid_from"]),
        valid_to=instant(a.get("valid_to")),
        expiry=Expiry(
            soft_at=instant(a.get("soft_expires_at")),
            hard_at=instant(a.get("hard_expires_at")),
            given=Lifetime(a.get("soft_ttl_days"), a.get("hard_ttl_days"), instant(a.get("given_end"))),
        ),
        created_at=required_instant(a["created_at"]),
        updated_at=required_instant(a["updated_at"]),
        epoch=a.get("epoch", 0),
        version=a["version"],
        head=Head(
            versions=a["versions"],
            revision=a["memory_revision"],
            key_revision=a.get("key_revision", 0),
            audit_sequence=a.get("audit_sequence", 0),
            audit_hash=a.get("audit_hash", ""),
        ),
        purposes=tuple(a.get("purposes", ())),
        consent_scope=a.get("consent_scope"),
        background=background(a.get("background")),
        metadata=_object(a.get("metadata")) or {},
        flags=tuple(a.get("flags", ())),
        supersedes=a.get("supersedes"),
        resumes=a.get("resumes", False),
        ending=Ending(
            superseded_by=a.get("superseded_by"),
            at=instant(a.get("ended_at")),
            because=a.get("ended_because"),
            cut_from=tuple(instant(end or None) for end in a.get("cut_from", ())),
        ),
        conflicts_with=tuple(a.get("conflicts_with", ())),
        recorded_at=instant(a.get("recorded_at")),
        upkeep=Upkeep(scanned_at=instant(a.get("scanned_at")), review_asked_at=instant(a.get("review_asked_at"))),
        embedding=EmbeddingSpace(model=a.get("embedding_model"), dimension=a.get("embedding_dimension", 0)),
        meaning=Meaning(a.get("binding", 0.0), tuple(a.get("older", ())), tuple(a.get("replaced", ()))),
        sealed=a.get("sealed"),
        schedule=VersionSchedule(
            upcoming=tuple(memory(version) for version in a.get("scheduled", ())), slots=a.get("slots", 0)
        ),
    )


def _object(value: str | None) -> Metadata | None:
    return None if value is None else cast("Metadata", json.loads(value))


def background_attributes(value: Background | None) -> Attributes | None:
    if value is None:
        return None
    before = [present({"text": turn.text, "event_id": turn.event_id}) for turn in value.before]
    return present(
        {"speaker": value.speaker, "session_id": value.session_id, "position": value.position, "before": before}
    )


def background(value: Mapping[str, Any] | None) -> Background | None:
    if value is None:
        return None
    return Background(
        speaker=value.get("speaker"),
        session_id=value.get("session_id"),
        position=value.get("position"),
        before=tuple(Turn(turn.get("text", ""), turn.get("event_id")) for turn in value.get("before", ())),
    )
