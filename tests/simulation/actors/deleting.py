"""Deleters, of every selector; what they asked for is gone for every reader from the answer on."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Any

from shared.domain.memories.memory import MemoryType
from tests.simulation.actors.client import Client
from tests.simulation.actors.curating import known_memories
from tests.simulation.actors.reading import read_soon
from tests.simulation.actors.tasking import TASK
from tests.simulation.model import Deletion
from tests.simulation.selection import select


def delete(client: Client, rolls: random.Random, token: str, kind: str) -> None:
    """Asks for the deletion until it is answered."""
    selector = _selector(client, rolls, kind)
    if selector is None:
        return
    world, model = client.world, client.model
    by_path = kind == "memory" and rolls.random() < 0.3
    deletion = Deletion(
        f"d-{token}", client.user, client.owner, kind, tuple(selector.get("ids", ())), selector.get("session_id"),
        world.scheduler.steps, by_path=by_path,
    )  # fmt: skip
    select(model, deletion, world.records())
    model.deletions.append(deletion)
    if by_path:
        answer = client.ask("DELETE", f"/v1/memories/{deletion.ids[0]}", tries=1)
    else:
        body: dict[str, Any] = {"request_id": deletion.request_id, "selector": selector}
        if kind == "task":
            body["scope"] = TASK
        answer = client.ask("POST", "/v1/deletions", body, tries=8)
    if answer is None:
        return
    if answer.status != 202:
        deletion.refused = answer.status < 500
        return
    deletion.request_id = answer.json["request_id"]
    deletion.acked = world.scheduler.steps
    deletion.accepted_at = datetime.fromisoformat(answer.json["accepted_at"])
    world.history.add(
        world.scheduler.steps, world.here.name, "must be gone", sorted(deletion.whole | deletion.memories)
    )
    read_soon(client, rolls, of_sessions=kind in ("session", "event", "subject"))


def _selector(client: Client, rolls: random.Random, kind: str) -> dict[str, Any] | None:
    match kind:
        case "memory":
            known = sorted({s.memory_id for s in known_memories(client) if s.memory_id is not None})
            return {"kind": "memory", "ids": [rolls.choice(known)]} if known else None
        case "session":
            return {"kind": "session", "ids": ["s1"]}
        case "event":
            return {"kind": "event", "ids": [rolls.choice(["e1", "e2"])], "session_id": "s1"}
        case "type":
            return {"kind": "type", "ids": [rolls.choice(["task", "task", "semantic", "preference"])]}
        case "consent":
            return {"kind": "consent", "ids": ["marketing"]}
        case "task":
            return {"kind": "type", "ids": sorted(set(MemoryType) - {MemoryType.PROFILE})}
    return {"kind": "subject"}


def verify(client: Client, _rolls: random.Random, _token: str) -> None:
    """Looks for the residue of a deletion of one's own, and at how the deletions stand."""
    client.ask("GET", "/v1/deletions", tries=2)
    for deletion in [d for d in client.model.deletions if d.user == client.user and d.acked is not None]:
        client.ask("POST", f"/v1/deletions/{deletion.request_id}/verify", {}, tries=2)
