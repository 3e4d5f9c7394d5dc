"""Domain values to record attributes and back, in one place. Instants are stored with the offset they came with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from shared.domain.deletion.barrier import (
    Barrier,
    BarrierState,
    DeletionRequest,
    Mark,
    Receipt,
    RequestStatus,
    Selector,
    SelectorKind,
    Target,
    TargetState,
    TargetStatus,
)
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import (
    Background,
    Basis,
    EmbeddingSpace,
    Ending,
    Expiry,
    Head,
    Importance,
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
from shared.records import keys
from shared.records.memories import contributions
from shared.records.store.record import Attributes, Record


def instant(value: object) -> datetime | None:
    return None if value is None else datetime.fromisoformat(cast("str", value))


def _required(value: object) -> datetime:
    return datetime.fromisoformat(cast("str", value))


def text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _present(attributes: Mapping[str, Any]) -> Attributes:
    """What is absent or empty is not stored; the readers below know the defaults."""
    return {name: value for name, value in attributes.items() if value not in (None, "", [], {}, ())}


def memory_attributes(memory: Memory) -> Attributes:
    """`passed` versions are records of their own."""
    return _present(
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
            "observed_at": text(memory.observed_at),
            "valid_from": text(memory.valid_from),
            "valid_to": text(memory.valid_to),
            "soft_expires_at": text(memory.expiry.soft_at),
            "hard_expires_at": text(memory.expiry.hard_at),
            "created_at": text(memory.created_at),
            "updated_at": text(memory.updated_at),
            "version": memory.version,
            "versions": memory.head.versions,
            "memory_revision": memory.head.revision,
            "purposes": list(memory.purposes),
            "consent_scope": memory.consent_scope,
            "background": background_attributes(memory.background),
            # Text, because it is the caller's: stores need not keep its empty values and number forms apart.
            "metadata": json.dumps(memory.metadata, ensure_ascii=False) if memory.metadata else None,
            "flags": list(memory.flags),
            "supersedes": memory.supersedes,
            "superseded_by": memory.ending.superseded_by,
            "conflicts_with": list(memory.conflicts_with),
            "recorded_at": text(memory.recorded_at),
            "scanned_at": text(memory.upkeep.scanned_at),
            "review_asked_at": text(memory.upkeep.review_asked_at),
            "provenance": json.dumps(memory.basis.provenance) if memory.basis.provenance else None,
            "embedding_model": memory.embedding.model,
            "embedding_dimension": memory.embedding.dimension,
            "binding": memory.meaning.binding or None,
            "older": list(memory.meaning.older),
            "audit_sequence": memory.head.audit_sequence,
            "audit_hash": memory.head.audit_hash,
            "ended_at": text(memory.ending.at),
            "ended_because": memory.ending.because,
            "sealed": memory.sealed,
            "scheduled": [memory_attributes(version) for version in memory.schedule.upcoming],
            "slots": memory.schedule.slots or None,
            "cut_from": [text(end) or "" for end in memory.ending.cut_from],
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
        ),
        confidence=a["confidence"],
        importance=Importance(a["importance"]),
        trust=Trust(a["trust"]),
        status=Status(a["status"]),
        observed_at=_required(a["observed_at"]),
        valid_from=_required(a["valid_from"]),
        valid_to=instant(a.get("valid_to")),
        expiry=Expiry(soft_at=instant(a.get("soft_expires_at")), hard_at=instant(a.get("hard_expires_at"))),
        created_at=_required(a["created_at"]),
        updated_at=_required(a["updated_at"]),
        version=a["version"],
        head=Head(
            versions=a["versions"],
            revision=a["memory_revision"],
            audit_sequence=a.get("audit_sequence", 0),
            audit_hash=a.get("audit_hash", ""),
        ),
        purposes=tuple(a.get("purposes", ())),
        consent_scope=a.get("consent_scope"),
        background=background(a.get("background")),
        metadata=_object(a.get("metadata")) or {},
        flags=tuple(a.get("flags", ())),
        supersedes=a.get("supersedes"),
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
        meaning=Meaning(binding=a.get("binding", 0.0), older=tuple(a.get("older", ()))),
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
    before = [_present({"text": turn.text, "event_id": turn.event_id}) for turn in value.before]
    return _present(
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


def barrier(record: Record | None) -> Barrier:
    """No record: nothing was ever deleted."""
    if record is None:
        return Barrier()
    a = cast("Mapping[str, Any]", record.attributes)
    return Barrier(
        state=BarrierState(a["state"]),
        deleted_before=a["deleted_before"],
        narrow_before=a.get("narrow_before", ""),
        hidden=frozenset(a.get("hidden", ())),
        requests=tuple(a.get("requests", ())),
        revision=record.revision,
        marks=tuple(_mark(mark) for mark in a.get("marks", ())),
    )


def barrier_record(scope: Scope, value: Barrier, next_check_at: datetime | None) -> Record:
    return Record(
        keys.barrier(scope),
        {
            "owner": scope.owner.path,
            "state": value.state.value,
            "deleted_before": value.deleted_before,
            "narrow_before": value.narrow_before,
            "hidden": sorted(value.hidden),
            "requests": list(value.requests),
            **({"marks": [_mark_attributes(mark) for mark in value.marks]} if value.marks else {}),
        },
        value.revision,
        next_check_at=next_check_at,
    )


def _mark_attributes(mark: Mark) -> Attributes:
    return _present(
        {
            "request_id": mark.request_id,
            "kind": mark.selector.kind.value,
            "ids": list(mark.selector.ids),
            "session_id": mark.selector.session_id,
            "scope": mark.scope.path,
            "accepted_at": text(mark.accepted_at),
            "events": sorted(mark.events),
        }
    )


def _mark(a: Mapping[str, Any]) -> Mark:
    return Mark(
        a["request_id"],
        Selector(SelectorKind(a["kind"]), tuple(a.get("ids", ())), a.get("session_id")),
        Scope.parse(a["scope"]),
        _required(a["accepted_at"]),
        frozenset(a.get("events", ())),
    )


def deletion_record(request: DeletionRequest) -> Record:
    receipt = request.receipt
    return Record(
        keys.deletion(request.scope, request.request_id),
        _present(
            {
                "request_id": request.request_id,
                "scope": request.scope.path,
                "places": [[id, place.path] for id, place in request.places],
                "selector_kind": request.selector.kind.value,
                "ids": list(request.selector.ids),
                "session_id": request.selector.session_id,
                "cursors": {target.value: cursor for target, cursor in request.cursors},
                "accepted_at": text(request.accepted_at),
                "actor": request.actor,
                "status": request.status.value,
                "targets": {
                    target.value: [state.status.value, state.attempts, state.removed, state.residue]
                    for target, state in request.targets
                },
                "attempt": request.attempt,
                "completed_at": text(request.completed_at),
                "receipt": receipt_attributes(receipt) if receipt else None,
            }
        ),
        request.revision,
    )


def deletion(record: Record) -> DeletionRequest:
    a = cast("Mapping[str, Any]", record.attributes)
    return DeletionRequest(
        request_id=a["request_id"],
        scope=Scope.parse(a["scope"]),
        places=tuple((id, Scope.parse(place)) for id, place in a.get("places", ())),
        selector=Selector(SelectorKind(a["selector_kind"]), tuple(a.get("ids", ())), a.get("session_id")),
        cursors=tuple((Target(name), cursor) for name, cursor in sorted(a.get("cursors", {}).items())),
        accepted_at=_required(a["accepted_at"]),
        actor=a["actor"],
        status=RequestStatus(a["status"]),
        targets=tuple(
            (Target(name), TargetState(TargetStatus(status), attempts, removed, residue))
            for name, (status, attempts, removed, residue) in sorted(
                a["targets"].items(), key=lambda entry: list(Target).index(Target(entry[0]))
            )
        ),
        attempt=a.get("attempt", 0),
        completed_at=instant(a.get("completed_at")),
        receipt=receipt(a["receipt"]) if "receipt" in a else None,
        revision=record.revision,
    )


def receipt_attributes(value: Receipt) -> Attributes:
    return {
        "number": value.number,
        "request_id": value.request_id,
        "subject": value.subject,
        "selector": value.selector,
        "accepted_at": value.accepted_at,
        "completed_at": value.completed_at,
        "stores": [list(store) for store in value.stores],
        "backups_until": value.backups_until,
        "previous": value.previous,
        "hash": value.hash,
    }


def receipt(attributes: Attributes) -> Receipt:
    a = cast("Mapping[str, Any]", attributes)
    stores = tuple((str(name), int(removed), int(residue)) for name, removed, residue in a["stores"])
    return Receipt(**{**a, "stores": stores})
