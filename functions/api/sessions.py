"""Sessions and their events."""

from __future__ import annotations

from datetime import timedelta

from shared.contracts.export import NDJSON
from shared.contracts.memories import NoParameters, TargetParameters
from shared.contracts.sessions import (
    AppendRequest,
    CompleteRequest,
    EventListParameters,
    EventPageResponse,
    SessionExportParameters,
    SessionListParameters,
    SessionPageResponse,
    SessionRequest,
    SessionSearchRequest,
    StateRequest,
    SummaryRequest,
    TaskCompleteRequest,
)
from shared.runtime.api import Answer, Api, Request
from shared.runtime.mapping import sessions
from shared.runtime.observability import count, count_blocked
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.list_events import list_events
from shared.usecases.sessions.open_session import create_session, get_session, list_sessions
from shared.usecases.sessions.search_session import search_session
from shared.usecases.sessions.summarise import build_summary, get_summary
from shared.usecases.sessions.task_state import get_state, put_state
from shared.usecases.tasks.complete_task import complete_task

api = Api("sessions")
handler = api.handler
_REPLAYED = {"Idempotency-Replayed": "true"}


@api.route("POST", "/v1/sessions")
def create(request: Request) -> Answer:
    request.parameters(NoParameters)
    body = request.body(SessionRequest)
    ttl = None if body.ttl_seconds is None else timedelta(seconds=body.ttl_seconds)
    answer = create_session(request.services, request.caller, body.scope, body.session_id, ttl, request.idempotency())
    return Answer(201, sessions.session(answer.session), _REPLAYED if answer.replayed else {})


@api.route("GET", "/v1/sessions")
def list_all(request: Request) -> Answer:
    asked = request.parameters(SessionListParameters)
    page = list_sessions(
        request.services,
        request.caller,
        asked.scope,
        newest_first=asked.order == "desc",
        limit=asked.limit,
        after=asked.cursor,
    )
    items = [sessions.session(session) for session in page.items]
    return Answer(200, SessionPageResponse.model_construct(items=items, next_cursor=page.next_cursor))


@api.route("GET", "/v1/export/sessions")
def exported(request: Request) -> Answer:
    from shared.runtime.mapping.transfer.export import session_page
    from shared.usecases.reading.exports_made import note_export
    from shared.usecases.session_export.export_sessions import export_sessions

    asked = request.parameters(SessionExportParameters)
    pieces = export_sessions(request.services, request.caller, asked.scope, asked.cursor)
    if asked.cursor is None:
        note_export(request.services, request.caller, asked.scope or request.caller.bound)
    text, more = session_page(pieces)
    return Answer(200, text, {"Content-Type": NDJSON, **({"X-Next-Cursor": more} if more else {})})


@api.route("POST", "/v1/import/sessions")
def imported(request: Request) -> Answer:
    from shared.contracts.export import ImportParameters
    from shared.contracts.transfer.session_import import SessionImportLine
    from shared.runtime.mapping.transfer.export import import_report
    from shared.runtime.mapping.transfer.session_import import import_item
    from shared.usecases.session_import.import_sessions import import_sessions

    asked = request.parameters(ImportParameters)
    lines = request.lines(SessionImportLine, frozenset())
    items = [import_item(number, line) for number, line in lines if number >= asked.from_line]
    result = import_sessions(request.services, request.caller, asked.scope, items, request.idempotency())
    return Answer(200, import_report(result), _REPLAYED if result.replayed else {})


@api.route("GET", "/v1/sessions/{session_id}")
def get(request: Request) -> Answer:
    scope = request.parameters(TargetParameters).scope
    return Answer(200, sessions.session(get_session(request.services, request.caller, scope, request.id("session_id"))))


