"""What a session tells in a context: what was marked as important, then its last turns, newest first.

Calls: 2 (the session with its owner's barrier, the newest events). The place for the session's state and summary: they
come before the events.
"""

from __future__ import annotations

from shared.domain.context import ContextItem, ContextPolicy, Layer
from shared.domain.events import Event, EventKind, EventRole, Session
from shared.domain.evidence import Source
from shared.domain.injection import reads_as_instruction
from shared.domain.memories import Importance
from shared.domain.scopes import Scope
from shared.records import keys, session_codec
from shared.records.model import Table
from shared.usecases.services import Services
from shared.usecases.sessions import find_session

# What a turn's words are worth as evidence. What the system was told is no reference data and never among them.
_EVIDENCE = {
    EventRole.USER: Source.USER_STATED,
    EventRole.ASSISTANT: Source.AGENT_INFERRED,
    EventRole.TOOL: Source.EXTERNAL_UNVERIFIED,
}
# Whatever their age in the window: they bind what comes after.
_LASTING = (EventKind.DECISION, EventKind.CONFIG_CHANGE, EventKind.APPROVAL)


def session_items(
    services: Services, target: Scope, session_id: str, policy: ContextPolicy
) -> tuple[list[ContextItem], int]:
    """Items by priority, and how many events were withheld because they read as orders and nobody's own word they are.

    Raises `NotFound` unless a live session of that id lies in exactly the target scope.
    """
    session = find_session(services, target, session_id)
    page = services.records.page(
        Table.SESSIONS,
        keys.path(target.owner),
        sk_prefix=keys.incarnation_prefix(session.session_id, session.incarnation),
        limit=policy.window,
        newest_first=True,
    )
    events = [e for record in page.records if (e := session_codec.event(record)).role in _EVIDENCE]
    corrected = {id for event in events for id in event.corrects}
    offered = [e for e in events if e.event_id not in corrected and _is_offered(e, session, policy)]
    kept = [e for e in offered if e.role is EventRole.USER or not reads_as_instruction(e.content)]
    ordered = sorted(kept, key=lambda e: (-e.importance.weight, not _lasts(e), e.kind is EventKind.TOOL_RESULT))
    return [_item(event) for event in ordered], len(offered) - len(kept)


def _is_offered(event: Event, session: Session, policy: ContextPolicy) -> bool:
    first = session.start_of_turns(policy.recent_turns)
    return _lasts(event) or first is None or event.sequence >= first


def _lasts(event: Event) -> bool:
    return event.importance is not Importance.NORMAL or event.kind in _LASTING


def _item(event: Event) -> ContextItem:
    evidence = _EVIDENCE[event.role]
    return ContextItem(
        layer=Layer.SESSION,
        label=event.tool or event.speaker or event.kind.value,
        content=event.content,
        source=event.role.value,
        time=event.occurred_at,
        confidence=evidence.default_confidence,
        turn=not _lasts(event),
    )
