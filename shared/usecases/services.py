"""What every use case gets: the ports and the policies, bound once by `runtime.bootstrap`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Self

from shared.domain.configuration.layers import Layers
from shared.domain.context.shares import ContextPolicy
from shared.domain.deletion.barrier import DeletionPolicy
from shared.domain.extraction.turn_reading import Remember
from shared.domain.meaning.calibration import Calibration
from shared.domain.recall.policy import RecallPolicy
from shared.domain.recall.threshold_tuning import TuningPolicy
from shared.domain.reviews.review import ReviewPolicy
from shared.domain.sessions.event_search import SessionSearchPolicy
from shared.domain.sessions.session import SessionPolicy
from shared.domain.writing.decisions import WritePolicy
from shared.ports import (
    ChangeBus,
    Cipher,
    Classifier,
    Clock,
    ComparisonQueue,
    ContradictionJudge,
    DeletionContinuations,
    DeletionWorkflow,
    Embedder,
    Extractor,
    IdSource,
    RecordStore,
    RefusedChanges,
    RetrievalLog,
    SearchIndex,
    SessionQueue,
    Signer,
    SummaryBuilder,
    Witness,
    WorkGauge,
)
from shared.usecases.caches import JustWritten, KnownAdmission, KnownDeletions, KnownThresholds, KnownViews
from shared.usecases.request_limits import RequestLimits


@dataclass(frozen=True, slots=True)
class Services:
    """`calibration` belongs to the embedder's model; `randomness` gives n unpredictable bytes."""

    records: RecordStore
    search: SearchIndex
    embedder: Embedder
    calibration: Calibration
    clock: Clock
    ids: IdSource
    deletions: DeletionWorkflow
    cipher: Cipher
    randomness: Callable[[int], bytes]
    write_policy: WritePolicy = field(default_factory=WritePolicy)
    recall_policy: RecallPolicy = field(default_factory=RecallPolicy)
    context_policy: ContextPolicy = field(default_factory=ContextPolicy)
    deletion_policy: DeletionPolicy = field(default_factory=DeletionPolicy)
    session_policy: SessionPolicy = field(default_factory=SessionPolicy)
    session_search_policy: SessionSearchPolicy = field(default_factory=SessionSearchPolicy)
    review_policy: ReviewPolicy = field(default_factory=ReviewPolicy)
    tuning_policy: TuningPolicy = field(default_factory=TuningPolicy)
    # What a deployment set of the layers' numbers: the policies above follow from it.
    layers: Layers = field(default_factory=lambda: Layers({}))
    thresholds: KnownThresholds = field(default_factory=KnownThresholds)
    views: KnownViews = field(default_factory=KnownViews)
    deletion_requests: KnownDeletions = field(default_factory=KnownDeletions)
    admission: KnownAdmission = field(default_factory=KnownAdmission)
    # Together, or neither: receipts are then signed by nobody, and no head of a log is kept elsewhere. `issuer` is how
    # this deployment names itself in what it signs.
    signer: Signer | None = None
    witness: Witness | None = None
    issuer: str = "urn:agent-memory:local"
    # Whose administrators write `/global`; `None`: nobody does.
    operator_org: str | None = None
    # `None`: no limit by tenant or user.
    request_limits: RequestLimits | None = None
    # `None`: retrievals are not counted.
    retrievals: RetrievalLog | None = None
    # `None`: how long background work waits is not measured.
    work_gauge: WorkGauge | None = None
    audit_reads: bool = False
    # What of a session is remembered while it runs and when it completes.
    remember: Remember = Remember.STATEMENTS
    # A model's second opinion, where the deployment allows one; the rules do the job alone otherwise.
    classifier: Classifier | None = None
    judge: ContradictionJudge | None = None
    summary_builder: SummaryBuilder | None = None
    extractor: Extractor | None = None
    # `None`: background work is done at once, and nothing is extracted or summed up without a request.
    session_queue: SessionQueue | None = None
    # `None`: memories that are written at the same moment are compared by the daily scan alone.
    comparisons: ComparisonQueue | None = None
    # `None`: a run of the deletion workflow may take as long as it likes.
    continuations: DeletionContinuations | None = None
    # Whether changes enter feeds, so that there is something to read.
    change_feed: bool = True
    # `None`: what enters a feed of changes is not announced; its readers ask.
    change_bus: ChangeBus | None = None
    # `None`: what the index refuses is reported as failed, and its source decides how often it comes again.
    refused_changes: RefusedChanges | None = None
    # Of a run that writes several statements, or of the process; `None`: each is compared with what the index knows
    # alone.
    just_written: JustWritten | None = None

    def in_one_run(self) -> Self:
        """The same, and later writes are compared with earlier ones of the same run."""
        return replace(self, just_written=JustWritten(above=self.just_written))
