"""The queue of webhooks: sends each change to its subscriber, and later again where that fails."""

from __future__ import annotations

from typing import Any

from shared.adapters.webhooks.messages import from_message
from shared.domain.errors import MemoryServiceError, Unavailable
from shared.runtime import bootstrap
from shared.runtime.observability import count, flush_metrics, log_fault
from shared.usecases.changes.deliver_change import Webhooks, deliver
from shared.usecases.restore.served_tables import is_admitted

FIRST_WAIT_S = 15
LONGEST_WAIT_S = 14_400


def handler(event: dict[str, Any], _context: object) -> dict[str, list[dict[str, str]]]:
    """Returns which messages failed; those are delivered again, and end among the dead letters."""
    services, webhooks = bootstrap.services(), bootstrap.webhooks()
    if not is_admitted(services):
        return {"batchItemFailures": [{"itemIdentifier": str(record["messageId"])} for record in event["Records"]]}
    failed = []
    for record in event["Records"]:
        try:
            count("WebhookDelivered", outcome=deliver(services, webhooks, from_message(record["body"])).value)
        except Unavailable as error:
            count("WebhookDelivered", outcome="failed")
            log_fault(error, message_id=record["messageId"])
            failed.append(str(record["messageId"]))
            _postpone(webhooks, record)
        except Exception as error:  # noqa: BLE001 - one message that fails does not hold the others up
            log_fault(error, message_id=record["messageId"])
            failed.append(str(record["messageId"]))
    flush_metrics()
    return {"batchItemFailures": [{"itemIdentifier": id} for id in failed]}


def _postpone(webhooks: Webhooks, record: dict[str, Any]) -> None:
    """Each try waits four times as long as the one before, with up to half of that on top, at most six hours."""
    receipt = record.get("receiptHandle")
    if receipt is None or webhooks.postpone is None:
        return
    tries = int((record.get("attributes") or {}).get("ApproximateReceiveCount", "1"))
    seconds = min(FIRST_WAIT_S * 4 ** (tries - 1), LONGEST_WAIT_S)
    try:
        webhooks.postpone(receipt, seconds + bootstrap.services().randomness(1)[0] * seconds // 512)
    except MemoryServiceError as error:
        log_fault(error, message_id=record["messageId"])
