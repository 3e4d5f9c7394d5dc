"""Wire models of sessions to domain values and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shared.contracts.sessions import (
    AppendResponse,
    CompleteResponse,
    DroppedEvent,
    EndedSessionBody,
    EventBody,
    EventListParameters,
    EvidenceBody,
    HeldMemoryBody,
    NewEventBody,
    RefusedEventBody,
    RefusedMemoryBody,
    SessionBody,
    SessionHitBody,
    SessionSearchResponse,
    SourceRange,
    StateBody,
    StateRequest,
    SummaryBody,
    SummaryContentBody,
    SummarySources,
    TaskCompleteRequest,
    TaskCompleteResponse,
)
from shared.domain.errors import Malformed
from shared.domain.sessions.session import Event, NewEvent, Session
from shared.domain.sessions.task_state import StateMachine, TaskState
from shared.domain.summaries.summary import Summary, SummaryContent
from shared.domain.tasks.completion import Held
from shared.runtime.mapping import writes
from shared.usecases.sessions.append_events import AppendAnswer
from shared.usecases.sessions.complete_session import Completed
from shared.usecases.sessions.list_events import EventQuery
from shared.usecases.sessions.search_session import SessionFound, SessionHit
from shared.usecases.sessions.task_state import NewState
from shared.usecases.tasks.complete_task import CompletedTask, TaskRequest


def new_events(bodies: Sequence[NewEventBody], new_id: Callable[[], str]) -> list[NewEvent]:
    """`new_id` names the events that came without an id."""
    return [
        NewEvent(
            role=body.role,
            content=body.content,
            event_id=body.event_id or new_id(),
            id_is_new=body.event_id is None,
            occurred_at=body.occurred_at,
            speaker=body.speaker,
            tool=body.tool,
            importance=body.importance,
            kind=body.kind,
            corrects=tuple(body.corrects),
        )
        for body in bodies
    ]


def append_response(answer: AppendAnswer) -> AppendResponse:
    return AppendResponse.model_construct(
        accepted=list(answer.accepted),
        duplicates=list(answer.duplicates),
        dropped=[DroppedEvent.model_construct(event_id=d.event_id, code=d.code) for d in answer.dropped],
    )


def session(value: Session) -> SessionBody:
    return SessionBody.model_construct(
        session_id=value.session_id,
        scope=value.scope,
        ttl_seconds=int(value.ttl.total_seconds()),
        created_at=value.created_at,
        updated_at=value.updated_at,
        last_event_at=value.last_event_at,
        expires_at=value.expires_at,
        events=value.count,
    )


def event(value: Event) -> EventBody:
    return EventBody.model_construct(
        event_id=value.event_id,
        sequence=value.sequence,
        role=value.role,
        speaker=value.speaker,
        content=value.content,
        tool=value.tool,
        importance=value.importance,
        kind=value.kind,
        occurred_at=value.occurred_at,
        recorded_at=value.recorded_at,
        corrects=list(value.corrects),
        actor=value.actor,
    )


def event_query(parameters: EventListParameters) -> EventQuery:
    return EventQuery(
        scope=parameters.scope,
        newest_first=parameters.order == "desc",
        limit=parameters.limit,
        cursor=parameters.cursor,
        last_turns=parameters.last_turns,
    )


def new_state(body: StateRequest) -> NewState:
    if body.requires is not None and body.transitions is None:
        raise Malformed.field("requires", "needs transitions")
    machine = None
    if body.transitions is not None:
        transitions = {state: tuple(targets) for state, targets in body.transitions.items()}
        machine = StateMachine(transitions, body.requires or {})
    evidence = None if body.evidence is None else tuple(dict.fromkeys(body.evidence))
    return NewState(body.state, tuple(body.pending), body.data, body.expected_version, evidence, machine)


def state(session_id: str, value: TaskState) -> StateBody:
    return StateBody.model_construct(
        session_id=session_id,
        state=value.state,
        pending=list(value.pending),
        data=dict(value.data),
        version=value.version,
        updated_at=value.updated_at,
        evidence=list(value.evidence),
        evidence_lost=value.evidence_lost,
        transitions=None
        if value.machine is None
        else {state: list(targets) for state, targets in value.machine.transitions.items()},
        requires=None if value.machine is None else dict(value.machine.requires),
    )


def completed(value: Completed) -> CompleteResponse:
    return CompleteResponse.model_construct(
        promoted=[writes.write_response(answer) for answer in value.promoted],
        refused=[RefusedEventBody.model_construct(event_id=r.event_id, code=r.code) for r in value.refused],
        released=value.released,
    )


def task_request(body: TaskCompleteRequest) -> TaskRequest:
    named = None if body.promote is None else tuple(body.promote)
    return TaskRequest(body.scope, named, body.to_scope, body.outcome)


def completed_task(value: CompletedTask) -> TaskCompleteResponse:
    return TaskCompleteResponse.model_construct(
        scope=value.scope,
        completed_at=value.completed_at,
        sessions=[
            EndedSessionBody.model_construct(
                session_id=s.session_id, scope=s.scope, promoted=s.promoted, refused=s.refused, released=s.released
            )
            for s in value.sessions
        ],
        promoted=[writes.write_response(answer) for answer in value.promoted],
        refused=[RefusedMemoryBody.model_construct(memory_id=id, code=code) for id, code in value.refused],
        held=[HeldMemoryBody.model_construct(memory_id=id, reason=Held(reason)) for id, reason in value.held],
        released=value.released,
    )


def summary(session_id: str, value: Summary) -> SummaryBody:
    content = value.content
    return SummaryBody.model_construct(
        summary_id=value.summary_id,
        session_id=session_id,
        version=value.version,
        status=value.status.value,
        content=SummaryContentBody.model_construct(
            goal=content.goal,
            completed=list(content.completed),
            constraints=list(content.constraints),
            pending=list(content.pending),
            evidence=[
                EvidenceBody.model_construct(
                    event_id=e.event_id, text=e.text, role=e.role, kind=e.kind, speaker=e.speaker, actor=e.actor
                )
                for e in content.evidence
            ],
            sources=SummarySources.model_construct(
                goal=_said_in(content, [content.goal])[0],
                completed=_said_in(content, content.completed),
                constraints=_said_in(content, content.constraints),
                pending=_said_in(content, content.pending),
            ),
        ),
        source_range=SourceRange.model_construct(first=value.first, last=value.last, count=value.count),
        source_version=value.source_version,
        model=value.model,
        created_at=value.created_at,
    )


def _said_in(content: SummaryContent, lines: Sequence[str]) -> list[list[str]]:
    return [list(content.said_in.get(line, ())) for line in lines]


def hit(value: SessionHit) -> SessionHitBody:
    return SessionHitBody.model_construct(event=event(value.event), score=value.score)


def search_response(found: SessionFound) -> SessionSearchResponse:
    return SessionSearchResponse.model_construct(
        items=[hit(one) for one in found.hits],
        by_meaning=found.by_meaning,
        by_words_only=found.by_words_only,
        by_beginning=found.by_beginning,
        left_out=found.left_out,
        degraded=found.degraded,
    )
