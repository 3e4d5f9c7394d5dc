"""The queue between recall and its statistics, on a laptop: in the process, in order, without a disk.

What is in it when the process dies is not counted; nothing else depends on it.
"""

from __future__ import annotations

import logging
import queue
import threading
import uuid

from local.gateway import Context, Handler
from shared.adapters.sqs import to_message
from shared.ports import Retrieved

LOG = logging.getLogger("agent_memory.local")
BATCH = 100
LENGTH = 10_000  # of messages that wait; more are not counted
_LOOK_UP_S = 0.5


class RetrievalQueue:
    """Delivers batches as Lambda's event source does; what fails is tried once more, and then dropped."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self._waiting: queue.Queue[Retrieved] = queue.Queue(LENGTH)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="retrievals", daemon=True)

    def record(self, retrieved: Retrieved) -> None:
        try:
            self._waiting.put_nowait(retrieved)
        except queue.Full:
            LOG.warning("a retrieval is not counted: the queue is full")

    def start(self) -> None:
        self._thread.start()

    def stop(self, patience_s: float) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(patience_s)

    def wait(self) -> None:
        """Until all that was put in so far has been delivered or dropped; `start` must have been called."""
        self._waiting.join()

    def rests(self) -> bool:
        return self._waiting.unfinished_tasks == 0

    def _run(self) -> None:
        while not self._stopping.is_set():
            batch = self._next()
            if batch:
                self._deliver(batch)
                for _ in batch:
                    self._waiting.task_done()

    def _next(self) -> list[Retrieved]:
        batch: list[Retrieved] = []
        try:
            batch.append(self._waiting.get(timeout=_LOOK_UP_S))
            while len(batch) < BATCH:
                batch.append(self._waiting.get_nowait())
        except queue.Empty:
            return batch
        return batch

    def _deliver(self, batch: list[Retrieved]) -> None:
        records = [{"messageId": str(uuid.uuid4()), "body": to_message(retrieved)} for retrieved in batch]
        for _ in range(2):
            try:
                answer = self._handler({"Records": records}, Context("retrieved", f"queue-{records[0]['messageId']}"))
            except Exception as error:  # noqa: BLE001  the queue outlives whatever a handler does
                LOG.warning("retrieved: %s", type(error).__name__)
                continue
            failed = {item["itemIdentifier"] for item in answer["batchItemFailures"]}
            records = [record for record in records if record["messageId"] in failed]
            if not records:
                return
        LOG.warning("retrieved: %d message(s) could not be delivered", len(records))
