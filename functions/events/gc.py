"""The schedule's target: one bounded pass over what is due; `only` = `deletions` restarts forgotten deletions and
publishes the heads of grown audit chains to the witness."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from shared.runtime import bootstrap
from shared.runtime.observability import count, flush_metrics, logger, measure_seconds
from shared.usecases.audit.owner_heads import publish_due
from shared.usecases.hygiene.scheduled_pass import restart_forgotten, run_pass
from shared.usecases.restore.served_tables import is_admitted

HOURLY_TIME = timedelta(minutes=5)


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    if not is_admitted(bootstrap.services()):
        return {"restoring": True}
    if event.get("only") == "deletions":
        services = bootstrap.services()
        swept = restart_forgotten(services)
        measure_seconds("DeletionAgeSeconds", swept.oldest.total_seconds())
        count("DeletionsOpen", swept.open)
        heads = publish_due(services, services.clock.now() + HOURLY_TIME)
        _count_heads(heads)
        flush_metrics()
        return {"restarted_deletions": swept.started, "heads": heads}
    report = run_pass(bootstrap.services())
    for rule, actions in report.applied.items():
        count("HygieneApplied", actions, rule=rule)
    count("HygieneHeld", report.held)
    count("MemoriesOverLimit", report.over_limit)
    for outcome, memories in report.scanned.items():
        count("ContradictionsScanned", memories, outcome=outcome)
    for reason, organisations in report.tuned.items():
        count("ThresholdsMoved", organisations, reason=reason)
    _count_heads(report.heads)
    answer = {
        "applied": dict(report.applied),
        "skipped": report.skipped,
        "plans": list(report.plans),
        "held": report.held,
        "over_limit": report.over_limit,
        "scanned": dict(report.scanned),
        "unscanned": report.unscanned,
        "restarted_deletions": report.restarted,
        "tuned": dict(report.tuned),
        "heads": dict(report.heads),
        "more": report.more,
        "leased": report.leased,
    }
    logger().info("scheduled pass", extra=answer)
    flush_metrics()
    return answer


def _count_heads(heads: Mapping[str, int]) -> None:
    """Any state but `sound` needs a person: `audit/verify` shows the details."""
    for state, owners in heads.items():
        count("AuditHeads", owners, state=state)
