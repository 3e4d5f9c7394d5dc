"""Auditors, who place legal holds on a user and release them."""

from __future__ import annotations

import random

from tests.simulation.actors.client import Client

HELD = "/org/acme/user/ann"
_RELEASES = ("hold-1", "hold-2")


def place_hold(client: Client, rolls: random.Random, token: str) -> None:
    """One of two holds; each id is used once."""
    hold_id = next((id for id in _RELEASES if id not in client.model.hold_ids), None)
    if hold_id is None:
        return
    client.model.hold_ids.add(hold_id)
    body = {"hold_id": hold_id, "scope": HELD, "reference": "2026-118"}
    answer = client.ask("POST", "/v1/holds", body, key=f"k-{token}")
    if answer is not None and answer.status == 200 and rolls.random() < 0.5:
        client.ask("GET", "/v1/holds", query={"scope": HELD}, tries=2)


def release_hold(client: Client, rolls: random.Random, token: str) -> None:
    """Any that was placed, standing or not."""
    known = sorted(client.model.hold_ids)
    if known:
        client.ask("DELETE", f"/v1/holds/{rolls.choice(known)}", query={"scope": HELD}, key=f"k-{token}")


def release_all(client: Client) -> None:
    """When everything has come to rest: what was held goes on."""
    for hold_id in sorted(client.model.hold_ids):
        client.ask("DELETE", f"/v1/holds/{hold_id}", query={"scope": HELD})
