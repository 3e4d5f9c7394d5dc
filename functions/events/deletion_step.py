"""One step of the deletion workflow. Outages are raised as exceptions, by whose names the workflow retries."""

from __future__ import annotations

from typing import Any

from shared.domain.deletion.barrier import Target
from shared.domain.scopes import Scope
from shared.runtime import bootstrap
from shared.runtime.observability import count, flush_metrics
from shared.usecases.deletion import replay_deletions, run_deletion
from shared.usecases.receipts.sign_receipt import sign_receipt
from shared.usecases.restore import finish_restore
from shared.usecases.restore.served_tables import is_admitted
from shared.usecases.services import Services


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    try:
        return _step(event)
    finally:
        flush_metrics()


def _step(event: dict[str, Any]) -> dict[str, Any]:
    services = bootstrap.services()
    if event["step"] == "replay":
        return _replayed(replay_deletions.step(services, event.get("place")))
    if event["step"] == "restore":
        return _restore(services, again=bool(event.get("again")))
    if event["step"] == "admit":
        return _admit(services, accept_lost=bool(event.get("accept_lost")))
    owner, request_id = Scope.parse(event["owner"]), str(event["request_id"])
    match event["step"]:
        case "begin":
            run_deletion.begin(services, owner, request_id)
            return {"targets": [target.value for target in Target], "round": 0}
        case "purge":
            removed, more = run_deletion.purge_page(services, owner, request_id, Target(event["target"]))
            return {"removed": removed, "more": more}
        case "verify":
            remaining = run_deletion.verify(services, owner, request_id)
            return {"residue": remaining, "round": int(event["round"]) + 1}
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


# What follows is called by an operator after a restore, and not by the workflow (docs/guides/restore.md).


def _replayed(done: replay_deletions.Replayed) -> dict[str, Any]:
    return {
        "place": done.place,
        "replayed": done.replayed,
        "raised": done.raised,
        "removed": done.removed,
        "residue": done.residue,
    }


def _restore(services: Services, *, again: bool) -> dict[str, Any]:
    step = finish_restore.replay_step(services, again=again)
    return {**_replayed(step.done), "finished": step.finished, "residue": step.residue, "lost": list(step.lost)}


def _admit(services: Services, *, accept_lost: bool) -> dict[str, Any]:
    lost = finish_restore.admit(services, accept_lost=accept_lost)
    return {"admitted": is_admitted(services), "lost": lost}
