"""No network: whatever these tests need lies in the process. A `conftest.py` takes it over by importing it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_socket import disable_socket, enable_socket


@pytest.fixture(scope="module", autouse=True)
def no_sockets() -> Iterator[None]:
    disable_socket(allow_unix_socket=True)
    yield
    enable_socket()
