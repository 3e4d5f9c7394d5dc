"""A client of the HTTP interface: it asks again when it hears nothing, and checks whatever it is answered."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from shared.contracts.routes import DEFAULT_FUNCTION, ROUTES, module_name
from shared.domain.access.caller import Caller
from shared.domain.scopes import Scope
from tests.builders import an_event
from tests.simulation.engine.injections import Crash, Injection
from tests.simulation.engine.world import World
from tests.simulation.invariants.answers import check_answer
from tests.simulation.invariants.completeness import check_complete
from tests.simulation.model import Model

_FUNCTIONS = {route.key: route.function for route in ROUTES}
_HANDLERS = {name: importlib.import_module(module_name(name)).handler for name in {r.function for r in ROUTES}}
_PAUSE = timedelta(milliseconds=40)
_ALL = frozenset({"org-writer", "reviewer", "auditor", "operator"})
ACME = Scope.org("acme")
PROJECT = Scope.parse("/org/acme/project/pyre")
CALLERS: Mapping[str, Caller] = {
    "ann": Caller("acme", "ann", Scope.user("acme", "ann"), _ALL),
    "bob": Caller("acme", "bob", Scope.user("acme", "bob"), _ALL),
    "pia": Caller("acme", "pia", PROJECT, _ALL),
    "boss": Caller("acme", "boss", ACME, _ALL | {"supervisor"}),
    "eve": Caller("rival", "eve", Scope.user("rival", "eve"), _ALL),
}


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    text: str
    replayed: bool

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Client:
    def __init__(self, world: World, model: Model, user: str) -> None:
        self.world = world
        self.model = model
        self.user = user
        self.caller = CALLERS[user]

    @property
    def owner(self) -> str:
        return self.caller.bound.owner.path

    def ask(
        self, method: str, path: str, body: Any = None, *, query: Mapping[str, Any] | str = "", key: str | None = None,
        tries: int = 6, raw: bytes | None = None, media: str | None = None,
    ) -> Answer | None:  # fmt: skip
        """The answer, or `None` when none was heard in so many tries. The same request each time."""
        headers = {} if key is None else {"idempotency-key": key}
        if media is not None:
            headers["content-type"] = media
        event = an_event(method, path, body, self.caller, query=query, headers=headers, raw=raw)
        for _ in range(tries):
            answer = self._once(event, f"{method} {path}{f'?{query}' if query else ''}", body)
            if answer is not None and answer.status < 500:
                return answer
        return None

    def _once(self, event: dict[str, Any], what: str, body: Any) -> Answer | None:
        world, scheduler = self.world, self.world.scheduler
        scheduler.point()
        world.clock.move(_PAUSE)
        begun, name = scheduler.steps, world.here.name
        world.history.add(begun, name, "asks", f"{self.user}: {what} {'' if body is None else _brief(body)}")
        try:
            given = _HANDLERS[_FUNCTIONS.get(event["routeKey"], DEFAULT_FUNCTION)](event, None)
        except Crash:
            world.restart()
            world.history.add(scheduler.steps, name, "! died", what)
            return None
        replayed = any(k.lower() == "idempotency-replayed" for k in given["headers"])
        answer = Answer(given["statusCode"], given["body"], replayed)
        world.history.add(
            scheduler.steps, name, "answered", f"{answer.status}{' replayed' if replayed else ''} {answer.text[:300]}"
        )
        check_answer(self.model, self.user, what, begun, scheduler.steps, answer.status, answer.text)
        if scheduler.running:
            check_complete(self.model, self.owner, what, begun, scheduler.steps, answer.status, answer.text)
        if scheduler.running and world.injections.next(name, client=True) is Injection.ANSWER_LOST:
            world.history.add(scheduler.steps, name, "! " + Injection.ANSWER_LOST.value, what)
            return None
        return answer


def _brief(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False)
