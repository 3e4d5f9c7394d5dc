"""The queue between recall and its statistics, on a laptop, and the audit of reads."""

from __future__ import annotations

import logging

from local.aws.gateway import Handler
from local.aws.queues import LocalQueue
from local.aws.session_work import WAITS_S
from local.aws.waiting import Waiting
from shared.adapters.queues.sqs import to_message
from shared.domain.errors import Unavailable
from shared.ports import Retrieved

LOG = logging.getLogger("agent_memory.local")
BATCH = 100
LENGTH = 10_000  # of messages that wait; more are not counted


class RetrievalQueue(LocalQueue):
    """A failed message is tried once more, and then dropped. With `waiting`, where reads are audited, messages that are
    left at the process's end wait there for its next start, and a failed one is tried as often as work on sessions."""

    def __init__(self, handler: Handler, waiting: Waiting | None = None) -> None:
        waits_s = (0.0,) if waiting is None else WAITS_S
        super().__init__("retrieved", handler, batch=BATCH, length=LENGTH, waits_s=waits_s, waiting=waiting)

    def record(self, retrieved: Retrieved) -> None:
        if self.put(to_message(retrieved)):
            return
        if retrieved.reads:
            raise Unavailable("the read cannot be audited: the queue is full")
        LOG.warning("a retrieval is not counted: the queue is full")
