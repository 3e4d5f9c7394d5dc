"""Sessions and events to record attributes and back, and which records hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from shared.domain.memories.memory import Importance
from shared.domain.scopes import Scope
from shared.domain.sessions.long_content import beginning_and_parts
from shared.domain.sessions.session import Event, EventKind, EventRole, Session, SessionPolicy
from shared.records import keys
from shared.records.store.attributes import instant, required_instant
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Key, Record


def session(record: Record) -> Session:
    a = cast("Mapping[str, Any]", record.attributes)
    last = a.get("last_event_at")
    return Session(
        session_id=a["session_id"],
        scope=Scope.parse(a["scope"]),
        incarnation=a["incarnation"],
        ttl=timedelta(seconds=a["ttl_seconds"]),
        created_at=required_instant(a["created_at"]),
        updated_at=required_instant(a["updated_at"]),
        kept_until=required_instant(a.get("kept_until") or a["ends_at"]),
        last_event_at=instant(last),
        next_sequence=a["next_sequence"],
        count=a["count"],
        turn_starts=tuple(a["turn_starts"]),
        important=tuple(a.get("important", ())),
        binding=tuple(a.get("binding", ())),
        opening=a.get("opening"),
        long_bytes=a.get("long_bytes", 0),
        ended_at=instant(a.get("ended_at")),
        epoch=record.epoch,
    )


def event(record: Record, parts: Sequence[Record] | None = None) -> Event:
    """`parts`: the records at `part_keys`; without them it is the beginning of a long one."""
    a = cast("Mapping[str, Any]", record.attributes)
    content = a["content"] + "".join(cast("str", part.attributes["content"]) for part in parts or ())
    return Event(
        event_id=a["event_id"],
        sequence=a["sequence"],
        role=EventRole(a["role"]),
        content=content,
        occurred_at=required_instant(a["occurred_at"]),
        recorded_at=required_instant(a["recorded_at"]),
        speaker=a.get("speaker"),
        tool=a.get("tool"),
        importance=Importance(a["importance"]),
        kind=EventKind(a["kind"]),
        corrects=tuple(a.get("corrects", ())),
        actor=a.get("actor"),
        whole=parts is not None or not part_count(record),
        bound=tuple(a.get("bound", ())),
    )


def part_count(record: Record) -> int:
    """How many parts the content of an event goes on in; of its record, or of the record at its id."""
    return cast("int", record.attributes.get("parts", 0))


def sequence(record: Record) -> int:
    """Of an event's record, or of the record at its id."""
    return cast("int", record.attributes["sequence"])


def event_at(scope: Scope, session_id: str, pointer: Record) -> Key:
    """Where the event lies that the record at its id points to."""
    return keys.event(scope, session_id, cast("str", pointer.attributes["incarnation"]), sequence(pointer))


def content_bytes(record: Record) -> int:
    """Of the whole content of an event in UTF-8, at most."""
    return cast("int", record.attributes.get("bytes") or len(cast("str", record.attributes["content"]).encode()))


def parts_at(scope: Scope, session_id: str, event_id: str, pointer: Record) -> list[Key]:
    """Where the parts lie of the event that the record at its id points to."""
    incarnation = cast("str", pointer.attributes["incarnation"])
    return part_keys(scope, session_id, incarnation, event_id, part_count(pointer))


def part_keys(scope: Scope, session_id: str, incarnation: str, event_id: str, count: int) -> list[Key]:
    return [keys.event_part(scope, session_id, incarnation, event_id, number) for number in range(1, count + 1)]


def put_session(session: Session, reading: Reading, policy: SessionPolicy) -> Change:
    """It outlives the session, which nobody sees then, for the work that its completion has queued."""
    key = keys.session(session.scope, session.session_id)
    expires_at = session.expires_at + policy.work_grace
    return reading.put(key, session_attributes(session), expires_at=expires_at)


def put_listing(session: Session, policy: SessionPolicy) -> Change:
    """The session in the list of its scope, from its creation on."""
    attributes = {"session_id": session.session_id, "recorded_at": session.created_at.isoformat()}
    key = keys.listing(session.scope, session.incarnation)
    return Change(puts=(Record(key, attributes, expires_at=session.kept_until + policy.store_grace),))


def event_expires_at(session: Session, event: Event, policy: SessionPolicy) -> datetime:
    """Of what comes and goes with the event."""
    return event.recorded_at + policy.life(session.ttl) + policy.store_grace


def put_event(session: Session, event: Event, reading: Reading, policy: SessionPolicy) -> Change:
    """The event, its id, and the parts of a long content, which nobody sees before or without it. `reading` holds what
    lies at the id; the session's own guard keeps its place free."""
    expires_at = event_expires_at(session, event, policy)
    key = keys.event(session.scope, session.session_id, session.incarnation, event.sequence)
    beginning, parts = beginning_and_parts(event.content, policy)
    length = {"parts": len(parts), "bytes": len(event.content.encode())} if parts else {}
    attributes = {**_event_attributes(event), "content": beginning, **length}
    change = reading.knowing_absent(key).put(key, attributes, expires_at=expires_at)
    at = part_keys(session.scope, session.session_id, session.incarnation, event.event_id, len(parts))
    recorded_at = event.recorded_at.isoformat()
    change |= Change(
        puts=tuple(
            Record(key, {"content": part, "recorded_at": recorded_at}, expires_at=expires_at)
            for key, part in zip(at, parts, strict=True)
        )
    )
    return change | reading.put(
        keys.event_id(session.scope, session.session_id, event.event_id),
        {"incarnation": session.incarnation, "sequence": event.sequence, "recorded_at": recorded_at, **length},
        expires_at=expires_at,
    )


def holds_event(record: Record | None, session: Session) -> bool:
    """Whether the record at an event's id is this session's: one that had the session's id before may have left it."""
    return record is not None and record.attributes["incarnation"] == session.incarnation


def session_attributes(session: Session) -> Attributes:
    attributes: dict[str, Any] = {
        "session_id": session.session_id,
        "scope": session.scope.path,
        "incarnation": session.incarnation,
        "ttl_seconds": int(session.ttl.total_seconds()),
        "created_at": session.created_at.isoformat(),
        "recorded_at": session.created_at.isoformat(),
        "updated_at": session.updated_at.isoformat(),
        "kept_until": session.kept_until.isoformat(),
        "long_bytes": session.long_bytes,
        "next_sequence": session.next_sequence,
        "count": session.count,
        "turn_starts": list(session.turn_starts),
        "important": list(session.important),
        "binding": list(session.binding),
    }
    if session.opening is not None:
        attributes["opening"] = session.opening
    if session.last_event_at is not None:
        attributes["last_event_at"] = session.last_event_at.isoformat()
    if session.ended_at is not None:
        attributes["ended_at"] = session.ended_at.isoformat()
    return attributes


def _event_attributes(event: Event) -> dict[str, Any]:
    attributes: dict[str, Any] = {
        "event_id": event.event_id,
        "sequence": event.sequence,
        "role": event.role.value,
        "content": event.content,
        "occurred_at": event.occurred_at.isoformat(),
        "recorded_at": event.recorded_at.isoformat(),
        "speaker": event.speaker,
        "tool": event.tool,
        "importance": event.importance.value,
        "kind": event.kind.value,
        "corrects": list(event.corrects),
        "actor": event.actor,
        "bound": list(event.bound),
    }
    return {name: value for name, value in attributes.items() if value is not None and value != []}
