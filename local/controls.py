"""Routes that exist only on a laptop: tokens for every caller, and the test controls."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

from local.aws.pump import Pump
from local.aws.workflow import LocalDeletionWorkflow
from local.clock import MovableClock
from local.faults import Faults, Health, Part
from local.http.events import Answer, Request
from local.http.problems import problem
from local.issuer import Issuer
from shared.domain import messages
from shared.domain.errors import Malformed, MemoryServiceError, Unavailable

SETTLE_S = 30.0
DRAIN_S = 5.0  # how long a settling waits for the pump before it takes the workflows' waits away
# So often the oldest change must have failed in an outage that a test ordered before settling gives up on it.
BLOCKED_AFTER = 3
_LOOK_S = 0.005


class Tokens:
    def __init__(self, issuer: Issuer) -> None:
        self._issuer = issuer

    def __call__(self, request: Request) -> Answer | None:
        match request.method, request.path:
            case "POST", "/local/token":
                return _done(lambda: {"access_token": self._issuer.token(_object(request))})
            case "GET", "/local/.well-known/jwks.json":
                return _done(self._issuer.jwks)
            case method, "/local/token" | "/local/.well-known/jwks.json":
                allowed = "POST" if request.path == "/local/token" else "GET"
                refusal = problem(405, "method_not_allowed", messages.other_method(method, request.path, [allowed]))
                return Answer(refusal.status, (*refusal.headers, ("allow", allowed)), refusal.body)
            case _:
                return None


class Controls:
    """The test controls. They act on the whole service, for every caller."""

    def __init__(
        self, clock: MovableClock, faults: Faults, pump: Pump, workflow: LocalDeletionWorkflow,
        gc: Callable[[], Any], queue_rests: Callable[[], bool] = lambda: True,
    ) -> None:  # fmt: skip
        self._clock = clock
        self._faults = faults
        self._pump = pump
        self._workflow = workflow
        self._gc = gc
        self._queue_rests = queue_rests

    def __call__(self, request: Request) -> Answer | None:
        if request.method != "POST":
            return None
        match request.path:
            case "/local/clock":
                return _done(lambda: self._advance(_object(request)))
            case "/local/faults":
                return _done(lambda: self._set_faults(_object(request)))
            case "/local/settle":
                return _done(lambda: self._settle(_object(request)))
            case "/local/gc":
                return _done(lambda: self._collect(_object(request)))
            case _:
                return None

    def _advance(self, body: Mapping[str, Any]) -> dict[str, Any]:
        _only(body, "advance_seconds")
        seconds = body.get("advance_seconds")
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise Malformed.field("advance_seconds", "must be a number of seconds")
        try:
            self._clock.advance(seconds)
        except ValueError as error:
            raise Malformed.field("advance_seconds", f"is out of range: {error}") from None
        return {"now": self._clock.now().isoformat()}

    def _set_faults(self, body: Mapping[str, Any]) -> dict[str, Any]:
        _only(body, *Part)
        for name, value in body.items():
            if value not in list(Health):
                raise Malformed.field(name, f"must be one of {', '.join(Health)}")
        self._faults.set({Part(name): Health(value) for name, value in body.items()})
        return {part: self._faults.health(part) for part in Part}

    def _settle(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Waits until no work is left. The workflows' waits and the retries' are skipped, but only after the pump
        had time to run, so that a verification finds the same as after the wait."""
        _only(body)
        until = time.monotonic() + SETTLE_S
        with self._pump.hurried():
            drain_until = min(until, time.monotonic() + DRAIN_S)
            while not self._pump_rests() and time.monotonic() < drain_until:
                time.sleep(_LOOK_S)
            with self._clock.hurry():
                while time.monotonic() < until:
                    if self._workflow.wait_until_finished(0.05) and self._queue_rests() and self._pump_rests():
                        pending = self._pump.progress().pending
                        return {"settled": not pending, "pending": pending}
                    time.sleep(_LOOK_S)
        raise Unavailable("the service did not come to rest in time")

    def _pump_rests(self) -> bool:
        """Drained, or blocked by an outage that a test set: then waiting longer changes nothing."""
        progress = self._pump.progress()
        return not progress.pending or (self._faults.any_down and progress.failures >= BLOCKED_AFTER)

    def _collect(self, body: Mapping[str, Any]) -> dict[str, Any]:
        _only(body)
        report = self._gc()
        return dict(report) if isinstance(report, Mapping) else {}


def _done(act: Callable[[], Mapping[str, Any]]) -> Answer:
    try:
        body = json.dumps(act()).encode()
    except Malformed as error:
        return problem(400, error.code, error.detail, None, **error.extra)
    except Unavailable as error:
        refusal = problem(503, error.code, error.detail)
        return Answer(refusal.status, (*refusal.headers, ("retry-after", str(error.retry_after_s))), refusal.body)
    except MemoryServiceError as error:
        return problem(409, error.code, error.detail)
    return Answer(200, (("content-type", "application/json"),), body)


def _object(request: Request) -> Mapping[str, Any]:
    """The request's JSON object; a missing body is an empty one. Raises `Malformed`."""
    if not request.body.strip():
        return {}
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        raise Malformed("the body is not JSON") from None
    if not isinstance(body, dict):
        raise Malformed("the body is not a JSON object")
    return body


def _only(body: Mapping[str, Any], *names: str) -> None:
    for name in body:
        if name not in names:
            raise Malformed.field(name, "is not known here")
