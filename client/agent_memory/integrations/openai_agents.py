"""A session of the OpenAI Agents SDK over the service: `pip install './client[openai-agents]'`.

The items of a conversation are the events of a session of the service (see `event_log`).
"""

from __future__ import annotations

import asyncio
from typing import Any

from agents.items import TResponseInputItem
from agents.memory import SessionABC, SessionSettings

from agent_memory.integrations.event_log import EventLog
from agent_memory.transport.client import MemoryClient

_MARK = "openai-agents"


class AgentMemorySession(SessionABC):
    """`Runner.run(agent, input, session=AgentMemorySession("chat-1", client))`.

    `ttl_seconds`: how long the session lives after its last event (the service's default: 7 days). `pop_item` and
    `clear_session` are real deletions. Raises `NotKept` for an item with a secret, and the errors of the client. Two
    processes that pop at the same time may get the same item."""

    def __init__(
        self,
        session_id: str,
        client: MemoryClient,
        *,
        scope: str | None = None,
        ttl_seconds: int | None = None,
        session_settings: SessionSettings | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = session_settings or SessionSettings()
        self._log = EventLog(client, session_id, _MARK, scope=scope, ttl_seconds=ttl_seconds)

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """`limit`: as many of the newest; absent, that of the settings; below zero, all."""
        settings = self.session_settings
        asked = limit if limit is not None or settings is None else settings.limit
        if asked == 0:
            return []
        items: list[Any] = await asyncio.to_thread(self._log.newest, None if asked is None or asked < 0 else asked)
        return items

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        await asyncio.to_thread(self._log.append, list(items))

    async def pop_item(self) -> TResponseInputItem | None:
        item: TResponseInputItem | None = await asyncio.to_thread(self._log.pop)
        return item

    async def clear_session(self) -> None:
        await asyncio.to_thread(self._log.clear)
