"""Powertools' resolver, made safe for many requests at once.

Lambda hands one event at a time to a process, and the resolver relies on it: the event at hand is an attribute of its
base class. The laptop's service calls the same handlers from many threads, where that would answer one caller with
another's identity.
"""

from __future__ import annotations

import threading
from contextvars import ContextVar
from typing import Any

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver
from aws_lambda_powertools.event_handler.api_gateway import ResponseBuilder, Route
from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEventV2

_event: ContextVar[APIGatewayProxyEventV2] = ContextVar("event")
_context: ContextVar[dict[str, Any]] = ContextVar("context")


class ConcurrentHttpResolver(APIGatewayHttpResolver):
    """What the base class keeps for the request at hand is kept for each thread, and no route is prepared twice."""

    def __init__(self) -> None:
        self._preparing = threading.Lock()
        super().__init__()

    def resolve(self, event: Any, context: Any) -> dict[str, Any]:
        _event.set(APIGatewayProxyEventV2(event))
        _context.set({})
        return super().resolve(event, context)

    @property
    def current_event(self) -> APIGatewayProxyEventV2:  # type: ignore[override]  # an attribute of the base class
        return _event.get()

    @property
    def context(self) -> dict[str, Any]:
        return _context.get()

    @context.setter
    def context(self, value: dict[str, Any]) -> None:
        _context.set(value)

    def _call_route(self, route: Route, route_arguments: dict[str, str]) -> ResponseBuilder[Any]:
        with self._preparing:
            if not route._middleware_stack_built:
                route._build_middleware_stack(self._router_middlewares, self)
        return super()._call_route(route, route_arguments)
