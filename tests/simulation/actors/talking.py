"""Sessions: events that arrive, are sent again, are corrected, summed up, completed."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import datetime
from typing import Any

from tests.simulation.actors.client import Client
from tests.simulation.actors.writing import PLACES, readers_of
from tests.simulation.model import Said, tokens_in

_MONTH_S = 30 * 86_400


def open_session(client: Client, session_id: str) -> None:
    body = {"session_id": session_id, "ttl_seconds": _MONTH_S}
    client.ask("POST", "/v1/sessions", body, key=f"open-{session_id}-{client.world.scheduler.steps}")


def append(client: Client, rolls: random.Random, token: str) -> None:
    """An event of the session, of any kind."""
    send_event(client, "s1", f"e{token[3:6]}", token, _event(rolls, token))


def append_correcting(client: Client, rolls: random.Random, token: str) -> None:
    """A later word that takes back an earlier event: what was made of that one alone goes too."""
    earlier = rolls.choice(["e1", "e2", "e3"])
    for statements in client.model.said.values():
        if any(f"s1/{earlier}" in s.cites for s in statements):
            client.model.withdrawn.update(s.token for s in statements)
    send_event(client, "s1", f"e{token[3:6]}", token, _event(rolls, token) | {"corrects": [earlier]})


def append_again(client: Client, rolls: random.Random, token: str) -> None:
    """What a client does that finds no session any more: opens it again and sends what it holds, with its old dates."""
    held = [
        (statements[0], statements[0].session)
        for statements in client.model.said.values()
        if statements[0].place == "event"
    ]
    held = [(s, session) for s, session in held if s.owner == client.owner and session is not None]
    if not held:
        return
    session_id = held[0][1]
    assert session_id is not None
    got = client.ask("GET", f"/v1/sessions/{session_id}")
    if got is not None and got.status == 404:
        open_session(client, session_id)
    for said, _ in held:
        event = client.world.sent.get(said.token)
        if event is not None:
            _send_again(client, said, session_id, event, f"again-{said.token}-{token}")


def _send_again(client: Client, first: Said, session_id: str, event: dict[str, Any], key: str) -> None:
    begun, dated = client.world.scheduler.steps, datetime.fromisoformat(event["occurred_at"])
    said = replace(first, begun=begun, fresh=False, dated=dated, acked=None, refused=False, outcome=None)
    client.model.said[said.token].append(said)
    answer = client.ask("POST", f"/v1/sessions/{session_id}/events", {"events": [event]}, key=key)
    if answer is None:
        return
    said.acked = client.world.scheduler.steps
    said.refused = answer.status != 201 or event["event_id"] not in answer.json["accepted"]


def _event(rolls: random.Random, token: str) -> dict[str, Any]:
    place = rolls.choice(PLACES)
    return rolls.choice(
        [
            {"role": "user", "content": f"I live in {token} near {place} and like it"},
            {"role": "user", "kind": "feedback", "content": f"Please remember that I prefer {token} over {place}"},
            {"role": "assistant", "kind": "decision", "content": f"We decided to book {token} in {place}"},
            {"role": "tool", "kind": "tool_result", "tool": "search", "importance": "high",
             "content": f"The {token} ferry to {place} is cancelled"},
        ]
    )  # fmt: skip


def send_event(client: Client, session_id: str, event_id: str, token: str, event: dict[str, Any]) -> None:
    world, begun = client.world, client.world.scheduler.steps
    event = {**event, "event_id": event_id, "occurred_at": world.clock.at.isoformat()}
    said = Said(token, client.owner, "event", begun, frozenset({f"{session_id}/{event_id}"}), session_id)
    client.model.said[token].append(said)
    client.model.readers[token] |= readers_of(client.user, client.model)
    world.sent[token] = event
    key = f"k-{token}"
    body = {"events": [event]}
    answer = client.ask("POST", f"/v1/sessions/{session_id}/events", body, key=key)
    if answer is None:
        return
    said.acked = world.scheduler.steps
    if answer.status != 201 or event_id not in (*answer.json["accepted"], *answer.json["duplicates"]):
        said.refused = True
        return
    said.outcome = "accepted"
    world.later.append((client, "POST", f"/v1/sessions/{session_id}/events", body, key, answer))


def complete(client: Client, _rolls: random.Random, token: str) -> None:
    """Ends the session with a lesson."""
    said = Said(token, client.owner, "lesson", client.world.scheduler.steps, frozenset({"s1/"}), "s1")
    client.model.said[token].append(said)
    client.model.readers[token] |= readers_of(client.user, client.model)
    body = {"lesson": f"Check the {token} ferry before booking"}
    answer = client.ask("POST", "/v1/sessions/s1/complete", body, key=f"k-{token}")
    if answer is None:
        return
    said.acked = client.world.scheduler.steps
    said.refused = answer.status != 200
    if answer.status == 200:
        client.world.later.append((client, "POST", "/v1/sessions/s1/complete", body, f"k-{token}", answer))


def put_state(client: Client, _rolls: random.Random, token: str) -> None:
    said = Said(token, client.owner, "state", client.world.scheduler.steps, frozenset(), "s1")
    client.model.said[token].append(said)
    client.model.readers[token] |= readers_of(client.user, client.model)
    answer = client.ask("PUT", "/v1/sessions/s1/state", {"state": "planning", "pending": [f"book {token}"]})
    if answer is not None:
        said.acked = client.world.scheduler.steps
        said.refused = answer.status >= 300
        said.outcome = None  # a later state takes its place


def summarise(client: Client, _rolls: random.Random, _token: str) -> None:
    client.ask("POST", "/v1/sessions/s1/summary", {}, tries=2)
    client.ask("GET", "/v1/sessions/s1/summary", tries=2)


def export_sessions(client: Client, _rolls: random.Random, _token: str) -> None:
    """Takes the sessions that are live, for somebody who may bring them in much later."""
    answer = client.ask("GET", "/v1/export/sessions", tries=3)
    if answer is not None and answer.status == 200 and answer.text.strip():
        client.world.exports.setdefault(f"{client.user} sessions", answer.text)


def import_sessions(client: Client, rolls: random.Random, token: str) -> None:
    """Brings them in again, perhaps beside what is there; without an export, takes one now."""
    held = client.world.exports.get(f"{client.user} sessions")
    if held is None:
        export_sessions(client, rolls, token)
        return
    imported: list[tuple[int, Said]] = []
    for number, line in enumerate((json.loads(line) for line in held.splitlines() if line.strip()), 1):
        if line["kind"] == "event":
            cites: frozenset[str] = frozenset({f"{line['session_id']}/{line['event']['event_id']}"})
            dated: datetime | None = datetime.fromisoformat(line["event"]["occurred_at"])
        elif line["kind"] == "state":
            cites, dated = frozenset(), None
        else:
            continue
        for word in tokens_in(json.dumps(line)):
            place = str(line["kind"])
            said = Said(word, client.owner, place, client.world.scheduler.steps, cites, line["session_id"],
                        fresh=False, dated=dated)  # fmt: skip
            client.model.said[word].append(said)
            imported.append((number, said))
    answer = client.ask(
        "POST", "/v1/import/sessions", raw=held.encode(), media="application/x-ndjson", key=f"k-{token}", tries=4
    )
    if answer is None:
        return
    refused = {one["line"] for one in answer.json["refused"]} if answer.status == 200 else set()
    for number, said in imported:
        said.acked = client.world.scheduler.steps
        said.refused = answer.status != 200 or number in refused
