"""What a session tells in a context: where its task stands, what was marked as important, what the session was opened
with, its summary statement by statement, what a person bound it by in the midst of talk, then its last turns.

Calls: 2 (the session with its owner's barrier; then everything at known keys: the state, the summary and the events
that can be told, whose places the session's record holds). One batch of DynamoDB reads 100 keys: a session takes more
when more than 97 of its events are important, bind, or belong to the last turns, and one more for the parts of long
ones.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.domain.context.selection import Claim, ContextItem, ContextPolicy, Layer
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Importance, content_hash
from shared.domain.scopes import Scope
from shared.domain.sessions.chatter import is_chatter
from shared.domain.sessions.event_corrections import corrected_ids
from shared.domain.sessions.event_search import EVIDENCE
from shared.domain.sessions.session import BINDING, Event, EventRole, Session
from shared.domain.sessions.task_state import TaskState
from shared.domain.summaries.parts import SHORT, opening_statements
from shared.domain.summaries.summary import Summary, SummaryStatus
from shared.language.injection.injection_scan import reads_as_instruction
from shared.language.speech.obligations import is_obligation, is_veto
from shared.language.speech.sentences import sentences
from shared.language.speech.spoken_constraints import MAX_CHARACTERS
from shared.records import keys
from shared.records.sessions import state_codec, summary_codec
from shared.records.store.record import Record
from shared.usecases.context.session_statements import in_their_order, of_summary
from shared.usecases.services import Services
from shared.usecases.sessions.list_events import stored_events, with_readable_turns
from shared.usecases.sessions.open_session import find_session

# More than that holds no text but for long runs of white space. Long contents are read as far as the budget could hold
# them, which the default never does; the others are left out as a whole, and counted.
_BYTES_A_TOKEN = 10
# Roles whose orders need no warning: the person, and the developer who set the agent up.
_TRUSTED = (EventRole.USER, EventRole.SYSTEM)


@dataclass(frozen=True, slots=True)
class SessionTold:
    """`left_out`: events that could be shown and are not offered, because they are older."""

    items: tuple[ContextItem, ...] = ()
    left_out: int = 0


def session_told(
    services: Services, target: Scope, session_id: str, token_budget: int, policy: ContextPolicy
) -> SessionTold:
    """Items by priority. Raises `NotFound` unless a live session of that id lies in exactly the target scope."""
    session = with_readable_turns(services, find_session(services, target, session_id))
    place = (target, session_id, session.incarnation)
    newest_first = reversed(session.contribution(policy.window, policy.recent_turns))
    at = [keys.event(*place, sequence) for sequence in newest_first]
    state, summed_up, *records = services.records.get([keys.state(*place), keys.summary(*place), *at])
    events = stored_events(services, session, records, most_bytes=token_budget * _BYTES_A_TOKEN)
    offered = _offered(events, session, policy)
    reported = [
        event for event in offered if event.whole and (_lasts(event) or event.sequence >= _talk(session, policy))
    ]
    of_events = [_of_event(event, is_opening=event.sequence == session.opening) for event in reported]
    opening = next((event for event in offered if event.sequence == session.opening), None)
    in_order = sorted(offered, key=lambda event: event.sequence)
    first = [] if opening is None else _opened_with(opening)
    bound = [item for event in in_order if event is not opening for item in _bound_by(event)]
    summary = _shown(summed_up, session)
    summarised = [] if summary is None else list(of_summary(summary, of_events))
    terms, statements, mere = in_their_order(first, summarised, bound)
    lasting, whole_opening, turns = _by_room(of_events, opening)
    marked = opening is not None and _lasts(opening)  # then it has its room with the others of its mark
    items = [
        *([] if state is None else [_of_state(state_codec.state(state))]),
        *(whole_opening if terms else []),
        *([] if marked else terms),
        *lasting,
        *(terms if marked else []),
        *turns,
        *statements,
        *([] if terms else whole_opening),
        *mere,
        *_own_words_first([item for item in of_events if item.claim is Claim.TALK]),
    ]
    whole = {event.sequence for event in reported}
    said = {content_hash(item.content) for item in (*first, *bound)}
    in_full = [event for event in offered if event.sequence not in whole and _is_told_in_full(event, said)]
    return SessionTold(tuple(items), _left_out(session, events, len(reported) + len(in_full)))


def _shown(record: Record | None, session: Session) -> Summary | None:
    """Never one whose source has gone. From the moment on that the deletion of an event is accepted until it is done
    there is none at all: whether the summary rests on that event would take another read."""
    if record is None or session.withheld:
        return None
    summary = summary_codec.summary(record)
    served = summary.status is SummaryStatus.SERVED and any(summary.content.texts())
    return summary if served else None


def _offered(events: Sequence[Event], session: Session, policy: ContextPolicy) -> list[Event]:
    """By importance, then what binds, then what was said, then what tools answered; among equals the newest first. Of
    a long event of which only the beginning was read no item is told by half: its statements are."""
    corrected = corrected_ids(events, session.withheld)
    window = session.next_sequence - policy.window
    turns = _talk(session, policy)
    offered = [
        event
        for event in events
        if _may_be_told(event)
        and event.event_id not in corrected
        and event.event_id not in session.withheld
        and (event.sequence >= (window if event.kind in BINDING else turns) or _stays(event, session))
    ]
    return sorted(offered, key=lambda e: (-e.importance.weight, not _lasts(e), e.role is EventRole.TOOL))


def _stays(event: Event, session: Session) -> bool:
    """Shown at any age, as a whole or in part."""
    return _is_marked(event) or event.sequence == session.opening or bool(event.constraints)


def _talk(session: Session, policy: ContextPolicy) -> int:
    """The first sequence of the last turns."""
    return max(session.next_sequence - policy.window, session.start_of_turns(policy.recent_turns) or 0)


def _left_out(session: Session, events: Sequence[Event], offered: int) -> int:
    """Of what lies further back it is not known who spoke: prompts of the system there are counted with the rest."""
    prompts = {event.event_id for event in events if not _may_be_told(event)}
    return max(0, session.count - offered - len(corrected_ids(events, session.withheld) | session.withheld | prompts))


def _may_be_told(event: Event) -> bool:
    """A system prompt is no reference data, unless it is marked: then it is a rule for every agent of the session."""
    return event.role in EVIDENCE or _is_marked(event)


def _is_marked(event: Event) -> bool:
    return event.importance is not Importance.NORMAL


def _lasts(event: Event) -> bool:
    """Shown at any age in the window."""
    return _is_marked(event) or event.kind in BINDING


def _claim(event: Event, *, is_opening: bool) -> Claim:
    if not _lasts(event):
        foremost = event.role is EventRole.USER and (is_opening or bool(event.constraints))
        return Claim.CONSTRAINT if foremost and len(event.content) <= SHORT else Claim.TALK
    binds = event.role in _TRUSTED and (is_opening or is_veto(event.content) or is_obligation(event.content))
    return Claim.CONSTRAINT if binds else Claim.OWN


def _by_room(of_events: Sequence[ContextItem], opening: Event | None) -> tuple[list[ContextItem], ...]:
    """Lasting statements, then those within the talk: the first message, and short turns that bind."""
    at = None if opening is None else opening.sequence
    claimed = [item for item in of_events if item.claim is not Claim.TALK]
    lasting = [item for item in claimed if item.place is None]
    turns = [item for item in claimed if item.place is not None]
    turns.sort(key=lambda item: item.place or 0)
    return lasting, [item for item in turns if item.place == at], [item for item in turns if item.place != at]


def _own_words_first(talk: Sequence[ContextItem]) -> list[ContextItem]:
    """Of copies a person's is shown."""
    persons = {content_hash(item.content) for item in talk if item.source == EventRole.USER}
    return sorted(talk, key=lambda item: item.source != EventRole.USER and content_hash(item.content) in persons)


