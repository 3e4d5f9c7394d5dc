"""The typed clients: the same operations, sent with and without an event loop."""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from typing import Any, Self, Unpack
from urllib.parse import urlsplit

import httpx
from pydantic import ValidationError

from agent_memory.calls.call import NDJSON, Call, T
from agent_memory.errors import LOOPBACK, UnexpectedAnswer
from agent_memory.transport.local_token import LAPTOP, LocalClaims, cause_of, local_token
from agent_memory.transport.methods import Awaiting, Blocking
from agent_memory.transport.operations import Operations
from agent_memory.transport.retries import Ask, Reply, Retries, Send, Step, Success, Walk, exchange, in_a_header
from agent_memory.transport.walks import driven, driven_async

_CONNECT_S = 5.0


class _Line:
    """The part of both clients: URL, token and retries."""

    def __init__(self, url: str, token: str | Callable[[], str | Awaitable[str]], retries: Retries) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"}:
            raise ValueError(f"the URL of the service begins with https:// (or http:// on this machine), not {url!r}")
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOOPBACK):
            raise ValueError("a token goes over https only (http is for a service on this machine)")
        if not parts.hostname or parts.username is not None or parts.query or parts.fragment:
            raise ValueError("the URL of the service has a host and perhaps a path, and nothing else")
        # Some documents print the URL with the version, which each path here has already.
        self.base_url = url.rstrip("/").removesuffix("/v1")
        # A proxy of the environment would be given what goes unencrypted to this machine, token and all.
        self.trust_env = parts.scheme == "https"
        self.retries = retries
        if not isinstance(token, str) and not callable(token):
            raise TypeError(f"a token is a text or a function that returns one, not {type(token).__name__}")
        self._token = in_a_header("a token", token.strip()) if isinstance(token, str) else token

    def walk(self, call: Call[T], retries: Retries | None) -> Walk:
        return exchange(
            call,
            retries or self.retries,
            self.base_url,
            new_id=lambda: uuid.uuid4().hex,
            jitter=random.random,
            seconds=time.monotonic,
            now=lambda: datetime.now(UTC),
            again_with_new_token=lambda: not isinstance(self._token, str),
        )

    def token(self) -> str | Awaitable[str]:
        return self._token if isinstance(self._token, str) else self._token()


