"""The part of a running session in a context: its newest turns, and its events as items to consider. Calls: 2 (the
session with its owner's barrier; the events of its window), one more for the parts of long ones and for more than
100 events. The vectors, the state and the summary are read with the memories (`build_context`)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from shared.domain.context.items import ContextItem, Layer, Reason
from shared.domain.context.shares import ContextPolicy
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Importance
from shared.domain.scopes import Scope
from shared.domain.sessions.event_corrections import corrected_ids
from shared.domain.sessions.event_search import EVIDENCE
from shared.domain.sessions.session import BINDING, Event, EventRole, Session
from shared.domain.sessions.task_state import TaskState
from shared.language.injection.injection_scan import reads_as_instruction
from shared.records import keys
from shared.records.store.reading import Reading
from shared.usecases.services import Services
from shared.usecases.sessions.list_events import stored_events, with_readable_turns
from shared.usecases.sessions.search_session import found_session

# More than that holds no text but for long runs of white space. Long contents are read as far as the budget could hold
# them, which the default never does.
_BYTES_A_TOKEN = 10
# Roles whose orders need no warning: the person, and those who set the agent up.
_TRUSTED = (EventRole.USER, EventRole.SYSTEM)
# How much of a long text is searched for hidden orders.
_SCANNED = 4_000  # characters


@dataclass(frozen=True, slots=True)
class Talk:
    """A session as it was read. `events`: those of its window that may be shown, in their order. `reading`: the
    owner's barrier. `passed_over`: sequences of events that were read and may not be shown; `suppressed`: those of
    them that give orders."""

    session: Session
    reading: Reading
    events: tuple[Event, ...]
    passed_over: frozenset[int] = frozenset()
    suppressed: Counter[str] = field(default_factory=Counter)

    @property
    def considered(self) -> list[Event]:
        """The user's messages, and events that are marked, decisions or approvals."""
        return [event for event in self.events if event.role is EventRole.USER or is_marked(event)]

    @property
    def newest(self) -> Event | None:
        return next((event for event in reversed(self.events) if event.role is EventRole.USER), None)

    def turns(self, policy: ContextPolicy) -> list[list[ContextItem]]:
        """The newest, the newest first, each from the user's message on. What came before the first one is shown event
        by event."""
        found: list[list[ContextItem]] = []
        turn: list[ContextItem] = []
        for event in reversed(self.events):
            turn.insert(0, _shortened(event, self.session, policy))
            if event.role is EventRole.USER:
                found.append(turn)
                turn = []
        starts = self.session.turn_starts
        if not starts or (self.events and self.events[0].sequence < starts[0]):
            found += [[item] for item in reversed(turn)]
        return found[: policy.recent_turns]

    def held(self, event_ids: Sequence[str]) -> dict[str, str]:
        """The texts of those that are whole, by the id that an item has."""
        named = set(event_ids)
        found = (event for event in self.events if event.event_id in named and event.whole)
        return {cited(self.session, event): event.content for event in found}

    def left_out(self, shown: Sequence[str]) -> int:
        """How many of the user's turns and of the marked events are not shown. `shown`: ids of items."""
        wanted = {event.sequence for event in self.considered} | (set(self.session.turn_starts) - self.passed_over)
        there = {cited(self.session, event): event.sequence for event in self.events}
        whole = {there[id] for id in shown if id in there}
        return len(wanted - whole)


def read_talk(services: Services, target: Scope, session_id: str, token_budget: int, policy: ContextPolicy) -> Talk:
    """Raises `NotFound` unless a live session of that id lies in exactly the target scope."""
    session, reading = found_session(services, target, session_id)
    session = with_readable_turns(services, session)
    place = (target, session_id, session.incarnation)
    sequences = session.contribution(policy.window, policy.recent_turns)
    at = [keys.event(*place, sequence) for sequence in reversed(sequences)]
    records = services.records.get(at) if at else []
    found = stored_events(services, session, records, most_bytes=token_budget * _BYTES_A_TOKEN)
    events = sorted(found, key=lambda event: event.sequence)
    corrected = corrected_ids(events, session.withheld) | session.withheld
    allowed = [event for event in events if event.event_id not in corrected and _may_be_shown(event)]
    harmless = [event for event in allowed if not _gives_orders(event)]
    refused = Counter({"gives_orders": len(allowed) - len(harmless)})
    passed_over = {event.sequence for event in events} - {event.sequence for event in harmless}
    return Talk(session, reading, tuple(harmless), frozenset(passed_over), +refused)


def is_marked(event: Event) -> bool:
    return event.importance is not Importance.NORMAL or event.kind in BINDING


def _may_be_shown(event: Event) -> bool:
    """A system prompt is no reference data, unless it is marked: then the operator of the agent wants it kept."""
    return event.role in EVIDENCE or event.importance is not Importance.NORMAL


def _gives_orders(event: Event) -> bool:
    return event.role not in _TRUSTED and reads_as_instruction(event.content[:_SCANNED])


def cited(session: Session, event: Event) -> str:
    """The event as memories cite it."""
    return f"{session.session_id}/{event.event_id}"


def of_event(event: Event, session: Session) -> ContextItem:
    return ContextItem(
        layer=Layer.SESSION,
        label=event.kind.value,
        content=event.content,
        source=event.role.value,
        time=event.occurred_at,
        confidence=EVIDENCE.get(event.role, Source.CONFIG_CHANGE).default_confidence,
        reason=Reason.SESSION,
        event_id=cited(session, event),
        speaker=event.speaker,
        tool=event.tool,
        trust=Trust.UNVERIFIED if event.role is EventRole.TOOL else Trust.DATA,
    )


def _shortened(event: Event, session: Session, policy: ContextPolicy) -> ContextItem:
    item = of_event(event, session)
    most = policy.tool_characters
    if event.role is not EventRole.TOOL or is_marked(event) or len(event.content) <= most:
        return item
    return replace(item, content=event.content[:most].rstrip() + " …")


def of_state(state: TaskState) -> ContextItem | None:
    """Data whose name begins with an underscore belongs to a program: another process continues with it, no model
    reads it. A state of such data alone is that program's record, and says nothing to a model: `None`."""
    lines = [state.state, *(f"pending: {step}" for step in state.pending)]
    if state.evidence_lost:
        lines.append(f"evidence: {state.evidence_lost} events that this state rested on were deleted; check it again")
    shown = {name: value for name, value in state.data.items() if not name.startswith("_")}
    if shown:
        lines.append("data: " + json.dumps(shown, ensure_ascii=False))
    elif state.data and len(lines) == 1:
        return None
    text = "\n".join(lines)
    return ContextItem(Layer.SESSION, "state", text, "task_state", state.updated_at, 1.0, Reason.STATE)
