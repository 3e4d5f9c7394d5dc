"""Between HTTP and the events of an API Gateway HTTP API (payload format 2.0): the events that AWS would send, and
the answers that it would read."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl, unquote_to_bytes, urlsplit

from shared.contracts.routes import ALL_ROUTES, Route

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_TEXT_TYPES = re.compile(r"text/.*|application/(.*\+)?(json|xml|javascript)|application/x-www-form-urlencoded")
_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_MAX_PARAMETERS = 200
# Headers of the hop, which the gateway ends, and the cookies, which have a place of their own.
_NOT_PASSED_ON = frozenset({"connection", "transfer-encoding", "keep-alive", "te", "upgrade", "expect", "cookie"})
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")


class BadTarget(ValueError):
    """A request target that cannot be decoded; the text says why."""


class BadAnswer(ValueError):
    """A function's answer that API Gateway would refuse."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it came in. `target` is still percent-encoded; header names are lower case."""

    method: str
    target: str
    headers: Sequence[tuple[str, str]]
    body: bytes
    id: str
    source_ip: str
    at: datetime
    protocol: str = "HTTP/1.1"

    @property
    def path(self) -> str:
        return split_target(self.target)[0]

    def header(self, name: str) -> str | None:
        """Repeated headers joined with commas, as the event has them."""
        values = [value for given, value in self.headers if given == name]
        return ",".join(values) if values else None


@dataclass(frozen=True, slots=True)
class Match:
    route: Route
    parameters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Sequence[tuple[str, str]]
    body: bytes


def split_target(target: str) -> tuple[str, str]:
    """Path and query, both still encoded. The absolute form (`GET http://host/path`) is taken too."""
    if not target.startswith("/"):
        if not target.lower().startswith(("http://", "https://")):
            raise BadTarget("the request target is no path")
        try:
            parts = urlsplit(target)
        except ValueError:
            raise BadTarget("the request target is no URL") from None
        return parts.path or "/", parts.query
    path, _, query = target.partition("#")[0].partition("?")
    return path, query


def decoded(text: str) -> str:
    if _ESCAPE.search(text):
        raise BadTarget("the path has a % that encodes nothing")
    try:
        return unquote_to_bytes(text).decode("utf-8")
    except UnicodeDecodeError:
        raise BadTarget("the path is not UTF-8 once decoded") from None


def match_route(method: str, path: str, routes: Sequence[Route] = ALL_ROUTES) -> Match | None:
    """The route of a path that is still encoded, so that an id may hold a `%2F`. Fixed segments go before parameters.

    Raises `BadTarget` when a parameter cannot be decoded.
    """
    segments = path.split("/")
    best: tuple[int, Route, dict[str, str]] | None = None
    for route in routes:
        template = route.path.split("/")
        if route.method != method or len(template) != len(segments):
            continue
        found: dict[str, str] = {}
        for wanted, given in zip(template, segments, strict=True):
            if wanted.startswith("{") and given:
                found[wanted[1:-1]] = given
            elif wanted != given:
                break
        else:
            if best is None or len(found) < best[0]:
                best = (len(found), route, found)
    if best is None:
        return None
    return Match(best[1], {name: decoded(value) for name, value in best[2].items()})


