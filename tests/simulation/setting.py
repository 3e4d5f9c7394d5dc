"""What is there before anybody acts: a session with three events, and a few memories."""

from __future__ import annotations

from typing import Any

from tests.simulation.actors.client import Client
from tests.simulation.actors.talking import open_session, send_event
from tests.simulation.actors.tasking import set_up_task
from tests.simulation.actors.writing import send
from tests.simulation.engine.world import World
from tests.simulation.model import Model


def set_up(world: World, model: Model, *, task: bool = False, limited: bool = False) -> None:
    """`task`: there is one too. `limited`: the oldest memory of an owner with a limit is one that matters."""
    ann, bob, boss, pia, eve = (Client(world, model, user) for user in ("ann", "bob", "boss", "pia", "eve"))
    if limited:
        _write(ann, "tok930x", "The deadline of tok930x is in June", importance="high")
    open_session(ann, "s1")
    _say(ann, "e1", "tok901x", "I live in tok901x near Berlin")
    _say(ann, "e2", "tok902x", "Please remember that I prefer tok902x tea", kind="feedback")
    _say(ann, "e3", "tok903x", "The train to tok903x leaves at nine")
    _write(ann, "tok904x", "Home is Berlin tok904x", key="home", type="task", source_event_ids=["s1/e1"])
    _write(ann, "tok905x", "The tok905x lamp stands in Rome", source_event_ids=["s1/e1", "s1/e2"])
    _write(ann, "tok906x", "The shoes of tok906x are blue", consent_scope="marketing")
    _write(ann, "tok911x", "The permit of tok911x is on the desk", hard_ttl_days=40)
    _write(bob, "tok907x", "Home is Oslo tok907x", key="home", type="task")
    _write(boss, "tok908x", "The office is in Lima tok908x", key="office")
    _write(pia, "tok909x", "The gate code of tok909x changes monthly")
    _write(eve, "tok910x", "Home is Cairo tok910x", key="home", type="task")
    if task:
        set_up_task(ann)
    world.settle()


def _say(client: Client, event_id: str, token: str, content: str, **more: Any) -> None:
    send_event(client, "s1", event_id, token, {"role": "user", "content": content, **more})


def _write(client: Client, token: str, content: str, **fields: Any) -> None:
    send(client, token, {"content": content, "type": "semantic", "source": "user_stated", **fields})
