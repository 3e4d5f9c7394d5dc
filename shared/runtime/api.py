"""From a gateway event to a use case and back: the same for every function, whose handler is only its routes."""

from __future__ import annotations

import base64
import binascii
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeVar
from urllib.parse import parse_qsl, unquote

from pydantic import BaseModel, ValidationError

from shared.contracts.base import Parameters, Wire, built
from shared.contracts.routes import ALL_ROUTES, ROUTES
from shared.domain import messages
from shared.domain.access.caller import Caller
from shared.domain.errors import (
    AtWork,
    Malformed,
    MemoryServiceError,
    Restoring,
    Unavailable,
    UnsupportedMediaType,
)
from shared.records.ledger.idempotency import IdempotencyKey
from shared.runtime import bootstrap, problems
from shared.runtime.admitting import admitted
from shared.runtime.claims import caller_of
from shared.runtime.mapping.masking import masked_body, masks_for
from shared.runtime.observability import flush_metrics, log_fault, logger
from shared.runtime.settings import Settings
from shared.usecases.restore.served_tables import require_admitted
from shared.usecases.services import Services

_W = TypeVar("_W", bound=Wire)
_P = TypeVar("_P", bound=Parameters)
_MAX_IDEMPOTENCY_KEY = 255
# Short of what the gateway waits for; after it the caller is asked to come again.
_WAIT_S, _LOOK_AGAIN_S = 5.0, 0.1


