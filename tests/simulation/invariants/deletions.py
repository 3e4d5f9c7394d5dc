"""Each deletion comes to its end, with true counts."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from functions.events.gc import handler as scheduled_pass
from shared.records.store.record import Table
from tests.simulation.actors.client import Client
from tests.simulation.engine.world import World
from tests.simulation.invariants.commits import CommitWatch
from tests.simulation.model import Deletion, Model

_SWEEP = timedelta(minutes=6)
_TABLES = {"memories": Table.MEMORIES, "sessions": Table.SESSIONS}
_RERUN = timedelta(hours=2, minutes=5)


def end_deletions(world: World, model: Model) -> None:
    """Lets the sweeper start what was forgotten, and asks again for what an outage has stopped."""
    _name_accepted(world, model)
    for pause in (_SWEEP, _RERUN):
        if all(_status(world, model, d) in ("completed", "none") for d in model.deletions):
            return
        world.clock.move(pause)
        with world.acting_as("upkeep-at-rest"):
            scheduled_pass({"only": "deletions"}, None)
        world.settle()
    for deletion in model.deletions:
        if _status(world, model, deletion) == "needs_attention":
            Client(world, model, deletion.user).ask("POST", f"/v1/deletions/{deletion.request_id}/verify", {})
    world.settle()


def _name_accepted(world: World, model: Model) -> None:
    """A deletion by path is named by the service: one whose answer was lost is looked up among the open ones."""
    known = {deletion.request_id for deletion in model.deletions}
    for deletion in model.deletions:
        if not deletion.by_path or deletion.acked is not None:
            continue
        listed = Client(world, model, deletion.user).ask("GET", "/v1/deletions")
        assert listed is not None
        for item in listed.json["items"]:
            asked = item["selector"]
            if asked["kind"] == "memory" and tuple(asked["ids"]) == deletion.ids and item["request_id"] not in known:
                deletion.request_id = item["request_id"]
                deletion.accepted_at = datetime.fromisoformat(item["accepted_at"])
                known.add(deletion.request_id)
                break


def check_deletions(world: World, model: Model, watch: CommitWatch) -> None:
    step = world.scheduler.steps
    for deletion in model.deletions:
        deletion.status = _status(world, model, deletion)
        name = f"{deletion.kind} {deletion.request_id}"
        if deletion.acked is not None and deletion.status != "completed":
            ended = [end for *at, end in world.deliveries.ended if at[1] == deletion.request_id]
            model.violated("deletion not completed", f"{name}: {deletion.status}; {ended[-1:]}", step)
        if deletion.status != "completed":
            continue
        found = _verified(world, model, deletion)
        _counted(world, model, watch, deletion, found)
        left = {store: state["residue"] for store, state in found["targets"].items() if state["residue"]}
        if left:
            model.violated("residue after completion", f"{name}: {left}", step)


def _counted(world: World, model: Model, watch: CommitWatch, deletion: Deletion, found: dict[str, Any]) -> None:
    """(k) the receipt names all that was taken. Of a memory it counts versions too that lay in its record."""
    taken = {name: watch.taken[deletion.request_id, table] for name, table in _TABLES.items()}
    said = {name: found["targets"][name]["removed"] for name in taken}
    if said["sessions"] != taken["sessions"] or said["memories"] < taken["memories"]:
        what = f"{deletion.kind} {deletion.request_id}: {said}, but {taken}"
        model.violated("receipt counts otherwise", what, world.scheduler.steps)


def _status(world: World, model: Model, deletion: Deletion) -> str:
    answer = Client(world, model, deletion.user).ask("GET", f"/v1/deletions/{deletion.request_id}")
    return "none" if answer is None or answer.status != 200 else str(answer.json["status"])


def _verified(world: World, model: Model, deletion: Deletion) -> dict[str, Any]:
    answer = Client(world, model, deletion.user).ask("POST", f"/v1/deletions/{deletion.request_id}/verify", {})
    assert answer is not None
    found: dict[str, Any] = json.loads(answer.text)
    return found
