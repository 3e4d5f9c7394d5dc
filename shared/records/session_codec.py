"""Sessions and events to record attributes and back, and which records hold them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, cast

from shared.domain.events import Event, EventKind, EventRole, Session, SessionPolicy
from shared.domain.memories import Importance
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.model import Attributes, Change, Record
from shared.records.reading import Reading


def session(record: Record) -> Session:
    a = cast("Mapping[str, Any]", record.attributes)
    last = a.get("last_event_at")
    return Session(
        session_id=a["session_id"],
        scope=Scope.parse(a["scope"]),
        incarnation=a["incarnation"],
        ttl=timedelta(seconds=a["ttl_seconds"]),
        created_at=_instant(a["created_at"]),
        updated_at=_instant(a["updated_at"]),
        ends_at=_instant(a["ends_at"]),
        last_event_at=None if last is None else _instant(last),
        next_sequence=a["next_sequence"],
        count=a["count"],
        turn_starts=tuple(a["turn_starts"]),
        important=tuple(a.get("important", ())),
        binding=tuple(a.get("binding", ())),
    )


def event(record: Record) -> Event:
    a = cast("Mapping[str, Any]", record.attributes)
    return Event(
        event_id=a["event_id"],
        sequence=a["sequence"],
        role=EventRole(a["role"]),
        content=a["content"],
        occurred_at=_instant(a["occurred_at"]),
        recorded_at=_instant(a["recorded_at"]),
        speaker=a.get("speaker"),
        tool=a.get("tool"),
        importance=Importance(a["importance"]),
        kind=EventKind(a["kind"]),
        corrects=tuple(a.get("corrects", ())),
    )


def put_session(session: Session, reading: Reading, policy: SessionPolicy) -> Change:
    key = keys.session(session.scope, session.session_id)
    expires_at = session.expires_at + policy.store_grace
    return reading.put(key, _session_attributes(session), expires_at=expires_at)


def put_listing(session: Session, policy: SessionPolicy) -> Change:
    """The session in the list of its scope, once, from its creation on."""
    attributes = {"session_id": session.session_id, "recorded_at": session.created_at.isoformat()}
    key = keys.listing(session.scope, session.incarnation)
    return Change(puts=(Record(key, attributes, expires_at=session.ends_at + policy.store_grace),))


def put_event(session: Session, event: Event, actor: str, reading: Reading, policy: SessionPolicy) -> Change:
    """The event and its id. `reading` holds what lies at the id; the session's own guard keeps its place free."""
    expires_at = session.ends_at + policy.store_grace
    key = keys.event(session.scope, session.session_id, session.incarnation, event.sequence)
    change = reading.knowing_absent(key).put(key, _event_attributes(event, actor), expires_at=expires_at)
    return change | reading.put(
        keys.event_id(session.scope, session.session_id, event.event_id),
        {
            "incarnation": session.incarnation,
            "sequence": event.sequence,
            "recorded_at": event.recorded_at.isoformat(),
        },
        expires_at=expires_at,
    )


def holds_event(record: Record | None, session: Session) -> bool:
    """Whether the record at an event's id is this session's: one that had the session's id before may have left it."""
    return record is not None and record.attributes["incarnation"] == session.incarnation


def _session_attributes(session: Session) -> Attributes:
    attributes: dict[str, Any] = {
        "session_id": session.session_id,
        "scope": session.scope.path,
        "incarnation": session.incarnation,
        "ttl_seconds": int(session.ttl.total_seconds()),
        "created_at": session.created_at.isoformat(),
        "recorded_at": session.created_at.isoformat(),
        "updated_at": session.updated_at.isoformat(),
        "ends_at": session.ends_at.isoformat(),
        "next_sequence": session.next_sequence,
        "count": session.count,
        "turn_starts": list(session.turn_starts),
        "important": list(session.important),
        "binding": list(session.binding),
    }
    if session.last_event_at is not None:
        attributes["last_event_at"] = session.last_event_at.isoformat()
    return attributes


def _event_attributes(event: Event, actor: str) -> Attributes:
    """`actor`: the principal whose request it came with, which is another's when somebody acts for the owner."""
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
        "actor": actor,
    }
    return {name: value for name, value in attributes.items() if value is not None and value != []}


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)
