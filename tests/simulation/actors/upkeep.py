"""Maintenance on demand and by schedule."""

from __future__ import annotations

import random

from functions.events.gc import handler as scheduled_pass
from tests.simulation.actors.client import Client
from tests.simulation.engine.injections import Crash


def maintain(client: Client, _rolls: random.Random, _token: str) -> None:
    """The scheduled pass; a crash ends it, and the next one goes on."""
    try:
        scheduled_pass({}, None)
    except Crash:
        client.world.restart()
    except Exception as error:  # noqa: BLE001 - the schedule tries again; an outage is no violation
        client.world.history.add(client.world.scheduler.steps, client.world.here.name, "pass failed", repr(error))


def plan_and_apply(client: Client, rolls: random.Random, _token: str) -> None:
    made = client.ask("POST", "/v1/hygiene/plans", {}, tries=2)
    if made is None or made.status != 201:
        return
    client.world.scheduler.sleep(rolls.randrange(1, 60))
    plan_id = made.json["plan_id"]
    client.world.planned[client.world.here.name] = {item["memory_id"] for item in made.json["items"]}
    client.ask("POST", f"/v1/hygiene/plans/{plan_id}/apply", {}, tries=3)
