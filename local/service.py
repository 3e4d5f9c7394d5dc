"""The service on a laptop: the Lambda handlers over local stores, started and stopped."""

from __future__ import annotations

import importlib
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from local.aws.authorizer import Authorizer
from local.aws.gateway import Context, Gateway, Handler
from local.aws.pump import FEED_READER, READERS, Pump
from local.aws.rate_buckets import ProcessRateBuckets
from local.aws.retrievals import RetrievalQueue
from local.aws.session_work import LocalComparisons, SessionWorkQueue
from local.aws.waiting import Waiting
from local.aws.webhooks import LocalWebhooks
from local.aws.workflow import Journal, LocalDeletionWorkflow
from local.bugs import report_bug
from local.clock import MovableClock
from local.console.site import ConsoleSite
from local.controls import BLOCKED_AFTER, Controls, Tokens
from local.data_folder import DataFolder, witness_of
from local.faults import Faults, FaultyEmbedder, FaultyRecords, FaultySearch
from local.guidance.disk_health import DiskHealth
from local.guidance.docs_page import docs_page
from local.guidance.front_page import front_page
from local.guidance.greeting import folder_refused, port_refused
from local.guidance.metrics_page import metrics_page
from local.guidance.service_log import end_log, log_to_file
from local.guidance.work_gauge import LocalGauge
from local.http.events import Answer, Request
from local.http.server import Server
from local.issuer import AUDIENCE, Issuer
from local.restore import generation_of
from local.sign_in.clients import CONSOLE, SCOPE
from local.sign_in.endpoints import SignIn
from local.stores_at_rest.record_files import FIELD, missing_keys, open_records, opening
from local.stores_at_rest.witnessed_audits import unsound_audits
from local.vectors import ForgettableVectors
from shared.adapters.ciphers.key_file import FileCipher
from shared.adapters.embedders.cached import CachedEmbedder
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.signing.signing_key_file import FileSigner
from shared.adapters.sqlite.search import SqliteSearch
from shared.adapters.system import UuidV7Ids
from shared.adapters.witness.witness_file import FileWitness
from shared.contracts.environment import AUTHORIZATION_SERVER, MEMORY_LAYERS
from shared.contracts.routes import DEFAULT_FUNCTION, MCP_ROUTES, ROUTES, module_name
from shared.domain.access.caller import ANY_ORG
from shared.domain.access.request_rates import NO_LIMIT, RequestRates
from shared.domain.changes.subscriptions import Subscription
from shared.domain.configuration.layers import Layers
from shared.domain.errors import MemoryServiceError
from shared.domain.extraction.turn_reading import Remember
from shared.domain.instants import wire_text
from shared.language.comparison.parse import parse
from shared.ports import Embedder
from shared.runtime import bootstrap
from shared.usecases.caches import WRITTEN_LAST, JustWritten, KnownAdmission
from shared.usecases.deletion.start_open import start_open
from shared.usecases.receipts.check_log import unsound_logs
from shared.usecases.request_limits import RequestLimits
from shared.usecases.restore.served_tables import is_admitted
from shared.usecases.services import Services

LOG = logging.getLogger("agent_memory.local")
DEFINITION = Path(__file__).parents[1] / "infra" / "statemachines" / "deletion.asl.json"
GC_EVERY_S = 86400.0
END_S = 1.5  # how long running requests, steps and deliveries have to end, each

# Lambda's environment, as far as the handlers' libraries read it; and no lookup of an account.
_ENVIRONMENT = {
    "POWERTOOLS_SERVICE_NAME": "agent-memory",
    "POWERTOOLS_METRICS_NAMESPACE": "AgentMemory",
    "POWERTOOLS_LOG_LEVEL": "INFO",
    "AWS_EC2_METADATA_DISABLED": "true",
}


def prepare_environment() -> None:
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)


_ROLLED_BACK = (
    "What was deleted since would be shown again. If the newer folder is still there, put it back and take this one as "
    "the copy: python -m local restore --data FOLDER --from COPY; if not, serve with --accept-lost-deletions."
)


class Refused(Exception):
    """The folder is not served as it is; the message says which command makes it right."""


