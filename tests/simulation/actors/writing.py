"""Writers: statements under keys and without, on all kinds of evidence, again and again."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from tests.simulation.actors.client import CALLERS, Answer, Client
from tests.simulation.engine.world import BEGINNING
from tests.simulation.model import Model, Said, cited_forms, tokens_in

PLACES = ("Berlin", "Paris", "Rome", "Oslo", "Lima", "Cairo", "Delhi", "Quito", "Tunis", "Kyoto")
KEYS = ("home", "office")
# Events that the setting makes; each id is used in one session only.
EVENTS = ("s1/e1", "s1/e2", "s1/e3")
_TAKEN = ("created", "updated", "kept_existing", "conflict", "candidate")
_PLAIN = {"content", "type", "source", "key", "source_event_ids"}
_LONG_AGO = BEGINNING - timedelta(days=2)


def write(client: Client, rolls: random.Random, token: str) -> None:
    """Any statement of the moment."""
    send(client, token, statement(rolls, token, client.user))


def write_key(client: Client, rolls: random.Random, token: str) -> None:
    """Under a key that others write too."""
    body = statement(rolls, token, client.user)
    body |= {"key": "home", "type": "task", "content": f"Home is {rolls.choice(PLACES)} {token}"}
    send(client, token, body)


def write_key_on_event(client: Client, rolls: random.Random, token: str) -> None:
    """Another word under that key, which rests on one event alone."""
    body = {"content": f"Home is {rolls.choice(PLACES)} {token}", "type": "task", "source": "user_stated"}
    send(client, token, {**body, "key": "home", "source_event_ids": [rolls.choice(EVENTS[1:])]})


def write_new_key(client: Client, rolls: random.Random, token: str) -> None:
    """Under a key that nothing lies under at first."""
    body = statement(rolls, token, client.user)
    body |= {"key": "garden", "type": "task", "content": f"The garden is in {rolls.choice(PLACES)} {token}"}
    send(client, token, body)


def write_shared(client: Client, rolls: random.Random, _token: str) -> None:
    """The same words as everybody else, on one's own evidence."""
    body: dict[str, Any] = {"content": "The bench of tok850x is green", "type": "semantic", "source": "user_stated"}
    if rolls.random() < 0.5:
        body["source_event_ids"] = [rolls.choice(EVENTS)]
    send(client, "tok850x", body)


def write_citing(client: Client, rolls: random.Random, token: str) -> None:
    """Rests on one event alone, named in one of the two ways."""
    event = rolls.choice(EVENTS)
    cited = event if rolls.random() < 0.6 else event.partition("/")[2]
    body = {"content": f"The {token} lamp is in {rolls.choice(PLACES)}", "type": "semantic", "source": "user_stated"}
    send(client, token, {**body, "source_event_ids": [cited]})


def write_labelled(client: Client, rolls: random.Random, token: str) -> None:
    send(client, token, statement(rolls, token, client.user) | {"consent_scope": "marketing"})


def write_old(client: Client, rolls: random.Random, token: str) -> None:
    """Evidence of two days ago that is brought in now."""
    send(client, token, statement(rolls, token, client.user) | {"observed_at": _LONG_AGO.isoformat()}, fresh=False)


def write_again(client: Client, rolls: random.Random, token: str) -> None:
    """What was acknowledged before, once more: in the same words, as new evidence or dated as it was."""
    known = [s for statements in client.model.said.values() for s in statements if s.acked and s.owner == client.owner]
    known = [s for s in known if s.place == "memory" and s.outcome in _TAKEN and s.token in client.model.memories]
    if not known:
        return
    deleted = [s for s in known if any(s.token in d.memories | d.whole for d in client.model.deletions)]
    said = rolls.choice(deleted if deleted and rolls.random() < 0.6 else known)
    say_again(client, said, rolls, fresh=rolls.random() < 0.4)


