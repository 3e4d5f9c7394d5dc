"""Lambda for tests: the real handlers, each with the environment and the role that the template gave it.

Three of the services behind them are not what the functions have in AWS: the search engine is the SQLite adapter,
vectors are made without a model, the clock can be moved. The first two ask for the permission that their counterpart
would need.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import os
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from moto.awslambda_simple.models import LambdaSimpleBackend

from infra.stores.search import INDEX
from local.aws.gateway import Context
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.sqlite.inventory import SqliteInventory
from shared.adapters.sqlite.search import SqliteSearch
from shared.domain.errors import SearchUnavailable
from shared.domain.meaning.centring import Vector
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery
from shared.ports import Clock, DocumentPage, Remove, Upsert
from shared.runtime import bootstrap
from shared.runtime.settings import Settings
from shared.usecases.indexing.rebuild_index import Rebuilding
from shared.usecases.services import Services
from tests.deploy.adapter import ACCOUNT, REGION, SEARCH_HOST
from tests.deploy.permissions import Permissions
from tests.deploy.stack import Deployed, DeployedFunction

_DOMAIN = f"arn:aws:es:{REGION}:{ACCOUNT}:domain/agent-memory-dev"


class Search:
    """The one index of the domain. `down` makes it fail as an outage does; `poisoned` ids are refused."""

    def __init__(self, folder: Path, permissions: Permissions) -> None:
        self.index = SqliteSearch(folder / "search.db")
        self.inventory = Inventory(self, folder)
        self.down = False
        self.poisoned: set[str] = set()
        self._permissions = permissions

    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        self.ask("es:ESHttpPost", f"{INDEX}/_msearch")
        return self.index.search(query, filter)

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        self.ask("es:ESHttpPost", f"{INDEX}/_bulk")
        bad = [a for a in actions if isinstance(a, Upsert) and a.document.memory_id in self.poisoned]
        failed = self.index.apply([a for a in actions if a not in bad])
        return failed + [a.document.memory_id for a in bad]

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        self.ask("es:ESHttpPost", f"{INDEX}/_msearch")
        return self.index.ids_within(org, scope, limit=limit, memory_ids=memory_ids)

    def refresh(self) -> None:
        self.ask("es:ESHttpPost", f"{INDEX}/_refresh")
        self.index.refresh()

    def ask(self, action: str, path: str) -> None:
        self._permissions.require(action, f"{_DOMAIN}/{path}")
        if self.down:
            raise SearchUnavailable("the test took it down")


class Inventory:
    """The whole index of the domain."""

    def __init__(self, search: Search, folder: Path) -> None:
        self._search = search
        self._inner = SqliteInventory(folder / "search.db")

    def documents(self, *, after: str | None, limit: int) -> DocumentPage:
        self._search.ask("es:ESHttpPost", f"{INDEX}/_msearch")
        return self._inner.documents(after=after, limit=limit)

    def present(self, org: str, document_ids: Sequence[str]) -> set[str]:
        self._search.ask("es:ESHttpPost", f"{INDEX}/_msearch")
        return self._inner.present(org, document_ids)

    def fit(self) -> None:
        self._search.ask("es:ESHttpHead", f"_alias/{INDEX}")
        self._search.ask("es:ESHttpGet", f"{INDEX}/_mapping")
        for path in (f"_index_template/{INDEX}", f"{INDEX}/_mapping"):
            self._search.ask("es:ESHttpPut", path)

    def empty(self) -> None:
        self._search.ask("es:ESHttpGet", f"{INDEX}/_mapping")
        self._search.ask("es:ESHttpDelete", f"{INDEX}-000001")
        self._search.ask("es:ESHttpHead", f"_alias/{INDEX}")
        for path in (f"_index_template/{INDEX}", f"{INDEX}-000001"):
            self._search.ask("es:ESHttpPut", path)
        self._inner.empty()

    def close(self) -> None:
        self._inner.close()


class Embedder(DeterministicEmbedder):
    """Asks for the right to call the model that the function is configured for."""

    def __init__(self, permissions: Permissions, model_id: str) -> None:
        self._permissions = permissions
        self._arn = f"arn:aws:bedrock:{REGION}::foundation-model/{model_id}"

    def query(self, text: str) -> Vector:
        self._permissions.require("bedrock:InvokeModel", self._arn)
        return super().query(text)

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        self._permissions.require("bedrock:InvokeModel", self._arn)
        return super().memories(texts)


@contextmanager
def environment_of(variables: Mapping[str, str]) -> Iterator[None]:
    """These variables beside the process's own, as another mapping in the place of `os.environ`. Meanwhile moto's
    threads make clients, which read every variable: of a mapping that is emptied and filled again (as `patch.dict`
    does) they would miss one and fail, and with them the step of the workflow that they run."""
    with patch.object(os, "environ", {**os.environ, **variables}):
        yield


class Invoker:
    """Calls deployed functions one at a time, as the clients of the deployment would: by name, or through `boto3`."""

    def __init__(self, deployed: Deployed, search: Search, permissions: Permissions, clock: Clock) -> None:
        self._search = search
        self._permissions = permissions
        self._clock = clock
        self.serve(deployed)
        # One at a time: a failing transaction in moto can undo what another thread wrote meanwhile.
        self._lock = threading.RLock()
        self.calls: list[tuple[str, Any]] = []

    def serve(self, deployed: Deployed) -> None:
        """From now on the functions of this deployment."""
        self._deployed = deployed
        self._by_arn = {function.arn: function for function in deployed.functions.values()}
        self._containers: dict[str, tuple[Services, Rebuilding | None]] = {}

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """What calls Lambda in moto (Step Functions, a client) reaches the handlers; nothing leaves this process."""

        def invoke(
            _backend: object, function_name: str, _qualifier: object, body: Any, _headers: object, answer: Any
        ) -> bytes:
            try:
                return json.dumps(self.call(self._named(function_name).name, json.loads(body or "{}"))).encode()
            except Exception as error:  # noqa: BLE001 - as Lambda: whatever a handler raises is its answer
                answer["x-amz-function-error"] = "Unhandled"
                trace = traceback.format_exception(error)
                said = {"errorType": type(error).__name__, "errorMessage": str(error), "stackTrace": trace}
                return json.dumps(said).encode()

        with patch.object(LambdaSimpleBackend, "invoke", invoke), self._permissions.enforced():
            yield
        bootstrap.install(None)

    def call(self, name: str, event: Any, _context: object = None) -> Any:
        function = self._deployed.functions[name]
        module, _, attribute = function.handler.rpartition(".")
        with self._lock, environment_of(function.environment):
            self.calls.append((name, event))
            handler = getattr(importlib.import_module(module), attribute)
            bootstrap.install(*self._container(function))
            with self._permissions.of(function):
                return handler(event, Context(name, "test"))

    def _container(self, function: DeployedFunction) -> tuple[Services, Rebuilding | None]:
        """One container a function, whose services are made at its first invocation and kept, as in AWS."""
        if function.name not in self._containers:
            services = self._services(function)
            self._containers[function.name] = (services, self._rebuilding(function, services))
        return self._containers[function.name]

    def _services(self, function: DeployedFunction) -> Services:
        """What the function makes of its environment, with the two replacements."""
        settings = Settings.from_environment(function.environment)
        made = bootstrap.on_aws(settings)
        embedder = Embedder(self._permissions, function.environment.get("EMBEDDING_MODEL_ID", "none"))
        if function.environment.get("SEARCH_ENDPOINT") == f"https://{SEARCH_HOST}":
            made = dataclasses.replace(made, search=self._search)
        return dataclasses.replace(
            made, embedder=embedder, calibration=calibration_for(embedder.model.id), clock=self._clock
        )

    def _rebuilding(self, function: DeployedFunction, services: Services) -> Rebuilding | None:
        if function.name != "reindex":
            return None
        made = bootstrap.rebuilding_on_aws(services, Settings.from_environment(function.environment))
        return dataclasses.replace(made, inventory=self._search.inventory)

    def _named(self, name: str) -> DeployedFunction:
        return self._by_arn[name] if name in self._by_arn else self._deployed.functions[name]
