"""The streams of the ledger and of the memories table: enters what was changed into its owner's feed of changes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from shared.domain.errors import Unavailable
from shared.records import keys
from shared.records.store.record import Key, Table
from shared.runtime import bootstrap
from shared.runtime.observability import count, flush_metrics, log_fault
from shared.usecases.changes.write_changes import write_changes
from shared.usecases.restore.served_tables import is_admitted


def handler(event: dict[str, Any], _context: object) -> dict[str, list[dict[str, str]]]:
    """Answers which records failed. An owner's changes enter in the order of the stream: after one that failed none of
    the same owner is tried, and all that come again have entered once."""
    records = event["Records"]
    try:
        if not is_admitted(bootstrap.services()):
            # What a replay of deletions does to restored tables is no change for readers: they begin anew.
            return {"batchItemFailures": []}
    except Exception as error:  # noqa: BLE001 - whatever it was, nothing of the batch is known to be done
        log_fault(error, records=len(records))
        return _failed(records)
    by_owner: dict[str, list[Mapping[str, Any]]] = {}
    for record in records:
        by_owner.setdefault(str(record["dynamodb"]["Keys"][keys.PK]["S"]), []).append(record)
    failed: list[Mapping[str, Any]] = []
    for of_owner in by_owner.values():
        try:
            _enter(of_owner)
        except Exception as error:  # noqa: BLE001 - the changes of other owners go on
            log_fault(error, records=len(of_owner))
            failed += of_owner
    flush_metrics()
    return _failed(failed)


def _enter(records: list[Mapping[str, Any]]) -> None:
    """What fails by a fault of its own, which is no outage, is set aside for a person and holds nothing up."""
    services = bootstrap.services()
    at = min(_made_at(record) for record in records)
    try:
        entered = write_changes(services, [_key(record) for record in records], at)
    except Unavailable:
        raise
    except Exception as error:
        if services.refused_changes is None:
            raise
        if len(records) > 1:
            for record in records:
                _enter([record])
            return
        log_fault(error, records=1)
        services.refused_changes.keep([_key(records[0])])
        return
    for entry in entered:
        count("ChangeEntered", kind=entry.kind.value)


def _key(record: Mapping[str, Any]) -> Key:
    pk, sk = (str(record["dynamodb"]["Keys"][name]["S"]) for name in (keys.PK, keys.SK))
    return Key(Table.MEMORIES if sk.startswith(keys.CURRENT_PREFIX) else Table.LEDGER, pk, sk)


def _made_at(record: Mapping[str, Any]) -> datetime:
    """In whole seconds, as the stream has it."""
    return datetime.fromtimestamp(float(record["dynamodb"]["ApproximateCreationDateTime"]), UTC)


def _failed(records: list[Mapping[str, Any]]) -> dict[str, list[dict[str, str]]]:
    return {"batchItemFailures": [{"itemIdentifier": str(one["dynamodb"]["SequenceNumber"])} for one in records]}
