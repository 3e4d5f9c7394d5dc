"""One step of rebuilding the search index. Only an operator calls it (docs/guides/deploying.md)."""

from __future__ import annotations

from typing import Any

from shared.domain.operations.operation import OperationKind, OperationState
from shared.records.store.attributes import required_instant
from shared.runtime import bootstrap
from shared.usecases.indexing.rebuild_index import Rebuilding, Step, send, sweep, verify
from shared.usecases.operations.note_operation import of_deployment


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    """Raises on an outage: the caller repeats the step."""
    return step(bootstrap.rebuilding(), event)


def step(rebuilding: Rebuilding, event: dict[str, Any]) -> dict[str, Any]:
    after, segment, segments = event.get("after"), int(event.get("segment", 0)), int(event.get("segments", 1))
    match event["step"]:
        case "note":
            return _noted(rebuilding, event)
        case "fit":
            rebuilding.inventory.fit()
            return _answer(Step())
        case "empty":
            rebuilding.inventory.empty()
            return _answer(Step())
        case "send":
            return _answer(send(rebuilding, after, segment, segments))
        case "sweep":
            return _answer(sweep(rebuilding, after))
        case "verify":
            return _answer(verify(rebuilding, after, segment, segments))
        case unknown:
            raise ValueError(f"rebuilding has no step {unknown}")


def _noted(rebuilding: Rebuilding, event: dict[str, Any]) -> dict[str, Any]:
    """How far the rebuild is, among the operations. The answer names it for the next note."""
    now, state = rebuilding.clock.now(), OperationState(event["state"])
    known = event["operation"] or {"id": rebuilding.ids.new(), "began": now.isoformat()}
    began, ended = required_instant(known["began"]), None if state is OperationState.RUNNING else now
    note = of_deployment(known["id"], OperationKind.REBUILD, state, began, ended, event["done"], event["of"])
    rebuilding.records.commit(note)
    return {**_answer(Step()), "operation": known}


def _answer(step: Step) -> dict[str, Any]:
    return {"after": step.after, "counts": dict(step.counts), "orgs": step.orgs, "failed": step.failed}
