"""From a gateway event to the SDK's server and back.

The SDK serves ASGI. A function has no server that runs: each request gets an event loop of its own, in which the
server answers one request with one JSON body and ends. Nothing is kept between requests, so that any process may
answer any of them.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings

from shared.domain.errors import MemoryServiceError, Unauthenticated
from shared.runtime import bootstrap, problems
from shared.runtime.admitting import admitted
from shared.runtime.api import correlation_id_of
from shared.runtime.claims import caller_of
from shared.runtime.mapping.masking import masked_lines, masks_for
from shared.runtime.mcp.server import server_for
from shared.runtime.mcp.tool import Session
from shared.runtime.observability import flush_metrics, log_fault, logger
from shared.runtime.protected_resource import LOOPBACK, challenge, is_loopback, metadata, origin_of
from shared.runtime.settings import Settings

# Larger than the largest request of a tool: 50 events of a session.
MAX_BODY = 6 * 1024 * 1024
MakeServer = Callable[[Session], Server[Any]]


@dataclass(slots=True)
class _Exchange:
    """One request as ASGI sees it, and what is answered."""

    event: Mapping[str, Any]
    body: bytes
    status: int = 500
    headers: dict[str, str] = field(default_factory=dict)
    answered: bytearray = field(default_factory=bytearray)
    _sent: bool = False

    @property
    def scope(self) -> dict[str, Any]:
        context = self.event["requestContext"]
        headers = self.event.get("headers") or {}
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": context["http"]["method"],
            "scheme": "https",
            "path": self.event["rawPath"],
            "raw_path": self.event["rawPath"].encode(),
            "root_path": "",
            "query_string": (self.event.get("rawQueryString") or "").encode(),
            "headers": [(name.lower().encode("latin-1"), value.encode("latin-1", "replace"))
                        for name, value in headers.items()],
            "server": (context.get("domainName", ""), 443),
            "client": (context["http"].get("sourceIp", ""), 0),
        }  # fmt: skip

    async def receive(self) -> dict[str, Any]:
        if self._sent:
            await asyncio.Event().wait()  # the caller stays: what it could still say would be that it has left
        self._sent = True
        return {"type": "http.request", "body": self.body, "more_body": False}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = int(message["status"])
            self.headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in message["headers"]}
        else:
            self.answered += message.get("body", b"")


class Door:
    """`handler` is the function's entry point. `streams`: an answer may be a stream of events, sent as a whole."""

    def __init__(self, make: MakeServer = server_for, *, streams: bool = False) -> None:
        self._make = make
        self._streams = streams

    def handler(self, event: dict[str, Any], _context: object) -> dict[str, Any]:
        started, correlation_id = time.perf_counter(), correlation_id_of(event)
        settings = Settings.from_environment()
        try:
            answer = self._answer(event, settings)
        except MemoryServiceError as error:
            answer = _problem(problems.of_error(error), correlation_id)
            if isinstance(error, Unauthenticated):
                answer["headers"]["WWW-Authenticate"] = challenge(event, settings)
        except Exception as error:  # noqa: BLE001 - the last line of defence: a clean 500 instead of a stack trace
            log_fault(error, correlation_id=correlation_id)
            failed = problems.problem("internal", "the service failed; it has been recorded")
            answer = _problem(failed, correlation_id)
        answer["headers"]["X-Correlation-Id"] = correlation_id
        logger().info(
            "request",
            extra={
                "route": event.get("routeKey"),
                "status": answer["statusCode"],
                "milliseconds": round(1000 * (time.perf_counter() - started), 1),
                "correlation_id": correlation_id,
            },
        )
        flush_metrics()
        return answer

    def _answer(self, event: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
        if event["requestContext"]["http"]["method"] == "GET":
            return _response(200, {"Content-Type": "application/json"}, json.dumps(metadata(event, settings)))
        services = bootstrap.services()
        caller = caller_of(event, json.loads(settings.claim_names), services.operator_org)
        exchange = _Exchange(event, _body(event))
        session = Session(services, caller)
        with admitted(services, caller):
            asyncio.run(self._exchange(exchange, session, _security(event, settings)))
        answered = exchange.answered.decode("utf-8")
        if masks_for(settings, caller):
            answered = masked_lines(answered)
        return _response(exchange.status, exchange.headers, answered)

    async def _exchange(self, exchange: _Exchange, session: Session, security: TransportSecuritySettings) -> None:
        manager = StreamableHTTPSessionManager(
            self._make(session),
            json_response=not self._streams,
            stateless=True,
            security_settings=security,
            max_request_body_size=MAX_BODY,
        )
        async with manager.run():
            await manager.handle_request(exchange.scope, exchange.receive, exchange.send)


def _security(event: Mapping[str, Any], settings: Settings) -> TransportSecuritySettings:
    """A browser says of which site the page is that calls. It may be our own, one that the deployment names, or on a
    laptop any of that machine. The host is the gateway's to judge."""
    here = origin_of(event)
    origins = [here, *settings.allowed_origins]
    if is_loopback(here.partition("://")[2]):
        origins += [f"http://{name}{port}" for name in LOOPBACK for port in ("", ":*")]
    host = (event.get("headers") or {}).get("host", "")
    return TransportSecuritySettings(allowed_hosts=[host], allowed_origins=origins)


def _body(event: Mapping[str, Any]) -> bytes:
    body = event.get("body") or ""
    if not event.get("isBase64Encoded"):
        return str(body).encode("utf-8", "surrogatepass")
    try:
        return base64.b64decode(body)
    except binascii.Error:
        return b""  # no JSON, which the server says


def _problem(answer: problems.ProblemAnswer, correlation_id: str) -> dict[str, Any]:
    headers = {"Content-Type": "application/problem+json", **answer.headers}
    return _response(answer.status, headers, json.dumps({**answer.body, "correlation_id": correlation_id}))


def _response(status: int, headers: Mapping[str, str], body: str) -> dict[str, Any]:
    # The gateway counts the bytes itself.
    kept = {name: value for name, value in headers.items() if name.lower() != "content-length"}
    return {"statusCode": int(status), "headers": kept, "body": body, "isBase64Encoded": False}
