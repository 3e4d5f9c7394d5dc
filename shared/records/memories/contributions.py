"""What each write gave of a fact, as it lies in the memory's record: what is as usual is left out, and the events are
named by their place among the memory's sources, for ids are long."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from shared.domain.memories.evidence import Source, Trust, trust_of
from shared.domain.memories.memory import Importance, Memory, Status, Telling
from shared.records.store.record import Attributes


def attributes(memory: Memory) -> list[Attributes]:
    places = {source: place for place, source in enumerate(memory.source_event_ids)}
    return [_attributes(telling, places) for telling in memory.told]


def _attributes(telling: Telling, places: Mapping[str, int]) -> Attributes:
    found: dict[str, Any] = {
        "source": telling.source.value,
        "confidence": telling.confidence,
        "trust": None if telling.trust is trust_of(telling.source) else telling.trust.value,
        "importance": None if telling.importance is Importance.NORMAL else telling.importance.value,
        "status": None if telling.status is Status.ACTIVE else telling.status.value,
        "observed_at": telling.observed_at.isoformat(),
        "recorded_at": telling.recorded_at.isoformat(),
        "valid_from": telling.valid_from.isoformat(),
        "valid_to": None if telling.valid_to is None else telling.valid_to.isoformat(),
        "cites": [places.get(source, source) for source in telling.cites],
        "origins": list(telling.origins),
        "key": telling.key,
        "purposes": list(telling.purposes),
        "consent_scope": telling.consent_scope,
        "metadata": json.dumps(telling.metadata, ensure_ascii=False) if telling.metadata else None,
        "flags": list(telling.flags),
        "said_in": telling.said_in,
        "backs": telling.backs or None,
    }
    kept: dict[str, Any] = {name: value for name, value in found.items() if value is not None and value != []}
    return kept if telling.words is None else {**kept, "words": telling.words}


def told(of_memory: Mapping[str, Any]) -> tuple[Telling, ...]:
    sources = of_memory.get("source_event_ids", ())
    return tuple(_telling(a, sources) for a in of_memory.get("told", ()))


def _telling(a: Mapping[str, Any], sources: list[str]) -> Telling:
    source = Source(a["source"])
    valid_to = a.get("valid_to")
    return Telling(
        source=source,
        confidence=a["confidence"],
        trust=Trust(a["trust"]) if "trust" in a else trust_of(source),
        importance=Importance(a.get("importance", Importance.NORMAL.value)),
        status=Status(a.get("status", Status.ACTIVE.value)),
        observed_at=_instant(a["observed_at"]),
        recorded_at=_instant(a["recorded_at"]),
        valid_from=_instant(a["valid_from"]),
        valid_to=None if valid_to is None else _instant(valid_to),
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
    )


def _instant(value: object) -> datetime:
    return datetime.fromisoformat(cast("str", value))
