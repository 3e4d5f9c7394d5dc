"""A queue with one consumer, on a laptop: in the process, in order, without a disk.

It delivers batches as Lambda's event source does, with texts as messages. What is in it when the process dies is lost.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
import uuid
from collections.abc import Sequence

from local.aws.gateway import Context, Handler

LOG = logging.getLogger("agent_memory.local")
_LOOK_UP_S = 0.5


class LocalQueue:
    """`waits_s`: how long to wait before each further try of what failed; after the last it is dropped."""

    def __init__(
        self, name: str, handler: Handler, *, batch: int, length: int, waits_s: Sequence[float] = (0.0,)
    ) -> None:
        self._name = name
        self._handler = handler
        self._batch = batch
        self._waits_s = waits_s
        self._waiting: queue.Queue[dict[str, object]] = queue.Queue(length)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def put(self, body: str) -> bool:
        """Whether it was taken: not when the queue is full."""
        sent = {"SentTimestamp": str(int(time.time() * 1000))}
        try:
            self._waiting.put_nowait({"messageId": str(uuid.uuid4()), "body": body, "attributes": sent})
        except queue.Full:
            return False
        return True

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

    def _next(self) -> list[dict[str, object]]:
        batch: list[dict[str, object]] = []
        try:
            batch.append(self._waiting.get(timeout=_LOOK_UP_S))
            while len(batch) < self._batch:
                batch.append(self._waiting.get_nowait())
        except queue.Empty:
            return batch
        return batch

    def _deliver(self, records: list[dict[str, object]]) -> None:
        for wait_s in (0.0, *self._waits_s):
            if self._stopping.wait(wait_s):
                break
            try:
                context = Context(self._name, f"queue-{records[0]['messageId']}")
                answer = self._handler({"Records": records}, context)
            except Exception as error:  # noqa: BLE001  the queue outlives whatever a handler does
                LOG.warning("%s: %s", self._name, type(error).__name__)
                continue
            failed = {item["itemIdentifier"] for item in answer["batchItemFailures"]}
            records = [record for record in records if record["messageId"] in failed]
            if not records:
                return
        LOG.warning("%s: %d message(s) could not be delivered", self._name, len(records))
