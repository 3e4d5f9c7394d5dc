"""Webhooks on a laptop: the bus, the rules and the queues in the process, with one secret in the folder of the data."""

from __future__ import annotations

import base64
import logging
import os
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

from local.aws.gateway import Handler
from local.aws.queues import LocalQueue
from local.aws.waiting import Waiting
from shared.adapters.webhooks.https_sender import HttpsSender
from shared.adapters.webhooks.messages import to_message
from shared.domain.changes.feed import FeedEntry
from shared.domain.changes.subscriptions import SECRET_PREFIX, Subscription, key_of
from shared.domain.scopes import Scope
from shared.ports import DueWebhook
from shared.usecases.changes.deliver_change import Webhooks

LOG = logging.getLogger("agent_memory.local")
BATCH = 1
LENGTH = 10_000
WAITS_S = (1.0, 5.0, 30.0)  # a receiver that is restarted is back by then
SECRET_FILE = "webhook-secret"  # noqa: S105 - the name of a file # nosec B105


class LocalWebhooks:
    """A queue for each subscription, so that a receiver that does not answer delays nobody else. Messages that wait
    when the process ends are sent after the next start."""

    def __init__(
        self,
        handler: Handler,
        waiting: Waiting,
        folder: Path,
        subscriptions: tuple[Subscription, ...],
        *,
        loopback: bool,
    ) -> None:
        self._queues = {
            one: LocalQueue(
                f"notify-{one.name}", handler, batch=BATCH, length=LENGTH, waits_s=WAITS_S, waiting=waiting
            )
            for one in subscriptions
        }  # fmt: skip
        self.ports = Webhooks(subscriptions, FileSecret(folder / SECRET_FILE), HttpsSender(loopback=loopback))

    def announce(self, entries: Sequence[FeedEntry]) -> None:
        """A receiver for whom too much waits already misses the change, and finds it in the feed: the feed does not
        wait for it."""
        for entry in entries:
            owner = Scope.parse(entry.scope).owner
            for subscription, queue in self._queues.items():
                if not subscription.wants(owner.org_id, entry.kind):
                    continue
                due = DueWebhook(subscription.name, owner.path, entry.number, entry.change_id)
                if not queue.put(to_message(due)):
                    LOG.warning("%s: a change is not sent, for too many wait", subscription.name)

    def start(self) -> None:
        for queue in self._queues.values():
            queue.start()

    def stop(self, patience_s: float) -> None:
        """All at once: none waits for another's receiver."""
        for queue in self._queues.values():
            queue.stop(0.0)
        until = time.monotonic() + patience_s
        for queue in self._queues.values():
            queue.stop(max(0.0, until - time.monotonic()))


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
