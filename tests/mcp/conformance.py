"""Runs the protocol's own conformance suite against this service, and prints what it counted.

    python -m tests.mcp.conformance --node NODE --modules NODE_MODULES [--everything FOLDER]

NODE is Node 24, NODE_MODULES holds `@modelcontextprotocol/conformance`. The scenarios that need no fixture run against
the service on a laptop, a process of its own. The others want a server with tools of the suite's own: with FOLDER, that
of the SDK's makers (examples/servers/everything-server of the Python SDK) is put behind the same gateway and bridge.
"""

from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from functions.api.health import handler as health
from local.aws.authorizer import Authorizer
from local.aws.gateway import Gateway
from local.controls import Tokens
from local.http.server import Server
from local.issuer import AUDIENCE, Issuer
from shared.adapters.system import SystemClock, UuidV7Ids
from shared.runtime.mcp.door import Door
from tests.builders import a_world
from tests.local.running_service import ServiceProcess
from tests.mcp.authorised_proxy import AuthorisedProxy

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
NEEDS_A_FIXTURE = "Not testable: server does not list the diagnostic tool"
# Between a request and its answer the server asks the client: that needs a connection that stays, and a function has
# none. Revision 2026-07-28 does it without (`input-required-result-*`).
NEEDS_A_CONNECTION = frozenset(
    {"tools-call-sampling", "tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums"}
)


@dataclass(frozen=True, slots=True)
class Suite:
    node: str
    modules: Path

    def scenarios(self, revision: str) -> list[str]:
        """Those that the revision requires of a server."""
        listed = self._run("list", "--requirements", revision).stdout.partition("Client scenarios")[0]
        return [line.split()[1] for line in listed.splitlines() if line.startswith("  - ")]

    def checks(self, url: str, scenario: str, revision: str) -> list[dict[str, Any]]:
        with tempfile.TemporaryDirectory() as folder:
            run = self._run(
                "server", "--url", url, "--scenario", scenario, "--spec-version", revision, "-o", folder, "--force"
            )
            files = list(Path(folder).rglob("checks.json"))
            if len(files) != 1:
                raise RuntimeError(f"{scenario} at {revision} was not run: {run.stdout[-500:]}{run.stderr[-500:]}")
            checks: list[dict[str, Any]] = json.loads(files[0].read_text(encoding="utf-8"))
            return checks

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        program = self.modules / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
        command = [self.node, str(program), *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


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
def everything(folder: Path) -> Iterator[str]:
    """The address of the makers' server behind our gateway and bridge."""
    sys.path.insert(0, str(folder))
    fixtures = importlib.import_module("mcp_everything_server.server").mcp._lowlevel_server
    # A stream that never ends: no function can answer it, and what cannot be answered is not offered.
    fixtures._request_handlers.pop("subscriptions/listen", None)
    clock, server = SystemClock(), Server(0)
    issuer = Issuer(f"http://127.0.0.1:{server.port}/local", clock)
    judge = Authorizer(issuer.jwks, issuer.url, AUDIENCE, clock)
    door = Door(lambda _session: fixtures, streams=True)
    with a_world():
        gateway = Gateway({"mcp": door.handler, "health": health}, judge, Tokens(issuer), clock, UuidV7Ids(clock))
        server.serve(gateway)
        token = issuer.token({"org": "acme", "sub": "ann", "ttl": 86400})
        proxy = AuthorisedProxy(f"http://127.0.0.1:{server.port}", token)
        try:
            yield f"{proxy.url}/mcp"
        finally:
            proxy.close()
            server.close(1.0)


def counted(suite: Suite, url: str, scenarios: Sequence[str], revision: str) -> Counter[str]:
    """Checks by outcome, each failure printed. `needs a fixture`: of a tool of the suite's own, and so not made."""
    total: Counter[str] = Counter()
    for scenario in scenarios:
        for check in suite.checks(url, scenario, revision):
            said = str(check.get("errorMessage", ""))
            outcome = "needs a fixture" if said.startswith(NEEDS_A_FIXTURE) else str(check["status"]).lower()
            total[outcome] += 1
            if outcome in ("failure", "warning"):
                print(f"  {outcome}: {scenario}, {check['id']}: {said[:300]}")
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    """0 without a failure."""
    parser = argparse.ArgumentParser(description="The conformance suite of the Model Context Protocol")
    parser.add_argument("--node", required=True)
    parser.add_argument("--modules", required=True, type=Path)
    parser.add_argument("--everything", type=Path)
    given = parser.parse_args(arguments)
    suite, failed = Suite(given.node, given.modules), 0
    with own_service() as url:
        for revision, scenarios in OWN.items():
            total = counted(suite, url, scenarios, revision)
            print(f"{revision}, the service itself, {len(scenarios)} scenarios: {dict(sorted(total.items()))}")
            failed += total["failure"]
    if given.everything is not None:
        with everything(given.everything) as url:
            for revision in OWN:
                required = suite.scenarios(revision)
                scenarios = [one for one in required if not (revision < "2026" and one in NEEDS_A_CONNECTION)]
                total = counted(suite, url, scenarios, revision)
                print(f"{revision}, the makers' fixtures, {len(scenarios)} scenarios: {dict(sorted(total.items()))}")
                if len(scenarios) < len(required):
                    print(f"  left out, as they need a connection that stays: {sorted(set(required) - set(scenarios))}")
                failed += total["failure"]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
