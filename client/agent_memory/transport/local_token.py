"""A token from the issuer that the service on a laptop brings along; a deployed service has no such issuer."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from typing import TypedDict, Unpack
from urllib.parse import urlsplit

import httpx

from agent_memory.calls.call import given
from agent_memory.errors import LOOPBACK, UnexpectedAnswer, Unreachable, error_of, way_out

LAPTOP = "http://127.0.0.1:8080"
_TIMEOUT_S = 5.0


class LocalClaims(TypedDict, total=False):
    """What a token of a laptop may say beside organisation and user."""

    roles: Sequence[str] | None
    purposes: Sequence[str] | None
    act_as: Sequence[str] | None
    agent_id: str | None
    memory_scope: str | None
    inherit: str | None
    ttl: int | None


def local_token(url: str = LAPTOP, *, org: str, sub: str, **claims: Unpack[LocalClaims]) -> str:
    """A bearer token for the user `sub` of the organisation `org`, from the service on this machine at `url`.

    It is valid for `ttl` seconds (1 to 31,622,400, one hour by default) and until the service stops.
    `agent_memory.local` makes a client that gets a new one whenever it needs one.

    Raises `ValueError` when `url` is not on this machine, `Unreachable` when nothing answers there, `NotFound` when the
    service has no issuer, `Malformed` when it refuses a claim.
    """
    parts = urlsplit(url)
    if parts.scheme != "http" or parts.hostname not in LOOPBACK:
        raise ValueError(f"only a service on this machine issues tokens, at http://127.0.0.1:PORT; not {url!r}")
    try:
        # A context without certificates: there is no TLS on this way, and to load them takes longer than the request.
        with httpx.Client(trust_env=False, timeout=_TIMEOUT_S, verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)) as http:
            got = http.post(f"{url.rstrip('/')}/local/token", json=given(org=org, sub=sub, **claims))
    except httpx.RequestError as error:
        message = f"{url} did not answer POST /local/token ({cause_of(error)}). {way_out(url)}"
        raise Unreachable(message, correlation_id="", sent=1) from error
    if got.status_code != httpx.codes.OK:
        raise error_of(got.status_code, got.content, None, url=url, correlation_id="", sent=1)
    return _token_in(got)


def cause_of(error: Exception) -> str:
    """The type of the error and what the operating system says, such as "Connection refused"."""
    return f"{type(error).__name__}: {error}"[:200].removesuffix(": ")


def _token_in(got: httpx.Response) -> str:
    try:
        token = got.json()["access_token"]
    except (ValueError, KeyError, TypeError):
        token = None
    if not isinstance(token, str):
        raise UnexpectedAnswer("POST /local/token answered without an access_token", correlation_id="", sent=1)
    return token
