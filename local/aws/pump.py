"""From the store's change log to the handlers that follow it: the part of DynamoDB streams and of Lambda's event
sources in AWS."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from local.aws.gateway import Context, Handler
from local.clock import MovableClock
from shared.adapters.sqlite.records import StreamEntry, StreamEvent
from shared.domain.errors import MemoryServiceError
from shared.records.keys import CURRENT_PREFIX, PK, SK
from shared.records.store.record import Table

LOG = logging.getLogger("agent_memory.local")
READER = "index"
FEED_READER = "feed"
READERS = (READER, FEED_READER)
BATCH = 100
WAIT_S = 0.5  # a commit ends it at once; this bounds how late a stop is noticed
FIRST_BACKOFF_S = 0.1
LONGEST_BACKOFF_S = 10.0
LEAST_PAUSE_S = 0.02  # between two attempts, also for somebody in a hurry
POISON_ATTEMPTS = 8  # so often one record fails before it is asked whether it alone does
TRIM_EVERY_S = 30.0
REAP_EVERY_S = 60.0
REAP_PAGE = 100
_ARN = "arn:aws:dynamodb:local:000000000000:table/{table}/stream/local"


class Log(Protocol):
    """The change log and the store's own time to live (`shared.adapters.sqlite.records`)."""

    def stream(self, after: int, limit: int = 100) -> list[StreamEntry]: ...
    def wait_for_stream(self, after: int, timeout_s: float) -> bool: ...
    def trim(self, through: int) -> None: ...
    def position(self, name: str) -> int: ...
    def save_position(self, name: str, seq: int) -> None: ...
    def remove_expired(self, now: datetime, limit: int = 100) -> int: ...


@dataclass(frozen=True, slots=True)
class Progress:
    """`failures`: how often the oldest pending record was tried in vain since the last success."""

    pending: bool
    failures: int


def of_index(entry: StreamEntry) -> bool:
    return entry.table is Table.MEMORIES


def of_feed(entry: StreamEntry) -> bool:
    """What the filters of the feed's event sources let through (`infra.work.feed`)."""
    if entry.table is Table.LEDGER:
        return entry.event is StreamEvent.INSERT
    return entry.expired and entry.sk.startswith(CURRENT_PREFIX)


_WANTED: Mapping[str, Callable[[StreamEntry], bool]] = {READER: of_index, FEED_READER: of_feed}


