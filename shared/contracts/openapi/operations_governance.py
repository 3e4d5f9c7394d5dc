"""Reviews, audit, counts and health: what each route takes and answers."""

from __future__ import annotations

from shared.contracts.governance.audit import (
    AuditPageResponse,
    AuditParameters,
    ReadBody,
    ReadPageResponse,
    VerificationBody,
    VerifyParameters,
)
from shared.contracts.governance.changes import ChangesParameters, ChangesResponse
from shared.contracts.governance.metrics import (
    CompositionResponse,
    MetricsParameters,
    MetricsResponse,
    PrometheusParameters,
    QueuesResponse,
    ThresholdPair,
)
from shared.contracts.governance.operation_list import (
    OperationBody,
    OperationListParameters,
    OperationPageResponse,
)
from shared.contracts.governance.reviews import ResolveRequest, ReviewBody, ReviewPageResponse, ReviewParameters
from shared.contracts.governance.settings import SettingsResponse
from shared.contracts.memories import NoParameters, PageParameters, TargetParameters
from shared.contracts.openapi.operation import REFUSED_BY_BARRIER, Operation

GOVERNANCE: dict[str, Operation] = {
    "GET /v1/reviews": Operation(
        "listReviews",
        "Reviews",
        "What waits for a person, newest first",
        {200: (ReviewPageResponse, "One page; members as they are now, without removed ones")},
        parameters=ReviewParameters,
        description="Needs the role `reviewer`, and shows reviews at or below the scope. A review that other "
        "evidence has settled is `resolved` without a decision.",
        problems=("forbidden_role",),
    ),
    "POST /v1/reviews/{review_id}/claim": Operation(
        "claimReview",
        "Reviews",
        "Work on a review, alone for 15 minutes",
        {200: (ReviewBody, "Claimed; the caller's own claim is renewed")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role", "already_claimed", "already_resolved"),
        replays=True,
    ),
    "POST /v1/reviews/{review_id}/resolve": Operation(
        "resolveReview",
        "Reviews",
        "Decide",
        {200: (ReviewBody, "Carried out, in one transaction; the same decision again: the same answer")},
        parameters=TargetParameters,
        body=ResolveRequest,
        description="`accept`: the kept members of a conflict are current and the others superseded; a candidate is a "
        "fact; flagged text stays; a stale memory is evicted; a reported memory is wrong (with `content`: and this is "
        "right). `reject`: no member of a conflict is true, a candidate is not true and is not inferred again; flagged "
        "text is deleted; a stale or reported memory stays, confirmed. `edit` corrects one member, `merge` joins the "
        "others into the one in `keep`. The surviving memory is `human_confirmed`.",
        problems=(
            "not_found",
            "forbidden_role",
            "already_claimed",
            "already_resolved",
            "profile_read_only",
            *REFUSED_BY_BARRIER,
            "not_worth_remembering",
            "sensitive",
        ),
        replays=True,
    ),
    "GET /v1/audit": Operation(
        "readAudit",
        "Audit",
        "Who did what, by ids",
        {200: (AuditPageResponse, "One page: owner by owner, chain by chain, each by sequence")},
        parameters=AuditParameters,
        description="Needs the role `auditor`; a person asks for one memory of their own (`memory_id`) without it. "
        "A deleted memory's chain stays, and so does a deleted subject's.",
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
    "GET /v1/audit/reads/{recall_id}": Operation(
        "getRead",
        "Audit",
        "What a recall gave",
        {200: (ReadBody, "Ids, versions and purpose of what the recall or the context showed of the scope")},
        parameters=TargetParameters,
        description="A person may ask this of their own memories without a role.",
        problems=("not_found", "forbidden_role"),
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
    "GET /v1/operations": Operation(
        "listOperations",
        "Governance",
        "List what takes a while: imports, exports, extractions, plans, deletions",
        {200: (OperationPageResponse, "Of each owner the newest first, whatever their kind")},
        parameters=OperationListParameters,
        description="What goes on in the scope and below it. Anyone who may read a user's or a project's scope may "
        "follow it there; those of an organisation, its own and then owner by owner, are for its auditors, operators "
        "and administrators. "
        "What a deletion hides is left out, the deletions are not. A page may have fewer items than its limit and "
        "still a cursor.",
        problems=("forbidden_role",),
    ),
    "GET /v1/operations/{operation_id}": Operation(
        "getOperation",
        "Governance",
        "Show an operation",
        {200: (OperationBody, "How far it is")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "GET /v1/changes": Operation(
        "listChanges",
        "Changes",
        "What has changed since",
        {200: (ChangesResponse, "The changes after `after`, in the order in which they entered the feed")},
        parameters=ChangesParameters,
        description="The feed of the scope's owner, as far as it is of the scope: ids and kinds, no content. Send "
        "`next` as `after`, also at the end: what is committed late comes after it, so that nothing is left out. Each "
        "change is in the feed once; who repeats a request may see it again. Entries are kept for 30 days: an older "
        "`after` is answered 410 `changes_gone`, and so is one from before a restore. Then read anew what you keep "
        "copies of. After `memory.deleted`, `memory.expired` or `deletion.accepted` drop your copies. A token that "
        "binds purposes may not read the feed. A deployment in AWS keeps one where its operators say so (context "
        "`changeFeed`; `GET /v1/settings` says whether); elsewhere the answer is 404 `changes_off`.",
        problems=("forbidden_role", "purpose_not_allowed", "changes_off", "changes_gone"),
    ),
    "GET /v1/settings": Operation(
        "readSettings",
        "Metrics",
        "The numbers of the memory's layers, and whether a feed of changes is kept",
        {200: (SettingsResponse, "Each number with its default and its bounds, and the switch")},
        parameters=NoParameters,
        description="What the deployment set (context `memoryLayers`): how long what lives, when it is stale, what a "
        "recall takes; and whether it keeps a feed of changes (context `changeFeed`). Any token may read them.",
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
    "GET /v1/metrics/memories": Operation(
        "readComposition",
        "Metrics",
        "What the memories are made of",
        {200: (CompositionResponse, "Counts and shares of the memories of the scope and below it, now")},
        parameters=TargetParameters,
        description="By source, status, type, staleness and time left, with the scopes of each user. A walk over at "
        "most 5,000 memories. For an organisation it needs one of the roles of its counts.",
        problems=("forbidden_role",),
    ),
    "GET /v1/metrics/prometheus": Operation(
        "readPrometheus",
        "Metrics",
        "The counts in the form that Prometheus reads",
        {200: (None, "Text format, version 0.0.4")},
        parameters=PrometheusParameters,
        description="Today's changes as counters, and the rates of the days as gauges.",
        problems=("forbidden_role",),
        media="text/plain",
    ),
    "GET /v1/metrics/queues": Operation(
        "readQueues",
        "Metrics",
        "How long background work has been waiting",
        {200: (QueuesResponse, "The age of the oldest of each kind")},
        parameters=NoParameters,
        description="Of the whole deployment, for all organisations share its queues: ages alone, as its metrics last "
        "measured them. Needs one of the roles of an organisation's counts.",
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
        replays=True,
    ),
    "GET /v1/health": Operation(
        "health",
        "Health",
        "Is the service up",
        {200: (None, "It is: `ok`, or `restoring` while a restore is not finished and every other route answers 503")},
    ),
}
