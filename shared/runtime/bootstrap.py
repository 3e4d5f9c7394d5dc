"""The one place that names the real adapters. A test or the laptop's service installs its own instead."""

from __future__ import annotations

import gc
import os
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from shared.domain.access.request_rates import NO_LIMIT
from shared.domain.deletion.barrier import DeletionPolicy
from shared.runtime.deferred import DeferredSearch, deferred
from shared.runtime.settings import Settings
from shared.usecases.caches import WRITTEN_LAST, JustWritten, KnownAdmission
from shared.usecases.request_limits import RequestLimits
from shared.usecases.services import Services

if TYPE_CHECKING:
    from boto3 import Session
    from botocore.config import Config
    from mypy_boto3_dynamodb import DynamoDBClient
    from opensearchpy import OpenSearch

    from shared.domain.meaning.calibration import Calibration
    from shared.ports import (
        ChangeBus,
        Clock,
        ComparisonQueue,
        IndexInventory,
        RefusedChanges,
        RetrievalLog,
        SearchIndex,
        SessionQueue,
        Signer,
        Witness,
        WorkGauge,
    )
    from shared.usecases.changes.deliver_change import Webhooks
    from shared.usecases.indexing.rebuild_index import Rebuilding

_installed: Services | None = None
_installed_rebuilding: Rebuilding | None = None
_installed_webhooks: Webhooks | None = None


def install(
    services: Services | None, rebuilding: Rebuilding | None = None, webhooks: Webhooks | None = None
) -> None:  # fmt: skip
    """Makes every handler use these services; `None` goes back to the real ones."""
    # One set of clients for all of a container's invocations.
    global _installed, _installed_rebuilding, _installed_webhooks
    _installed, _installed_rebuilding, _installed_webhooks = services, rebuilding, webhooks


def services() -> Services:
    """The services of this process, made when they are first needed. Raises as `on_aws` does."""
    if _installed is None:
        install(on_aws(Settings.from_environment()))
        gc.freeze()  # what a cold start has made stays as long as the process: no later collection looks at it
    assert _installed is not None  # noqa: S101 - install() has just set it # nosec B101
    return _installed


def calibration() -> Calibration:
    """That of the embedder in use, without any client."""
    if _installed is not None:
        return _installed.calibration
    from shared.adapters.embedders.calibrations import calibration_for

    settings = Settings.from_environment()
    return calibration_for(f"{settings.embedding_model_id}/{settings.embedding_dimension}")


def rebuilding() -> Rebuilding:
    """The extra ports of one function: a walk over a table, and the index as a whole."""
    if _installed_rebuilding is None:
        install(services(), rebuilding_on_aws(services(), Settings.from_environment()))
    assert _installed_rebuilding is not None  # noqa: S101 - install() has just set it # nosec B101
    return _installed_rebuilding


def webhooks() -> Webhooks:
    """The extra ports of the function that sends webhooks."""
    if _installed_webhooks is None:
        from shared.runtime.webhooks import webhooks_on_aws

        install(services(), webhooks=webhooks_on_aws(Settings.from_environment()))
    assert _installed_webhooks is not None  # noqa: S101 - install() has just set it # nosec B101
    return _installed_webhooks


