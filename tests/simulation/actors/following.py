"""Readers of the feed of changes, who keep their place; and others who come with a place that is not theirs."""

from __future__ import annotations

import random
from typing import Any

from tests.simulation.actors.client import Client
from tests.simulation.invariants.feed import FeedWatch

_PAGES = 40


def follow(client: Client, rolls: random.Random, _token: str) -> None:
    """What has changed since one's last look; sometimes a page at a time, as slowly as one likes."""
    read_on(client, rolls.choice([1, 3, 100]), rolls.choice([1, 2, _PAGES]))


def read_on(client: Client, limit: int = 100, pages: int = _PAGES) -> None:
    """From the place that was kept."""
    watch: FeedWatch = client.world.feed_watch
    reader = (client.owner, client.world.here.name)
    for _ in range(pages):
        page = _page(client, limit, client.world.cursors.get(reader))
        if page is None:
            return
        client.world.cursors[reader] = page["next"]
        watch.followed(reader, page["items"])
        if not page["more"]:
            return


def read_all(client: Client) -> list[dict[str, Any]]:
    """From the beginning."""
    after, items = None, []
    for _ in range(_PAGES):
        page = _page(client, 100, after)
        if page is None:
            break
        items += page["items"]
        after = page["next"]
        if not page["more"]:
            break
    return items


def _page(client: Client, limit: int, after: str | None) -> dict[str, Any] | None:
    begun = client.world.scheduler.steps
    query = {"limit": limit} if after is None else {"limit": limit, "after": after}
    answer = client.ask("GET", "/v1/changes", query=query, tries=4)
    if answer is None or answer.status != 200:
        return None
    page: dict[str, Any] = answer.json
    watch: FeedWatch = client.world.feed_watch
    watch.shown(client.owner, page["items"], begun)
    return page


def follow_elsewhere(client: Client, rolls: random.Random, _token: str) -> None:
    """With the place of another reader, and with another's scope."""
    others = [place for (owner, _), place in sorted(client.world.cursors.items()) if owner != client.owner]
    if others:
        answer = client.ask("GET", "/v1/changes", query={"after": rolls.choice(others)}, tries=2)
        if answer is not None and answer.status == 200:
            client.model.violated("another's place was taken", client.user, client.world.scheduler.steps)
    scope = "/org/rival/user/eve" if client.user != "eve" else "/org/acme/user/ann"
    answer = client.ask("GET", "/v1/changes", query={"scope": scope}, tries=2)
    if answer is not None and answer.status == 200:
        client.model.violated("shown to others", f"changes of {scope} to {client.user}", client.world.scheduler.steps)
