"""A service on this machine for a module of tests, and faults that end with the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.local.running_service import ServiceProcess

__all__ = ["faults", "no_sockets", "service"]


@pytest.fixture(scope="module", autouse=True)
def no_sockets() -> None:
    """Here they are what it is about."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    made = ServiceProcess(tmp_path_factory.mktemp("service") / "data", "--test-controls")
    assert made.url, made.output
    yield made
    made.end()


@pytest.fixture
def faults(service: ServiceProcess) -> Iterator[Callable[..., None]]:
    def order(**state: str) -> None:
        assert service.call("POST", "/local/faults", state).status == 200

    yield order
    order(search="ok", embedder="ok", store="ok")
