"""A request is done within the rates of its caller, where the deployment sets any."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from shared.domain.access.caller import Caller
from shared.domain.errors import Throttled
from shared.runtime.observability import count, logger
from shared.usecases.services import Services


@contextmanager
def admitted(services: Services, caller: Caller) -> Iterator[None]:
    """Raises `Throttled` before anything is done. What is done within counts by the time that it takes."""
    limits = services.request_limits
    if limits is None:
        yield
        return
    began = services.clock.now()
    try:
        limits.admit(caller, began)
    except Throttled as refusal:
        count("RequestsThrottled")
        logger().warning("throttled", extra={"org": caller.org, "why": refusal.detail})
        raise
    try:
        yield
    finally:
        limits.add_time(caller, services.clock.now() - began)
