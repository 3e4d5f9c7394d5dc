"""The schedule's target: one bounded pass over what is due; `only` = `deletions` restarts forgotten deletions alone."""

from __future__ import annotations

from typing import Any

from shared.runtime import bootstrap
from shared.runtime.observability import count, flush_metrics, logger, measure_seconds
from shared.usecases.hygiene.scheduled_pass import restart_forgotten, run_pass


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    if event.get("only") == "deletions":
        swept = restart_forgotten(bootstrap.services())
        measure_seconds("DeletionAgeSeconds", swept.oldest.total_seconds())
        flush_metrics()
        return {"restarted_deletions": swept.started}
    report = run_pass(bootstrap.services())
    for rule, actions in report.applied.items():
        count("HygieneApplied", actions, rule=rule)
    for outcome, memories in report.scanned.items():
        count("ContradictionsScanned", memories, outcome=outcome)
    for reason, organisations in report.tuned.items():
        count("ThresholdsMoved", organisations, reason=reason)
    answer = {
        "applied": dict(report.applied),
        "skipped": report.skipped,
        "scanned": dict(report.scanned),
        "unscanned": report.unscanned,
        "restarted_deletions": report.restarted,
        "tuned": dict(report.tuned),
        "more": report.more,
        "leased": report.leased,
    }
    logger().info("scheduled pass", extra=answer)
    flush_metrics()
    return answer
