"""The queue of retrievals: audits them where reads are audited, adds them to the statistics, and counts them."""

from __future__ import annotations

from typing import Any

from shared.adapters.queues.sqs import from_message
from shared.runtime import bootstrap
from shared.runtime.observability import log_fault
from shared.usecases.audit.read_log import keep_reads
from shared.usecases.hygiene.tune_thresholds import count_recalled
from shared.usecases.recall.retrieval_stats import add_up
from shared.usecases.restore.served_tables import is_admitted


def handler(event: dict[str, Any], _context: object) -> dict[str, list[dict[str, str]]]:
    """Returns which messages failed; those are delivered again."""
    ids, messages, failed = [], [], []
    for record in event["Records"]:
        try:
            messages.append(from_message(record["body"], str(record["messageId"])))
            ids.append(str(record["messageId"]))
        except ValueError as error:
            log_fault(error, message_id=record["messageId"])
            failed.append(str(record["messageId"]))
    try:
        services = bootstrap.services()
        if not is_admitted(services):
            # It was retrieved from tables that are not served any more.
            return {"batchItemFailures": [{"itemIdentifier": id} for id in failed]}
        for message in messages:  # first, and the same again is the same record
            keep_reads(services, message.at, message.reads)
        again = add_up(services, messages)
        failed += [ids[number] for number in again]
        count_recalled(services, [message for number, message in enumerate(messages) if number not in again])
    except Exception as error:  # noqa: BLE001 - whatever it was, nothing of the batch is known to be done
        log_fault(error, messages=len(messages))
        failed = [str(record["messageId"]) for record in event["Records"]]
    return {"batchItemFailures": [{"itemIdentifier": id} for id in failed]}
