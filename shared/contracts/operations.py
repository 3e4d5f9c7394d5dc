"""What each route takes and answers: the models that its handler uses, one table beside `ROUTES`.

Only the OpenAPI document is made from it; handlers do not import it (cold starts are counted), and a test compares the
two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from shared.contracts.audit import (
    AuditPageResponse,
    AuditParameters,
    ReadPageResponse,
    VerificationBody,
    VerifyParameters,
)
from shared.contracts.base import Parameters, Wire
from shared.contracts.context import ContextRequest, ContextResponse
from shared.contracts.deletions import DeletionAccepted, DeletionBody, DeletionPageResponse, DeletionRequestBody
from shared.contracts.export import NDJSON, ExportLine, ExportParameters, ImportLine, ImportParameters, ImportReport
from shared.contracts.feedback import FeedbackAccepted, FeedbackRequest
from shared.contracts.hygiene import PlanReport, PlanRequest, PlanResponse
from shared.contracts.memories import (
    BatchRequest,
    BatchResponse,
    CorrectionRequest,
    HistoryResponse,
    ListParameters,
    MemoryBody,
    MemoryPageResponse,
    NoParameters,
    PageParameters,
    PromotionRequest,
    TargetParameters,
    WriteRequest,
    WriteResponse,
)
from shared.contracts.metrics import MetricsParameters, MetricsResponse, ThresholdPair
from shared.contracts.recall import RecallRequest, RecallResponse
from shared.contracts.reviews import ResolveRequest, ReviewBody, ReviewPageResponse, ReviewParameters
from shared.contracts.sessions import (
    AppendRequest,
    AppendResponse,
    CompleteRequest,
    CompleteResponse,
    EventListParameters,
    EventPageResponse,
    SessionBody,
    SessionListParameters,
    SessionPageResponse,
    SessionRequest,
    SessionSearchRequest,
    SessionSearchResponse,
    StateBody,
    StateRequest,
    SummaryBody,
    SummaryRequest,
)

Answers: TypeAlias = "dict[int, tuple[type[Wire] | None, str]]"


@dataclass(frozen=True, slots=True)
class Operation:
    """`answers`: status -> model (`None`: the document says the form itself) and what it means. `problems`: codes
    beside those that every route of its kind can answer. `replays`: the route honours an `Idempotency-Key`. `media` of
    the answer, `body_media` of the body: for NDJSON the models are a line's."""

    id: str
    tag: str
    summary: str
    answers: Answers
    parameters: type[Parameters] = NoParameters
    body: type[Wire] | None = None
    description: str = ""
    problems: tuple[str, ...] = ()
    replays: bool = False
    media: str = "application/json"
    body_media: str = "application/json"


_REFUSED_BY_BARRIER = ("subject_deleting", "deleted_before")
_REFUSED_BY_POLICY = ("sensitive", "not_worth_remembering", "low_confidence", "rejected_before")
_WRITING = ("forbidden_role", "purpose_not_allowed", "version_conflict", *_REFUSED_BY_BARRIER, *_REFUSED_BY_POLICY)

