"""API Gateway on one machine: from a request to an event, to the Lambda handler of its route, and back."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from local.bugs import report_bug
from local.http.events import Answer, BadAnswer, BadTarget, Match, Request, from_answer, match_route, to_event
from local.http.problems import problem
from shared.contracts.console.hosting import CONSOLE_PATH
from shared.contracts.routes import DEFAULT_FUNCTION, MCP_PATH
from shared.domain import messages
from shared.domain.errors import Unauthenticated
from shared.ports import Clock, IdSource
from shared.runtime.protected_resource import challenge
from shared.runtime.settings import Settings

LOG = logging.getLogger("agent_memory.local")
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OWN_PATHS = (
    "/", "/local/token", "/local/.well-known/jwks.json", "/local/oauth/authorize", "/local/oauth/token",
    "/openapi.json", "/docs", "/docs/start.js", "/docs/viewer.js", "/docs/viewer.css", "/metrics",
)  # fmt: skip
MAX_CORRELATION_ID = 128
PREFLIGHT_AGE_S = 600
TIME_LIMIT_MS = 30_000  # an HTTP API's own

_PRINTABLE = re.compile(r"[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?")
_LOOPBACK_HOST = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
_LOOPBACK_ORIGIN = re.compile(rf"https?://{_LOOPBACK_HOST.pattern}", re.IGNORECASE)
_REQUEST_HEADERS = (
    "authorization, content-type, idempotency-key, x-correlation-id, mcp-protocol-version, mcp-method, mcp-name"
)
_PREFLIGHT_HEADERS = (
    ("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE, OPTIONS"),
    ("access-control-allow-headers", _REQUEST_HEADERS),
    ("access-control-max-age", str(PREFLIGHT_AGE_S)),
)
_EXPOSED_HEADERS = "x-correlation-id, idempotency-replayed, location, retry-after, www-authenticate, x-next-cursor"


class Handler(Protocol):
    def __call__(self, event: dict[str, Any], context: Any, /) -> Any: ...


class Judge(Protocol):
    def claims(self, authorization: str | None) -> dict[str, str]:
        """The caller's claims, or `Unauthenticated`."""
        ...


@dataclass(frozen=True, slots=True)
class Context:
    """Lambda's context of a call."""

    function_name: str
    aws_request_id: str
    memory_limit_in_mb: int = 512
    function_version: str = "$LATEST"

    @property
    def invoked_function_arn(self) -> str:
        return f"arn:aws:lambda:local:000000000000:function:{self.function_name}"

    def get_remaining_time_in_millis(self) -> int:
        return TIME_LIMIT_MS


