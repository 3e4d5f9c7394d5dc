from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.local.running_service import ServiceProcess


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """The laptop's service as a process of its own, without test controls; it ends with the module's tests."""
    made = ServiceProcess(tmp_path_factory.mktemp("hostile") / "data")
    assert made.url, made.output
    yield made
    assert made.end() == 0, made.output