def on_aws(settings: Settings) -> Services:
    """Raises `BadLanguagePack` for a pack that the settings name and that cannot be used: a function that knew fewer
    words than the others would store texts that they refuse."""
    if settings.language_packs:
        from shared.language.packs.loading import load_packs

        load_packs(settings.language_packs)
    from botocore.config import Config

    from shared.adapters.aws_session import aws_session
    from shared.adapters.bedrock.titan import TitanEmbedder
    from shared.adapters.ciphers.kms import KmsCipher
    from shared.adapters.dynamodb.client import dynamodb_client
    from shared.adapters.dynamodb.records import DynamoRecords
    from shared.adapters.embedders.calibrations import calibration_for
    from shared.adapters.system import SystemClock, UuidV7Ids
    from shared.adapters.workflow.stepfunctions import StepFunctionsDeletionWorkflow
    from shared.runtime.integrity import sealed

    # Short connects and no retries here: the adapters retry a bounded number of times where that helps.
    config = Config(connect_timeout=2, read_timeout=10, retries={"mode": "standard", "total_max_attempts": 1})
    session = aws_session()
    clock = SystemClock()
    # A text of 8,192 tokens takes Titan a second or two; a recall is answered without vectors if it hangs.
    quick = Config(connect_timeout=2, read_timeout=6, retries={"mode": "standard", "total_max_attempts": 1})
    embedder = TitanEmbedder(
        session.client("bedrock-runtime", config=quick),
        model_id=settings.embedding_model_id,
        dimension=settings.embedding_dimension,
    )
    cipher = KmsCipher(session.client("kms", config=config), settings.field_key_id)
    dynamodb = dynamodb_client(session)
    stored = DynamoRecords(dynamodb, settings.tables)
    workflow = StepFunctionsDeletionWorkflow(
        deferred(lambda: session.client("stepfunctions", config=config)), settings.deletion_workflow_arn
    )
    made = Services(
        records=sealed(stored, cipher, os.urandom),
        search=DeferredSearch(lambda: _search(settings, session)),
        embedder=embedder,
        calibration=calibration_for(embedder.model.id),
        clock=clock,
        ids=UuidV7Ids(clock),
        deletions=workflow,
        continuations=workflow,
        cipher=cipher,
        signer=_signer(settings, session, config),
        witness=_witness(settings, session, config),
        issuer=settings.issuer,
        request_limits=_request_limits(settings, dynamodb),
        operator_org=settings.operator_org,
        admission=KnownAdmission(settings.restore_generation, stored=stored),
        randomness=os.urandom,
        audit_reads=settings.audit_reads,
        remember=settings.remember,
        layers=settings.layers,
        session_policy=settings.layers.session_policy,
        write_policy=settings.layers.write_policy,
        recall_policy=settings.layers.recall_policy,
        context_policy=settings.layers.context_policy,
        session_search_policy=settings.layers.session_search_policy,
        deletion_policy=DeletionPolicy(backup_retention=timedelta(days=settings.backup_retention_days)),
        retrievals=_retrievals(settings, session),
        work_gauge=_work_gauge(settings, session, clock),
        session_queue=_session_queue(settings, session),
        comparisons=_comparisons(settings, session),
        refused_changes=_refused_changes(settings, session),
        change_feed=settings.change_feed,
        change_bus=_change_bus(settings, session),
        just_written=JustWritten(lasts=WRITTEN_LAST),
    )
    return _with_judgements(made, settings.judgement_model_id, session, config) if settings.judgement_model_id else made


def _with_judgements(services: Services, model_id: str, session: Session, config: Config) -> Services:
    """Together with the models that judge and write."""
    from botocore.config import Config

    from shared.adapters.bedrock.classifier import BedrockClassifier
    from shared.adapters.bedrock.judge import BedrockJudge
    from shared.adapters.bedrock.sessions import BedrockExtractor, BedrockSummaryBuilder

    # A summary takes a model longer than a verdict; the gateway gives up after 29 s.
    slow = Config(connect_timeout=2, read_timeout=20, retries={"mode": "standard", "total_max_attempts": 1})
    quick = deferred(lambda: session.client("bedrock-runtime", config=config))
    patient = deferred(lambda: session.client("bedrock-runtime", config=slow))
    return replace(
        services,
        classifier=BedrockClassifier(quick, model_id=model_id),
        judge=BedrockJudge(quick, model_id=model_id),
        summary_builder=BedrockSummaryBuilder(patient, model_id=model_id),
        extractor=BedrockExtractor(patient, model_id=model_id),
    )


def _request_limits(settings: Settings, client: DynamoDBClient) -> RequestLimits | None:
    """Of this process: it counts on while it lives."""
    if settings.request_rates == NO_LIMIT:
        return None
    from shared.adapters.dynamodb.rate_buckets import DynamoRateBuckets
    from shared.runtime.observability import log_fault

    buckets = DynamoRateBuckets(client, settings.ledger_table)
    return RequestLimits(settings.request_rates, buckets, log_fault)


def _signer(settings: Settings, session: Session, config: Config) -> Signer | None:
    if not settings.signing_key_id:
        return None
    from shared.adapters.signing.signing_kms import KmsSigner

    return KmsSigner(deferred(lambda: session.client("kms", config=config)), settings.signing_key_id)


