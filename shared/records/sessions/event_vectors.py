"""The reading of a session's event as a record: its vector, and of a person's turn whether it is remembered. It lies
apart from the event, so that pages of events stay cheap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from shared.domain.extraction.turn_reading import TurnReading
from shared.domain.meaning.centring import Vector
from shared.domain.meaning.kinds import Kind
from shared.domain.sessions.session import Event, Session, SessionPolicy
from shared.records import keys
from shared.records.sessions.session_codec import event_expires_at
from shared.records.store.packed_vectors import packed, unpacked
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Present, Record


@dataclass(frozen=True, slots=True)
class EventVector:
    """`model` names the space, `text_hash` which text was embedded: a vector is of use for these two only. `reading`:
    of a person's turn; `None` of all else."""

    model: str
    text_hash: str
    vector: Vector
    reading: TurnReading | None = None


def event_vector(record: Record) -> EventVector:
    return EventVector(
        model=cast("str", record.attributes["model"]),
        text_hash=cast("str", record.attributes["text_hash"]),
        vector=unpacked(cast("bytes", record.attributes["vector"])),
        reading=_reading(record),
    )


def _reading(record: Record) -> TurnReading | None:
    a = record.attributes
    if "kept" not in a:
        return None
    kind = cast("str | None", a.get("kind"))
    return TurnReading(bool(a["kept"]), cast("float", a["binding"]), None if kind is None else Kind(kind))


def _attributes(reading: TurnReading | None) -> Attributes:
    if reading is None:
        return {}
    kind = None if reading.kind is None else reading.kind.value
    return {"kept": reading.kept, "binding": round(reading.binding, 4), "kind": kind}


def put_event_vector(
    session: Session, event: Event, value: EventVector, reading: Reading, policy: SessionPolicy
) -> Change:
    """Beside its event and never without it. It goes when the event goes: the store's expiry is the event's, and so is
    `recorded_at`, by which a deletion knows what it covers.
    """
    change = reading.put(
        keys.event_vector(session.scope, session.session_id, event.event_id),
        {
            "model": value.model,
            "dimension": len(value.vector),
            "text_hash": value.text_hash,
            "vector": packed(value.vector),
            "recorded_at": event.recorded_at.isoformat(),
            **_attributes(value.reading),
        },
        expires_at=event_expires_at(session, event, policy),
    )
    beside = keys.event(session.scope, session.session_id, session.incarnation, event.sequence)
    return change | Change(checks=(Present(beside),))
