"""The protocol's own conformance suite, run against this service and against its makers' fixtures.

Scenarios that need no fixture run against the service on a laptop, a process of its own. The others want a server with
tools of the suite's own: that of the SDK's makers (examples/servers/everything-server of its source package) is put
behind the same gateway and bridge. At revision 2025-11-25 a few of these tools ask the client within a call, which a
server without sessions cannot; there the makers' server stands behind our authorizer alone, with sessions.
"""

from __future__ import annotations

import importlib
import json
import re
import socket
import sys
import tarfile
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
import yaml

from functions.api.health import handler as health
from local.aws.authorizer import Authorizer
from local.aws.gateway import Gateway
from local.controls import Tokens
from local.http.server import Server
from local.issuer import AUDIENCE, Issuer
from shared.adapters.system import SystemClock, UuidV7Ids
from shared.domain.errors import Unauthenticated
from shared.runtime.mcp.door import Door
from tests.builders import a_world
from tests.local.running_service import ServiceProcess
from tests.mcp.authorised_proxy import AuthorisedProxy
from tests.mcp.node_programs import MODULES, Node

# What any server must pass that has tools, resources and prompts. Of `server-stateless` the checks that call a tool of
# the suite's own cannot be made here.
OWN: Mapping[str, Sequence[str]] = {
    "2026-07-28": (
        "server-stateless", "tools-list", "resources-list", "prompts-list", "sep-2164-resource-not-found",
        "dns-rebinding-protection", "caching", "http-header-validation", "server-sse-multiple-streams",
        "input-required-result-unsupported-methods",
    ),
    "2025-11-25": (
        "server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection",
        "server-session-lifecycle", "server-sse-multiple-streams", "server-sse-polling",
    ),
}  # fmt: skip
# At 2025-11-25 the tools of these scenarios ask the client within a call, and want a session for it.
ASK_THE_CLIENT = (
    "tools-call-sampling", "tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums",
)  # fmt: skip
# A warning where there is no session, which the revision permits.
WITHOUT_A_SESSION = "server-sse-multiple-streams:server-sse-multiple-streams-session"
NEEDS_A_FIXTURE = "Not testable: server does not list the diagnostic tool"
# A subscription is an answer that never ends: no function can give it, and so it is not offered.
ABOUT_SUBSCRIPTIONS = frozenset(
    f"sep-2575-server-{what}"
    for what in (
        "sends-subscription-ack", "tags-subscription-id", "honors-notification-filter",
        "sends-prompts-list-changed-on-subscription", "sends-tools-list-changed-on-subscription",
    )
)  # fmt: skip
_SUITE = MODULES / "conformance"
_FOLDER = re.compile(r"server-(?P<scenario>.+)-\d{4}-\d\d-\d\dT")


@dataclass(frozen=True, slots=True)
class Check:
    scenario: str
    id: str
    status: str
    message: str

    @property
    def outcome(self) -> str:
        """As the suite says, but for what it could not look at: a tool of its own, or a subscription."""
        if self.status == "skipped" and self.id in ABOUT_SUBSCRIPTIONS:
            return "about subscriptions"
        return "needs a fixture" if self.message.startswith(NEEDS_A_FIXTURE) else self.status


@dataclass(frozen=True, slots=True)
class Run:
    output: str
    checks: tuple[Check, ...]

    def of(self, scenarios: Sequence[str]) -> list[Check]:
        """Raises `ValueError` for one that was not run."""
        if missing := set(scenarios) - {check.scenario for check in self.checks}:
            raise ValueError(f"not run: {sorted(missing)}\n{self.output}")
        return [check for check in self.checks if check.scenario in scenarios]


def required(revision: str) -> list[str]:
    """The scenarios that the revision requires of a server."""
    listed = yaml.safe_load((_SUITE / "requirements" / f"{revision}.yaml").read_text(encoding="utf-8"))["server"]
    return [str(scenario) for scenario in listed]


def run(node: Node, url: str, revision: str) -> Run:
    """All that the revision requires of a server, and what the suite runs besides without counting it."""
    with tempfile.TemporaryDirectory() as folder:
        asked = ["server", "--url", url, "--requirements", revision, "-o", folder]
        done = node.run(_SUITE / "dist" / "index.js", *asked, seconds=300)
        checks = [check for file in sorted(Path(folder).rglob("checks.json")) for check in _checks(file)]
    return Run(done.stdout.partition("=== SUMMARY")[2] + done.stderr, tuple(checks))