class Service:
    """Serves from construction to `close`. One at a time in a process: the handlers' services are the process's."""

    def __init__(
        self, data: Path, port: int, embedder: Embedder, *, test_controls: bool = False,
        remember: Remember = Remember.STATEMENTS, accept_lost: bool = False, operator_org: str = ANY_ORG,
        rates: RequestRates = NO_LIMIT, audit_reads: bool = False,
        webhooks: tuple[Subscription, ...] = (), webhooks_to_loopback: bool = False,
        say: Callable[[str], None] = lambda text: None, on_answer: Callable[[str], None] | None = None,
    ) -> None:  # fmt: skip
        """`operator_org`: whose administrators write `/global`. `accept_lost`: although deletions that have a receipt
        are not in the folder. Raises `FolderInUse`, `Refused` for a port or a folder that cannot be had or a folder
        that would show what was deleted, `MemoryServiceError` and `DamagedKeyFile` for a damaged file, and `OSError`.
        `on_answer`: gets one line about each request."""
        try:
            self._folder = DataFolder(data)
        except OSError as error:
            raise Refused(folder_refused(data, error)) from error
        try:
            self._server = Server(port)
        except OSError as error:
            self._folder.discard()
            raise Refused(port_refused(port, error)) from error
        self._log = log_to_file(self._folder.path)
        self._test_controls, self._remember, self._operator_org = test_controls, remember, operator_org
        self._ending = threading.Event()
        self._clock = MovableClock()
        self._faults = Faults(time.sleep)
        say("Opening the stores ...")
        for sentence in missing_keys(self._folder.path):
            LOG.error("%s", sentence)
            say(f"WARNING: {sentence}")
        self._records = open_records(self._folder.path)
        self._search = SqliteSearch(self._folder / "search.db")
        self._vectors = ForgettableVectors()
        self._witness = FileWitness(witness_of(self._folder.path))
        self._written = JustWritten(lasts=WRITTEN_LAST)
        handlers = _handlers(self._folder.path)
        ids = UuidV7Ids(self._clock)
        self._workflow = LocalDeletionWorkflow(
            DEFINITION.read_text(encoding="utf-8"), Journal(self._folder / "workflows.db"), handlers["deletion_step"],
            self._clock, self._forget,
        )  # fmt: skip
        self._waiting = Waiting(self._folder / "queues.db")
        self._retrievals = RetrievalQueue(handlers["retrieved"], self._waiting if audit_reads else None)
        self._session_work = SessionWorkQueue(handlers["extract"], self._waiting)
        self._pump, self._feed = self._pumps(handlers)
        self._webhooks = LocalWebhooks(
            handlers["notify"], self._waiting, self._folder.path, webhooks, loopback=webhooks_to_loopback
        ) if webhooks else None  # fmt: skip
        services = replace(
            self._services(embedder, ids, _limits(rates)), audit_reads=audit_reads, change_bus=self._webhooks
        )  # fmt: skip
        bootstrap.install(services, webhooks=None if self._webhooks is None else self._webhooks.ports)
        for sentence in self._lost(services, accept_lost=accept_lost):
            LOG.error("%s", sentence)
            say(f"WARNING: {sentence}")
        self._gc = handlers["gc"]
        issuer = Issuer(f"{self.url}/local", self._clock)
        os.environ[AUTHORIZATION_SERVER] = issuer.url
        authorizer = Authorizer(issuer.jwks, issuer.url, AUDIENCE, self._clock)
        for part in (self._pump, self._feed, self._retrievals, self._session_work, self._webhooks):
            if part is not None:
                part.start()
        for sentence in unsound_audits(bootstrap.services(), self._folder.path):
            LOG.error("%s", sentence)
            say(f"WARNING: {sentence}")
        if resumed := self._workflow.resume():
            say(f"Going on with {resumed} deletion(s) that the last end interrupted ...")
        self._ask_again()
        self._collect_and_tell()
        if not test_controls:
            threading.Thread(target=self._keep_schedule, name="schedule", daemon=True).start()
        self._server.serve(Gateway(handlers, authorizer, self._own(issuer), self._clock, ids, on_answer))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.port}"

    def close(self) -> None:
        """Ends requests, steps and deliveries after the running one; the rest continues after the next start."""
        self._ending.set()
        self._server.close(END_S)
        self._clock.stop()
        self._workflow.stop(END_S)
        self._pump.stop(END_S)
        self._feed.stop(END_S)
        self._retrievals.stop(END_S)
        self._session_work.stop(END_S)
        if self._webhooks is not None:
            self._webhooks.stop(END_S)
        self._waiting.close()
        self._records.close()
        self._search.close()
        self._folder.release()
        end_log(self._log)

    def _pumps(self, handlers: Mapping[str, Handler]) -> tuple[Pump, Pump]:
        letters = self._folder / "dead-letters.jsonl"
        index = Pump(self._records, handlers["index"], self._clock, letters, readers=READERS)
        return index, Pump(self._records, handlers["feed"], self._clock, letters, reader=FEED_READER)

    def _services(self, embedder: Embedder, ids: UuidV7Ids, limits: RequestLimits | None) -> Services:
        cached = CachedEmbedder(embedder, self._vectors)
        faulty = self._test_controls
        records = FaultyRecords(self._records, self._faults) if faulty else self._records
        return Services(
            records=opening(records, self._folder.path),
            search=FaultySearch(self._search, self._faults) if faulty else self._search,
            embedder=FaultyEmbedder(cached, self._faults) if faulty else cached,
            calibration=calibration_for(embedder.model.id),
            clock=self._clock,
            ids=ids,
            deletions=self._workflow,
            continuations=self._workflow,
            cipher=FileCipher(self._folder / FIELD),
            signer=FileSigner(self._folder / "signing.pem"),
            witness=self._witness,
            randomness=secrets.token_bytes,
            retrievals=self._retrievals,
            work_gauge=LocalGauge(index=self._pump, retrievals=self._retrievals, sessions=self._session_work),
            session_queue=self._session_work,
            comparisons=LocalComparisons(self._session_work),
            just_written=self._written,
            remember=self._remember,
            layers=(layers := Layers.read(os.environ.get(MEMORY_LAYERS, ""))),
            session_policy=layers.session_policy,
            write_policy=layers.write_policy,
            recall_policy=layers.recall_policy,
            context_policy=layers.context_policy,
            session_search_policy=layers.session_search_policy,
            operator_org=self._operator_org,
            request_limits=limits,
            admission=KnownAdmission(generation_of(self._folder.path)),
        )

    def _lost(self, services: Services, *, accept_lost: bool) -> list[str]:
        """What is served although the folder lacks it. Raises `Refused`."""
        lost, refusal = unsound_logs(services), ""
        if not is_admitted(services):
            refusal = f"a restore is not finished: python -m local restore --data {self._folder.path}"
        elif lost and not accept_lost:
            refusal = f"{' '.join(lost)} {_ROLLED_BACK}"
        if refusal:
            self._close_stores()
            raise Refused(refusal)
        return lost

    def _close_stores(self) -> None:
        self._server.server_close()
        self._waiting.close()
        self._records.close()
        self._search.close()
        self._folder.release()

    def _own(self, issuer: Issuer) -> Callable[[Request], Answer | None]:
        sign_in = SignIn(issuer, self._clock)
        console = ConsoleSite(issuer.url, CONSOLE.id, SCOPE)
        own: list[Callable[[Request], Answer | None]] = [
            Tokens(issuer), sign_in, console, front_page, docs_page, metrics_page,
        ]  # fmt: skip
        if self._test_controls:
            own.append(
                Controls(self._clock, self._faults, self._pump, self._workflow, self._collect, self._queues_rest)
            )
        return lambda request: next((answer for part in own if (answer := part(request)) is not None), None)

    def _queues_rest(self) -> bool:
        feed = self._feed.progress()
        has_fed = not feed.pending or feed.failures >= BLOCKED_AFTER
        return self._session_work.rests() and self._retrievals.rests() and has_fed

    def _forget(self) -> None:
        """After a deletion no copy is left outside the stores' own records: neither in a log nor as a vector."""
        self._records.empty_log()
        self._search.refresh()
        self._vectors.forget()
        self._written.clear()
        parse.cache_clear()

    def _ask_again(self) -> None:
        """For deletions that were accepted right before the last stop, and never began."""
        try:
            start_open(bootstrap.services())
        except MemoryServiceError as error:
            LOG.warning("deletions: %s", error.code)

    def _collect(self) -> Any:
        """The scheduled work, with the schedule's own input (`infra.work.schedule`)."""
        now = self._clock.now()
        event = {"source": "schedule", "scheduled_at": wire_text(now.replace(microsecond=0))}
        return self._gc(event, Context("gc", f"schedule-{now:%Y%m%dT%H%M%S}"))

    def _collect_and_tell(self) -> None:
        try:
            self._collect()
        except MemoryServiceError as error:
            LOG.warning("gc: %s", error.code)
        except Exception:  # noqa: BLE001  a failed pass is tried again the next day, as in AWS
            report_bug("gc")

    def _keep_schedule(self) -> None:
        while not self._ending.wait(GC_EVERY_S):
            self._collect_and_tell()


def _limits(rates: RequestRates) -> RequestLimits | None:
    return None if rates == NO_LIMIT else RequestLimits(rates, ProcessRateBuckets(), _log_outage)


def _log_outage(error: MemoryServiceError) -> None:
    LOG.warning("request rates: %s", error.code)


def _handlers(folder: Path) -> Mapping[str, Handler]:
    names = {route.function for route in ROUTES} | {
        DEFAULT_FUNCTION,
        "index",
        "feed",
        "deletion_step",
        "gc",
        "retrieved",
        "extract",
    }
    at_once = {name: importlib.import_module(module_name(name)).handler for name in sorted(names)}
    at_once[DEFAULT_FUNCTION] = DiskHealth(at_once[DEFAULT_FUNCTION], folder)
    return {**at_once, **{name: _later(name) for name in {"notify", *(route.function for route in MCP_ROUTES)}}}


def _later(name: str) -> Handler:
    """The handler of a function that is loaded at its first request: its libraries take a second or two."""

    def handler(event: dict[str, Any], context: Any, /) -> Any:
        return importlib.import_module(module_name(name)).handler(event, context)

    return handler
