from __future__ import annotations

import pytest

from tests.client.fake_service import FakeService
from tests.offline import no_sockets

__all__ = ["no_sockets", "service"]


@pytest.fixture
def service() -> FakeService:
    return FakeService()
