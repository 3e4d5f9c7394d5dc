"""The gateway of the laptop's service with the real handlers and a real issuer, in this process: what a request on the
wire becomes, without the socket."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from local.aws.authorizer import Authorizer
from local.aws.gateway import Gateway
from local.issuer import AUDIENCE, Issuer
from shared.adapters.system import UuidV7Ids
from shared.contracts.routes import DEFAULT_FUNCTION, ROUTES, module_name
from shared.domain.access.caller import Caller
from tests.builders import World


@dataclass(frozen=True, slots=True)
class Answer:
    """`text` is the body, `headers` every header as one text."""

    status: int
    headers: str
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Gate:
    def __init__(self, world: World) -> None:
        self.world = world
        self._issuer = Issuer("http://127.0.0.1/local", world.clock)
        names = {route.function for route in ROUTES} | {DEFAULT_FUNCTION}
        handlers = {name: importlib.import_module(module_name(name)).handler for name in names}
        judge = Authorizer(self._issuer.jwks, self._issuer.url, AUDIENCE, world.clock)
        self._gateway = Gateway(handlers, judge, lambda request: None, world.clock, UuidV7Ids(world.clock))
        self._tokens: dict[Caller, str] = {}

    def __call__(
        self, caller: Caller, method: str, target: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """`target` as on the wire; a body of bytes goes as it is, all else as JSON."""
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        sent = {
            "host": "localhost", "content-type": "application/json", "x-correlation-id": "probe",
            "authorization": f"Bearer {self._token(caller)}", **(headers or {}),
        }  # fmt: skip
        answer = self._gateway.answer(method, target, tuple(sent.items()), raw)
        return Answer(
            answer.status, "\n".join(f"{name}: {value}" for name, value in answer.headers), answer.body.decode()
        )

    def _token(self, caller: Caller) -> str:
        if caller not in self._tokens:
            claims = {
                "org": caller.org, "sub": caller.subject, "memory_scope": caller.bound.path,
                "roles": sorted(caller.roles), "act_as": sorted(caller.act_as), "ttl": 86400 * 30,
            }  # fmt: skip
            if caller.purposes is not None:
                claims["purposes"] = sorted(caller.purposes)
            if caller.agent_id is not None:
                claims["agent_id"] = caller.agent_id
            self._tokens[caller] = self._issuer.token(claims)
        return self._tokens[caller]
