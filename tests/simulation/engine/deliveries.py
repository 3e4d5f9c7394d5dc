"""What no client calls: the stream with its duplicates and its order, the queues, the deletion workflow's steps."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from functions.events.deletion_step import handler as deletion_step
from functions.events.extract import handler as extract
from functions.events.feed import handler as feed
from functions.events.index import handler as index
from functions.events.retrieved import handler as retrieved
from shared.domain.errors import Unavailable
from shared.records.store.record import Key
from tests.simulation.engine.injections import Crash

_BATCH = 5
_TRIES = 8  # of a step of the workflow, as its definition says
_DELIVERIES = 12  # of a message before it is a dead letter
# What the workflow's definition names as worth another try; anything else ends the run.
_RETRIED = ("Unavailable", "StoreUnavailable", "SearchUnavailable", "Crash")
ROUNDS = 3


@dataclass(slots=True)
class Deliveries:
    """`stream`: changed keys with their kind of event. `feed`: what the feed of changes follows, with the instant of
    its commit. `waiting`: runs of the workflow that nobody has taken up yet."""

    stream: list[tuple[Key, str]] = field(default_factory=list)
    feed: list[tuple[Key, datetime]] = field(default_factory=list)
    work: list[str] = field(default_factory=list)
    retrieved: list[str] = field(default_factory=list)
    started: set[tuple[str, str, int]] = field(default_factory=set)
    waiting: list[dict[str, Any]] = field(default_factory=list)
    on_start: Callable[[], None] = lambda: None
    dead_letters: list[str] = field(default_factory=list)
    ended: list[tuple[str, str, str, str]] = field(default_factory=list)
    _tries: dict[str, int] = field(default_factory=dict)
    _number: int = 0

    def start(self, owner: str, request_id: str, attempt: int) -> None:
        """The same execution name again is no second run."""
        if (owner, request_id, attempt) in self.started:
            return
        self.started.add((owner, request_id, attempt))
        self.waiting.append({"owner": owner, "request_id": request_id, "attempt": attempt})
        self.on_start()

    @property
    def pending(self) -> bool:
        return bool(self.stream or self.feed or self.work or self.retrieved or self.waiting)

    def deliver_stream(self, rolls: random.Random | None = None) -> None:
        """One batch to the indexer. With `rolls` it may come out of order, twice, or be taken and failed."""
        if not self.stream:
            return
        size = _BATCH if rolls is None else rolls.randint(1, _BATCH)
        start = 0 if rolls is None or rolls.random() < 0.6 else rolls.randrange(len(self.stream))
        taken, self.stream[start : start + size] = self.stream[start : start + size], []
        again = [] if rolls is None or rolls.random() < 0.8 else list(taken)
        if rolls is not None and rolls.random() < 0.3:
            rolls.shuffle(taken)
        records = [self._record(key, event) for key, event in taken]
        try:
            answer = index({"Records": records}, None)
        except Crash:
            self.stream[:0] = taken
            raise
        failed = {item["itemIdentifier"] for item in answer["batchItemFailures"]}
        self.stream += [one for one, r in zip(taken, records, strict=True) if r["dynamodb"]["SequenceNumber"] in failed]
        self.stream += again

    def deliver_feed(self, rolls: random.Random | None = None) -> None:
        """One batch to the feed, in order: what failed comes again before anything after it. With `rolls` a batch that
        was taken may come again too."""
        size = _BATCH if rolls is None else rolls.randint(1, _BATCH)
        taken = self.feed[:size]
        if not taken:
            return
        records = [self._record(key, "INSERT", at) for key, at in taken]
        failed = {item["itemIdentifier"] for item in feed({"Records": records}, None)["batchItemFailures"]}
        numbers = [record["dynamodb"]["SequenceNumber"] for record in records]
        done = next((at for at, number in enumerate(numbers) if number in failed), len(taken))
        if rolls is None or rolls.random() >= 0.2:
            del self.feed[:done]

    def deliver_work(self, rolls: random.Random | None = None) -> None:
        self._deliver(self.work, extract, rolls)

    def deliver_retrieved(self, rolls: random.Random | None = None) -> None:
        self._deliver(self.retrieved, retrieved, rolls)

    def _deliver(
        self, queue: list[str], handler: Callable[[dict[str, Any], object], Mapping[str, Any]],
        rolls: random.Random | None,
    ) -> None:  # fmt: skip
        if not queue:
            return
        body = queue.pop(0 if rolls is None else rolls.randrange(len(queue)))
        if rolls is not None and rolls.random() < 0.15:
            queue.append(body)  # at least once
        message_id = sha256(body.encode()).hexdigest()  # the same at each delivery
        record = {"messageId": message_id, "body": body, "receiptHandle": "r", "attributes": {}}
        try:
            failed = bool(handler({"Records": [record]}, None)["batchItemFailures"])
        except Crash:
            queue.append(body)
            raise
        except Unavailable:
            failed = True  # the function failed as a whole: the queue delivers all of it again
        if failed:
            self._tries[body] = self._tries.get(body, 0) + 1
            (queue if self._tries[body] < _DELIVERIES else self.dead_letters).append(body)

    def _record(self, key: Key, event: str, at: datetime | None = None) -> dict[str, Any]:
        self._number += 1
        keys = {"pk": {"S": key.pk}, "sk": {"S": key.sk}}
        return {
            "eventID": str(self._number),
            "eventName": event,
            "eventSource": "aws:dynamodb",
            "dynamodb": {
                "Keys": keys,
                "SequenceNumber": str(self._number),
                "StreamViewType": "KEYS_ONLY",
                **({} if at is None else {"ApproximateCreationDateTime": int(at.timestamp())}),
            },
        }


def run_workflow(request: Mapping[str, Any], restart: Callable[[], None], side_by_side: Callable[..., None]) -> str:
    """One execution from `begin` to `finish` or `fail`, by the workflow's definition: outages and ended processes are
    tried again, all else ends the run. `side_by_side` runs one function for each target. The status that it ends with,
    and what ended it."""

    def step(**more: Any) -> Any:
        for tried in range(_TRIES):
            try:
                return deletion_step({**request, **more}, None)
            except Crash:
                restart()
            except Exception as error:
                if type(error).__name__ not in _RETRIED or tried == _TRIES - 1:
                    raise
        raise TimeoutError("every try of a step ended with its process")

    failed: list[BaseException] = []

    def purge(target: str, number: int) -> None:
        try:
            while step(step="purge", target=target, round=number)["more"]:
                pass
        except Exception as error:  # noqa: BLE001 - the workflow catches all: States.ALL
            failed.append(error)
            step(step="target_failed", target=target, error={})

    try:
        plan = step(step="begin")
        number = int(plan["round"])
        while number < ROUNDS:
            side_by_side(purge, plan["targets"], number)
            if failed:
                break
            verified = step(step="verify", round=number)
            if verified["residue"] == 0:
                return str(step(step="finish")["status"])
            number = int(verified["round"])
    except Exception as error:  # noqa: BLE001 - likewise
        failed.append(error)
    status = str(step(step="fail", error={})["status"])
    return f"{status}: {failed[0]!r}" if failed else f"{status}: residue remains"