def _sayings(event: Event) -> frozenset[str]:
    """By hash, what needs no telling beside it."""
    if len(event.content) > SHORT:
        return frozenset()
    return frozenset(map(content_hash, sentences(event.content)))


def _of_state(state: TaskState) -> ContextItem:
    """Data whose name begins with an underscore is a program's own: another process goes on with it, no model reads
    it."""
    lines = [state.state, *(f"pending: {step}" for step in state.pending)]
    shown = {name: value for name, value in state.data.items() if not name.startswith("_")}
    if shown:
        lines.append("data: " + json.dumps(shown, ensure_ascii=False))
    return ContextItem(Layer.SESSION, "state", "\n".join(lines), "task_state", state.updated_at, 1.0)


def _opened_with(event: Event) -> list[ContextItem]:
    return _statements(event, opening_statements(event))


def _bound_by(event: Event) -> list[ContextItem]:
    """The plain constraints of a person, sentence by sentence: shown at any age, without the rest."""
    return _statements(event, [("constraint", text) for text in event.constraints])


def _statements(event: Event, of_it: Sequence[tuple[str, str]]) -> list[ContextItem]:
    if not of_it:
        return []
    item = replace(_of_event(event), place=None, sayings=frozenset(), claim=Claim.CONSTRAINT)
    return [replace(item, part=part, content=text) for part, text in of_it]


def _is_told_in_full(event: Event, said: set[str]) -> bool:
    """Whether nothing of it is left out that anybody would miss. `said`: hashes of statements."""
    if len(event.content) > MAX_CHARACTERS:
        return False
    return all(content_hash(sentence) in said or is_chatter(sentence) for sentence in sentences(event.content))


def _of_event(event: Event, *, is_opening: bool = False) -> ContextItem:
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
        claim=_claim(event, is_opening=is_opening),
        sayings=_sayings(event),
    )
