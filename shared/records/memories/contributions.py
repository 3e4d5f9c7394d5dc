"""What each write gave of a fact, as it lies in the memory's record: what is as usual is left out, and the events are
named by their place among the memory's sources, for ids are long."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from shared.domain.memories.evidence import Source, Trust, trust_of
from shared.domain.memories.memory import Contribution, Importance, Memory, Status
from shared.records.store.attributes import instant, required_instant
from shared.records.store.record import Attributes


def attributes(memory: Memory) -> list[Attributes]:
    places = {source: place for place, source in enumerate(memory.basis.event_ids)}
    return [_attributes(contribution, places) for contribution in memory.basis.contributions]


def _attributes(contribution: Contribution, places: Mapping[str, int]) -> Attributes:
    found: dict[str, Any] = {
        "source": contribution.source.value,
        "confidence": contribution.confidence,
        "trust": None if contribution.trust is trust_of(contribution.source) else contribution.trust.value,
        "importance": None if contribution.importance is Importance.NORMAL else contribution.importance.value,
        "status": None if contribution.status is Status.ACTIVE else contribution.status.value,
        "observed_at": contribution.observed_at.isoformat(),
        "recorded_at": contribution.recorded_at.isoformat(),
        "valid_from": contribution.valid_from.isoformat(),
        "valid_to": None if contribution.valid_to is None else contribution.valid_to.isoformat(),
        "cites": [places.get(source, source) for source in contribution.cites],
        "origins": list(contribution.origins),
        "key": contribution.key,
        "purposes": list(contribution.purposes),
        "consent_scope": contribution.consent_scope,
        "metadata": json.dumps(contribution.metadata, ensure_ascii=False) if contribution.metadata else None,
        "flags": list(contribution.flags),
        "said_in": contribution.said_in,
        "backs": contribution.backs or None,
        "epoch": contribution.epoch or None,
        "origin_epoch": contribution.origin_epoch or None,
    }
    kept: dict[str, Any] = {name: value for name, value in found.items() if value is not None and value != []}
    return kept if contribution.words is None else {**kept, "words": contribution.words}


def contributions_in(of_memory: Mapping[str, Any]) -> tuple[Contribution, ...]:
    sources = of_memory.get("source_event_ids", ())
    return tuple(_contribution(a, sources) for a in of_memory.get("contributions", ()))


def _contribution(a: Mapping[str, Any], sources: list[str]) -> Contribution:
    source = Source(a["source"])
    valid_to = a.get("valid_to")
    return Contribution(
        source=source,
        confidence=a["confidence"],
        trust=Trust(a["trust"]) if "trust" in a else trust_of(source),
        importance=Importance(a.get("importance", Importance.NORMAL.value)),
        status=Status(a.get("status", Status.ACTIVE.value)),
        observed_at=required_instant(a["observed_at"]),
        recorded_at=required_instant(a["recorded_at"]),
        valid_from=required_instant(a["valid_from"]),
        valid_to=instant(valid_to),
        cites=tuple(place if isinstance(place, str) else sources[int(place)] for place in a.get("cites", ())),
        origins=tuple(a.get("origins", ())),
        key=a.get("key"),
        purposes=tuple(a.get("purposes", ())),
        consent_scope=a.get("consent_scope"),
        metadata=json.loads(a["metadata"]) if "metadata" in a else {},
        flags=tuple(a.get("flags", ())),
        said_in=a.get("said_in"),
        backs=a.get("backs", False),
        words=a.get("words"),
        epoch=a.get("epoch", 0),
        origin_epoch=a.get("origin_epoch", 0),
    )
