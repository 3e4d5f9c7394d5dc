"""JSON values in order, kept as the events of a session: what the doors for conversations have in common."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agent_memory.calls.session_answers import SessionEvent
from agent_memory.calls.session_calls import NewEvent
from agent_memory.errors import NotFound
from agent_memory.transport.client import MemoryClient
from agent_memory.words import EventRole

_PAGE = 100  # events of one call
_ROLES: Mapping[str, EventRole] = {"user": "user", "assistant": "assistant", "system": "system"}


class NotKept(Exception):
    """The service refused some of the values, for instance because of a secret; the others are kept. `codes`: why, in
    the order of the values."""

    def __init__(self, codes: Sequence[str]) -> None:
        super().__init__(
            f"the memory service does not keep {len(codes)} of the values: {', '.join(sorted(set(codes)))}"
        )
        self.codes = list(codes)


class EventLog:
    """The values of one session of the service, which is opened with the first of them.

    A message that is nothing but a role and a text is an event of that role and text: people can read it, and the
    service finds it and may remember what its user stated. Every other value is an event that holds it as JSON, marked
    by `mark` as its tool."""

    def __init__(
        self,
        client: MemoryClient,
        session_id: str,
        mark: str,
        *,
        scope: str | None = None,
        ttl_seconds: int | None = None,
    ) -> None:
        self._client = client
        self._session_id = session_id
        self._mark = mark
        self._scope = scope
        self._ttl_seconds = ttl_seconds

    def append(self, values: Sequence[Any]) -> None:
        """At most 1,000,000 characters each. Raises `NotKept`, and the errors of the client."""
        codes: list[str] = []
        for start in range(0, len(values), _PAGE):
            events = [self._event(value) for value in values[start : start + _PAGE]]
            codes += [dropped.code for dropped in self._appended(events)]
        if codes:
            raise NotKept(codes)

    def newest(self, limit: int | None = None) -> list[Any]:
        """The last so many values, oldest first; `None`: all."""
        found: list[Any] = []
        for event in self._walk(limit):
            found.append(self._value(event))
            if len(found) == limit:
                break
        return found[::-1]

    def pop(self) -> Any | None:
        """The newest value, which is really deleted; `None` if there is none."""
        for event in self._walk(1):
            self._client.request_deletion(
                f"{self._mark}-{uuid.uuid4()}",
                "event",
                [event.event_id],
                session_id=self._session_id,
                scope=self._scope,
            )
            return self._value(event)
        return None

    def clear(self) -> None:
        """Deletes the session with all that was learned from it alone; it may be opened again."""
        self._client.request_deletion(f"{self._mark}-{uuid.uuid4()}", "session", [self._session_id], scope=self._scope)

    def _appended(self, events: Sequence[NewEvent]) -> Sequence[Any]:
        try:
            return self._client.append_events(self._session_id, events, scope=self._scope).dropped
        except NotFound:
            self._client.create_session(self._session_id, scope=self._scope, ttl_seconds=self._ttl_seconds)
            return self._client.append_events(self._session_id, events, scope=self._scope).dropped

    def _walk(self, limit: int | None) -> Iterator[SessionEvent]:
        """Newest first, in pages that are no longer than needed."""
        cursor: str | None = None
        size = _PAGE if limit is None else max(1, min(limit, _PAGE))
        while True:
            try:
                page = self._client.list_events(
                    self._session_id, scope=self._scope, order="desc", limit=size, cursor=cursor
                )
            except NotFound:
                return
            yield from page.items
            cursor = page.next_cursor
            if cursor is None:
                return

    def _event(self, value: Any) -> NewEvent:
        role, content = _plain(value)
        if role is not None and content is not None:
            return {"event_id": uuid.uuid4().hex, "role": role, "content": content}
        text = json.dumps(value, ensure_ascii=False)
        said = value.get("role") if isinstance(value, Mapping) else None
        return {
            "event_id": uuid.uuid4().hex,
            "role": _ROLES.get(str(said), "tool"),
            "content": text,
            "tool": self._mark,
        }

    def _value(self, event: SessionEvent) -> Any:
        return json.loads(event.content) if event.tool == self._mark else {"role": event.role, "content": event.content}


def _plain(value: Any) -> tuple[EventRole | None, str | None]:
    if not isinstance(value, Mapping) or set(value) != {"role", "content"}:
        return None, None
    content = value["content"]
    if not isinstance(content, str) or not content.strip():
        return None, None
    return _ROLES.get(str(value["role"])), content
