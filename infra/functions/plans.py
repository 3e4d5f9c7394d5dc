"""Which functions there are, and the properties and rights of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from infra.functions.permissions import Verb
from infra.functions.time_limits import (
    API_SECONDS,
    DELETION_STEP_SECONDS,
    EXTRACT_SECONDS,
    FEED_SECONDS,
    GC_SECONDS,
    INDEX_SECONDS,
    NOTIFY_SECONDS,
    REINDEX_SECONDS,
    RETRIEVED_SECONDS,
)
from infra.settings import DeploymentSettings
from infra.stores.search import SearchUse
from infra.webhook_settings import as_text
from shared.contracts import environment
from shared.records.store.record import Table

# An operator calls this one and sees its answers, so no alarm watches it.
OPERATORS = "reindex"
MCP = "mcp"
FEED = "feed"  # where the feed of changes is kept
NOTIFY = "notify"  # where there are webhooks
GET, LIST, CHECK, PUT, REMOVE = Verb


@dataclass(frozen=True, slots=True)
class FunctionPlan:
    """The properties and rights of one function. More memory also means more processor time."""

    name: str
    tables: Mapping[Table, frozenset[Verb]] = field(default_factory=dict)
    search: SearchUse | None = None
    embeds: bool = False
    seals: bool = False
    opens_sealed: bool = False
    finds_due: bool = False
    walks: bool = False
    starts_deletions: bool = False
    signs: bool = False
    publishes_heads: bool = False
    reads_heads: bool = False
    speaks_mcp: bool = False
    measures_work: bool = False
    memory_mib: int = 1024
    timeout_seconds: int = API_SECONDS
    reserved: int | None = None
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def all_tables(self) -> Mapping[Table, frozenset[Verb]]:
        """With the owners' data keys, which are read with every table, and made and checked with every record. Only a
        deletion's step, which destroys them, names that table itself."""
        if not self.tables:
            return self.tables
        puts = any(PUT in verbs for verbs in self.tables.values())
        needed = {GET, CHECK, PUT} if puts else {GET}
        return {**self.tables, Table.KEYS: self.tables.get(Table.KEYS, frozenset()) | needed}

    @property
    def changes_memories(self) -> bool:
        return PUT in self.tables.get(Table.MEMORIES, frozenset())


