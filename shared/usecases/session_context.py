"""What a session tells in a context: where its task stands, what was marked as important, its summary statement by
statement, what a person forbade in the midst of talk, then its last turns.

Calls: 2 (the session with its owner's barrier; then everything at known keys: the state, the summary and the events
that can be told, whose places the session's record holds). One batch of DynamoDB reads 100 keys: a session takes more
when more than 98 of its events are important, bind, or belong to the last turns, and one more for the parts of long
ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from shared.domain.context import Claim, ContextItem, ContextPolicy, Layer
from shared.domain.corrections import corrected_ids
from shared.domain.event_memories import EVIDENCE
from shared.domain.events import BINDING, Event, EventKind, EventRole, Session
from shared.domain.evidence import Source
from shared.domain.injection import reads_as_instruction
from shared.domain.memories import Importance, content_hash
from shared.domain.prohibitions import prohibitions
from shared.domain.protected import is_veto
from shared.domain.scopes import Scope
from shared.domain.summaries import Evidence, Summary, SummaryContent, SummaryStatus
from shared.domain.task_state import TaskState
from shared.records import keys, state_codec, summary_codec
from shared.records.model import Record
from shared.usecases.event_pages import with_readable_turns
from shared.usecases.services import Services
from shared.usecases.sessions import find_session
from shared.usecases.stored_events import stored_events

# More than that holds no text but for long runs of white space. Long contents are read as far as the budget could hold
# them, which the default never does; the others are left out as a whole, and counted.
_BYTES_A_TOKEN = 10
# It quotes whoever spoke, and where a model made it, some of it is the model's own words.
_SUMMARY_CONFIDENCE = Source.AGENT_INFERRED.default_confidence
# Whose orders need no warning: the person's, and those of whoever set the agent up.
_TRUSTED = (EventRole.USER, EventRole.SYSTEM)


@dataclass(frozen=True, slots=True)
class SessionTold:
    """`left_out`: events that could be told and are not offered, because they lie further back."""

    items: tuple[ContextItem, ...] = ()
    left_out: int = 0


def session_told(
    services: Services, target: Scope, session_id: str, token_budget: int, policy: ContextPolicy
) -> SessionTold:
    """Items by priority. Raises `NotFound` unless a live session of that id lies in exactly the target scope."""
    session = with_readable_turns(services, find_session(services, target, session_id))
    place = (target, session_id, session.incarnation)
    newest_first = reversed(session.telling(policy.window, policy.recent_turns))
    at = [keys.event(*place, sequence) for sequence in newest_first]
    state, summed_up, *records = services.records.get([keys.state(*place), keys.summary(*place), *at])
    events = stored_events(services, session, records, most_bytes=token_budget * _BYTES_A_TOKEN)
    offered = _offered(events, session, policy)
    summary = _shown(summed_up, session)
    of_events = [_of_event(event) for event in offered if _lasts(event) or event.sequence >= _talk(session, policy)]
    in_order = sorted(offered, key=lambda event: event.sequence)
    forbidden = [item for event in in_order if not _lasts(event) for item in _forbidden(event)]
    items = [
        *([] if state is None else [_of_state(state_codec.state(state))]),
        *(item for item in of_events if item.claim is not Claim.TALK),
        *_in_their_order([] if summary is None else [*_of_summary(summary, of_events)], forbidden),
        *(item for item in of_events if item.claim is Claim.TALK),
    ]
    return SessionTold(tuple(items), _left_out(session, events, len(of_events)))


def _shown(record: Record | None, session: Session) -> Summary | None:
    """Never one whose source has gone. From the moment on that the deletion of an event is accepted until it is done
    there is none at all: whether the summary rests on that event would take another read."""
    if record is None or session.withheld:
        return None
    summary = summary_codec.summary(record)
    served = summary.status is SummaryStatus.SERVED and any(summary.content.texts())
    return summary if served else None


def _offered(events: Sequence[Event], session: Session, policy: ContextPolicy) -> list[Event]:
    """By importance, then what binds, then what was said, then what tools answered; among equals the newest first. A
    long event of which only the beginning was read is left out: no item is told by half."""
    corrected = corrected_ids(events, session.withheld)
    window = session.next_sequence - policy.window
    turns = _talk(session, policy)
    offered = [
        event
        for event in events
        if _may_be_told(event)
        and event.event_id not in corrected
        and event.event_id not in session.withheld
        and event.whole
        and (event.sequence >= (window if event.kind in BINDING else turns) or _is_marked(event) or event.forbids)
    ]
    return sorted(offered, key=lambda e: (-e.importance.weight, not _lasts(e), e.role is EventRole.TOOL))


def _talk(session: Session, policy: ContextPolicy) -> int:
    """The first sequence of the last turns."""
    return max(session.next_sequence - policy.window, session.start_of_turns(policy.recent_turns) or 0)


def _left_out(session: Session, events: Sequence[Event], offered: int) -> int:
    """Of what lies further back it is not known who spoke: prompts of the system there are counted with the rest."""
    prompts = {event.event_id for event in events if not _may_be_told(event)}
    return max(0, session.count - offered - len(corrected_ids(events, session.withheld) | session.withheld | prompts))


def _may_be_told(event: Event) -> bool:
    """A prompt of the system is no reference data, unless it is marked: then whoever runs the agent holds to it."""
    return event.role in EVIDENCE or _is_marked(event)


def _is_marked(event: Event) -> bool:
    return event.importance is not Importance.NORMAL


def _lasts(event: Event) -> bool:
    """Told whatever its age in the window."""
    return _is_marked(event) or event.kind in BINDING


def _claim(event: Event) -> Claim:
    if not _lasts(event):
        return Claim.TALK
    return Claim.CONSTRAINT if event.role in _TRUSTED and is_veto(event.content) else Claim.OWN


def _of_state(state: TaskState) -> ContextItem:
    """Data whose name begins with an underscore is a program's own: another process goes on with it, no model reads
    it."""
    lines = [state.state, *(f"pending: {step}" for step in state.pending)]
    shown = {name: value for name, value in state.data.items() if not name.startswith("_")}
    if shown:
        lines.append("data: " + json.dumps(shown, ensure_ascii=False))
    return ContextItem(Layer.SESSION, "state", "\n".join(lines), "task_state", state.updated_at, 1.0)


def _of_summary(summary: Summary, events: Sequence[ContextItem]) -> Iterator[ContextItem]:
    """Its statements in the order in which they take their room: constraints, the oldest first, then the goal, then
    the newest of what is pending, done and quoted. What an event that lasts says as a whole is not said twice, a
    constraint only where the event is one too. What needs a warning constrains nobody."""
    said = {content_hash(item.content): item for item in events if item.claim is not Claim.TALK}
    for part, text, said_by in _statements(summary.content):
        warned = said_by is not EventRole.USER and reads_as_instruction(text)
        claim = Claim.SUMMARY if warned else _CLAIMS.get(part, Claim.SUMMARY)
        event = said.get(content_hash(text))
        if text.strip() and (event is None or (claim is Claim.CONSTRAINT and event.claim is not claim)):
            yield ContextItem(
                layer=Layer.SESSION,
                label="summary",
                content=text.strip(),
                source="session_summary",
                time=summary.created_at,
                confidence=_SUMMARY_CONFIDENCE,
                reads_as_instruction=warned,
                part=part,
                claim=claim,
            )


_CLAIMS = {"constraint": Claim.CONSTRAINT, "goal": Claim.OWN}


def _statements(content: SummaryContent) -> Iterator[tuple[str, str, EventRole | None]]:
    """Part, text, and who said it where that is known. Quotes of what was done and said take turns."""
    yield from (("constraint", text, None) for text in content.constraints)
    yield "goal", content.goal, None
    yield from (("pending", text, None) for text in reversed(content.pending))
    for done, quote in zip_longest(reversed(content.completed), reversed(content.evidence)):
        if done is not None:
            yield "completed", done, None
        if quote is not None:
            yield _evidence_part(quote), quote.text, quote.role


_FROM_OTHERS = {EventRole.ASSISTANT: "evidence from the assistant", EventRole.TOOL: "evidence from a tool"}
_PARTS = ("goal", "constraint", "completed", "pending", "approval", "evidence", *_FROM_OTHERS.values())
_NEWEST_FIRST = _PARTS[2:]


def _evidence_part(quote: Evidence) -> str:
    """An approval is told as one, and whoever only tells of one is named."""
    if quote.kind is EventKind.APPROVAL:
        return "approval"
    return "evidence" if quote.role is None else _FROM_OTHERS.get(quote.role, "evidence")


def _in_their_order(of_summary: Sequence[ContextItem], forbidden: Sequence[ContextItem]) -> list[ContextItem]:
    """Placed as they are told, before all talk: those of the summary part by part, each in the order of the session,
    then what needs a warning, then what was forbidden in turns and is no constraint of the summary yet."""
    known = {content_hash(item.content) for item in of_summary if item.claim is Claim.CONSTRAINT}
    statements = [*of_summary, *(item for item in forbidden if content_hash(item.content) not in known)]

    def telling(at: int) -> tuple[bool, bool, int, int]:
        item = statements[at]
        of_a_turn = at >= len(of_summary)
        rank = -at if item.part in _NEWEST_FIRST else at
        return of_a_turn, item.reads_as_instruction, _PARTS.index(item.part or ""), rank

    places = {at: place for place, at in enumerate(sorted(range(len(statements)), key=telling), -len(statements))}
    return [replace(item, place=places[at]) for at, item in enumerate(statements)]


def _forbidden(event: Event) -> list[ContextItem]:
    """What a person forbade in the midst of talk, sentence by sentence: told however long ago, without the rest."""
    if not event.forbids:
        return []
    item = replace(_of_event(event), part="constraint", claim=Claim.CONSTRAINT)
    return [replace(item, content=sentence) for sentence in prohibitions(event.content)]


def _of_event(event: Event) -> ContextItem:
    return ContextItem(
        layer=Layer.SESSION,
        label=event.kind.value,
        content=event.content,
        source=event.role.value,
        time=event.occurred_at,
        confidence=EVIDENCE.get(event.role, Source.CONFIG_CHANGE).default_confidence,
        reads_as_instruction=event.role not in _TRUSTED and reads_as_instruction(event.content),
        speaker=event.speaker,
        tool=event.tool,
        place=None if _lasts(event) else event.sequence,
        claim=_claim(event),
    )
