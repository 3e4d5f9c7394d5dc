"""A webhook: one change of the feed, sent to one subscriber.

A message that waits names an entry of a feed, and says nothing of what has changed: it is read from the feed when it is
sent. What a deletion has taken or hides by then is not sent any more."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shared.domain.changes.feed import FeedEntry
from shared.domain.changes.subscriptions import Subscription, signed_headers
from shared.domain.errors import Unavailable
from shared.domain.instants import wire_text
from shared.domain.scopes import Scope
from shared.ports import DueWebhook, WebhookSecrets, WebhookSender
from shared.records import keys
from shared.records.ledger import changes
from shared.records.store.shut import is_shut
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.changes.list_changes import is_open, says_of, selected
from shared.usecases.services import Services


@dataclass(frozen=True, slots=True)
class Webhooks:
    """What a deployment says about its webhooks, and the ports to send them. `postpone`: delivers a message, by its
    receipt, again after so many seconds; `None`: the queue knows by itself when."""

    subscriptions: tuple[Subscription, ...]
    secrets: WebhookSecrets
    sender: WebhookSender
    postpone: Callable[[str, int], None] | None = None


class Delivery(StrEnum):
    SENT = "sent"
    NOT_SENT = "not_sent"  # a deletion has taken it, or nobody wants it any more
    REFUSED = "refused"  # the receiver says that it is gone for good (410)


def deliver(services: Services, webhooks: Webhooks, due: DueWebhook) -> Delivery:
    """Raises `Unavailable` where it is to be tried again: whatever a receiver answers but 2xx and 410."""
    subscription = next((one for one in webhooks.subscriptions if one.name == due.subscription), None)
    owner = Scope.parse(due.owner)
    entry = _entry(services, owner, due)
    if subscription is None or entry is None or not subscription.wants(owner.org_id, entry.kind):
        return Delivery.NOT_SENT
    body = json.dumps(_body(entry), ensure_ascii=False, separators=(",", ":")).encode()
    timestamp = int(services.clock.now().timestamp())
    headers = signed_headers(entry.change_id, timestamp, body, webhooks.secrets.of(subscription.name))
    status = webhooks.sender.post(subscription.url, headers, body)
    if status == 410:
        return Delivery.REFUSED
    if not 200 <= status < 300:
        raise Unavailable(f"the receiver {subscription.name} answered {status}")
    return Delivery.SENT


def _entry(services: Services, owner: Scope, due: DueWebhook) -> FeedEntry | None:
    """As the feed has it and readers may see it now."""
    pk = keys.path(owner)
    record, barrier_record = services.records.get([keys.feed_entry(pk, due.number), keys.barrier(owner)])
    if record is None or is_shut(record):
        return None
    entry = changes.feed_entry(record)
    barrier = whole_barrier(services, barrier_record)
    if entry.change_id != due.change_id or not is_open(entry, record.epoch, barrier):
        return None
    return None if says_of(selected(services, owner, barrier, [entry]), entry) else entry


def _body(entry: FeedEntry) -> dict[str, object]:
    """As an item of `GET /v1/changes`."""
    return {
        "change_id": entry.change_id,
        "kind": entry.kind.value,
        "scope": entry.scope,
        "at": wire_text(datetime.fromisoformat(entry.at)),
        "memory_id": entry.memory_id,
        "version": entry.version,
        "session_id": entry.session_id,
        "request_id": entry.request_id,
    }