def plans(settings: DeploymentSettings) -> tuple[FunctionPlan, ...]:
    sessions, memories, ledger = Table.SESSIONS, Table.MEMORIES, Table.LEDGER
    remember = {environment.REMEMBER: settings.remember}
    retention = {environment.BACKUP_RETENTION_DAYS: str(settings.backup_retention_days)}
    audits = {environment.AUDIT_READS: "true"} if settings.audit_reads else {}
    followed = {environment.CHANGE_FEED: "true"} if settings.change_feed else {}
    return (
        # It looks for memories that mean the same before it writes.
        FunctionPlan(
            "write",
            {memories: _may(GET, CHECK, PUT, REMOVE), ledger: _may(GET, CHECK, PUT)},
            search=SearchUse.READ,
            embeds=True,
            seals=True,
            memory_mib=768,  # `bench.cost.processor`: it waits for the most part, and needs 115 MB
        ),
        FunctionPlan(
            "recall",
            {
                memories: _may(GET, LIST, CHECK),
                # A context holds events of a session, and keeps the vectors that it made of them.
                sessions: _may(GET, CHECK, PUT),
                **({ledger: _may(PUT)} if settings.audit_reads else {}),
            },
            search=SearchUse.READ,
            embeds=True,
            opens_sealed=True,
            environment=audits,
        ),
        # Completing a session writes memories, as `write` does.
        FunctionPlan(
            "sessions",
            {
                memories: _may(GET, LIST, CHECK, PUT, REMOVE),
                sessions: _may(GET, LIST, CHECK, PUT, REMOVE),
                ledger: _may(GET, CHECK, PUT),
            },
            search=SearchUse.READ,
            embeds=True,
            environment=remember,
        ),
        # It verifies on demand and lists memories that mean a text: it reads every store, and keeps vectors of events.
        FunctionPlan(
            "delete",
            {
                sessions: _may(GET, LIST, CHECK, PUT),
                memories: _may(GET, LIST, CHECK, PUT),
                ledger: _may(GET, LIST, CHECK, PUT),
            },
            search=SearchUse.VERIFY,
            embeds=True,
            starts_deletions=True,
            signs=True,  # what a verification on demand has found
            environment={**retention, **audits},
        ),
        # It searches nothing, so it is in no network and reaches CloudWatch without an endpoint.
        FunctionPlan(
            "hygiene",
            {memories: _may(GET, LIST, CHECK, PUT, REMOVE), ledger: _may(GET, CHECK, PUT)},
            finds_due=True,
            measures_work=True,
        ),
        # A reviewer's decision is a write, embedded like any other, or a deletion.
        FunctionPlan(
            "govern",
            {
                memories: _may(GET, LIST, CHECK, PUT, REMOVE),
                ledger: _may(GET, LIST, CHECK, PUT),
                # An auditor has every record of an owner opened; an operation may be the completion of a session.
                sessions: _may(GET, LIST),
            },
            search=SearchUse.READ,
            embeds=True,
            starts_deletions=True,
            reads_heads=True,  # an auditor compares the log with its witness
            environment={**audits, **followed},
        ),
        # Its tools do what `write`, `recall`, `sessions` and `delete` do, so it may what they may. It seals nothing, as
        # `allow_sensitive` is no argument of a tool.
        FunctionPlan(
            MCP,
            {
                sessions: _may(GET, LIST, CHECK, PUT, REMOVE),
                memories: _may(GET, LIST, CHECK, PUT, REMOVE),
                ledger: _may(GET, LIST, CHECK, PUT),
            },
            search=SearchUse.READ,
            embeds=True,
            opens_sealed=True,
            starts_deletions=True,
            speaks_mcp=True,
            memory_mib=1769,  # a whole processor: its libraries take long to load
            environment={
                **remember,
                **retention,
                environment.OAUTH_SCOPES: " ".join(settings.oauth_scopes),
                **audits,
                **(
                    {environment.ALLOWED_ORIGINS: ",".join(settings.allowed_origins)}
                    if settings.allowed_origins
                    else {}
                ),
            },
        ),
        # It answers requests without a route, from any caller: it has no rights.
        FunctionPlan("health", memory_mib=256, timeout_seconds=5),
        # What it has indexed, it counts: beside the memories for their owner's limit.
        FunctionPlan(
            "index",
            {memories: _may(GET, CHECK, PUT), ledger: _may(GET, CHECK, PUT)},
            search=SearchUse.WRITE,
            memory_mib=512,
            timeout_seconds=INDEX_SECONDS,
        ),
        *_feed(settings),
        *_notify(settings),
        # A memory that loses a quoted turn is embedded again.
        FunctionPlan(
            "deletion_step",
            {
                sessions: _may(GET, LIST, CHECK, PUT, REMOVE),
                memories: _may(GET, LIST, CHECK, PUT, REMOVE),
                ledger: _may(GET, LIST, CHECK, PUT, REMOVE),
                Table.KEYS: _may(REMOVE),
            },
            search=SearchUse.WRITE,
            embeds=True,
            signs=True,
            publishes_heads=True,
            reads_heads=True,
            memory_mib=512,
            timeout_seconds=DELETION_STEP_SECONDS,
            environment=retention,
        ),
        FunctionPlan(
            "gc",
            {memories: _may(GET, LIST, CHECK, PUT, REMOVE), ledger: _may(GET, LIST, CHECK, PUT, REMOVE)},
            search=SearchUse.READ,  # it looks for contradictions in what has changed
            embeds=True,
            signs=True,
            publishes_heads=True,  # it has the witness see how each owner's audit has grown
            reads_heads=True,
            finds_due=True,
            starts_deletions=True,
            memory_mib=512,
            timeout_seconds=GC_SECONDS,
            reserved=1,  # a second pass would only meet the first one's lease
        ),
        # It writes what sessions imply, builds summaries again, and makes room, for which it takes a lease.
        FunctionPlan(
            "extract",
            {
                memories: _may(GET, LIST, CHECK, PUT, REMOVE),
                sessions: _may(GET, LIST, CHECK, PUT, REMOVE),
                ledger: _may(GET, CHECK, PUT, REMOVE),
            },
            search=SearchUse.READ,
            embeds=True,
            timeout_seconds=EXTRACT_SECONDS,
            environment=remember,
        ),
        # It counts for the memories, and for their organisations.
        FunctionPlan(
            "retrieved",
            {memories: _may(GET, CHECK, PUT), ledger: _may(GET, CHECK, PUT)},
            memory_mib=512,
            timeout_seconds=RETRIEVED_SECONDS,
        ),
        # An operator's alone. It has no right to embed.
        FunctionPlan(
            OPERATORS,
            {memories: _may(GET)},
            search=SearchUse.REBUILD,
            walks=True,
            timeout_seconds=REINDEX_SECONDS,
        ),
    )


def _feed(settings: DeploymentSettings) -> tuple[FunctionPlan, ...]:
    """It looks at the owner's barrier, and keeps what is new in the owner's feed of changes."""
    if not settings.change_feed:
        return ()
    needed = {Table.MEMORIES: _may(GET, CHECK), Table.LEDGER: _may(GET, LIST, CHECK, PUT, REMOVE)}
    return (FunctionPlan(FEED, needed, memory_mib=512, timeout_seconds=FEED_SECONDS),)


def _notify(settings: DeploymentSettings) -> tuple[FunctionPlan, ...]:
    """It reads from the feed what it sends. In no network of ours: receivers are on the internet."""
    if not settings.webhooks:
        return ()
    needed = {Table.MEMORIES: _may(GET), Table.LEDGER: _may(GET)}
    variables = {environment.WEBHOOKS: as_text(settings.webhooks)}
    return (FunctionPlan(NOTIFY, needed, memory_mib=512, timeout_seconds=NOTIFY_SECONDS, environment=variables),)


def _may(*verbs: Verb) -> frozenset[Verb]:
    return frozenset(verbs)
