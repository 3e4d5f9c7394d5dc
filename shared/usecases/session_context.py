"""What a session tells in a context: where its task stands, what was marked as important, its summary, then its last
turns, newest first.

Calls: 2 (the session with its owner's barrier; then everything at known keys: the state, the summary and the events
that can be told, whose places the session's record holds). One batch of DynamoDB reads 100 keys: a session takes more
when more than 98 of its events are important, bind, or belong to the last turns.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from shared.domain.context import ContextItem, ContextPolicy, Layer
from shared.domain.event_memories import EVIDENCE
from shared.domain.events import BINDING, Event, EventRole, Session
from shared.domain.evidence import Source
from shared.domain.injection import reads_as_instruction
from shared.domain.memories import Importance
from shared.domain.scopes import Scope
from shared.domain.summaries import Summary, SummaryStatus
from shared.domain.task_state import TaskState
from shared.records import keys, session_codec, state_codec, summary_codec
from shared.records.model import Record
from shared.usecases.services import Services
from shared.usecases.sessions import find_session

# It quotes whoever spoke, and where a model made it, some of it is the model's own words.
_SUMMARY_CONFIDENCE = Source.AGENT_INFERRED.default_confidence
# Before every turn: sequences begin at 1.
_BEFORE_TURNS = 0


def session_items(services: Services, target: Scope, session_id: str, policy: ContextPolicy) -> list[ContextItem]:
    """Items by priority. Raises `NotFound` unless a live session of that id lies in exactly the target scope."""
    session = find_session(services, target, session_id)
    place = (target, session_id, session.incarnation)
    newest_first = reversed(session.telling(policy.window, policy.recent_turns))
    at = [keys.event(*place, sequence) for sequence in newest_first]
    state, summed_up, *records = services.records.get([keys.state(*place), keys.summary(*place), *at])
    events = [session_codec.event(record) for record in records if record is not None]
    offered = _offered(events, session, policy)
    summary = _shown(summed_up, session)
    return [
        *([] if state is None else [_of_state(state_codec.state(state))]),
        *(_of_event(event) for event in offered if _lasts(event)),
        *([] if summary is None else [_of_summary(summary)]),
        *(_of_event(event) for event in offered if not _lasts(event)),
    ]


def _shown(record: Record | None, session: Session) -> Summary | None:
    """Never one whose source has gone. From the moment on that the deletion of an event is accepted until it is done
    there is none at all: whether the summary rests on that event would take another read."""
    if record is None or session.withheld:
        return None
    summary = summary_codec.summary(record)
    served = summary.status is SummaryStatus.SERVED and any(summary.content.texts())
    return summary if served else None


def _offered(events: Sequence[Event], session: Session, policy: ContextPolicy) -> list[Event]:
    """By importance, then what binds, then what was said, then what tools answered; among equals the newest first."""
    corrected = {id for event in events for id in event.corrects}
    window = session.next_sequence - policy.window
    turns = max(window, session.start_of_turns(policy.recent_turns) or 0)
    offered = [
        event
        for event in events
        if event.role in EVIDENCE
        and event.event_id not in corrected
        and event.event_id not in session.withheld
        and (event.sequence >= (window if event.kind in BINDING else turns) or _is_marked(event))
    ]
    return sorted(offered, key=lambda e: (-e.importance.weight, not _lasts(e), e.role is EventRole.TOOL))


def _is_marked(event: Event) -> bool:
    return event.importance is not Importance.NORMAL


def _lasts(event: Event) -> bool:
    """Told whatever its age in the window."""
    return _is_marked(event) or event.kind in BINDING


def _of_state(state: TaskState) -> ContextItem:
    """Data whose name begins with an underscore is a program's own: another process goes on with it, no model reads
    it."""
    lines = [state.state, *(f"pending: {step}" for step in state.pending)]
    shown = {name: value for name, value in state.data.items() if not name.startswith("_")}
    if shown:
        lines.append("data: " + json.dumps(shown, ensure_ascii=False))
    return ContextItem(Layer.SESSION, "state", "\n".join(lines), "task_state", state.updated_at, 1.0)


def _of_summary(summary: Summary) -> ContextItem:
    """With the turns it shares what is left with the memories: in a long session it could take all of the budget."""
    content = summary.content
    lines = [f"goal: {content.goal}"] if content.goal else []
    lines += [f"constraint: {text}" for text in content.constraints]
    lines += [f"completed: {text}" for text in content.completed]
    lines += [f"pending: {text}" for text in content.pending]
    lines += [f"evidence: {item.text}" for item in content.evidence]
    text = "\n".join(lines)
    return ContextItem(
        layer=Layer.SESSION,
        label="summary",
        content=text,
        source="session_summary",
        time=summary.created_at,
        confidence=_SUMMARY_CONFIDENCE,
        reads_as_instruction=reads_as_instruction(text),
        turn=_BEFORE_TURNS,
    )


def _of_event(event: Event) -> ContextItem:
    return ContextItem(
        layer=Layer.SESSION,
        label=event.tool or event.speaker or event.kind.value,
        content=event.content,
        source=event.role.value,
        time=event.occurred_at,
        confidence=EVIDENCE[event.role].default_confidence,
        reads_as_instruction=event.role is not EventRole.USER and reads_as_instruction(event.content),
        turn=None if _lasts(event) else event.sequence,
    )
