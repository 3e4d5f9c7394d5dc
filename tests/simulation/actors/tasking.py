"""Agents at work in a task: what they write and say there, and how the task is completed as a whole."""

from __future__ import annotations

import random
from typing import Any

from tests.simulation.actors.client import Client
from tests.simulation.actors.writing import PLACES, note, readers_of
from tests.simulation.model import Said

TASK = "/org/acme/user/ann/task/move"
SESSION = "t1"


def set_up_task(client: Client) -> None:
    body = {"session_id": SESSION, "scope": TASK, "ttl_seconds": 30 * 86_400}
    client.ask("POST", "/v1/sessions", body, key="open-t1")
    _append(client, "tok920x", {"role": "user", "kind": "feedback", "content": "I prefer tok920x movers with a lift"})
    _append(client, "tok921x", {"role": "user", "kind": "decision", "content": "We booked the van tok921x for Monday"})
    _write(client, "tok922x", {"content": "The lift of tok922x takes nine boxes", "source": "user_stated"})
    _write(client, "tok923x", {"content": "Boxes tok923x are in the hall", "source": "user_stated", "type": "task"})
    _write(client, "tok924x", {"content": "Ann seems to like tok924x movers", "source": "agent_inferred"})


def append_to_task(client: Client, rolls: random.Random, token: str) -> None:
    """An event of the task's session that is worth a memory."""
    content = f"We decided to book {token} in {rolls.choice(PLACES)}"
    kind, role = rolls.choice([("decision", "user"), ("feedback", "user"), ("decision", "assistant")])
    _append(client, token, {"role": role, "kind": kind, "content": content})


def write_in_task(client: Client, rolls: random.Random, token: str) -> None:
    """A fact that lasts, or a note for the task alone."""
    kind = rolls.choice(["semantic", "semantic", "task"])
    _write(client, token, {"content": f"The {token} van is in {rolls.choice(PLACES)}", "type": kind,
                           "source": rolls.choice(["user_stated", "user_stated", "agent_inferred"])})  # fmt: skip


def complete_task(client: Client, rolls: random.Random, token: str) -> None:
    """As the rules say, or naming what is promoted; with words of one's own about how it ended."""
    said = _said(client, token, "outcome")
    body: dict[str, Any] = {"scope": TASK, "outcome": f"Moved with {token}"}
    known = sorted(s.memory_id for each in client.model.said.values() for s in each if s.in_task and s.memory_id)
    if known and rolls.random() < 0.3:
        body["promote"] = [rolls.choice(known)]
    answer = client.ask("POST", "/v1/tasks/complete", body, key=f"k-{token}")
    if answer is None:
        return
    said.acked, said.refused = client.world.scheduler.steps, answer.status != 200
    if answer.status == 200:
        client.model.task_done = min(said.acked, client.model.task_done or said.acked)
        client.world.later.append((client, "POST", "/v1/tasks/complete", body, f"k-{token}", answer))


def _said(client: Client, token: str, place: str, cites: frozenset[str] = frozenset()) -> Said:
    session = SESSION if place == "event" else None
    said = Said(token, client.owner, place, client.world.scheduler.steps, cites, session, in_task=True)
    client.model.said[token].append(said)
    client.model.readers[token] |= readers_of(client.user, client.model)
    return said


def _append(client: Client, token: str, event: dict[str, Any]) -> None:
    event_id = f"f{token[3:6]}"
    said = _said(client, token, "event", frozenset({f"{SESSION}/{event_id}"}))
    dated = {**event, "event_id": event_id, "occurred_at": client.world.clock.at.isoformat()}
    answer = client.ask(
        "POST", f"/v1/sessions/{SESSION}/events", {"events": [dated]}, query={"scope": TASK}, key=f"k-{token}"
    )
    if answer is None:
        return
    said.acked = client.world.scheduler.steps
    if answer.status != 201:
        said.refused = True
        return
    said.outcome = "accepted"
    _refused_after_the_end(client, said, "an event")


def _write(client: Client, token: str, fields: dict[str, Any]) -> None:
    said = _said(client, token, "memory")
    body = {"type": "semantic", "scope": TASK, **fields}
    said.type = body["type"]
    answer = client.ask("POST", "/v1/memories", body, key=f"k-{token}")
    if answer is None:
        return
    note(client, said, answer.json if answer.status < 300 else None)
    if answer.status < 300:
        _refused_after_the_end(client, said, "a memory")


def _refused_after_the_end(client: Client, said: Said, what: str) -> None:
    """What is sent after the completion was answered is refused, for as long as nothing deletes the task with the note
    of its completion."""
    done = client.model.task_done
    deleted = any(deletion.kind in ("subject", "task") for deletion in client.model.deletions)
    if done is not None and done < said.begun and not deleted:
        client.model.violated("taken by a completed task", f"{what} {said.token}", client.world.scheduler.steps)