@api.route("POST", "/v1/sessions/{session_id}/events")
def append(request: Request) -> Answer:
    answer = append_events(
        request.services,
        request.caller,
        request.parameters(TargetParameters).scope,
        request.id("session_id"),
        sessions.new_events(request.body(AppendRequest).events, request.services.ids.new),
        request.idempotency(),
    )
    if not answer.replayed:
        _counted("accepted", len(answer.accepted))
        _counted("duplicate", len(answer.duplicates))
        _counted("dropped", len(answer.dropped))
        count_blocked(answer.blocked)
    return Answer(201, sessions.append_response(answer), _REPLAYED if answer.replayed else {})


@api.route("GET", "/v1/sessions/{session_id}/events")
def events(request: Request) -> Answer:
    query = sessions.event_query(request.parameters(EventListParameters))
    page = list_events(request.services, request.caller, request.id("session_id"), query)
    items = [sessions.event(event) for event in page.items]
    return Answer(200, EventPageResponse.model_construct(items=items, next_cursor=page.next_cursor))


@api.route("POST", "/v1/sessions/{session_id}/search")
def search(request: Request) -> Answer:
    scope, asked = request.parameters(TargetParameters).scope, request.body(SessionSearchRequest)
    found = search_session(request.services, request.caller, scope, request.id("session_id"), asked.query, asked.top_k)
    return Answer(200, sessions.search_response(found))


@api.route("POST", "/v1/sessions/{session_id}/complete")
def complete(request: Request) -> Answer:
    body = request.body(CompleteRequest)
    done = complete_session(
        request.services,
        request.caller,
        request.parameters(TargetParameters).scope,
        request.id("session_id"),
        outcome=body.outcome,
        lesson=body.lesson,
        idempotency=request.idempotency(),
    )
    if not done.replayed:
        count("SessionCompleted")
    return Answer(200, sessions.completed(done), _REPLAYED if done.replayed else {})


@api.route("POST", "/v1/tasks/complete")
def complete_whole_task(request: Request) -> Answer:
    request.parameters(NoParameters)
    asked = sessions.task_request(request.body(TaskCompleteRequest))
    done = complete_task(request.services, request.caller, asked, request.idempotency())
    if not done.replayed:
        count("TaskCompleted")
    return Answer(200, sessions.completed_task(done), _REPLAYED if done.replayed else {})


@api.route("GET", "/v1/sessions/{session_id}/summary")
def summary(request: Request) -> Answer:
    scope, id = request.parameters(TargetParameters).scope, request.id("session_id")
    return Answer(200, sessions.summary(id, get_summary(request.services, request.caller, scope, id)))


@api.route("POST", "/v1/sessions/{session_id}/summary")
def summarise(request: Request) -> Answer:
    scope, id = request.parameters(TargetParameters).scope, request.id("session_id")
    request.body(SummaryRequest)
    answer = build_summary(request.services, request.caller, scope, id, request.idempotency())
    headers = _REPLAYED if answer.replayed else {}
    if not answer.built:
        return Answer(200, sessions.summary(id, answer.summary), headers)
    if not answer.replayed:
        count("SummaryBuilt", model=answer.summary.model)
    return Answer(201, sessions.summary(id, answer.summary), headers)


@api.route("GET", "/v1/sessions/{session_id}/state")
def state(request: Request) -> Answer:
    scope, id = request.parameters(TargetParameters).scope, request.id("session_id")
    return Answer(200, sessions.state(id, get_state(request.services, request.caller, scope, id)))


@api.route("PUT", "/v1/sessions/{session_id}/state")
def set_state(request: Request) -> Answer:
    scope, id = request.parameters(TargetParameters).scope, request.id("session_id")
    new = sessions.new_state(request.body(StateRequest))
    put = put_state(request.services, request.caller, scope, id, new, request.idempotency())
    headers = _REPLAYED if put.replayed else {}
    if put.is_first:
        return Answer(201, sessions.state(id, put.state), headers)
    return Answer(200, sessions.state(id, put.state), headers)


def _counted(outcome: str, events: int) -> None:
    if events:
        count("EventAppended", events, outcome=outcome)