def say_again(client: Client, said: Said, rolls: random.Random, *, fresh: bool) -> None:
    """In the same words as before; unless `fresh`, on evidence from the beginning."""
    body: dict[str, Any] = {
        "content": client.model.memories[said.token], "type": said.type or "semantic", "source": "user_stated",
    }  # fmt: skip
    if not fresh:
        body["observed_at"] = (BEGINNING + timedelta(milliseconds=1)).isoformat()
    elif rolls.random() < 0.5:
        body["source_event_ids"] = [rolls.choice(EVENTS)]
    if said.consent is not None and rolls.random() < 0.7:
        body["consent_scope"] = said.consent
    send(client, said.token, body, fresh=fresh)


def write_batch(client: Client, rolls: random.Random, token: str) -> None:
    """Two statements in one request, the second one under a key."""
    bodies = [statement(rolls, token, client.user) for _ in range(2)]
    bodies[1] |= {"key": "home", "type": "task", "content": f"Home is {rolls.choice(PLACES)} {token} now"}
    statements = [_sent_statement(client, token, body, fresh=True) for body in bodies]
    answer = client.ask("POST", "/v1/memories/batch", {"items": bodies}, key=f"k-{token}")
    if answer is None:
        return
    results = answer.json["results"] if answer.status == 200 else [None, None]
    for said, result in zip(statements, results, strict=True):
        note(client, said, result if answer.status == 200 and result["status"] < 400 else None)


def statement(rolls: random.Random, token: str, user: str) -> dict[str, Any]:
    place = rolls.choice(PLACES)
    body: dict[str, Any] = {"type": "semantic", "source": "user_stated", "content": f"The {token} lamp is in {place}"}
    kind = rolls.randrange(11)
    if kind < 3:
        body |= {"key": rolls.choice(KEYS), "type": "task", "content": f"Home is {place} {token}"}
    elif kind == 3:
        body |= {"source": "external_unverified", "content": f"Perhaps {token} opens in {place}"}
    elif kind == 4:
        body |= {"source": "agent_inferred", "confidence": 0.6, "content": f"{user} seems to like {place} {token}"}
    elif kind == 5:
        body |= {"content": f"Call {token} at +1 415 555 2671 in {place}"}
    elif kind == 6:
        body |= {"type": "preference", "key": "tea", "content": f"Prefers {token} tea from {place}"}
        body |= {"hard_ttl_days": 40} if rolls.random() < 0.5 else {}
    elif kind == 7:
        body |= {"valid_to": "2026-04-01T00:00:00Z"}
    elif kind == 8:
        body |= {
            "type": "task",
            "key": "home",
            "valid_from": "2026-03-01T18:00:00Z",
            "content": f"Home is {place} {token}",
        }
    elif kind == 9 and user in ("ann", "bob"):
        body |= {"scope": f"/org/acme/user/{user}/task/trip"}
    cites = rolls.randrange(5)
    if cites < 2:
        body["source_event_ids"] = [rolls.choice(EVENTS)]
    elif cites == 2:
        body["source_event_ids"] = [rolls.choice(EVENTS).partition("/")[2], rolls.choice(EVENTS)]
    return body


def send(client: Client, token: str, body: Mapping[str, Any], *, fresh: bool = True) -> None:
    """One write with an idempotency key, read again by its writer, and sometimes sent once more much later."""
    said = _sent_statement(client, token, body, fresh=fresh)
    said.dated = datetime.fromisoformat(body["observed_at"]) if "observed_at" in body else None
    key = f"k-{token}-{said.begun}"
    answer = client.ask("POST", "/v1/memories", body, key=key)
    if answer is None:
        return
    memory = note(client, said, answer.json if answer.status < 300 else None)
    if answer.status < 300 and not answer.replayed:
        check_sources(client, said)
    if memory is not None:
        read_own(client, said, memory)
    if answer.status < 300:
        client.world.later.append((client, "POST", "/v1/memories", body, key, answer))


