"""The queue of background work on sessions, on a laptop."""

from __future__ import annotations

from collections.abc import Sequence

from local.aws.gateway import Handler
from local.aws.queues import LocalQueue
from local.aws.waiting import Waiting
from shared.adapters.queues.sqs import to_comparison_message, to_work_message
from shared.domain.errors import Unavailable
from shared.ports import Comparison, SessionWork

BATCH = 5  # as the event source's
LENGTH = 10_000
WAITS_S = (0.2, 1.0, 5.0)


class SessionWorkQueue(LocalQueue):
    """Messages that wait when the process ends are handled after the next start."""

    def __init__(self, handler: Handler, waiting: Waiting | None = None) -> None:
        super().__init__("extract", handler, batch=BATCH, length=LENGTH, waits_s=WAITS_S, waiting=waiting)

    def send(self, *works: SessionWork) -> None:
        if not all(self.put(to_work_message(work)) for work in works):
            raise Unavailable("the queue of sessions is full")

    def compare(self, comparisons: Sequence[Comparison]) -> None:
        """Sent at once: this index shows the changes that it has taken."""
        for comparison in comparisons:
            if not self.put(to_comparison_message(comparison)):
                raise Unavailable("the queue of sessions is full")

    def postpone(self, receipt: str, seconds: int) -> None:
        """This queue waits by itself, and its messages carry no receipt."""


class LocalComparisons:
    """Comparisons, in the queue of the work about sessions as in AWS."""

    def __init__(self, queue: SessionWorkQueue) -> None:
        self._queue = queue

    def send(self, comparisons: Sequence[Comparison]) -> None:
        self._queue.compare(comparisons)
