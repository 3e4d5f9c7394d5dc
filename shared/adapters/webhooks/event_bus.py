"""Changes on an EventBridge bus: where they are in their feeds, and of which kind they are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from shared.contracts.governance.webhooks import DETAIL_TYPE, EVENT_SOURCE
from shared.domain.changes.feed import FeedEntry
from shared.domain.errors import Unavailable
from shared.domain.scopes import Scope

_ENTRIES = 10  # of one request


class EventBridgeBus:
    """`client`: of EventBridge (`events`)."""

    def __init__(self, client: Any, bus: str) -> None:
        self._client = client
        self._bus = bus

    def announce(self, entries: Sequence[FeedEntry]) -> None:
        for start in range(0, len(entries), _ENTRIES):
            events = [self._event(entry) for entry in entries[start : start + _ENTRIES]]
            try:
                answer = self._client.put_events(Entries=events)
            except (ClientError, BotoCoreError) as error:
                raise Unavailable("the bus of changes cannot be reached") from error
            if answer.get("FailedEntryCount"):
                raise Unavailable("the bus of changes took only a part")

    def _event(self, entry: FeedEntry) -> dict[str, str]:
        return {
            "EventBusName": self._bus,
            "Source": EVENT_SOURCE,
            "DetailType": DETAIL_TYPE,
            "Detail": json.dumps(detail(entry), ensure_ascii=False),
        }


def detail(entry: FeedEntry) -> dict[str, object]:
    """What the rules of a bus can choose by, and what finds the entry."""
    owner = Scope.parse(entry.scope).owner
    return {
        "org": owner.org_id or "",
        "owner": owner.path,
        "number": entry.number,
        "change_id": entry.change_id,
        "kind": entry.kind.value,
    }
