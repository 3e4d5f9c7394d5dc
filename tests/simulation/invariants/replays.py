"""A retry with an idempotency key: one effect and one answer, however late within its lifetime."""

from __future__ import annotations

import json
from typing import Any

from tests.simulation.model import Model, tokens_in


def check_replay(model: Model, first: tuple[Any, ...], again: Any, step: int) -> None:
    """`first`: a request with its key and its answer. After a deletion of what it wrote, or a person's decision about
    it, which may delete it too, the answer may say less, with the same status; that it has no effect then is seen at
    rest. What was refused had no effect and is not kept."""
    _, method, path, body, key, answer = first
    if again is None or answer.status >= 300:
        return
    before, after = (answer.status, _essence(answer)), (again.status, _essence(again))
    words = tokens_in(json.dumps(body)) | tokens_in(answer.text)
    judged = words & model.judged.keys()
    if judged or any(model.may_be_deleted(word) or model.copy_may_be_deleted(word) for word in words):
        before, after = (answer.status, None), (again.status, None)
    if before != after:
        detail = f"{method} {path.partition('?')[0]} {key}: {before}, then {after}"
        model.violated("another answer to a retry", detail, step)


def _essence(answer: Any) -> Any:
    """What must be the same: what became of it. The memory is shown as it is by now."""
    if answer.status >= 300:
        return json.loads(answer.text).get("code")
    said = answer.json
    memory = said.get("memory") or {}
    return said.get("outcome"), memory.get("memory_id"), said.get("accepted"), said.get("duplicates")
