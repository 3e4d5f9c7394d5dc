"""The client against the laptop's service, as a process of its own that limits its callers."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from agent_memory.errors import Forbidden, Throttled
from agent_memory.transport.client import MemoryClient
from agent_memory.transport.retries import Retries
from tests.client.service_fixtures import no_sockets
from tests.local.running_service import ServiceProcess

__all__ = ["no_sockets", "service"]

USER_RATE = 1  # so a bucket holds two


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    flags = ("--user-rate", str(USER_RATE), "--tenant-rate", "1000", "--operator-org", "acme")
    process = ServiceProcess(tmp_path_factory.mktemp("limited") / "data", *flags)
    assert process.url, process.output
    yield process
    process.end()


def _asked(client: MemoryClient, many: int = 10) -> list[float]:
    """How long each request took, in seconds."""
    took = []
    for _ in range(many):
        began = time.monotonic()
        client.list_memories()
        took.append(time.monotonic() - began)
    return took


def test_a_throttled_client_comes_again_after_the_time_that_it_was_asked_to_wait(service: ServiceProcess) -> None:
    with MemoryClient.local("ann", url=service.url, org="acme") as client:
        assert any(_asked(client, 1)[0] >= 1.0 for _ in range(8))  # up to the first that waits


def test_without_retries_it_says_how_long(service: ServiceProcess) -> None:
    with MemoryClient.local("bob", url=service.url, org="acme", retries=Retries(attempts=1)) as client:
        with pytest.raises(Throttled) as refused:
            _asked(client)
        assert refused.value.code == "throttled"
        assert refused.value.retry_after_s is not None
        assert refused.value.retry_after_s >= 1


def test_other_users_do_not_wait(service: ServiceProcess) -> None:
    with (
        MemoryClient.local("eve", url=service.url, org="acme", retries=Retries(attempts=1)) as noisy,
        MemoryClient.local("carl", url=service.url, org="acme", retries=Retries(attempts=1)) as quiet,
    ):
        for _ in range(3):
            with pytest.raises(Throttled):
                _asked(noisy)
        quiet.list_memories()


def test_only_the_named_organisation_writes_what_is_global(service: ServiceProcess) -> None:
    with (
        MemoryClient.local("root", url=service.url, org="umbrella", roles=["admin"]) as other,
        MemoryClient.local("root", url=service.url, org="acme", roles=["admin"]) as own,
    ):
        with pytest.raises(Forbidden):
            other.write("Water boils at 100 degrees", "semantic", scope="/global")
        assert (
            own.write("Water boils at 100 degrees", "semantic", scope="/global", source="user_stated").outcome
            == "created"
        )
