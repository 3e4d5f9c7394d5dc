"""A completed task takes nothing new: which writes it refuses."""

from __future__ import annotations

from shared.domain.scopes import Scope
from shared.domain.tasks.completion import TaskState, completable_scopes, refuse_if_completed
from shared.records import keys
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Key, Record


def task_keys(scope: Scope) -> list[Key]:
    """To be read before a write to the scope; none outside of tasks."""
    return [keys.task(one) for one in completable_scopes(scope)]


def state_in(record: Record | None) -> TaskState | None:
    return None if record is None else TaskState(str(record.attributes["state"]))


def refuse_in_completed_task(reading: Reading, scope: Scope, *, takes: TaskState | None = None) -> Change:
    """The check that the task is completed by nobody meanwhile. Raises `TaskCompleted`."""
    change = Change()
    for key in task_keys(scope):
        refuse_if_completed(state_in(reading[key]), takes=takes)
        change |= reading.unchanged(key)
    return change
