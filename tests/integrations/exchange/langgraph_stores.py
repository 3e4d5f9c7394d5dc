"""LangGraph's own store tests, with our store in the place of its in-memory and its SQLite one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest

from agent_memory.integrations.langgraph import AgentMemoryStore, AsyncAgentMemoryStore
from exchange.fresh_users import fresh_client


class InPlaceOfSqlite(AgentMemoryStore):
    """Made as `SqliteStore` is; there is nothing to set up, and the service embeds what it is given."""

    @classmethod
    @contextmanager
    def from_conn_string(cls, _: str, *, index: Any = None, ttl: Any = None) -> Iterator[InPlaceOfSqlite]:
        with fresh_client() as client:
            yield cls(client, ttl=ttl)

    def setup(self) -> None:
        pass

    def start_ttl_sweeper(self) -> None:
        """Not needed: what has expired is not returned, swept or not."""

    def stop_ttl_sweeper(self) -> None:
        pass


class InPlaceOfAsyncSqlite(AsyncAgentMemoryStore):
    @classmethod
    @asynccontextmanager
    async def from_conn_string(
        cls, _: str, *, index: Any = None, ttl: Any = None
    ) -> AsyncIterator[InPlaceOfAsyncSqlite]:
        with fresh_client() as client:
            yield cls(client, ttl=ttl)

    async def setup(self) -> None:
        pass

    async def start_ttl_sweeper(self) -> None:
        pass

    async def stop_ttl_sweeper(self) -> None:
        pass


class InPlaceOfInMemory(AgentMemoryStore):
    def __init__(self, *, index: Any = None) -> None:
        super().__init__(fresh_client())


_EXCHANGED = {
    "InMemoryStore": InPlaceOfInMemory,
    "SqliteStore": InPlaceOfSqlite,
    "AsyncSqliteStore": InPlaceOfAsyncSqlite,
}


@pytest.fixture(autouse=True)
def exchanged(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, ours in _EXCHANGED.items():
        if hasattr(request.module, name):
            monkeypatch.setattr(request.module, name, ours)
