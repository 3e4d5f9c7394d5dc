"""Cold starts, as Lambda itself reports them in a function's log."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

from infra.operations.stage import Stage, the_stage

# Lines reach the log some seconds after a call.
_LOGGED_S, _POLL_S = 30.0, 5.0
_INIT = re.compile(r"Init Duration: (\d+(?:\.\d+)?) ms")


def cold_starts(
    stage: str, since: float, sleep: Callable[[float], None] = time.sleep, found: Stage | None = None
) -> list[str]:
    """One line a function that started since then (seconds of 1970)."""
    deployed = found or the_stage(stage)
    starts: dict[str, list[float]] = {}
    waited = 0.0
    while not starts and waited <= _LOGGED_S:
        sleep(_POLL_S)
        waited += _POLL_S
        starts = {name: took for name, group in deployed.log_groups().items() if (took := list(_of(group, since)))}
    if not starts:
        return [f"Cold starts of {stage}: none is in the logs"]
    return [
        f"Cold starts of {name}: {len(took)}, longest {max(took):.0f} ms of initialisation"
        for name, took in sorted(starts.items())
    ]


def _of(group: str, since: float) -> Iterator[float]:
    import boto3

    pages: Any = boto3.client("logs").get_paginator("filter_log_events")
    for page in pages.paginate(logGroupName=group, startTime=int(since * 1000), filterPattern='"Init Duration"'):
        for event in page["events"]:
            if match := _INIT.search(event["message"]):
                yield float(match[1])
