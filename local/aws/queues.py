"""A queue with one consumer, on a laptop: in the process, in order.

It delivers batches as Lambda's event source does, with texts as messages, at least once. Messages that are left when
the process ends wait in a file, if the queue has one, for the next start; else they are lost."""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
import time
import uuid
from collections.abc import Sequence

from local.aws.gateway import Context, Handler
from local.aws.waiting import Message, Waiting

LOG = logging.getLogger("agent_memory.local")
_LOOK_UP_S = 0.5


class LocalQueue:
    """`waits_s`: how long to wait before each further attempt of a failed message; after the last it is dropped.
    `waiting`: the file in which messages wait."""

    def __init__(
        self, name: str, handler: Handler, *, batch: int, length: int, waits_s: Sequence[float] = (0.0,),
        waiting: Waiting | None = None,
    ) -> None:  # fmt: skip
        self._name = name
        self._handler = handler
        self._batch = batch
        self._waits_s = waits_s
        self._file = waiting
        self._length = length
        self._waiting: queue.SimpleQueue[Message] = queue.SimpleQueue()
        left = [] if waiting is None else waiting.of(name)  # by the process before this one
        for message in left:
            self._waiting.put(message)
        self._unfinished = {message.id: message for message in left}  # in the order in which they came
        self._changed = threading.Condition()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def put(self, body: str) -> bool:
        """Whether the message was accepted: it is not if the queue is full, or its file cannot be written."""
        message = Message(str(uuid.uuid4()), body, str(int(time.time() * 1000)))
        with self._changed:
            if len(self._unfinished) >= self._length:
                return False
            self._unfinished[message.id] = message
        try:
            if self._file is not None:
                self._file.add(self._name, message)
        except sqlite3.Error as error:
            LOG.warning("%s: %s", self._name, type(error).__name__)
            self._finished([message])
            return False
        self._waiting.put(message)
        return True

    def start(self) -> None:
        self._thread.start()

    def stop(self, patience_s: float) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(patience_s)

    def wait(self) -> None:
        """Waits until all messages so far have been delivered or dropped; `start` must have been called."""
        with self._changed:
            self._changed.wait_for(self.rests)

    def rests(self) -> bool:
        return not self._unfinished

    def oldest_s(self) -> float:
        """How long the oldest message has been waiting; 0 without any."""
        with self._changed:
            first = next(iter(self._unfinished.values()), None)
        return 0.0 if first is None else max(0.0, time.time() - int(first.sent) / 1000)

    def _finished(self, messages: Sequence[Message]) -> None:
        with self._changed:
            for message in messages:
                del self._unfinished[message.id]
            self._changed.notify_all()

    def _run(self) -> None:
        while not self._stopping.is_set():
            batch = self._next()
            if batch:
                left = self._deliver(batch)
                self._forget([message.id for message in batch if message not in left])
                self._finished(batch)

    def _next(self) -> list[Message]:
        batch: list[Message] = []
        try:
            batch.append(self._waiting.get(timeout=_LOOK_UP_S))
            while len(batch) < self._batch:
                batch.append(self._waiting.get_nowait())
        except queue.Empty:
            return batch
        return batch

    def _forget(self, ids: Sequence[str]) -> None:
        try:
            if self._file is not None:
                self._file.remove(ids)
        except sqlite3.Error as error:  # they are delivered once more after the next start
            LOG.warning("%s: %s", self._name, type(error).__name__)

    def _deliver(self, messages: Sequence[Message]) -> Sequence[Message]:
        """Keeps messages for the next start, because this queue stops before their last attempt."""
        for wait_s in (0.0, *self._waits_s):
            if self._stopping.wait(wait_s):
                return messages
            try:
                context = Context(self._name, f"queue-{messages[0].id}")
                answer = self._handler({"Records": [_record(message) for message in messages]}, context)
            except Exception as error:  # noqa: BLE001  the queue outlives whatever a handler does
                LOG.warning("%s: %s", self._name, type(error).__name__)
                continue
            failed = {item["itemIdentifier"] for item in answer["batchItemFailures"]}
            messages = [message for message in messages if message.id in failed]
            if not messages:
                return ()
        LOG.warning("%s: %d message(s) could not be delivered", self._name, len(messages))
        return ()


def _record(message: Message) -> dict[str, object]:
    return {"messageId": message.id, "body": message.body, "attributes": {"SentTimestamp": message.sent}}
