"""A session's event in the form of a memory, for a recall that looks at the session as well."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from shared.domain.events import Event, EventRole, Session
from shared.domain.evidence import Source, Trust, trust_of
from shared.domain.memories import Background, Memory, MemoryType, Status, content_hash

# What a turn's words are worth as evidence. What the system was told is nobody's evidence.
EVIDENCE: Mapping[EventRole, Source] = MappingProxyType(
    {
        EventRole.USER: Source.USER_STATED,
        EventRole.ASSISTANT: Source.AGENT_INFERRED,
        EventRole.TOOL: Source.EXTERNAL_UNVERIFIED,
    }
)
# What events are, for a recall that names the types it wants.
EVENT_TYPE = MemoryType.EPISODIC


def event_memory(event: Event, session: Session) -> Memory:
    """Its id is `session_id/event_id`, by which memories cite the event. It is stored as an event alone: nothing of
    what is done to memories can be done to it."""
    source = EVIDENCE[event.role]
    cited = f"{session.session_id}/{event.event_id}"
    return Memory(
        memory_id=cited,
        scope=session.scope,
        type=EVENT_TYPE,
        key=None,
        content=event.content,
        content_hash=content_hash(event.content),
        source=source,
        source_event_ids=(cited,),
        confidence=source.default_confidence,
        importance=event.importance,
        trust=Trust.UNVERIFIED if event.role is EventRole.TOOL else trust_of(source),
        status=Status.ACTIVE,
        observed_at=event.occurred_at,
        valid_from=event.occurred_at,
        valid_to=None,
        soft_expires_at=None,
        hard_expires_at=session.expires_at,
        created_at=event.recorded_at,
        updated_at=event.recorded_at,
        background=Background(event.speaker, session.session_id, event.sequence),
    )


def cites(memory: Memory, event: Memory) -> bool:
    """Whether a memory was made of the event: it says the same, and is what lasts."""
    if event.memory_id in memory.source_event_ids:
        return True
    said_in = memory.background.session_id if memory.background is not None else None
    session_id, _, event_id = event.memory_id.partition("/")
    return said_in == session_id and event_id in memory.source_event_ids
