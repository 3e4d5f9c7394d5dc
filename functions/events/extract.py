"""The queue of background work: remembers statements of long sessions, extracts what completed ones imply, builds
summaries, and compares new memories with their neighbours."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from shared.adapters.queues.sqs import from_comparison_message, from_work_message
from shared.domain.errors import MemoryServiceError
from shared.domain.hygiene.maintenance_rules import HygieneRule
from shared.domain.scopes import Scope
from shared.ports import SessionWork
from shared.runtime import bootstrap
from shared.runtime.observability import count, flush_metrics, log_fault, measure_seconds
from shared.usecases.hygiene.consolidation import consolidate
from shared.usecases.hygiene.evict import make_room
from shared.usecases.restore.served_tables import is_admitted
from shared.usecases.services import Services
from shared.usecases.sessions.extract import extract
from shared.usecases.sessions.leaving_turns import remember_leaving
from shared.usecases.sessions.summarise import rebuild, summarise

FIRST_WAIT_S = 15
LONGEST_WAIT_S = 14_400
ROOM_TIME = timedelta(minutes=3)  # of the function's five, with room for other messages of its batch
RESTORE_WAIT_S = 3_600  # of a restore: nothing is done before it has ended


def handler(event: dict[str, Any], _context: object) -> dict[str, list[dict[str, str]]]:
    """Returns which messages failed; those are delivered again, and end among the dead letters."""
    services, failed = bootstrap.services(), []
    if not is_admitted(services):
        return _later(services, event)
    for record in event["Records"]:
        _measure_lag(services, record)
        try:
            _do(services, record["body"])
        except Exception as error:  # noqa: BLE001 - one message that fails does not hold the others up
            log_fault(error, message_id=record["messageId"])
            failed.append(str(record["messageId"]))
            _postpone(services, record)
    flush_metrics()
    return {"batchItemFailures": [{"itemIdentifier": id} for id in failed]}


def _do(services: Services, body: str) -> None:
    comparison = from_comparison_message(body)
    if comparison is None:
        _work(services, from_work_message(body))
        return
    for outcome, memories in consolidate(services, comparison).items():
        count("MemoriesCompared", memories, outcome=outcome)
    for owner in comparison.over_limit:
        evicted = make_room(services, owner, until=services.clock.now() + ROOM_TIME)
        count("HygieneApplied", evicted.done, rule=HygieneRule.OVER_LIMIT.value)


def _work(services: Services, work: SessionWork) -> None:
    try:
        if work.kind == "rebuild":
            rebuild(services, Scope.parse(work.scope), work.session_id)
            return
        if work.kind == "summarise":
            summarise(services, work)
            return
        done = remember_leaving(services, work) if work.kind == "remember" else extract(services, work)
    except MemoryServiceError as error:
        if error.code == "subject_deleting":
            count("EventExtracted", work.through - work.after, outcome="dropped")
            return
        raise
    for outcome in ("read", "written", "refused", "dropped"):
        number = getattr(done, outcome)
        if number:
            count("EventExtracted", number, outcome=outcome)


def _postpone(services: Services, record: dict[str, Any]) -> None:
    """Each try waits four times as long as the one before, with up to half of that on top, at most six hours."""
    receipt = record.get("receiptHandle")
    if receipt is None or services.session_queue is None:
        return
    tries = int((record.get("attributes") or {}).get("ApproximateReceiveCount", "1"))
    seconds = min(FIRST_WAIT_S * 4 ** (tries - 1), LONGEST_WAIT_S)
    try:
        services.session_queue.postpone(receipt, seconds + services.randomness(1)[0] * seconds // 512)
    except MemoryServiceError as error:
        log_fault(error, message_id=record["messageId"])


def _later(services: Services, event: dict[str, Any]) -> dict[str, list[dict[str, str]]]:
    """All of it, once the restored tables are admitted."""
    for record in event["Records"]:
        if services.session_queue is not None and record.get("receiptHandle") is not None:
            services.session_queue.postpone(record["receiptHandle"], RESTORE_WAIT_S)
    return {"batchItemFailures": [{"itemIdentifier": str(record["messageId"])} for record in event["Records"]]}


def _measure_lag(services: Services, record: dict[str, Any]) -> None:
    """How long the message has waited by now, also when it is going to fail: messages that never succeed lag most."""
    sent = (record.get("attributes") or {}).get("SentTimestamp")
    if sent is not None:
        waited = services.clock.now().timestamp() - int(sent) / 1000
        measure_seconds("ExtractionLagSeconds", max(0.0, round(waited, 3)))
