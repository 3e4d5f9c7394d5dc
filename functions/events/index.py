"""The stream of the memories table: updates the search index record by record, and queues new memories to be
compared with their neighbours."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from shared.domain.errors import Unavailable
from shared.ports import RefusedChanges
from shared.records import keys
from shared.records.store.record import Key, Record, Table
from shared.runtime import bootstrap
from shared.runtime.observability import log_fault
from shared.runtime.settings import Settings
from shared.usecases.audit.metrics import count_changes
from shared.usecases.audit.owner_heads import note_grown
from shared.usecases.indexing.comparisons import make_room_soon, send
from shared.usecases.indexing.index_memories import Indexed, indexed
from shared.usecases.indexing.owner_counts import count_memories
from shared.usecases.restore.served_tables import is_admitted

pause: Callable[[float], None] = time.sleep
# Seconds before what the index refuses is sent to it again, twice. What it still refuses is set aside.
_REFUSED_AGAIN_S = (1.0, 4.0)
# The source repeats a batch at once. In an outage the function waits first, half as long as the oldest change has
# waited, within these seconds: a shard makes 180 calls in an hour of it.
LEAST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 20.0
_TO_ANSWER_S = 5.0  # of the function's time, which a pause leaves


def handler(event: dict[str, Any], context: Any) -> dict[str, list[dict[str, str]]]:
    """Answers which records failed. All are tried again when a store is down: indexing twice does no harm."""
    try:
        if not is_admitted(bootstrap.services()):
            # The tables are being made right again, and the index is rebuilt from them after that.
            return {"batchItemFailures": []}
    except Exception as error:  # noqa: BLE001 - whatever it was, nothing of the batch is known to be done
        log_fault(error, records=len(event["Records"]))
        _wait_out(event, context)
        return _answer(str(record["dynamodb"]["SequenceNumber"]) for record in event["Records"])
    sequences: dict[Key, list[str]] = {}
    removed: set[Key] = set()
    for record in event["Records"]:
        change = record["dynamodb"]
        key = Key(Table.MEMORIES, *(str(change["Keys"][name]["S"]) for name in (keys.PK, keys.SK)))
        sequences.setdefault(key, []).append(str(change["SequenceNumber"]))
        if record["eventName"] == "REMOVE":
            removed.add(key)
    refusals = bootstrap.services().refused_changes
    try:
        done = _indexed(list(sequences)) if refusals is None else _set_aside(list(sequences), refusals)
    except Exception as error:  # noqa: BLE001 - whatever it was, nothing of the batch is known to be done
        log_fault(error, records=len(sequences))
        _wait_out(event, context)
        done = Indexed(list(sequences))
    failed = done.failed if _counted_owners(done) else list(sequences)
    _compare(done)
    changes = {key: len(numbers) for key, numbers in sequences.items() if key not in failed}
    _count(changes, frozenset(removed), done.found)
    return _answer(number for key in failed for number in sequences[key])


def _answer(numbers: Iterable[str]) -> dict[str, list[dict[str, str]]]:
    return {"batchItemFailures": [{"itemIdentifier": number} for number in numbers]}


def _set_aside(changed: Sequence[Key], refusals: RefusedChanges) -> Indexed:
    """What the index refuses for its own sake waits for a person, and holds up nothing. Raises `Unavailable`."""
    done = _indexed(changed)
    for seconds in _REFUSED_AGAIN_S:
        if not done.failed:
            return done
        pause(seconds)
        again = _indexed(done.failed)
        done = Indexed(again.failed, (*done.unseen, *again.unseen), {**done.found, **again.found})
    refusals.keep(done.failed)
    return Indexed([], done.unseen, done.found)


def _indexed(changed: Sequence[Key]) -> Indexed:
    """As `indexed`; a record on which it fails by a fault of its own fails alone. Raises `Unavailable`."""
    try:
        return indexed(bootstrap.services(), changed)
    except Unavailable:
        raise
    except Exception as error:  # noqa: BLE001 - the fault of one record is no outage
        log_fault(error, records=len(changed))
        if len(changed) == 1:
            return Indexed(list(changed))
    parts = [_indexed([key]) for key in changed]
    return Indexed(
        [key for part in parts for key in part.failed],
        tuple(one for part in parts for one in part.unseen),
        {key: record for part in parts for key, record in part.found.items()},
    )


def _wait_out(event: Mapping[str, Any], context: Any) -> None:
    """Only where the source repeats at once; a laptop's own has pauses."""
    if not Settings.from_environment().refused_changes_queue_url:
        return
    made = [record["dynamodb"].get("ApproximateCreationDateTime") for record in event["Records"]]
    age = max((time.time() - float(at) for at in made if at is not None), default=0.0)
    left = context.get_remaining_time_in_millis() / 1000 - _TO_ANSWER_S
    pause(max(0.0, min(left, LONGEST_PAUSE_S, max(LEAST_PAUSE_S, age / 2))))


def _compare(done: Indexed) -> None:
    """Comparisons that cannot be queued are left to the daily scan."""
    try:
        send(bootstrap.services(), done.unseen)
    except Exception as error:  # noqa: BLE001 - as said
        log_fault(error, records=len(done.unseen))


def _counted_owners(done: Indexed) -> bool:
    """Whether the owners' memories are counted; in an outage they are counted with the next delivery. What cannot be
    counted by a fault of its own holds nothing up: the next walk of its owner counts it."""
    try:
        pressing = count_memories(bootstrap.services(), done.found, done.found)
    except Unavailable as error:
        log_fault(error, records=len(done.found))
        return False
    except Exception as error:  # noqa: BLE001 - as said
        log_fault(error, records=len(done.found))
        return True
    try:
        make_room_soon(bootstrap.services(), pressing)
    except Exception as error:  # noqa: BLE001 - the daily pass makes room
        log_fault(error, records=len(pressing))
    return True


def _count(changes: Mapping[Key, int], removed: frozenset[Key], found: Mapping[Key, Record | None]) -> None:
    """Business counts of what was indexed, and a note of owners whose audit has grown; a failure here loses them and
    does not delay the index."""
    try:
        owners = count_changes(bootstrap.services(), changes, removed, found)
        note_grown(bootstrap.services(), owners)
    except Exception as error:  # noqa: BLE001 - as said
        log_fault(error, records=len(changes))
