"""One step of the deletion workflow. Outages are raised as exceptions, by whose names the workflow retries."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

from shared.domain.deletion.barrier import Target
from shared.domain.errors import MemoryServiceError
from shared.domain.scopes import Scope
from shared.runtime import bootstrap
from shared.runtime.observability import count, flush_metrics
from shared.usecases.deletion import replay_deletions, run_deletion
from shared.usecases.receipts.sign_receipt import sign_receipt
from shared.usecases.restore import finish_restore
from shared.usecases.restore.served_tables import is_admitted
from shared.usecases.services import Services

# A step removes pages for so many seconds, so that the history of a run holds few steps however large the subject is.
WORKS_S = 20.0
# A run that has purged for so long leaves the rest to another one: an hour ends it, and 25,000 events would.
HANDS_OVER_AFTER_S = 30 * 60.0


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    try:
        return _step(event)
    finally:
        flush_metrics()


def _step(event: dict[str, Any]) -> dict[str, Any]:
    services = bootstrap.services()
    if event["step"] in _OPERATORS:
        return _OPERATORS[event["step"]](services, event)
    owner, request_id = Scope.parse(event["owner"]), str(event["request_id"])
    match event["step"]:
        case "begin":
            run_deletion.begin(services, owner, request_id)
            return {"targets": [target.value for target in Target], "round": 0}
        case "purge":
            return _purge(services, owner, request_id, event)
        case "verify":
            if run_deletion.is_purging(services, owner, request_id):
                return {"unfinished": True, "residue": 0, "round": int(event["round"])}
            with _noting_failures(services, owner, request_id, Target.INDEX):
                remaining = run_deletion.verify(services, owner, request_id)
            return {"unfinished": False, "residue": remaining, "round": int(event["round"]) + 1}
        case "go_on":
            return _go_on(services, owner, request_id, event)
        case "finish":
            request = run_deletion.finish(services, owner, request_id)
            count("DeletionCompleted")
            return {"status": request.status.value}
        case "sign":
            signing = sign_receipt(services, owner, request_id)
            count("ReceiptSigned", state=signing.value)
            return {"signing": signing.value}
        case "target_failed":
            run_deletion.target_failed(services, owner, request_id, Target(event["target"]))
            return {}
        case "fail":
            request = run_deletion.fail(services, owner, request_id)
            count("DeletionNeedsAttention")
            return {"status": request.status.value}
        case unknown:
            raise ValueError(f"the workflow has no step {unknown}")


def _purge(services: Services, owner: Scope, request_id: str, event: Mapping[str, Any]) -> dict[str, Any]:
    """`more`: to be called again in this run."""
    target, began, removed, more = Target(event["target"]), time.monotonic(), 0, True
    with _noting_failures(services, owner, request_id, target):
        while more and time.monotonic() - began < WORKS_S:
            of_page, more = run_deletion.purge_page(services, owner, request_id, target)
            removed += of_page
    return {"removed": removed, "more": more and not _is_late(services, event)}


@contextmanager
def _noting_failures(services: Services, owner: Scope, request_id: str, target: Target) -> Iterator[None]:
    """Writes down that a try at the target failed, for those who ask meanwhile, and raises the error again, for the
    workflow to repeat the step. Where the table of deletions itself is what fails, nothing is written down."""
    try:
        yield
    except Exception as error:
        with suppress(MemoryServiceError):
            run_deletion.note_failure(services, owner, request_id, target, type(error).__name__)
        count("DeletionStepFailed", target=target.value)
        raise


def _go_on(services: Services, owner: Scope, request_id: str, event: Mapping[str, Any]) -> dict[str, Any]:
    if services.continuations is None:
        raise ValueError("this workflow is never handed over")
    attempt, part = int(event["attempt"]), int(event["part"]) + 1
    services.continuations.go_on(str(event["workflow"]), owner.path, request_id, attempt, part)
    return {"part": part}


def _is_late(services: Services, event: Mapping[str, Any]) -> bool:
    started_at = event.get("started_at")
    if started_at is None or services.continuations is None:
        return False
    return (datetime.now(UTC) - datetime.fromisoformat(str(started_at))).total_seconds() >= HANDS_OVER_AFTER_S


# What follows is called by an operator after a restore, and not by the workflow (docs/guides/restore.md).


def _replayed(done: replay_deletions.Replayed) -> dict[str, Any]:
    return {
        "place": done.place,
        "replayed": done.replayed,
        "raised": done.raised,
        "removed": done.removed,
        "residue": done.residue,
    }


def _replay(services: Services, event: Mapping[str, Any]) -> dict[str, Any]:
    return _replayed(replay_deletions.step(services, event.get("place")))


def _restore(services: Services, event: Mapping[str, Any]) -> dict[str, Any]:
    step = finish_restore.replay_step(services, again=bool(event.get("again")))
    return {**_replayed(step.done), "finished": step.finished, "residue": step.residue, "lost": list(step.lost)}


def _admit(services: Services, event: Mapping[str, Any]) -> dict[str, Any]:
    lost = finish_restore.admit(services, accept_lost=bool(event.get("accept_lost")))
    return {"admitted": is_admitted(services), "lost": lost}


_OPERATORS = {"replay": _replay, "restore": _restore, "admit": _admit}