# By route key: the method and the path as `ROUTES` has them.
OPERATIONS: dict[str, Operation] = {
    "POST /v1/memories": Operation(
        "writeMemory",
        "Memories",
        "Remember something",
        {
            201: (WriteResponse, "`created`, or `candidate`: kept until a person has looked at it"),
            200: (WriteResponse, "`duplicate`, `updated` (a new version is current) or `kept_existing`"),
        },
        body=WriteRequest,
        description="Duplicates by key and by text are confirmed, not stored again. Under a key, the better evidence "
        "is current: the higher tier, then at the same tier the confidence that is no lower; what is late never is.",
        problems=_WRITING,
        replays=True,
    ),
    "POST /v1/memories/batch": Operation(
        "writeMemories",
        "Memories",
        "Remember up to 100 things",
        {200: (BatchResponse, "One result for each item, in order, with the status that it would have had alone")},
        body=BatchRequest,
        description="Each item has the form of `POST /v1/memories` and is its own transaction. A retry with the same "
        "`Idempotency-Key` finishes what a crash left.",
        replays=True,
    ),
    "POST /v1/memories/{memory_id}/promote": Operation(
        "promoteMemory",
        "Memories",
        "Promote a memory to a scope above it",
        {201: (WriteResponse, "A copy above, active"), 200: (WriteResponse, "What is there already stands for it")},
        parameters=TargetParameters,
        body=PromotionRequest,
        problems=("not_found", "forbidden_role", "version_conflict", *_REFUSED_BY_BARRIER),
        replays=True,
    ),
    "PATCH /v1/memories/{memory_id}": Operation(
        "correctMemory",
        "Memories",
        "Correct a memory, as a person",
        {200: (WriteResponse, "A new version from `human_confirmed` evidence")},
        parameters=TargetParameters,
        body=CorrectionRequest,
        problems=(
            "not_found",
            "forbidden_role",
            "profile_read_only",
            "version_conflict",
            *_REFUSED_BY_BARRIER,
            *_REFUSED_BY_POLICY,
        ),
        replays=True,
    ),
    "GET /v1/memories": Operation(
        "listMemories",
        "Memories",
        "List current memories",
        {200: (MemoryPageResponse, "One page; a walk meets each memory once")},
        parameters=ListParameters,
        problems=("forbidden_role",),
    ),
    "GET /v1/memories/{memory_id}": Operation(
        "getMemory",
        "Memories",
        "Show a memory",
        {200: (MemoryBody, "Its current version")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "GET /v1/memories/{memory_id}/history": Operation(
        "getMemoryHistory",
        "Memories",
        "Show every version of a memory",
        {200: (HistoryResponse, "Newest first, each with when and why it ended")},
        parameters=PageParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "POST /v1/recall": Operation(
        "recall",
        "Recall",
        "Find what is relevant",
        {200: (RecallResponse, "Best first. `degraded`: the search is down, and these are recent memories")},
        body=RecallRequest,
        description="Searched by meaning and by words within what the caller may read, then held against the store of "
        "truth: what is gone, replaced, expired or not open is left out and counted in `suppressed`.",
        problems=("forbidden_role", "purpose_not_allowed"),
    ),
    "POST /v1/context": Operation(
        "buildContext",
        "Recall",
        "Build the context of an agent's next step",
        {200: (ContextResponse, "The items, and one block to put into a prompt")},
        body=ContextRequest,
        description="Profile, session, long-term memory and what was fetched elsewhere, in this order of priority, "
        "within a token budget. Items are left out whole, and counted. The block labels every item, says that it is "
        "reference data and no instruction, and cannot be ended or made to speak by what the items say.",
        problems=("not_found", "forbidden_role", "purpose_not_allowed"),
    ),
    "POST /v1/feedback": Operation(
        "giveFeedback",
        "Recall",
        "Say what a recall was good for",
        {202: (FeedbackAccepted, "Taken; a wrong memory is put before a reviewer")},
        body=FeedbackRequest,
        description="For a day after a recall, by the caller to whom it was given; a repetition changes nothing.",
        problems=("not_found", "forbidden_role"),
    ),
    "POST /v1/sessions": Operation(
        "createSession",
        "Sessions",
        "Begin a session",
        {201: (SessionBody, "The session; a live one with the same id, scope and time to live is answered again")},
        body=SessionRequest,
        problems=("forbidden_role", "session_exists", *_REFUSED_BY_BARRIER),
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
        {201: (AppendResponse, "What was appended, what was there already, and what a deletion keeps out")},
        parameters=TargetParameters,
        body=AppendRequest,
        description="Events are immutable and ordered by arrival. A session lives for its time to live after the last "
        "event's arrival.",
        problems=("not_found", "forbidden_role", "subject_deleting"),
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
        {200: (SessionSearchResponse, "The best events, best first; none when nothing answers")},
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
        "Promote what outlives the session",
        {200: (CompleteResponse, "What was promoted, what was refused, and how much stays behind")},
        parameters=TargetParameters,
        body=CompleteRequest,
        description="A user's feedback, decisions, changes of a configuration and what was marked `high` or `critical` "
        "go through the pipeline of every write. Again, the same answer; events that came since are completed alone. "
        "With very many events it answers 503 and goes on with the next call.",
        problems=("not_found", "forbidden_role", "subject_deleting"),
        replays=True,
    ),
    "GET /v1/sessions/{session_id}/summary": Operation(
        "getSummary",
        "Sessions",
        "The summary of a session",
        {200: (SummaryBody, "The newest version")},
        parameters=TargetParameters,
        description="While a deleted or corrected event is taken out of it, it is not served: 409 `summary_affected`.",
        problems=("not_found", "no_summary", "summary_affected", "forbidden_role"),
    ),
    "POST /v1/sessions/{session_id}/summary": Operation(
        "buildSummary",
        "Sessions",
        "Sum a session up",
        {
            200: (SummaryBody, "The version that covers every event already"),
            201: (SummaryBody, "A new version, with what came since folded in"),
        },
        parameters=TargetParameters,
        body=SummaryRequest,
        problems=("not_found", "no_summary", "forbidden_role", "subject_deleting"),
    ),
    "GET /v1/sessions/{session_id}/state": Operation(
        "getState",
        "Sessions",
        "Where the task stands",
        {200: (StateBody, "The state as it was last put")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "PUT /v1/sessions/{session_id}/state": Operation(
        "putState",
        "Sessions",
        "Say where the task stands",
        {200: (StateBody, "The state, one version on"), 201: (StateBody, "The first state of the session")},
        parameters=TargetParameters,
        body=StateRequest,
        description="A record of its own with a version: nothing that is said in the session changes it. It lives as "
        "long as the session, and does not prolong it.",
        problems=("not_found", "forbidden_role", "subject_deleting", "version_conflict", "sensitive"),
    ),
    "DELETE /v1/memories/{memory_id}": Operation(
        "deleteMemory",
        "Deletions",
        "Delete one memory",
        {202: (DeletionAccepted, "Accepted under a generated `request_id`; from now on no read shows it")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "POST /v1/deletions": Operation(
        "requestDeletion",
        "Deletions",
        "Delete a subject, or some memories",
        {202: (DeletionAccepted, "Accepted; from now on no read shows it, and no older evidence can be written")},
        body=DeletionRequestBody,
        description="The same `request_id` again is the same deletion.",
        problems=("forbidden_role", "request_id_taken"),
    ),
    "GET /v1/deletions": Operation(
        "listDeletions",
        "Deletions",
        "List deletions",
        {200: (DeletionPageResponse, "One page")},
        parameters=PageParameters,
        problems=("forbidden_role",),
    ),
    "GET /v1/deletions/{request_id}": Operation(
        "getDeletion",
        "Deletions",
        "How far a deletion has come",
        {200: (DeletionBody, "Each store's state, and the receipt once it is completed")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "POST /v1/deletions/{request_id}/verify": Operation(
        "verifyDeletion",
        "Deletions",
        "Look for residue again",
        {200: (DeletionBody, "The residue of today in each target; state and receipt as they were")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "POST /v1/hygiene/plans": Operation(
        "planHygiene",
        "Hygiene",
        "Plan maintenance, as a dry run",
        {201: (PlanResponse, "Exact counts and ids of what is due")},
        body=PlanRequest,
        problems=("forbidden_role",),
    ),
    "GET /v1/hygiene/plans/{plan_id}": Operation(
        "readHygienePlan",
        "Hygiene",
        "Read a plan, page by page",
        {200: (PlanResponse, "One page of its items, and the counts of all")},
        parameters=PageParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "POST /v1/hygiene/plans/{plan_id}/apply": Operation(
        "applyHygienePlan",
        "Hygiene",
        "Apply a plan",
        {
            200: (PlanReport, "What was done; again: the same report"),
            202: (PlanReport, "What was done so far; the next call goes on"),
        },
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role", "already_claimed"),
    ),
    "GET /v1/reviews": Operation(
        "listReviews",
        "Reviews",
        "What waits for a person, newest first",
        {200: (ReviewPageResponse, "One page; members as they are now, those that are gone left out")},
        parameters=ReviewParameters,
        description="Needs the role `reviewer`, and shows what lies at or below the scope. A review that other "
        "evidence has settled meanwhile is `resolved` without a decision.",
        problems=("forbidden_role",),
    ),
    "POST /v1/reviews/{review_id}/claim": Operation(
        "claimReview",
        "Reviews",
        "Work on a review, alone for 15 minutes",
        {200: (ReviewBody, "Claimed; the caller's own claim is renewed")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role", "already_claimed", "already_resolved"),
    ),
    "POST /v1/reviews/{review_id}/resolve": Operation(
        "resolveReview",
        "Reviews",
        "Decide",
        {200: (ReviewBody, "Carried out, in one transaction; the same decision again: the same answer")},
        parameters=TargetParameters,
        body=ResolveRequest,
        description="`accept`: what is kept of a conflict holds and the others are superseded; a candidate is a fact; "
        "flagged text stays; what is stale is evicted; what was reported is wrong (`content`: and this is right). "
        "`reject`: none of a conflict or a candidate holds, and it is not inferred again; flagged text is deleted; "
        "what is stale or was reported stays, confirmed. `edit` corrects one member, `merge` joins the others into "
        "the one in `keep`. What stands by a decision is `human_confirmed`.",
        problems=(
            "not_found",
            "forbidden_role",
            "already_claimed",
            "already_resolved",
            "profile_read_only",
            *_REFUSED_BY_BARRIER,
            "not_worth_remembering",
            "sensitive",
        ),
        replays=True,
    ),
    "GET /v1/export": Operation(
        "exportMemories",
        "Memories",
        "Export what may be seen, with its history",
        {200: (ExportLine, "NDJSON, a version a line; with a header `X-Next-Cursor` there is more, under `cursor`")},
        parameters=ExportParameters,
        description="The scope and, as far as it is open to the caller, what lies below it: memory by memory, each "
        "version by version. An answer holds at most 2,000 lines or 5 MB.",
        problems=("forbidden_role",),
        media=NDJSON,
    ),
    "POST /v1/import": Operation(
        "importMemories",
        "Memories",
        "Write exported memories again",
        {200: (ImportReport, "What became of the lines")},
        parameters=ImportParameters,
        body=ImportLine,
        description="Each line goes through the pipeline of every write, with the caller's own rights and judged by "
        "its own `observed_at`; the same lines again are duplicates. A line lands where its `scope` says, if that lies "
        "at or below the target, else the same way below the target. History is made anew, version by version; what "
        "had ended is refused. A body of at most 6 MB; about 20 seconds a call, then `next_line` says where to go on.",
        problems=("forbidden_role",),
        body_media=NDJSON,
    ),
    "GET /v1/audit": Operation(
        "readAudit",
        "Audit",
        "Who did what, by ids",
        {200: (AuditPageResponse, "One page: owner by owner, chain by chain, each by sequence")},
        parameters=AuditParameters,
        description="Needs the role `auditor`. A deleted memory's chain stays, and so does a deleted subject's.",
        problems=("forbidden_role",),
    ),
    "GET /v1/audit/reads": Operation(
        "listReads",
        "Audit",
        "Who was shown what",
        {200: (ReadPageResponse, "Newest first; empty unless the deployment audits reads (`auditReads`)")},
        parameters=PageParameters,
        problems=("forbidden_role",),
    ),
    "GET /v1/audit/verify": Operation(
        "verifyAudit",
        "Audit",
        "Does every chain hold",
        {200: (VerificationBody, "Whether what was looked at holds, and the first place where it does not")},
        parameters=VerifyParameters,
        description="Recomputes links, hashes and sequences, and holds the end of each chain against the memory. "
        "About 5,000 records a call: with a `next_cursor` there are more.",
        problems=("forbidden_role",),
    ),
    "GET /v1/metrics": Operation(
        "readMetrics",
        "Metrics",
        "What happened to memories, by day",
        {200: (MetricsResponse, "Counts of the last days, today among them")},
        parameters=MetricsParameters,
        description="An organisation's counts are kept up from the stream, approximate by the little that is delivered "
        "twice, and need one of the roles `supervisor`, `reviewer`, `auditor`, `operator`, `admin`; those of a user or "
        "a project are made from its audit. Refused writes and latencies are in the metrics of the deployment, for "
        "they leave no record. An organisation's also hold the rates that feedback gives, and its thresholds.",
        problems=("forbidden_role",),
    ),
    "DELETE /v1/tuning": Operation(
        "resetTuning",
        "Metrics",
        "Go back to the deployment's own relevance thresholds",
        {200: (ThresholdPair, "What is in force now; the same again when nothing had moved")},
        parameters=TargetParameters,
        description="The thresholds of an organisation follow the feedback on its recalls, in steps of 0.05 between "
        "0.5 and 0.95. This undoes all moves, is audited as they are, and what was said before plays no part any more. "
        "Recalls follow within a minute. Needs the role `operator` on the organisation.",
        problems=("forbidden_role",),
    ),
    "GET /v1/health": Operation("health", "Health", "Is the service up", {200: (None, "It is")}),
}
