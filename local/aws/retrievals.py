"""The queue between recall and its statistics, on a laptop. Nothing else depends on it."""

from __future__ import annotations

import logging

from local.aws.gateway import Handler
from local.aws.queues import LocalQueue
from shared.adapters.queues.sqs import to_message
from shared.ports import Retrieved

LOG = logging.getLogger("agent_memory.local")
BATCH = 100
LENGTH = 10_000  # of messages that wait; more are not counted


class RetrievalQueue(LocalQueue):
    """A failed message is tried once more, and then dropped."""

    def __init__(self, handler: Handler) -> None:
        super().__init__("retrieved", handler, batch=BATCH, length=LENGTH)

    def record(self, retrieved: Retrieved) -> None:
        if not self.put(to_message(retrieved)):
            LOG.warning("a retrieval is not counted: the queue is full")
