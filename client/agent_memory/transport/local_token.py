"""A token from the issuer that the service on a laptop brings along; a deployed service has no such issuer."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

import httpx

from agent_memory.calls.call import given
from agent_memory.errors import UnexpectedAnswer, Unreachable, error_of

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_TIMEOUT_S = 5.0


def local_token(
    url: str,
    *,
    org: str,
    sub: str,
    roles: Sequence[str] | None = None,
    purposes: Sequence[str] | None = None,
    act_as: Sequence[str] | None = None,
    agent_id: str | None = None,
    memory_scope: str | None = None,
    ttl: int | None = None,
) -> str:
    """A bearer token for the user `sub` of the organisation `org`, from the service on this machine at `url`.

    It is valid for `ttl` seconds (1 to 31,622,400, one hour by default) and until the service stops. For a program that
    runs longer give the client a function: `MemoryClient(url, lambda: local_token(url, org="acme", sub="ann"))`.

    Raises `ValueError` when `url` is not on this machine, `Unreachable` when nothing answers there, `NotFound` when the
    service has no issuer, `Malformed` when it refuses a claim.
    """
    parts = urlsplit(url)
    if parts.scheme != "http" or parts.hostname not in LOOPBACK:
        raise ValueError(f"only a service on this machine issues tokens, at http://127.0.0.1:PORT; not {url!r}")
    claims = given(
        org=org,
        sub=sub,
        roles=roles,
        purposes=purposes,
        act_as=act_as,
        agent_id=agent_id,
        memory_scope=memory_scope,
        ttl=ttl,
    )
    try:
        with httpx.Client(trust_env=False, timeout=_TIMEOUT_S) as http:
            got = http.post(f"{url.rstrip('/')}/local/token", json=claims)
    except httpx.RequestError as error:
        message = f"no service answered at {url} ({type(error).__name__}); start one with `make serve`"
        raise Unreachable(message, correlation_id="", sent=1) from error
    if got.status_code != httpx.codes.OK:
        raise error_of(got.status_code, got.content, None, correlation_id="", sent=1)
    return _token_in(got)


def _token_in(got: httpx.Response) -> str:
    try:
        token = got.json()["access_token"]
    except (ValueError, KeyError, TypeError):
        token = None
    if not isinstance(token, str):
        raise UnexpectedAnswer("POST /local/token answered without an access_token", correlation_id="", sent=1)
    return token