class Pump:
    """Delivers to one reader of the log what it wants, in order, at least once, from the last position; a record that
    fails delays those behind it until it succeeds, or until it is clear that it alone fails: then it goes to
    `dead_letters` (a file; keys only). What all `readers` have is trimmed, by the one named `index`."""

    def __init__(
        self, log: Log, handler: Handler, clock: MovableClock, dead_letters: Path,
        *, reader: str = READER, readers: Sequence[str] = (READER,),
    ) -> None:  # fmt: skip
        self._reader, self._others = reader, [name for name in readers if name != reader]
        self._wants = _WANTED[reader]
        self._log = log
        self._handler = handler
        self._clock = clock
        self._dead_letters = dead_letters
        self._after = log.position(reader)
        self._failures = 0
        self._batch = BATCH
        self._lock = threading.Lock()
        self._hurried = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"pump-{reader}", daemon=True)
        self._trimmed_at = self._reaped_at = time.monotonic()
        self._oldest = (0, 0.0)  # a change that waits, and when it was first seen to

    def start(self) -> None:
        self._thread.start()

    def stop(self, patience_s: float) -> None:
        """Ends after the present batch. Undelivered changes are delivered after the next start."""
        self._stopping.set()
        self._thread.join(patience_s)

    def progress(self) -> Progress:
        return Progress(bool(self._log.stream(self._after, 1)), self._failures)

    def oldest_s(self) -> float:
        """How long the oldest change is known to have been waiting to be delivered; 0 when all are delivered."""
        waiting = self._log.stream(self._after, 1)
        return time.monotonic() - self._seen(waiting[0]) if waiting else 0.0

    def _seen(self, entry: StreamEntry) -> float:
        with self._lock:
            if self._oldest[0] != entry.seq:
                self._oldest = (entry.seq, time.monotonic())
            return self._oldest[1]

    @contextmanager
    def hurried(self) -> Iterator[None]:
        """Within this block, failed changes are tried again without backing off."""
        with self._lock:
            self._hurried += 1
        try:
            yield
        finally:
            with self._lock:
                self._hurried -= 1

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._keep_house()
                if self._log.wait_for_stream(self._after, WAIT_S):
                    self._advance()
            except Exception as error:  # noqa: BLE001  the pump outlives whatever a store does
                LOG.warning("the change log cannot be read: %s", type(error).__name__)
                self._stopping.wait(WAIT_S)

    def _advance(self) -> None:
        entries = self._log.stream(self._after, self._batch)
        if not entries:
            return
        self._seen(entries[0])
        failed = self._first_failure(entries)
        if failed is None:
            self._batch = BATCH
            self._moved_to(entries[-1].seq)
            return
        before = [entry.seq for entry in entries if entry.seq < failed.seq]
        if before:
            self._moved_to(before[-1])
        self._failures += 1
        self._batch = max(1, len(entries) // 2)  # as an event source with bisecting does
        if self._failures >= POISON_ATTEMPTS and self._fails_alone(failed):
            self._bury(failed)
            self._moved_to(failed.seq)
            return
        backoff = min(FIRST_BACKOFF_S * 2 ** min(self._failures, 10), LONGEST_BACKOFF_S)
        self._stopping.wait(LEAST_PAUSE_S)
        self._clock.sleep(backoff - LEAST_PAUSE_S, wanted=lambda: not self._hurried and not self._stopping.is_set())

    def _first_failure(self, entries: Sequence[StreamEntry]) -> StreamEntry | None:
        """Delivers; the oldest record that did not arrive. A malformed answer counts as none, as it does in Lambda."""
        event = {"Records": [_record(entry) for entry in entries if self._wants(entry)]}
        if not event["Records"]:
            return None
        try:
            answer = self._handler(event, Context(self._reader, f"stream-{entries[0].seq}"))
        except MemoryServiceError as error:
            LOG.info("%s: %s", self._reader, error.code)
            return entries[0]
        except Exception as error:  # noqa: BLE001  Lambda tries again whatever a function fails of
            LOG.warning("%s: %s", self._reader, type(error).__name__)
            return entries[0]
        failures = answer.get("batchItemFailures") if isinstance(answer, Mapping) else None
        numbers = {str(item.get("itemIdentifier")) for item in failures or () if isinstance(item, Mapping)}
        return next((entry for entry in entries if str(entry.seq) in numbers), None)

    def _fails_alone(self, entry: StreamEntry) -> bool:
        """Whether one of the next few is delivered, which would not happen in an outage."""
        return any(self._first_failure([other]) is None for other in self._log.stream(entry.seq, 3))

    def _bury(self, entry: StreamEntry) -> None:
        LOG.error(
            "%s: change %d cannot be delivered and was put into %s", self._reader, entry.seq, self._dead_letters.name
        )
        letter = {"reader": self._reader, "seq": entry.seq, "pk": entry.pk, "sk": entry.sk, "event": str(entry.event)}
        with self._dead_letters.open("a", encoding="utf-8") as file:
            file.write(json.dumps(letter) + "\n")

    def _moved_to(self, seq: int) -> None:
        self._log.save_position(self._reader, seq)
        self._after = seq
        self._failures = 0

    def _keep_house(self) -> None:
        if self._reader != READER:
            return
        now = time.monotonic()
        if now - self._trimmed_at >= TRIM_EVERY_S:
            self._trimmed_at = now
            self._log.trim(min([self._after, *map(self._log.position, self._others)]))
        if now - self._reaped_at >= REAP_EVERY_S:
            self._reaped_at = now
            while self._log.remove_expired(self._clock.now(), REAP_PAGE) == REAP_PAGE:
                if self._stopping.is_set():
                    return


def _record(entry: StreamEntry) -> dict[str, Any]:
    """One record of a DynamoDB stream that carries keys only."""
    by_store = {"userIdentity": {"type": "Service", "principalId": "dynamodb.amazonaws.com"}} if entry.expired else {}
    return {
        **by_store,
        "eventID": f"{entry.seq:032x}",
        "eventName": str(entry.event),
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "eventSourceARN": _ARN.format(table=entry.table.value),
        "awsRegion": "local",
        "dynamodb": {
            "ApproximateCreationDateTime": int(datetime.now(UTC).timestamp()),
            "Keys": {PK: {"S": entry.pk}, SK: {"S": entry.sk}},
            "SequenceNumber": str(entry.seq),
            "SizeBytes": len(entry.pk) + len(entry.sk),
            "StreamViewType": "KEYS_ONLY",
        },
    }
