"""Clients that still hold what was deleted and send all of it again, when every deletion has ended."""

from __future__ import annotations

import random

from tests.simulation.actors.client import Client
from tests.simulation.actors.talking import append_again
from tests.simulation.actors.writing import EVENTS, say_again, send


def bring_back(client: Client, rolls: random.Random) -> None:
    """Every deleted statement and event with its old date, and a new statement on each event as the only source."""
    model = client.model
    removed = {token for d in model.deletions if d.user == client.user for token in d.memories | d.whole}
    for token in sorted(removed & model.memories.keys()):
        said = [s for s in model.said[token] if s.owner == client.owner and s.place == "memory"]
        if said:
            say_again(client, said[0], rolls, fresh=False)
    if any(d.kind in ("session", "event", "subject") and d.user == client.user for d in model.deletions):
        append_again(client, rolls, "tok899x")
        for number, event in enumerate(EVENTS):
            body = {"content": f"The tok88{number}x lamp is in Cork", "type": "semantic", "source": "user_stated"}
            send(client, f"tok88{number}x", {**body, "source_event_ids": [event]})
