"""The stream of the memories table: updates the search index record by record, and queues new memories to be
compared with their neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aws_lambda_powertools.utilities.data_classes import DynamoDBStreamEvent
from aws_lambda_powertools.utilities.data_classes.dynamo_db_stream_event import DynamoDBRecordEventName

from shared.records import keys
from shared.records.store.record import Key, Table
from shared.runtime import bootstrap
from shared.runtime.observability import log_fault
from shared.usecases.audit.metrics import count_changes
from shared.usecases.audit.owner_heads import note_grown
from shared.usecases.indexing.comparisons import send
from shared.usecases.indexing.index_memories import Indexed, indexed
from shared.usecases.restore.served_tables import is_admitted


def handler(event: dict[str, Any], _context: object) -> dict[str, list[dict[str, str]]]:
    """Answers which records failed. All are tried again when a store is down: indexing twice does no harm."""
    try:
        if not is_admitted(bootstrap.services()):
            # The tables are being made right again, and the index is rebuilt from them after that.
            return {"batchItemFailures": []}
    except Exception as error:  # noqa: BLE001 - whatever it was, nothing of the batch is known to be done
        log_fault(error, records=len(event["Records"]))
        numbers = [str(record["dynamodb"]["SequenceNumber"]) for record in event["Records"]]
        return {"batchItemFailures": [{"itemIdentifier": number} for number in numbers]}
    sequences: dict[Key, list[str]] = {}
    removed: set[Key] = set()
    for record in DynamoDBStreamEvent(event).records:
        change = record.dynamodb
        if change is None or change.sequence_number is None:
            continue
        key = Key(Table.MEMORIES, str(change.keys[keys.PK]), str(change.keys[keys.SK]))
        sequences.setdefault(key, []).append(change.sequence_number)
        if record.event_name is DynamoDBRecordEventName.REMOVE:
            removed.add(key)
    try:
        done = indexed(bootstrap.services(), list(sequences))
    except Exception as error:  # noqa: BLE001 - whatever it was, nothing of the batch is known to be done
        log_fault(error, records=len(sequences))
        done = Indexed(list(sequences))
    failed = done.failed
    _compare(done)
    _count({key: len(numbers) for key, numbers in sequences.items() if key not in failed}, frozenset(removed))
    return {"batchItemFailures": [{"itemIdentifier": number} for key in failed for number in sequences[key]]}


def _compare(done: Indexed) -> None:
    """Comparisons that cannot be queued are left to the daily scan."""
    try:
        send(bootstrap.services(), done.unseen)
    except Exception as error:  # noqa: BLE001 - as said
        log_fault(error, records=len(done.unseen))


def _count(changes: Mapping[Key, int], removed: frozenset[Key]) -> None:
    """Business counts of what was indexed, and a note of owners whose audit has grown; a failure here loses them and
    does not delay the index."""
    try:
        owners = count_changes(bootstrap.services(), changes, removed)
        note_grown(bootstrap.services(), owners)
    except Exception as error:  # noqa: BLE001 - as said
        log_fault(error, records=len(changes))