@dataclass(frozen=True, slots=True)
class Answer:
    """A text is sent as it is, under the `Content-Type` of its own headers."""

    status: int
    body: BaseModel | Mapping[str, object] | str | None
    headers: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        if self.body is None:
            return ""
        if isinstance(self.body, str):
            return self.body
        if isinstance(self.body, BaseModel):
            built(type(self.body))
            return self.body.model_dump_json()
        return json.dumps(self.body, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Request:
    """One authenticated request. `services` are the process's; the rest is read from the event on demand."""

    event: Mapping[str, Any]
    services: Services
    caller: Caller

    def id(self, name: str) -> str:
        """An id from the path, decoded."""
        return str(self.event["pathParameters"][name])

    def parameters(self, model: type[_P]) -> _P:
        """The query parameters. Raises `Malformed` for unknown, repeated or impossible ones."""
        try:
            pairs = parse_qsl(self.event.get("rawQueryString") or "", keep_blank_values=True, errors="strict")
        except (ValueError, UnicodeError):
            raise Malformed("the query string cannot be read") from None
        values = dict(pairs)
        if len(values) != len(pairs):
            raise Malformed("a query parameter is given twice")
        try:
            return built(model).model_validate(values)
        except ValidationError as error:
            raise problems.of_validation(error, model) from None

    def body(self, model: type[_W]) -> _W:
        """The JSON body. Raises `Malformed`, `TooLarge` or `UnsupportedMediaType`."""
        media = str(self._header("content-type") or "application/json").partition(";")[0].strip().lower()
        if media != "application/json" and not media.endswith("+json"):
            raise UnsupportedMediaType(messages.other_media_type("application/json", media))
        body = self.raw_body()
        if not body.strip():
            raise Malformed.field("body", "is empty: send a JSON object, {} where nothing is needed")
        return read(model, body)

    def lines(self, model: type[_W], left_aside: frozenset[str]) -> Iterator[tuple[int, _W | MemoryServiceError]]:
        """The NDJSON body, a model a line that is not blank, or why it is none. Raises `UnsupportedMediaType`."""
        media = str(self._header("content-type") or "").partition(";")[0].strip().lower()
        if media not in ("application/x-ndjson", "application/ndjson", "application/jsonl", "application/json"):
            raise UnsupportedMediaType(messages.other_media_type("application/x-ndjson", media))
        for number, line in enumerate(self.raw_body().removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
            if line.strip():
                yield number, _line(model, line, left_aside)

    def raw_body(self) -> bytes:
        body = self.event.get("body") or ""
        if not self.event.get("isBase64Encoded"):
            return str(body).encode("utf-8", "surrogatepass")
        try:
            return base64.b64decode(body)
        except binascii.Error:
            raise Malformed("the body cannot be read") from None

    def idempotency(self) -> IdempotencyKey | None:
        """The caller's `Idempotency-Key` on this path, if it sent one."""
        key = self._header("idempotency-key")
        if key is None:
            return None
        if not 1 <= len(key) <= _MAX_IDEMPOTENCY_KEY or not key.isprintable() or not key.strip():
            raise Malformed.field("Idempotency-Key", f"must be 1 to {_MAX_IDEMPOTENCY_KEY} printable characters")
        path = f"{self.event['requestContext']['http']['method']} {self.event['rawPath']}"
        query = self.event.get("rawQueryString") or ""
        return IdempotencyKey.of(self.caller.principal, f"{path}?{query}", key, self.raw_body())

    def _header(self, name: str) -> str | None:
        return (self.event.get("headers") or {}).get(name)


def read(model: type[_W], body: bytes) -> _W:
    """A wire model from JSON bytes. Raises `Malformed` or `TooLarge`."""
    try:
        found = built(model).model_validate_json(body)
    except ValidationError as error:
        raise problems.of_validation(error, model) from None
    try:
        json.loads(body, object_pairs_hook=_once)
    except (ValueError, RecursionError):  # what one parser takes and the other does not is not taken
        raise Malformed("the body is not JSON that every reader understands alike") from None
    return found


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object, each of whose members is given once: of two, readers take one or the other. Raises `Malformed`."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise Malformed.field("body", "gives a member of an object twice")
    return members


def read_item(model: type[_W], value: object) -> _W:
    """A wire model from one item of a body that has been read already."""
    return read(model, json.dumps(value).encode())


def _line(model: type[_W], line: bytes, left_aside: frozenset[str]) -> _W | MemoryServiceError:
    try:
        value = json.loads(line.decode(), object_pairs_hook=_once)  # bytes would be taken in UTF-16 too
    except Malformed as refusal:
        return refusal
    except (ValueError, RecursionError):
        return Malformed("the line is not JSON")
    if not isinstance(value, dict):
        return Malformed("the line is no object")
    try:
        return read_item(model, {name: item for name, item in value.items() if name not in left_aside})
    except MemoryServiceError as refusal:
        return refusal


Endpoint: TypeAlias = Callable[[Request], Answer]


class Api:
    """The routes of one function. `handler` is its Lambda entry point. It keeps nothing of a request, so that the
    laptop's service may call it from many threads."""

    def __init__(self, function: str) -> None:
        self._known = {route.key for route in ROUTES if route.function == function}
        self._endpoints: dict[str, Endpoint] = {}

    def route(self, method: str, path: str) -> Callable[[Endpoint], Endpoint]:
        """Registers an endpoint for a route of this function; anything else is a `ValueError`."""
        key = f"{method} {path}"
        if key not in self._known:
            raise ValueError(f"{key} is no route of this function")

        def register(endpoint: Endpoint) -> Endpoint:
            self._endpoints[key] = endpoint
            return endpoint

        return register

    def handler(self, event: dict[str, Any], _context: object) -> dict[str, Any]:
        """The gateway has matched the path already: `routeKey` names the route, `pathParameters` are decoded."""
        endpoint = self._endpoints.get(event.get("routeKey", ""))
        return unknown_route(event) if endpoint is None else self._run(endpoint, event)

    def _run(self, endpoint: Endpoint, event: Mapping[str, Any]) -> dict[str, Any]:
        started = time.perf_counter()
        correlation_id = correlation_id_of(event)
        try:
            settings = Settings.from_environment()
            request = self._request(event, json.loads(settings.claim_names))
            with admitted(request.services, request.caller):
                answer = _once_answered(endpoint, request)
            if masks_for(settings, request.caller):
                answer = replace(answer, body=masked_body(answer.body))
        except MemoryServiceError as error:
            answer = _problem(problems.of_error(error), correlation_id)
            if isinstance(error, Unavailable) and not isinstance(error, Restoring):
                log_fault(error, correlation_id=correlation_id)
        except Exception as error:  # noqa: BLE001 - the last line of defence: a clean 500 instead of a stack trace
            log_fault(error, correlation_id=correlation_id)
            answer = _problem(problems.problem("internal", "the service failed; it has been recorded"), correlation_id)
        logger().info(
            "request",
            extra={
                "route": event.get("routeKey"),
                "status": answer.status,
                "milliseconds": round(1000 * (time.perf_counter() - started), 1),
                "correlation_id": correlation_id,
            },
        )
        flush_metrics()
        return _response(answer, correlation_id)

    @staticmethod
    def _request(event: Mapping[str, Any], claim_names: Mapping[str, str]) -> Request:
        services = bootstrap.services()
        require_admitted(services)
        return Request(event, services, caller_of(event, claim_names, services.operator_org))


def _once_answered(endpoint: Endpoint, request: Request) -> Answer:
    """A retry that comes while its first request is at work waits for the answer of that, for `_WAIT_S` at most."""
    until = time.monotonic() + _WAIT_S
    while True:
        try:
            return endpoint(request)
        except AtWork:
            if time.monotonic() >= until:
                raise
            time.sleep(_LOOK_AGAIN_S)


def correlation_id_of(event: Mapping[str, Any]) -> str:
    """The caller's, if it is short and printable, else the gateway's request id."""
    given = (event.get("headers") or {}).get("x-correlation-id", "")
    if 1 <= len(given) <= 128 and given.isascii() and given.isprintable():
        return str(given)
    return str(event.get("requestContext", {}).get("requestId", ""))


def _problem(answer: problems.ProblemAnswer, correlation_id: str) -> Answer:
    headers = {"Content-Type": "application/problem+json", **answer.headers}
    return Answer(answer.status, {**answer.body, "correlation_id": correlation_id}, headers)


def _response(answer: Answer, correlation_id: str) -> dict[str, Any]:
    headers = {"Content-Type": "application/json", **answer.headers, "X-Correlation-Id": correlation_id}
    return {"statusCode": answer.status, "headers": headers, "body": answer.text(), "isBase64Encoded": False}


def unknown_route(event: Mapping[str, Any]) -> dict[str, Any]:
    """404 for an unknown path, 405 with `Allow` for a known path with another method."""
    http = event.get("requestContext", {}).get("http", {})
    path, correlation_id = str(http.get("path") or event.get("rawPath", "")), correlation_id_of(event)
    allowed = _methods_of(path)
    if allowed:
        code, detail = "method_not_allowed", messages.other_method(str(http.get("method", "")), path, allowed)
    else:
        code, detail = "not_found", messages.unknown_path(path, _path_meant(path))
    answer = _problem(problems.problem(code, detail), correlation_id)
    more = {"Allow": ", ".join(allowed)} if allowed else {}
    return _response(Answer(answer.status, answer.body, {**answer.headers, **more}), correlation_id)


def _methods_of(path: str) -> list[str]:
    segments = [unquote(part) for part in path.split("/")]
    return sorted({route.method for route in ALL_ROUTES if _matches(route.path.split("/"), segments)})


def _path_meant(path: str) -> str | None:
    """The same path without a slash at its end and without a base URL that ended in `/v1`; else the nearest one."""
    bare = path.rstrip("/").removeprefix("/v1") if path.startswith("/v1/v1/") else path.rstrip("/")
    if _methods_of(bare):
        return messages.shown(bare)
    return messages.nearest(bare, list(dict.fromkeys(route.path for route in ALL_ROUTES)))


def _matches(template: list[str], segments: list[str]) -> bool:
    return len(template) == len(segments) and all(
        (part.startswith("{") and segment) or part == segment for part, segment in zip(template, segments, strict=True)
    )
