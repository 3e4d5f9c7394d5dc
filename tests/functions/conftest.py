from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterator

import pytest

from shared.runtime.observability import logger
from tests.builders import World, a_world
from tests.functions.calls import Api
from tests.offline import no_sockets

__all__ = ["api", "log", "no_sockets", "world"]


@pytest.fixture
def world() -> Iterator[World]:
    with a_world() as made:
        yield made


@pytest.fixture
def log(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """What the functions have logged and printed since it was last asked."""
    stream = io.StringIO()
    handlers = [handler for handler in logging.getLogger(logger().service).handlers if hasattr(handler, "setStream")]
    before = [handler.setStream(stream) for handler in handlers]

    def told() -> str:
        text, printed = stream.getvalue(), capsys.readouterr()
        stream.seek(0)
        stream.truncate()
        return text + printed.out + printed.err

    yield told
    for handler, old in zip(handlers, before, strict=True):
        handler.setStream(old)


@pytest.fixture
def api(world: World) -> Api:
    return Api(world)
