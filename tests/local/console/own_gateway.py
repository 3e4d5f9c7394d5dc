"""The laptop's gateway as the service makes it, without sockets and stores."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from local.aws.authorizer import Authorizer
from local.aws.gateway import Gateway
from local.clock import MovableClock
from local.console.site import ConsoleSite
from local.controls import Tokens
from local.http.events import Answer
from local.issuer import AUDIENCE, Issuer
from local.sign_in.clients import CONSOLE, SCOPE, Client
from local.sign_in.endpoints import SignIn
from shared.adapters.system import UuidV7Ids
from shared.runtime.api import unknown_route

HOST = "127.0.0.1:8080"
ORIGIN = f"http://{HOST}"


class OwnGateway:
    def __init__(self, dist: Path, clients: Sequence[Client] = (CONSOLE,)) -> None:
        self.clock = MovableClock()
        self.issuer = Issuer(f"{ORIGIN}/local", self.clock)
        self.authorizer = Authorizer(self.issuer.jwks, self.issuer.url, AUDIENCE, self.clock)
        parts = (
            Tokens(self.issuer),
            SignIn(self.issuer, self.clock, clients),
            ConsoleSite(self.issuer.url, CONSOLE.id, SCOPE, dist),
        )
        self._gateway = Gateway(
            {"health": lambda event, context: unknown_route(event)}, self.authorizer,
            lambda request: next((answer for part in parts if (answer := part(request)) is not None), None),
            self.clock, UuidV7Ids(self.clock),
        )  # fmt: skip

    def get(self, path: str, query: dict[str, str] | None = None, method: str = "GET", **headers: str) -> Answer:
        target = f"{path}?{urlencode(query)}" if query else path
        return self._send(method, target, b"", headers)

    def post(self, path: str, form: dict[str, str] | bytes, **headers: str) -> Answer:
        body = form if isinstance(form, bytes) else urlencode(form).encode()
        return self._send("POST", path, body, {"content_type": "application/x-www-form-urlencoded", **headers})

    def _send(self, method: str, target: str, body: bytes, headers: dict[str, str]) -> Answer:
        given = {"host": HOST, **headers}
        sent = [(name.replace("_", "-"), value) for name, value in given.items() if value]
        return self._gateway.answer(method, target, sent, body)


def headers_of(answer: Answer) -> dict[str, str]:
    return dict(answer.headers)


def json_of(answer: Answer) -> Any:
    return json.loads(answer.body)