def _checks(file: Path) -> Iterator[Check]:
    folder = _FOLDER.match(file.parent.name)
    assert folder is not None, file
    for check in json.loads(file.read_text(encoding="utf-8")):
        yield Check(folder["scenario"], check["id"], check["status"].lower(), str(check.get("errorMessage", "")))


def counted(checks: Sequence[Check]) -> str:
    """For people: how many checks had which outcome."""
    total = Counter(check.outcome for check in checks)
    return ", ".join(f"{count} {outcome}" for outcome, count in sorted(total.items(), key=lambda one: -one[1]))


@contextmanager
def own_service() -> Iterator[str]:
    """The address of the service on a laptop, for a program that knows no tokens."""
    with tempfile.TemporaryDirectory() as folder:
        service = ServiceProcess(Path(folder) / "data")
        token = service.call("POST", "/local/token", {"org": "acme", "sub": "ann", "ttl": 86400}).body["access_token"]
        service.write("Ann prefers answers in German.")
        proxy = AuthorisedProxy(service.url, token)
        try:
            yield f"{proxy.url}/mcp"
        finally:
            proxy.close()
            service.end()


@contextmanager
def everything(sources: Path) -> Iterator[str]:
    """The address of the makers' server, of this source package, behind our gateway and bridge."""
    fixtures = _makers_server(sources).mcp._lowlevel_server
    fixtures._request_handlers.pop("subscriptions/listen", None)
    clock, server = SystemClock(), Server(0)
    issuer, judge = _issuer_and_judge(server.port, clock)
    door = Door(lambda _session: fixtures, streams=True)
    with a_world():
        gateway = Gateway({"mcp": door.handler, "health": health}, judge, Tokens(issuer), clock, UuidV7Ids(clock))
        server.serve(gateway)
        try:
            with _authorised(server.port, issuer) as url:
                yield url
        finally:
            server.close(1.0)


@contextmanager
def everything_with_sessions(sources: Path) -> Iterator[tuple[str, str]]:
    """The address of the makers' server behind our authorizer alone, with a token and without. Its own transport keeps
    sessions, so that a tool can ask its client within a call; nothing of the service does."""
    makers = _makers_server(sources)
    app = makers.mcp.streamable_http_app(event_store=makers.event_store, retry_interval=100)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        issuer, judge = _issuer_and_judge(port, SystemClock())
        server = uvicorn.Server(uvicorn.Config(_Authorised(app, judge), log_level="error", ws="none"))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            with _authorised(port, issuer) as url:
                yield url, f"http://127.0.0.1:{port}/mcp"
        finally:
            server.should_exit = server.force_exit = True
            thread.join(10)


class _Authorised:
    """An ASGI application that answers nobody without a token that our authorizer takes."""

    def __init__(self, app: Any, judge: Authorizer) -> None:
        self._app = app
        self._judge = judge

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            try:
                self._judge.claims(dict(scope["headers"]).get(b"authorization", b"").decode("latin-1"))
            except Unauthenticated:
                await send({"type": "http.response.start", "status": 401, "headers": []})
                await send({"type": "http.response.body"})
                return
        await self._app(scope, receive, send)


def _makers_server(sources: Path) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(sources) as packed:
            packed.extractall(folder, filter="data")
        (server_folder,) = Path(folder).glob("*/examples/servers/everything-server")
        sys.path.insert(0, str(server_folder))
        for name in [name for name in sys.modules if name.startswith("mcp_everything_server")]:
            del sys.modules[name]  # each has a state of its own
        found = importlib.import_module("mcp_everything_server.server")
        sys.path.remove(str(server_folder))
    return found


def _issuer_and_judge(port: int, clock: SystemClock) -> tuple[Issuer, Authorizer]:
    issuer = Issuer(f"http://127.0.0.1:{port}/local", clock)
    return issuer, Authorizer(issuer.jwks, issuer.url, AUDIENCE, clock)


@contextmanager
def _authorised(port: int, issuer: Issuer) -> Iterator[str]:
    proxy = AuthorisedProxy(f"http://127.0.0.1:{port}", issuer.token({"org": "acme", "sub": "ann", "ttl": 86400}))
    try:
        yield f"{proxy.url}/mcp"
    finally:
        proxy.close()
