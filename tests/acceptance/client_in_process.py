"""The package `agent_memory` over the handlers themselves: what an agent sends is answered in one process."""

from __future__ import annotations

import importlib
from dataclasses import dataclass

import httpx

from agent_memory import AsyncMemoryClient, MemoryClient, Retries
from shared.contracts.routes import DEFAULT_FUNCTION, ROUTES, module_name
from shared.domain.access.caller import Caller
from tests.builders import World, a_caller, an_event

URL = "https://memory.test"
_FUNCTIONS = {route.key: route.function for route in ROUTES}


@dataclass(frozen=True, slots=True)
class InProcess:
    """Each request is indexed before the next one is answered."""

    world: World

    def client(self, caller: Caller | None = None) -> MemoryClient:
        """As Ann, unless somebody else calls."""
        return MemoryClient(URL, "a-token", retries=Retries(attempts=1), http=httpx.Client(transport=self._of(caller)))

    def async_client(self, caller: Caller | None = None) -> AsyncMemoryClient:
        http = httpx.AsyncClient(transport=self._of(caller))
        return AsyncMemoryClient(URL, "a-token", retries=Retries(attempts=1), http=http)

    def _of(self, caller: Caller | None) -> httpx.MockTransport:
        who = caller or a_caller()
        return httpx.MockTransport(lambda request: self._answer(request, who))

    def _answer(self, request: httpx.Request, caller: Caller) -> httpx.Response:
        self.world.clock.advance()
        sent = {name: value for name, value in request.headers.items() if name in ("idempotency-key", "content-type")}
        path = request.url.raw_path.decode().partition("?")[0]
        event = an_event(
            request.method, path, None, caller, query=request.url.query.decode(), raw=request.content, headers=sent
        )
        function = _FUNCTIONS.get(event["routeKey"], DEFAULT_FUNCTION)
        answer = importlib.import_module(module_name(function)).handler(event, None)
        self.world.drain()
        return httpx.Response(answer["statusCode"], headers=answer["headers"], text=answer["body"])
