"""The typed clients. What they can do is one list, `Operations`; how it is sent is the only difference between them."""

from __future__ import annotations

import asyncio
import functools
import inspect
import random
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Generic, ParamSpec, Self, TypeVar, overload
from urllib.parse import urlsplit

import httpx
from pydantic import BaseModel, ValidationError

from agent_memory.calls import governance_calls, memory_calls, session_calls
from agent_memory.calls.call import Call, T
from agent_memory.calls.parts import joined, parts_of
from agent_memory.errors import UnexpectedAnswer
from agent_memory.transport.local_token import LOOPBACK
from agent_memory.transport.retries import Ask, Reply, Retries, Send, Step, Success, Walk, exchange, in_a_header

P = ParamSpec("P")
A = TypeVar("A", bound=BaseModel)

_CONNECT_S = 5.0


class Operation(Generic[P, A]):
    """A pure function that makes a call, as a method that also sends it: in parts, where the list in the body's field
    `split` is more than the service takes at once.

    The method has the function's name, docstring and parameters, so that `help()` and an editor show them.
    """

    def __init__(self, build: Callable[P, Call[A]], *, split: str = "") -> None:
        self.build = build
        self.split = split
        self.signature = _signature(build)
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, client: MemoryClient, owner: type) -> Callable[P, A]: ...
    @overload
    def __get__(self, client: AsyncMemoryClient, owner: type) -> Callable[P, Awaitable[A]]: ...
    @overload
    def __get__(self, client: None, owner: type) -> Self: ...
    def __get__(self, client: Any, owner: type) -> Any:
        if client is None:
            return self

        @functools.wraps(self.build)
        def method(*args: Any, **kwargs: Any) -> Any:
            call = self.build(*args, **kwargs)
            calls = parts_of(call, self.split) if self.split else [call]
            return client.send(call) if len(calls) == 1 else client.send_parts(calls)

        del method.__wrapped__  # it returns a `Call`, which the method sends
        method.__annotations__ = {name: p.annotation for name, p in self.signature.parameters.items()}
        method.__signature__ = self.signature  # type: ignore[attr-defined] # `inspect` looks for it
        return method


def _signature(build: Callable[..., Any]) -> inspect.Signature:
    """The parameters of `build`, and as return type the answer to the call that it makes."""
    signature = inspect.signature(build)
    return signature.replace(return_annotation=str(signature.return_annotation).removeprefix("Call[").removesuffix("]"))


class Operations:
    """The interface's routes; the arguments are those of the functions named here."""

    write = Operation(memory_calls.write)
    write_batch = Operation(memory_calls.write_batch, split="items")
    list_memories = Operation(memory_calls.list_memories)
    get_memory = Operation(memory_calls.get_memory)
    history = Operation(memory_calls.history)
    correct = Operation(memory_calls.correct)
    promote = Operation(memory_calls.promote)
    delete_memory = Operation(memory_calls.delete_memory)
    recall = Operation(memory_calls.recall)
    context = Operation(memory_calls.context)
    feedback = Operation(memory_calls.feedback)
    create_session = Operation(session_calls.create_session)
    list_sessions = Operation(session_calls.list_sessions)
    get_session = Operation(session_calls.get_session)
    append_events = Operation(session_calls.append_events, split="events")
    list_events = Operation(session_calls.list_events)
    search_session = Operation(session_calls.search_session)
    get_state = Operation(session_calls.get_state)
    put_state = Operation(session_calls.put_state)
    complete_session = Operation(session_calls.complete_session)
    get_summary = Operation(session_calls.get_summary)
    make_summary = Operation(session_calls.make_summary)
    request_deletion = Operation(governance_calls.request_deletion)
    preview_deletion = Operation(governance_calls.preview_deletion)
    get_deletion = Operation(governance_calls.get_deletion)
    list_deletions = Operation(governance_calls.list_deletions)
    verify_deletion = Operation(governance_calls.verify_deletion)
    get_signed_receipt = Operation(governance_calls.get_signed_receipt)
    list_reviews = Operation(governance_calls.list_reviews)
    claim_review = Operation(governance_calls.claim_review)
    resolve_review = Operation(governance_calls.resolve_review)
    metrics = Operation(governance_calls.metrics)
    health = Operation(governance_calls.health)


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
            new_id=lambda: uuid.uuid4().hex,
            jitter=random.random,
            seconds=time.monotonic,
            now=lambda: datetime.now(UTC),
            again_with_new_token=lambda: not isinstance(self._token, str),
        )

    def token(self) -> str | Awaitable[str]:
        return self._token if isinstance(self._token, str) else self._token()


class MemoryClient(Operations):
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

    def send(self, call: Call[T], *, retries: Retries | None = None) -> T:
        walk = self._line.walk(call, retries)
        step = next(walk)
        try:
            while True:
                if isinstance(step, Ask):
                    step = self._asked(walk)
                elif isinstance(step, Send):
                    step = walk.send(self._sent(call, step))
                else:
                    time.sleep(step.seconds)
                    step = next(walk)
        except StopIteration as done:
            return _read(call, done.value)

    def send_parts(self, calls: Sequence[Call[T]]) -> T:
        """One after the other, and their answers as one. What is sent before a part that fails stays sent."""
        return joined([self.send(call) for call in calls])

    def _asked(self, walk: Walk) -> Step:
        try:
            token = self._line.token()
        except Exception as error:  # noqa: BLE001 - a foreign function; the walk says what it means
            return walk.throw(error)
        return walk.send(token if isinstance(token, str) else None)

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
            return Reply(0, {}, cause=type(error).__name__)

    def close(self) -> None:
        """A client that the caller passed in is left open."""
        if self._own:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncMemoryClient(Operations):
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

    async def send(self, call: Call[T], *, retries: Retries | None = None) -> T:
        walk = self._line.walk(call, retries)
        step = next(walk)
        try:
            while True:
                if isinstance(step, Ask):
                    step = await self._asked(walk)
                elif isinstance(step, Send):
                    step = walk.send(await self._sent(call, step))
                else:
                    await asyncio.sleep(step.seconds)
                    step = next(walk)
        except StopIteration as done:
            return _read(call, done.value)

    async def send_parts(self, calls: Sequence[Call[T]]) -> T:
        return joined([await self.send(call) for call in calls])

    async def _asked(self, walk: Walk) -> Step:
        try:
            token = self._line.token()
            if not isinstance(token, str):
                token = await token
        except Exception as error:  # noqa: BLE001 - as above
            return walk.throw(error)
        return walk.send(token)

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
            return Reply(0, {}, cause=type(error).__name__)
        return Reply(got.status_code, got.headers, got.content)

    async def close(self) -> None:
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


def _read(call: Call[T], success: Success) -> T:
    try:
        return call.answer.model_validate_json(success.body)
    except ValidationError as error:
        where = ", ".join(".".join(str(part) for part in one["loc"]) or "body" for one in error.errors()[:5])
        # Without the cause: pydantic's own text repeats what was answered, and that may be content.
        raise UnexpectedAnswer(
            f"{call.method} {call.path} answered in another form: {where}",
            correlation_id=success.correlation_id,
            sent=success.sent,
        ) from None