class Gateway:
    """`handlers` by function name. `own` answers the paths that only a laptop has, and returns `None` for all
    others."""

    def __init__(
        self, handlers: Mapping[str, Handler], judge: Judge, own: Callable[[Request], Answer | None],
        clock: Clock, ids: IdSource, on_answer: Callable[[str], None] | None = None,
    ) -> None:  # fmt: skip
        """`on_answer` gets a line about each request: time, route, status and duration, and nothing that was sent."""
        self._on_answer = on_answer
        self._handlers = handlers
        self._judge = judge
        self._own = own
        self._clock = clock
        self._ids = ids

    def answer(
        self, method: str, target: str, headers: Sequence[tuple[str, str]], body: bytes,
        source_ip: str = "127.0.0.1", protocol: str = "HTTP/1.1",
    ) -> Answer:  # fmt: skip
        """Never raises: a bug becomes a 500 without details, and one log entry without content."""
        request = Request(method, target, headers, body, self._ids.new(), source_ip, self._clock.now(), protocol)
        correlation_id, began = correlation_of(request), time.monotonic()
        try:
            answer = self._answer(request, correlation_id)
        except BadTarget as error:
            answer = problem(400, "malformed", str(error), correlation_id)
        except Exception:  # noqa: BLE001  the last resort of the whole service
            report_bug(f"{method}, correlation id {correlation_id}")
            answer = problem(500, "internal", "the service failed at this request", correlation_id)
        if self._on_answer is not None:
            took = 1000 * (time.monotonic() - began)
            self._on_answer(
                f"{request.at:%H:%M:%S} {_route_of(request)} {answer.status} {took:.0f} ms {correlation_id}"
            )
        return _with(answer, *_added_headers(request, answer, correlation_id))

    def _answer(self, request: Request, correlation_id: str) -> Answer:
        host, origin = request.header("host"), request.header("origin")
        if host is not None and not _LOOPBACK_HOST.fullmatch(host):
            # A web page that points its own name at this machine (DNS rebinding) must not reach the service.
            return problem(421, "misdirected", "this service answers to the names of this machine only", correlation_id)
        if request.method == "OPTIONS" and _is_loopback(origin) and request.header("access-control-request-method"):
            return Answer(204, _PREFLIGHT_HEADERS, b"")
        if _is_own(request.path):
            if origin is not None and not _is_loopback(origin):
                return problem(403, "forbidden_origin", "only pages of this machine may ask this", correlation_id)
            if (own := self._own(request)) is not None:
                return own
        match = match_route(request.method, request.path)
        claims: Mapping[str, str] | None = None
        if match and not match.route.open:
            try:
                claims = self._judge.claims(request.header("authorization"))
            except Unauthenticated as error:
                refusal = problem(401, "unauthenticated", f"{error.detail}. {messages.WHERE_LOCALLY}", correlation_id)
                return _with(refusal, ("www-authenticate", _challenge(request, match)))
        return self._invoke(request, match, claims)

    def _invoke(self, request: Request, match: Match | None, claims: Mapping[str, str] | None) -> Answer:
        function = match.route.function if match else DEFAULT_FUNCTION
        event = to_event(request, match, claims)
        try:
            answer = from_answer(self._handlers[function](event, Context(function, request.id)))
        except BadAnswer as error:
            raise RuntimeError(f"the function {function} answered amiss: {error}") from None
        if answer.status == 500:
            LOG.error("%s failed at correlation id %s: its log says where", function, correlation_of(request))
        elif answer.status == 503:
            LOG.error("%s at correlation id %s: %s", function, correlation_of(request), _detail(answer))
        return answer


def _detail(answer: Answer) -> str:
    """Of a problem document, which holds no content."""
    try:
        return str(json.loads(answer.body)["detail"])
    except (ValueError, KeyError, TypeError):
        return "unavailable"


def _route_of(request: Request) -> str:
    """The route's template in the place of the path: ids and queries are the caller's."""
    try:
        match = match_route(request.method, request.path)
    except BadTarget:
        match = None
    if match is not None:
        return match.route.key
    method = request.method if request.method in _METHODS else "?"
    if request.path in OWN_PATHS:
        return f"{method} {request.path}"
    return f"{method} {CONSOLE_PATH}" if _is_console(request.path) else f"{method} (no route)"


def _is_own(path: str) -> bool:
    return path.startswith("/local/") or path in OWN_PATHS or _is_console(path)


def _is_console(path: str) -> bool:
    return path.startswith(CONSOLE_PATH) or path == CONSOLE_PATH.rstrip("/")


def correlation_of(request: Request) -> str:
    """The caller's own correlation id where it is printable and short enough, else the request's id."""
    given = request.header("x-correlation-id") or ""
    return given if len(given) <= MAX_CORRELATION_ID and _PRINTABLE.fullmatch(given) else request.id


def _challenge(request: Request, match: Match) -> str:
    """What a 401 asks for. A client of `/mcp` is told where it says who issues tokens; API Gateway cannot say that."""
    if match.route.path != MCP_PATH:
        return "Bearer"
    return challenge(to_event(request, match, None), Settings.from_environment())


def _is_loopback(origin: str | None) -> bool:
    return origin is not None and _LOOPBACK_ORIGIN.fullmatch(origin) is not None


def _added_headers(request: Request, answer: Answer, correlation_id: str) -> list[tuple[str, str]]:
    """The headers that the gateway adds to any answer."""
    added: list[tuple[str, str]] = []
    if not any(name == "x-correlation-id" for name, _ in answer.headers):
        added.append(("x-correlation-id", correlation_id))
    origin = request.header("origin")
    if origin is not None:
        added.append(("vary", "origin"))
        if _is_loopback(origin):
            added += [("access-control-allow-origin", origin), ("access-control-expose-headers", _EXPOSED_HEADERS)]
    return added


def _with(answer: Answer, *headers: tuple[str, str]) -> Answer:
    return Answer(answer.status, (*answer.headers, *headers), answer.body)
