"""When a call is sent again, and after how long: one walk, taken by the sync and the async client alike."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeAlias

from agent_memory.calls.call import Call, T
from agent_memory.errors import MemoryServiceError, Unreachable, error_of, way_out

# 500 is not among them: an internal error is likely to occur again. The others come from a dependency, a gateway or a
# limit.
_LATER = frozenset({408, 425, 429, 502, 503, 504})
_SHORTEST_TIMEOUT_S = 0.5  # what is begun gets a chance
_LOG = logging.getLogger("agent_memory.transport")


@dataclass(frozen=True, slots=True)
class Retries:
    """`attempts` in all. Between them a random part of `first_wait_s`, doubled each time, at most `longest_wait_s`; a
    `Retry-After` is a lower bound. No attempt begins after `patience_s` or waits longer for its answer, and a wait that
    would end later is not begun: the error says how long the service asked for."""

    attempts: int = 4
    first_wait_s: float = 0.25  # well above a throttle's refill, well below what a person notices as a hang
    longest_wait_s: float = 8.0
    patience_s: float = 30.0  # the gateway's own limit for one answer


@dataclass(frozen=True, slots=True)
class Ask:
    """For the token, which may take an await."""


@dataclass(frozen=True, slots=True)
class Send:
    headers: Mapping[str, str]
    timeout_s: float


@dataclass(frozen=True, slots=True)
class Wait:
    seconds: float


@dataclass(frozen=True, slots=True)
class Reply:
    """`status` 0: no answer came; `cause` says why."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Success:
    body: bytes
    headers: Mapping[str, str]
    correlation_id: str
    sent: int


Step: TypeAlias = "Ask | Send | Wait"
Walk: TypeAlias = "Generator[Step, str | Reply | None, Success]"


def exchange(
    call: Call[T],
    retries: Retries,
    url: str,
    *,
    new_id: Callable[[], str],
    jitter: Callable[[], float],
    seconds: Callable[[], float],
    now: Callable[[], datetime],
    again_with_new_token: Callable[[], bool],
) -> Walk:
    """Yields what to do next, is sent what came of it (what the source of the token raises is thrown), returns the
    success. `url` is the service's, for messages; `seconds` is a monotonic clock; `jitter` is in [0,1];
    `again_with_new_token` is asked once, after a 401.

    Every call may be sent again after a lost answer: what changes something carries a key, the rest reads.
    """
    name = f"{call.method} {call.path}"
    correlation_id = new_id()
    key = in_a_header("an idempotency key", call.idempotency_key or new_id()) if call.changes else None
    end = seconds() + retries.patience_s
    renewed = False
    sent = 0
    while True:
        try:
            bearer = _bearer((yield Ask()))
        except MemoryServiceError:  # of `local_token`, which says more
            raise
        except Exception as error:  # a foreign function: whatever it raises, there is no token and nothing was sent
            message = f"the token source failed ({type(error).__name__}): nothing was sent to {url}"
            raise Unreachable(message, correlation_id=correlation_id, sent=sent) from error
        headers = _headers(call, correlation_id, key, bearer)
        reply = yield Send(headers, max(_SHORTEST_TIMEOUT_S, end - seconds()))
        if not isinstance(reply, Reply):
            raise TypeError("a Send is answered with a Reply")
        sent += 1
        _LOG.debug("%s: %s, attempt %d, correlation id %s", name, reply.status or reply.cause, sent, correlation_id)
        if 200 <= reply.status < 300:
            return Success(reply.body, reply.headers, correlation_id, sent)
        if reply.status == 401 and not renewed and again_with_new_token():
            renewed = True
            continue
        asked = retry_after_s(reply.headers, now())
        wait = _wait(retries, sent, asked, jitter())
        later = reply.status in _LATER or reply.status == 0
        if not later or sent >= retries.attempts or seconds() + wait > end:
            if reply.status == 0:
                message = (
                    f"{url} did not answer {name} ({reply.cause or 'no answer'}; attempts: {sent}). {way_out(url)}"
                )
                raise Unreachable(message, correlation_id=correlation_id, sent=sent)
            raise error_of(reply.status, reply.body, asked, url=url, correlation_id=correlation_id, sent=sent)
        _LOG.info("%s: %s, again in %.1f s", name, reply.status or reply.cause, wait)
        yield Wait(wait)


def _headers(call: Call[T], correlation_id: str, key: str | None, token: str) -> dict[str, str]:
    headers = {"Accept": call.accept, "X-Correlation-Id": correlation_id, "Authorization": f"Bearer {token}"}
    if call.media is not None:
        headers["Content-Type"] = call.media
    if key is not None:
        headers["Idempotency-Key"] = key
    return headers


def _wait(retries: Retries, sent: int, asked: float | None, jitter: float) -> float:
    """Full jitter: many agents that lost one service do not come back at one moment. What was asked for is waited for,
    and then a little, for the same reason."""
    backoff = min(retries.longest_wait_s, retries.first_wait_s * 2.0 ** (sent - 1)) * jitter
    return backoff if asked is None else asked + min(backoff, retries.first_wait_s)


def _bearer(token: object) -> str:
    if not isinstance(token, str):
        raise TypeError("a token is a text")
    return in_a_header("a token", token.strip())


def in_a_header(what: str, value: str) -> str:
    """Raises `ValueError` for what no header can carry, such as a line feed from the end of a file."""
    if not (value.isascii() and value.isprintable() and value.strip()):
        raise ValueError(f"{what} is printable ASCII, and not blank")
    return value


def retry_after_s(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds or an HTTP date; anything else is as good as none. A date is checked against the answer's own `Date`: the
    clock here may be an hour off."""
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value[:9])
    at = _http_date(value)
    return None if at is None else max(0.0, (at - (_http_date(headers.get("date", "")) or now)).total_seconds())


def _http_date(value: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    return at.replace(tzinfo=at.tzinfo or UTC)
