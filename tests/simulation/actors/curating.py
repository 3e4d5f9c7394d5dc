"""Correctors, promoters, reviewers, importers of old exports, and clients that send their last request once more."""

from __future__ import annotations

import json
import random
from datetime import datetime
from typing import Any

from tests.simulation.actors.client import Client
from tests.simulation.actors.writing import PLACES, note, read_own, readers_of
from tests.simulation.invariants.replays import check_replay
from tests.simulation.model import Said, tokens_in

_EVERYONE = {"ann", "bob", "pia", "boss"}


def known_memories(client: Client) -> list[Said]:
    """What this user was answered to have written, newest last."""
    statements = [s for of_word in client.model.said.values() for s in of_word]
    return [
        s
        for s in statements
        if s.memory_id is not None and s.owner == client.owner and s.place == "memory" and not s.in_task
    ]


def correct(client: Client, rolls: random.Random, token: str) -> None:
    """Other words for a memory that is known."""
    known = known_memories(client)
    if not known:
        return
    about = rolls.choice(known)
    said = Said(token, client.owner, "memory", client.world.scheduler.steps, type=about.type)
    client.model.said[token].append(said)
    client.model.readers[token] |= client.model.readers[about.token] | readers_of(client.user, client.model)
    body: dict[str, Any] = {"content": f"Home is {rolls.choice(PLACES)} {token} after all"}
    if rolls.random() < 0.3 and about.version is not None:
        body["expected_version"] = about.version
    path, key = f"/v1/memories/{about.memory_id}", f"k-{token}"
    answer = client.ask("PATCH", path, body, key=key)
    if answer is None:
        return
    memory = note(client, said, answer.json if answer.status < 300 else None)
    if memory is not None:
        read_own(client, said, memory)
    if answer.status < 300:
        client.world.later.append((client, "PATCH", path, body, key, answer))


def promote(client: Client, rolls: random.Random, token: str) -> None:
    """A memory of one's own, for the whole organisation."""
    known = [s for s in known_memories(client) if client.caller.org == "acme"]
    if not known:
        return
    about = rolls.choice(known)
    assert about.memory_id is not None
    client.model.readers[about.token] |= _EVERYONE
    under_way = {
        t for t, each in client.model.said.items() for s in each if s.owner == client.owner and s.acked is None
    }
    for other in client.model.holds[about.memory_id] | under_way:
        client.model.readers[other] |= _EVERYONE
    client.model.sharing.add(client.owner)
    body: dict[str, Any] = {"to_scope": "/org/acme"}
    path, key = f"/v1/memories/{about.memory_id}/promote", f"k-{token}"
    answer = client.ask("POST", path, body, key=key)
    if answer is None:
        return
    client.model.sharing.discard(client.owner)
    if answer.status < 300:
        client.world.later.append((client, "POST", path, body, key, answer))


def review(client: Client, rolls: random.Random, token: str) -> None:
    """Looks at the queue and decides on one item, perhaps after claiming it."""
    listed = client.ask("GET", "/v1/reviews", tries=2)
    items = [] if listed is None or listed.status != 200 else listed.json["items"]
    if not items:
        return
    item = rolls.choice(items)
    decision = rolls.choice(["accept", "reject", "accept", "edit", "merge"])
    model = client.model
    for member in item["members"]:
        model.judge(tokens_in(member["content"]) | model.holds[member["memory_id"]], client.world.scheduler.steps)
    body: dict[str, Any] = {"decision": decision}
    if decision == "edit":
        said = Said(token, client.owner, "memory", client.world.scheduler.steps)
        model.said[token].append(said)
        model.judge([token], client.world.scheduler.steps)
        model.readers[token] |= readers_of(client.user, client.model) | _EVERYONE
        body["content"] = f"Home is {rolls.choice(PLACES)} {token} as decided"
    if decision in ("edit", "merge") and item["members"]:
        body["keep"] = [item["members"][0]["memory_id"]]
    scope = {"scope": item["scope"]} if item["scope"] != client.caller.bound.path else ""
    if rolls.random() < 0.4:
        client.ask("POST", f"/v1/reviews/{item['review_id']}/claim", {}, query=scope, tries=2)
    path, key = f"/v1/reviews/{item['review_id']}/resolve", f"k-{token}-resolve"
    answer = client.ask("POST", path, body, query=scope, key=key)
    if decision == "edit" and answer is not None:
        said.acked = client.world.scheduler.steps
        said.refused = answer.status >= 300


def export(client: Client, _rolls: random.Random, _token: str) -> None:
    """Takes an export that somebody may bring in much later."""
    answer = client.ask("GET", "/v1/export", tries=3)
    if answer is not None and answer.status == 200 and answer.text.strip():
        client.world.exports.setdefault(client.user, answer.text)


def import_old(client: Client, rolls: random.Random, token: str) -> None:
    """Brings the oldest export in again; without one, takes one now."""
    held = client.world.exports.get(client.user)
    if held is None:
        export(client, rolls, token)
        return
    lines = [json.loads(line) for line in held.splitlines() if line.strip()]
    step = client.world.scheduler.steps
    imported = []
    for line in lines:
        for word in tokens_in(line["content"]):
            statements = client.model.said[word]
            first = statements[0] if statements else None
            imported.append(
                Said(word, client.owner, "memory", step, frozenset(_cites(line)), type=line["type"],
                     consent=line["consent_scope"], fresh=False, dated=_dated(line),
                     session=first.session if first else None)
            )  # fmt: skip
            statements.append(imported[-1])
    answer = client.ask("POST", "/v1/import", raw=held.encode(), media="application/x-ndjson", tries=3)
    for said in imported:
        said.refused = answer is not None and answer.status >= 300
        said.acked = None if answer is None else client.world.scheduler.steps


def _dated(line: dict[str, Any]) -> datetime | None:
    return None if line["observed_at"] is None else datetime.fromisoformat(line["observed_at"])


def _cites(line: dict[str, Any]) -> list[str]:
    return [id if "/" in id else f"s1/{id}" for id in line["source_event_ids"]]


def send_late(client: Client, rolls: random.Random, _token: str) -> None:
    """A request that was answered, once more with its idempotency key."""
    held = [one for one in client.world.later if one[0].user == client.user]
    if held:
        client.world.scheduler.sleep(rolls.randrange(1, 40))
        first = rolls.choice(held)
        again = client.ask(first[1], first[2], first[3], key=first[4])
        check_replay(client.model, first, again, client.world.scheduler.steps)


def feedback(client: Client, rolls: random.Random, _token: str) -> None:
    known = known_memories(client)
    recalled = client.ask("POST", "/v1/recall", {"query": "where is home", "min_relevance": 0, "top_k": 10}, tries=2)
    if recalled is None or recalled.status != 200 or not known:
        return
    about = rolls.choice(known).memory_id
    body = {"recall_id": recalled.json["recall_id"], "used": [about]} if rolls.random() < 0.5 else {
        "recall_id": recalled.json["recall_id"], "wrong": [about],
    }  # fmt: skip
    client.ask("POST", "/v1/feedback", body, tries=3)
