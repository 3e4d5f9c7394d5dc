"""Sessions: what each route takes and answers."""

from __future__ import annotations

from shared.contracts.export import NDJSON, ImportParameters, ImportReport
from shared.contracts.memories import TargetParameters
from shared.contracts.openapi.operation import REFUSED_BY_BARRIER, REFUSED_BY_LIMIT, Operation
from shared.contracts.sessions import (
    AppendRequest,
    AppendResponse,
    CompleteRequest,
    CompleteResponse,
    EventListParameters,
    EventPageResponse,
    SessionBody,
    SessionExportLine,
    SessionExportParameters,
    SessionListParameters,
    SessionPageResponse,
    SessionRequest,
    SessionSearchRequest,
    SessionSearchResponse,
    StateBody,
    StateRequest,
    SummaryBody,
    SummaryRequest,
    TaskCompleteRequest,
    TaskCompleteResponse,
)
from shared.contracts.transfer.session_import import SessionImportLine

SESSIONS: dict[str, Operation] = {
    "POST /v1/sessions": Operation(
        "createSession",
        "Sessions",
        "Begin a session",
        {201: (SessionBody, "The session; a live one with the same id, scope and time to live is answered again")},
        body=SessionRequest,
        problems=("forbidden_role", "session_exists", "task_completed", *REFUSED_BY_BARRIER),
        replays=True,
    ),
    "GET /v1/sessions": Operation(
        "listSessions",
        "Sessions",
        "List live sessions",
        {200: (SessionPageResponse, "One page")},
        parameters=SessionListParameters,
        problems=("forbidden_role",),
    ),
    "GET /v1/export/sessions": Operation(
        "exportSessions",
        "Sessions",
        "Export live sessions with events, summary and task state",
        {200: (SessionExportLine, "NDJSON; with a header `X-Next-Cursor` there is more, under `cursor`")},
        parameters=SessionExportParameters,
        description="The live sessions of exactly the scope, oldest first: a line for the session, one for each event "
        "in order, then its summary and its task state if there are any.",
        problems=("forbidden_role",),
        media=NDJSON,
    ),
    "POST /v1/import/sessions": Operation(
        "importSessions",
        "Sessions",
        "Write exported sessions again",
        {200: (ImportReport, "What became of the lines")},
        parameters=ImportParameters,
        body=SessionImportLine,
        description="The lines of an export of sessions, in its order; ids, places and times are kept. What is there "
        "already is a duplicate and is not changed; a session whose time is over stays ended, and nothing that was "
        "deleted comes back by its older lines. A summary must be a faithful one of the events that the session has "
        "now. A body of at most 6 MB; about 20 seconds a call, then `next_line` says where to go on.",
        problems=("forbidden_role",),
        body_media=NDJSON,
        replays=True,
    ),
    "GET /v1/sessions/{session_id}": Operation(
        "getSession",
        "Sessions",
        "Show a session",
        {200: (SessionBody, "A live session")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "POST /v1/sessions/{session_id}/events": Operation(
        "appendEvents",
        "Sessions",
        "Append up to 100 events",
        {201: (AppendResponse, "Events that were appended, were there already, or are refused because of a deletion")},
        parameters=TargetParameters,
        body=AppendRequest,
        description="Events are immutable and ordered by arrival. A session lives for its time to live after the last "
        "event's arrival.",
        problems=("not_found", "forbidden_role", "source_not_allowed", "subject_deleting", "task_completed"),
        replays=True,
    ),
    "GET /v1/sessions/{session_id}/events": Operation(
        "listEvents",
        "Sessions",
        "Read a session",
        {200: (EventPageResponse, "One page, oldest first unless `order=desc`")},
        parameters=EventListParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "POST /v1/sessions/{session_id}/search": Operation(
        "searchSession",
        "Sessions",
        "Search a session",
        {200: (SessionSearchResponse, "The best events, best first; none if no event answers")},
        parameters=TargetParameters,
        body=SessionSearchRequest,
        description="By keyword, in every script, and by meaning, among the newest 100 events and every `high` or "
        "`critical` one. Events get their vectors when a search first needs them, the newest first, a bounded number a "
        "call; the answer says how many were compared by meaning.",
        problems=("not_found", "forbidden_role"),
    ),
    "POST /v1/sessions/{session_id}/complete": Operation(
        "completeSession",
        "Sessions",
        "Complete a session and promote its marked events",
        {200: (CompleteResponse, "Events that were promoted or refused, and how many were left to extraction")},
        parameters=TargetParameters,
        body=CompleteRequest,
        description="A user's feedback, decisions, configuration changes and events marked `high` or `critical` go "
        "through the pipeline of every write. A repetition gets the same answer; newer events are completed alone. "
        "With very many events it answers 503 and continues with the next call.",
        problems=("not_found", "forbidden_role", "subject_deleting", "sensitive", REFUSED_BY_LIMIT),
        replays=True,
    ),
    "POST /v1/tasks/complete": Operation(
        "completeTask",
        "Sessions",
        "Complete a task scope as a whole",
        {200: (TaskCompleteResponse, "What was promoted, refused, held for a person and released")},
        body=TaskCompleteRequest,
        description="Ends the sessions of the task, each completed as it would be alone, and settles each memory of "
        "the task and its nodes. Promoted are the memories in `promote`, or without it what a person stated and what "
        "the agent learned or marked as important, in the scope above; what waits for a person is held; the rest is "
        "released. From then on writes to the task are 409 `task_completed`. The first call decides; a repetition gets "
        "the same answer. With very many memories it answers 503 and continues with the next call.",
        problems=("forbidden_role", *REFUSED_BY_BARRIER, "sensitive", REFUSED_BY_LIMIT),
        replays=True,
    ),
    "GET /v1/sessions/{session_id}/summary": Operation(
        "getSummary",
        "Sessions",
        "The summary of a session",
        {200: (SummaryBody, "The newest version")},
        parameters=TargetParameters,
        description="While a deleted or corrected event is removed from it, the answer is 409 `summary_affected`.",
        problems=("not_found", "no_summary", "summary_affected", "forbidden_role"),
    ),
    "POST /v1/sessions/{session_id}/summary": Operation(
        "buildSummary",
        "Sessions",
        "Build the summary of a session",
        {
            200: (SummaryBody, "The version that covers every event already"),
            201: (SummaryBody, "A new version, with the newer events"),
        },
        parameters=TargetParameters,
        body=SummaryRequest,
        problems=("not_found", "no_summary", "forbidden_role", "subject_deleting"),
        replays=True,
    ),
    "GET /v1/sessions/{session_id}/state": Operation(
        "getState",
        "Sessions",
        "Show the task state",
        {200: (StateBody, "The state as it was last put")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "PUT /v1/sessions/{session_id}/state": Operation(
        "putState",
        "Sessions",
        "Set the task state",
        {200: (StateBody, "The next version of the state"), 201: (StateBody, "The first state of the session")},
        parameters=TargetParameters,
        body=StateRequest,
        description="A record of its own with a version: no event of the session changes it. It lives as long as the "
        "session, and does not extend it. With `transitions` declared, a state that may not follow the current one is "
        "refused, and with `requires` one without its evidence; the deletion of an event takes it from the evidence.",
        problems=(
            "not_found",
            "forbidden_role",
            "subject_deleting",
            "version_conflict",
            "transition_not_allowed",
            "sensitive",
        ),
        replays=True,
    ),
}
