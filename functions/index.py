"""The stream of the memories table: brings the search index up to date, record by record."""

from __future__ import annotations

from typing import Any

from aws_lambda_powertools.utilities.data_classes import DynamoDBStreamEvent

from shared.records import keys
from shared.records.model import Key, Table
from shared.runtime import bootstrap
from shared.runtime.observability import log_fault
from shared.usecases.index_memories import index_memories


def handler(event: dict[str, Any], _context: object) -> dict[str, list[dict[str, str]]]:
    """Answers which records failed. All are tried again when a store is down: indexing twice does no harm."""
    sequences: dict[Key, list[str]] = {}
    for record in DynamoDBStreamEvent(event).records:
        change = record.dynamodb
        if change is None or change.sequence_number is None:
            continue
        key = Key(Table.MEMORIES, str(change.keys[keys.PK]), str(change.keys[keys.SK]))
        sequences.setdefault(key, []).append(change.sequence_number)
    try:
        failed = index_memories(bootstrap.services(), list(sequences))
    except Exception as error:  # noqa: BLE001 - whatever it was, nothing of the batch is known to be done
        log_fault(error, records=len(sequences))
        failed = list(sequences)
    return {"batchItemFailures": [{"itemIdentifier": number} for key in failed for number in sequences[key]]}