def _witness(settings: Settings, session: Session, config: Config) -> Witness | None:
    if not settings.witness_bucket:
        return None
    from shared.adapters.witness.witness_s3 import S3Witness

    return S3Witness(deferred(lambda: session.client("s3", config=config)), settings.witness_bucket)


def _work_gauge(settings: Settings, session: Session, clock: Clock) -> WorkGauge | None:
    if not settings.watched_work:
        return None
    from botocore.config import Config

    from shared.adapters.queues.cloudwatch_gauge import CloudWatchGauge

    config = Config(connect_timeout=2, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 2})
    return CloudWatchGauge(deferred(lambda: session.client("cloudwatch", config=config)), settings.watched_work, clock)


def _retrievals(settings: Settings, session: Session) -> RetrievalLog | None:
    if not settings.retrievals_queue_url:
        return None
    from botocore.config import Config

    from shared.adapters.queues.sqs import SqsRetrievalLog

    # One short try: an answer does not wait for statistics.
    config = Config(connect_timeout=1, read_timeout=2, retries={"mode": "standard", "total_max_attempts": 1})
    return SqsRetrievalLog(deferred(lambda: session.client("sqs", config=config)), settings.retrievals_queue_url)


def _session_queue(settings: Settings, session: Session) -> SessionQueue | None:
    if not settings.sessions_queue_url:
        return None
    from botocore.config import Config

    from shared.adapters.queues.sqs import SqsSessionQueue

    config = Config(connect_timeout=2, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 3})
    return SqsSessionQueue(deferred(lambda: session.client("sqs", config=config)), settings.sessions_queue_url)


def _comparisons(settings: Settings, session: Session) -> ComparisonQueue | None:
    if not settings.sessions_queue_url:
        return None
    from botocore.config import Config

    from shared.adapters.queues.sqs import SqsComparisonQueue

    # One short try: the index does not wait.
    config = Config(connect_timeout=1, read_timeout=2, retries={"mode": "standard", "total_max_attempts": 2})
    return SqsComparisonQueue(deferred(lambda: session.client("sqs", config=config)), settings.sessions_queue_url)


def _refused_changes(settings: Settings, session: Session) -> RefusedChanges | None:
    if not settings.refused_changes_queue_url:
        return None
    from botocore.config import Config

    from shared.adapters.queues.sqs import SqsRefusedChanges

    config = Config(connect_timeout=2, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 3})
    return SqsRefusedChanges(deferred(lambda: session.client("sqs", config=config)), settings.refused_changes_queue_url)


def _change_bus(settings: Settings, session: Session) -> ChangeBus | None:
    if not settings.change_bus:
        return None
    from botocore.config import Config

    from shared.adapters.webhooks.event_bus import EventBridgeBus

    config = Config(connect_timeout=2, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 3})
    return EventBridgeBus(deferred(lambda: session.client("events", config=config)), settings.change_bus)


def _search(settings: Settings, session: Session) -> SearchIndex:
    from shared.adapters.opensearch.lifecycle import ensure_index
    from shared.adapters.opensearch.search import OpenSearchIndex

    client = _engine(settings, session)
    if settings.keeps_search:
        ensure_index(
            client,
            settings.search_index,
            settings.embedding_dimension,
            shards=settings.search_shards,
            replicas=settings.search_replicas,
        )
    return OpenSearchIndex(client, settings.search_index)


def _engine(settings: Settings, session: Session) -> OpenSearch:
    from shared.adapters.opensearch.client import signed_client

    return signed_client(
        settings.search_endpoint,
        region=session.region_name,
        credentials=session.get_credentials(),
    )


def rebuilding_on_aws(services: Services, settings: Settings) -> Rebuilding:
    from shared.adapters.aws_session import aws_session
    from shared.adapters.dynamodb.client import dynamodb_client
    from shared.adapters.dynamodb.walk import DynamoWalk
    from shared.usecases.indexing.rebuild_index import Rebuilding

    session = aws_session()
    walk = DynamoWalk(dynamodb_client(session), settings.tables)
    return Rebuilding.of(services, walk, _inventory(settings, session))


def _inventory(settings: Settings, session: Session) -> IndexInventory:
    from shared.adapters.opensearch.inventory import OpenSearchInventory

    return OpenSearchInventory(
        _engine(settings, session),
        settings.search_index,
        settings.embedding_dimension,
        shards=settings.search_shards,
        replicas=settings.search_replicas,
    )
