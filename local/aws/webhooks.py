"""Webhooks on a laptop: the bus, the rules and the queue in the process, with one secret in the folder of the data."""

from __future__ import annotations

import base64
import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from local.aws.gateway import Handler
from local.aws.queues import LocalQueue
from local.aws.waiting import Waiting
from shared.adapters.webhooks.https_sender import HttpsSender
from shared.adapters.webhooks.messages import to_message
from shared.domain.changes.feed import FeedEntry
from shared.domain.changes.subscriptions import SECRET_PREFIX, Subscription, key_of
from shared.domain.errors import Unavailable
from shared.domain.scopes import Scope
from shared.ports import DueWebhook
from shared.usecases.changes.deliver_change import Webhooks

BATCH = 1
LENGTH = 10_000
WAITS_S = (1.0, 5.0, 30.0)  # a receiver that is restarted is back by then
SECRET_FILE = "webhook-secret"  # noqa: S105 - the name of a file # nosec B105


class LocalWebhooks(LocalQueue):
    """Messages that wait when the process ends are sent after the next start."""

    def __init__(
        self,
        handler: Handler,
        waiting: Waiting,
        folder: Path,
        subscriptions: tuple[Subscription, ...],
        *,
        loopback: bool,
    ) -> None:
        super().__init__("notify", handler, batch=BATCH, length=LENGTH, waits_s=WAITS_S, waiting=waiting)
        self._subscriptions = subscriptions
        self.ports = Webhooks(subscriptions, FileSecret(folder / SECRET_FILE), HttpsSender(loopback=loopback))

    def announce(self, entries: Sequence[FeedEntry]) -> None:
        for entry in entries:
            owner = Scope.parse(entry.scope).owner
            for subscription in self._subscriptions:
                if not subscription.wants(owner.org_id, entry.kind):
                    continue
                due = DueWebhook(subscription.name, owner.path, entry.number, entry.change_id)
                if not self.put(to_message(due)):
                    raise Unavailable("the queue of webhooks is full")


class FileSecret:
    """One for all subscribers of a laptop, made when there is none. Raises `ValueError` for a file of another form."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            secret = SECRET_PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()
            with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
                file.write(f"{secret}\n")
        self._secret = path.read_text(encoding="ascii").strip()
        key_of(self._secret)

    def of(self, subscription: str) -> Sequence[str]:
        return (self._secret,)