def check_sources(client: Client, said: Said) -> None:
    """What rests on deleted events alone is refused, whatever its date. Who never had a session cites no event of it by
    a bare id."""
    if not any(
        s.place == "event" and s.owner == said.owner for statements in client.model.said.values() for s in statements
    ):
        return
    for deletion in client.model.deletions:
        if deletion.acked is None or deletion.acked > said.begun or deletion.owner != said.owner or not said.cites:
            continue
        if client.model.starts_anew(deletion.owner):
            continue
        if deletion.kind == "session":
            removed = {c for c in said.cites if c.partition("/")[0] in deletion.ids}
        else:
            removed = cited_forms(deletion) if deletion.kind == "event" else set()
        if said.cites <= removed:
            client.model.violated("deleted source cited", f"{said.token} cites {sorted(said.cites)}", said.acked or 0)


def _sent_statement(client: Client, token: str, body: Mapping[str, Any], *, fresh: bool) -> Said:
    cites = frozenset(_whole(id, client.user) for id in body.get("source_event_ids", ()))
    said = Said(
        token, client.owner, "memory", client.world.scheduler.steps, cites, type=body["type"],
        consent=body.get("consent_scope"), fresh=fresh, plain_key=body.get("key") if body.keys() <= _PLAIN else None,
    )  # fmt: skip
    if body["source"] != "user_stated":
        said.plain_key = None
    client.model.said[token].append(said)
    client.model.readers[token] |= readers_of(client.user, client.model)
    return said


def _whole(id: str, user: str) -> str:
    """A bare id names the event of the one session that has it, which is ann's; elsewhere it names no event."""
    return f"s1/{id}" if "/" not in id and user == "ann" else id


def readers_of(user: str, model: Model) -> set[str]:
    """Everybody of the organisation, while something of the user's is being promoted."""
    if CALLERS[user].bound.owner.path in model.sharing:
        return {"ann", "bob", "pia", "boss"}
    return {
        "ann": {"ann", "boss"}, "bob": {"bob", "boss"}, "pia": {"pia", "boss"}, "boss": {"ann", "bob", "pia", "boss"},
        "eve": {"eve"},
    }[user]  # fmt: skip


def note(client: Client, said: Said, result: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """What a write was answered, in the model; the memory that it names, if the text is its own."""
    said.acked = client.world.scheduler.steps
    if result is None:
        said.refused = True
        return None
    said.outcome = result["outcome"]
    memory: Mapping[str, Any] | None = result["memory"]
    if memory is None or said.token not in tokens_in(memory["content"]):
        return None
    said.memory_id, said.version = memory["memory_id"], memory["version"]
    if said.place == "memory":
        client.model.memories[said.token] = memory["content"]
    return memory


def read_own(client: Client, said: Said, memory: Mapping[str, Any]) -> None:
    """A client reads what it has written, unless a deletion explains why not."""
    scope = {"scope": memory["scope"]} if memory["scope"] != client.caller.bound.path else ""
    answer: Answer | None = client.ask("GET", f"/v1/memories/{memory['memory_id']}", query=scope, tries=2)
    if answer is None or client.model.may_be_deleted(said.token) or said.token in client.model.judged:
        return
    step = client.world.scheduler.steps
    if said.token in client.model.withdrawn:
        return
    if answer.status != 200:
        if not client.model.waits_behind_a_deletion(said):
            client.model.violated("own write not read", f"{said.token} of {client.user}: {answer.status}", step)
    elif answer.json["version"] < memory["version"] and not _was_scheduled(answer.json):
        client.model.violated("own write not read", f"{said.token}: version {answer.json['version']} is older", step)


def _was_scheduled(memory: Mapping[str, Any]) -> bool:
    """Whether it was written for a later day, which may have come meanwhile: its number is that of its writing."""
    begins, written = (datetime.fromisoformat(memory[name]) for name in ("valid_from", "updated_at"))
    return begins - written > timedelta(minutes=1)
