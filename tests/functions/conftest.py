from __future__ import annotations

import io
import logging
import sys
from collections.abc import Callable, Iterator

import pytest

from shared.runtime.observability import logger
from tests.builders import World, a_world
from tests.functions.calls import Api
from tests.offline import no_sockets

__all__ = ["api", "log", "no_sockets", "world"]


@pytest.fixture(autouse=True)
def open_log() -> None:
    """The process's logger writes where the test that made it was looking, which is closed by now."""
    for handler in logging.getLogger(logger().service).handlers:
        if isinstance(handler, logging.StreamHandler) and getattr(handler.stream, "closed", False):
            handler.stream = sys.__stdout__


@pytest.fixture
def world() -> Iterator[World]:
    with a_world() as made:
        yield made


@pytest.fixture
def log(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """What the functions have logged and printed since it was last asked."""
    stream = io.StringIO()
    found = logging.getLogger(logger().service).handlers
    handlers = [handler for handler in found if isinstance(handler, logging.StreamHandler)]
    for handler in handlers:
        handler.stream = stream  # without a flush of the old one, which a test before may have closed

    def reported() -> str:
        text, printed = stream.getvalue(), capsys.readouterr()
        stream.seek(0)
        stream.truncate()
        return text + printed.out + printed.err

    yield reported
    for handler in handlers:
        handler.stream = sys.__stdout__


@pytest.fixture
def api(world: World) -> Api:
    return Api(world)