def to_event(request: Request, match: Match | None, claims: Mapping[str, str] | None) -> dict[str, Any]:
    """The event of this request. Absent things are absent, as AWS leaves them out. Raises `BadTarget`."""
    path, query = split_target(request.target)
    raw_path = decoded(path)
    route_key = match.route.key if match else "$default"
    headers: dict[str, str] = {}
    for name, value in request.headers:
        if name not in _NOT_PASSED_ON:
            headers[name] = f"{headers[name]},{value}" if name in headers else value
    context: dict[str, Any] = {
        "accountId": "000000000000",
        "apiId": "local",
        "domainName": headers.get("host", ""),
        "domainPrefix": "local",
        "http": {
            "method": request.method,
            "path": raw_path,
            "protocol": request.protocol,
            "sourceIp": request.source_ip,
            "userAgent": headers.get("user-agent", ""),
        },
        "requestId": request.id,
        "routeKey": route_key,
        "stage": "$default",
        "time": _clf_time(request.at),
        "timeEpoch": int(request.at.timestamp() * 1000),
    }
    if claims is not None:
        context["authorizer"] = {"jwt": {"claims": dict(claims), "scopes": None}}
    event: dict[str, Any] = {
        "version": "2.0",
        "routeKey": route_key,
        "rawPath": raw_path,  # decoded: an HTTP API does so, whatever the name says
        "rawQueryString": query,
        "headers": headers,
        "requestContext": context,
        "isBase64Encoded": False,
    }
    if cookies := [c for name, v in request.headers if name == "cookie" for c in re.split(r"; *", v) if c]:
        event["cookies"] = cookies
    if parameters := _query_parameters(query):
        event["queryStringParameters"] = parameters
    if match and match.parameters:
        event["pathParameters"] = dict(match.parameters)
    if request.body:
        event["body"], event["isBase64Encoded"] = _body(request.body, headers.get("content-type", ""))
    return event


def from_answer(answer: object) -> Answer:
    """What a function answered, as HTTP. Without a status it is 200 and the whole answer is the body, as in AWS.

    Raises `BadAnswer`.
    """
    if not isinstance(answer, Mapping) or "statusCode" not in answer:
        return Answer(200, (("content-type", "application/json"),), _json(answer))
    status = answer["statusCode"]
    if isinstance(status, bool) or not isinstance(status, int) or not 200 <= status <= 599:
        raise BadAnswer("the status is none")
    headers = [(str(name).lower(), str(value)) for name, value in (answer.get("headers") or {}).items()]
    for name, values in (answer.get("multiValueHeaders") or {}).items():
        headers += [(str(name).lower(), str(value)) for value in values]
    headers += [("set-cookie", str(cookie)) for cookie in answer.get("cookies") or ()]
    if not all(_HEADER_NAME.fullmatch(name) and _HEADER_VALUE.fullmatch(value) for name, value in headers):
        raise BadAnswer("a header is not well-formed")
    body = answer.get("body")
    try:
        if answer.get("isBase64Encoded"):
            raw = base64.b64decode(body or "", validate=True)
        else:
            raw = body.encode("utf-8") if isinstance(body, str) else b"" if body is None else _json(body)
    except ValueError:
        raise BadAnswer("the body cannot be encoded") from None
    return Answer(status, tuple(headers), raw)


def _json(value: object) -> bytes:
    try:
        return json.dumps(value).encode("utf-8")
    except (TypeError, ValueError):
        raise BadAnswer("the answer is not JSON") from None


def _query_parameters(query: str) -> dict[str, str]:
    """Decoded; repeated ones joined with commas."""
    if _ESCAPE.search(query):
        raise BadTarget("the query has a % that encodes nothing")
    try:
        pairs = parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=_MAX_PARAMETERS)
    except UnicodeDecodeError:
        raise BadTarget("the query is not UTF-8 once decoded") from None
    except ValueError:
        raise BadTarget(f"the query has more than {_MAX_PARAMETERS} parameters") from None
    found: dict[str, str] = {}
    for name, value in pairs:
        found[name] = f"{found[name]},{value}" if name in found else value
    return found


def _body(body: bytes, content_type: str) -> tuple[str, bool]:
    """Text types are sent as text, all else (and text that is not UTF-8) in base 64."""
    if _TEXT_TYPES.fullmatch(content_type.partition(";")[0].strip().lower()):
        try:
            return body.decode("utf-8"), False
        except UnicodeDecodeError:
            pass
    return base64.b64encode(body).decode("ascii"), True


def _clf_time(at: datetime) -> str:
    """`12/Mar/2026:19:03:58 +0000`, whatever the machine's locale."""
    utc = at.astimezone(UTC)
    return f"{utc.day:02d}/{_MONTHS[utc.month - 1]}/{utc.year:04d}:{utc:%H:%M:%S} +0000"