class MemoryClient(Operations, Blocking):
    """Calls the service. `token` is a bearer token, or a function that returns a fresh one: it is called before each
    attempt, and once more after a 401. Safe to share between threads, as its `httpx.Client` is.

    Raises the errors of `agent_memory.errors`, after `retries` where that makes sense."""

    def __init__(
        self,
        url: str,
        token: str | Callable[[], str],
        *,
        retries: Retries = Retries(),  # noqa: B008 - frozen
        http: httpx.Client | None = None,
    ) -> None:
        self._line = _Line(url, token, retries)
        self._http = http or httpx.Client(trust_env=self._line.trust_env)
        self._own = http is None

    @classmethod
    def local(
        cls,
        user: str,
        *,
        org: str = "local",
        url: str = LAPTOP,
        retries: Retries = Retries(),  # noqa: B008 - frozen
        **claims: Unpack[LocalClaims],
    ) -> Self:
        """A client of the service on this machine, for the user `user` of the organisation `org`, with a token of the
        laptop's own issuer for each attempt. `claims` are those of `local_token`."""
        return cls(url, lambda: local_token(url, org=org, sub=user, **claims), retries=retries)

    def send(self, call: Call[T], *, retries: Retries | None = None) -> T:
        """Send any call, also one of a route that is newer than this package."""

        def do(step: Step) -> object:
            if isinstance(step, Ask):
                return self._line.token()
            if isinstance(step, Send):
                return self._sent(call, step)
            time.sleep(step.seconds)
            return None

        return _read(call, driven(self._line.walk(call, retries), do), self._line.base_url)

    def perform(self, build: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Carry out what `build` makes of the arguments: what every method does."""
        made = build(*args, **kwargs)
        return self.send(made) if isinstance(made, Call) else driven(made, self.send)

    def _sent(self, call: Call[T], step: Send) -> Reply:
        end = time.monotonic() + step.timeout_s
        try:
            with self._http.stream(
                call.method,
                self._line.base_url + call.target,
                headers=step.headers,
                content=call.content,
                timeout=_timeout(step),
                follow_redirects=False,
            ) as got:
                return Reply(got.status_code, got.headers, b"".join(_until(end, got.iter_bytes())))
        except httpx.RequestError as error:
            return Reply(0, {}, cause=cause_of(error))

    def close(self) -> None:
        """End the connections. An `httpx.Client` that the caller passed in is left open."""
        if self._own:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncMemoryClient(Operations, Awaiting):
    """`MemoryClient` for an event loop: the same operations, awaited; the token's function may be awaited, too."""

    def __init__(
        self,
        url: str,
        token: str | Callable[[], str | Awaitable[str]],
        *,
        retries: Retries = Retries(),  # noqa: B008 - frozen
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._line = _Line(url, token, retries)
        self._http = http or httpx.AsyncClient(trust_env=self._line.trust_env)
        self._own = http is None

    @classmethod
    def local(
        cls,
        user: str,
        *,
        org: str = "local",
        url: str = LAPTOP,
        retries: Retries = Retries(),  # noqa: B008 - frozen
        **claims: Unpack[LocalClaims],
    ) -> Self:
        """As `MemoryClient.local`."""
        return cls(url, lambda: asyncio.to_thread(local_token, url, org=org, sub=user, **claims), retries=retries)

    async def send(self, call: Call[T], *, retries: Retries | None = None) -> T:
        """As `MemoryClient.send`."""

        async def do(step: Step) -> object:
            if isinstance(step, Ask):
                token = self._line.token()
                return token if isinstance(token, str) else await token
            return await (self._sent(call, step) if isinstance(step, Send) else asyncio.sleep(step.seconds))

        return _read(call, await driven_async(self._line.walk(call, retries), do), self._line.base_url)

    async def perform(self, build: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """As `MemoryClient.perform`."""
        made = build(*args, **kwargs)
        return await (self.send(made) if isinstance(made, Call) else driven_async(made, self.send))

    async def _sent(self, call: Call[T], step: Send) -> Reply:
        try:
            async with asyncio.timeout(step.timeout_s):
                got = await self._http.request(
                    call.method,
                    self._line.base_url + call.target,
                    headers=step.headers,
                    content=call.content,
                    timeout=_timeout(step),
                    follow_redirects=False,
                )
        except (httpx.RequestError, TimeoutError) as error:
            return Reply(0, {}, cause=cause_of(error))
        return Reply(got.status_code, got.headers, got.content)

    async def close(self) -> None:
        """As `MemoryClient.close`."""
        if self._own:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _timeout(step: Send) -> httpx.Timeout:
    return httpx.Timeout(step.timeout_s, connect=min(_CONNECT_S, step.timeout_s))


def _until(end: float, chunks: Iterator[bytes]) -> Iterator[bytes]:
    """A timeout of httpx starts again with each chunk, so a slow answer would never end."""
    for chunk in chunks:
        if time.monotonic() > end:
            raise httpx.ReadTimeout("the answer took too long")
        yield chunk


def _read(call: Call[T], success: Success, base_url: str) -> T:
    try:
        if call.accept != NDJSON:
            return call.answer.model_validate_json(success.body)
        # A line of NDJSON ends with a line feed and nothing else; what follows is named in a header.
        lines = [json.loads(line) for line in success.body.split(b"\n") if line.strip()]
        return call.answer.model_validate({"items": lines, "next_cursor": success.headers.get("x-next-cursor")})
    except ValueError as error:
        where = _places(error)
        # Without the cause: pydantic's own text repeats what was answered, and that may be content.
        raise UnexpectedAnswer(
            f"{base_url} answered {call.method} {call.path} in another form: {where}. Is this the memory service?",
            correlation_id=success.correlation_id,
            sent=success.sent,
        ) from None


def _places(error: ValueError) -> str:
    """Where the answer differs."""
    found = error.errors()[:5] if isinstance(error, ValidationError) else []
    return ", ".join(".".join(str(part) for part in one["loc"]) or "body" for one in found) or "body"
