"""The errors of a call. Messages have the problem's code, title and detail, and the way out; never what was sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class MemoryServiceError(Exception):
    """`sent` attempts were made; `correlation_id` finds them in the service's logs."""

    def __init__(self, message: str, *, correlation_id: str, sent: int) -> None:
        super().__init__(message)
        self.correlation_id = correlation_id
        self.sent = sent


class Unreachable(MemoryServiceError):
    """No answer came: it is unknown whether the service carried out the request (`sent` 0: there was no token)."""


class UnexpectedAnswer(MemoryServiceError):
    """A success in another form than the interface defines."""


class ApiError(MemoryServiceError):
    """The service, or the gateway before it, refused the request."""

    def __init__(
        self,
        status: int,
        problem: Mapping[str, Any],
        retry_after_s: float | None,
        *,
        url: str,
        correlation_id: str,
        sent: int,
    ) -> None:
        self.status = status
        self.problem = dict(problem)
        code = problem.get("code")
        self.code = code[:100] if isinstance(code, str) else ""  # it is logged, and a proxy may have sent it
        self.retry_after_s = retry_after_s
        parts = (f"{status} {self.code}".rstrip(), problem.get("title"), problem.get("detail"))
        message = ": ".join(str(part) for part in parts if part)
        if not self.code:
            message += f": {url} did not answer as the memory service does. Check the URL, and what stands before it"
        elif status == 401:
            message += f": {url} refused the token. A function as `token` can return a fresh one"
        super().__init__(message, correlation_id=correlation_id, sent=sent)


class Malformed(ApiError):
    """400, 413, 415: the request will never be accepted as it is."""


class Unauthenticated(ApiError):
    """401."""


class Forbidden(ApiError):
    """403."""


class NotFound(ApiError):
    """404: absent, expired, or not visible to this caller; the service does not say which."""


class Conflict(ApiError):
    """409: `code` says which."""


class VersionConflict(Conflict):
    """Another writer was faster."""

    @property
    def current_version(self) -> int | None:
        version = self.problem.get("current_version")
        return version if isinstance(version, int) else None


class ChangesGone(ApiError):
    """410: the feed of changes does not reach back to `after`: read anew what you keep copies of, and go on without
    it."""


class Refused(ApiError):
    """422: the service's policy does not store this. `code`: `sensitive`, `not_worth_remembering`, ..."""

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Kind and place of each sensitive text."""
        return list(self.problem.get("findings") or [])


class Throttled(ApiError):
    """429."""


class Unavailable(ApiError):
    """5xx, or a gateway's equivalent (408, 425)."""


# Not the caller's fault, and a later attempt may succeed. A fault of the service (500) belongs here too.
DOWN = (Unreachable, Throttled, Unavailable)

_BY_STATUS: dict[int, type[ApiError]] = {
    400: Malformed,
    401: Unauthenticated,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    408: Unavailable,
    410: ChangesGone,
    413: Malformed,
    415: Malformed,
    422: Refused,
    425: Unavailable,
    429: Throttled,
}


def error_of(
    status: int, body: bytes, retry_after_s: float | None, *, url: str = "the service", correlation_id: str, sent: int
) -> ApiError:
    problem = _problem(body)
    kind = VersionConflict if problem.get("code") == "version_conflict" else _BY_STATUS.get(status)
    if kind is None:
        kind = Unavailable if status >= 500 else ApiError
    return kind(status, problem, retry_after_s, url=url, correlation_id=correlation_id, sent=sent)


def _problem(body: bytes) -> Mapping[str, Any]:
    """A gateway's own answer has another form (`{"message": ...}`), or none."""
    try:
        read = json.loads(body)
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}


def way_out(url: str) -> str:
    """What to try when nothing answers there."""
    if urlsplit(url).hostname in LOOPBACK:
        return "Is the service running? Start it with `make serve`"
    return "Check the URL, the network and the service's health"
