"""Strands' own tests of its session manager and of its memory store, with ours in the place of theirs."""

from __future__ import annotations

from typing import Any

import pytest

from agent_memory.integrations.strands import AgentMemorySessionRepository, AgentMemoryStore
from exchange.fresh_users import fresh_client


class InPlaceOfMocked(AgentMemorySessionRepository):
    def __init__(self) -> None:
        super().__init__(fresh_client())


_clients: dict[str, Any] = {}


class InPlaceOfTestStore(AgentMemoryStore):
    """Stores that are made for the same path are one scope, as they are one file there."""

    __test__ = False

    def __init__(self, *, path: str | None = None, persist: bool = True, **given: Any) -> None:
        client = _clients.setdefault(path, fresh_client()) if path and persist else fresh_client()
        super().__init__(client, **given)


_EXCHANGED = {"MockedSessionRepository": InPlaceOfMocked, "TestMemoryStore": InPlaceOfTestStore}


@pytest.fixture(autouse=True)
def exchanged(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, ours in _EXCHANGED.items():
        if hasattr(request.module, name):
            monkeypatch.setattr(request.module, name, ours)
