"""Step Functions' waiting, written down instead of waited."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from unittest.mock import patch

from moto.stepfunctions.parser.asl.component.common.retry import retrier_decl
from moto.stepfunctions.parser.asl.component.state.wait.wait_function.wait_function import WaitFunction

from functions.events import index


@contextmanager
def recorded() -> Iterator[list[float]]:
    """Seconds of each wait and each pause before a retry, in the order in which they came up."""
    waits: list[float] = []
    # The interpreter writes each failure down with the whole of its program.
    logging.getLogger("moto.stepfunctions").setLevel(logging.CRITICAL)

    def wait(_function: object, env: object, wait_seconds: float) -> None:
        waits.append(wait_seconds)

    with (
        patch.object(WaitFunction, "_wait_interval", wait),
        patch.object(index, "pause", waits.append),
        patch.object(retrier_decl, "time", SimpleNamespace(sleep=waits.append)),
    ):
        yield waits
