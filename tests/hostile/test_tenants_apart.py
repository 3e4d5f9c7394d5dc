"""Callers who name what is not theirs: nothing of it is shown, hinted at, or changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from shared.contracts.routes import ROUTES
from shared.domain.errors import ForbiddenScope, NotFound
from shared.usecases.recall.recall import recall
from tests.builders import a_world
from tests.hostile.fields import fields, unknown
from tests.hostile.probes import Probe, probes
from tests.hostile.probing import ATTACKERS, Leak, Probing
from tests.hostile.victims import exported

# One request of so many is sent, beginning with the first; `make hostile` sends all.
EACH = int(os.environ.get("HOSTILE_EACH", "29"))


@pytest.fixture(scope="module")
def probing() -> Iterator[Probing]:
    with a_world() as world:
        yield Probing(world)


def every(step: int) -> Callable[[Probe], bool]:
    numbers = count()
    return lambda probe: next(numbers) % step == 0


def named(text: str) -> Callable[[Probe], bool]:
    return lambda probe: text in probe.name


def first_of(leaks: list[Leak]) -> str:
    return "\n".join(map(str, leaks[:10]))


def test_every_field_that_names_something_is_probed(probing: Probing) -> None:
    assert unknown() == []
    victim, mine = probing.victims[0], probing.mine["ownbob"]
    sent = list(probes(victim, mine))
    for route in ROUTES:
        for field in fields(route):
            if field.names and not route.open:
                wanted = "cursor" if field.names == "cursor" else f"{field.place} {field.at}"
                assert any(p.route == route.key and wanted in p.name for p in sent), field
    assert {probe.route for probe in sent} == {route.key for route in ROUTES if not route.open}


def test_nothing_of_another_tenant_user_or_task_leaks_in_a_thousand_requests(probing: Probing) -> None:
    before = [exported(probing.gate, victim) for victim in probing.victims]
    begun = probing.sent
    leaks = probing.leaks(every(EACH))
    assert not leaks, first_of(leaks)
    assert probing.sent - begun >= 1000
    assert [exported(probing.gate, victim) for victim in probing.victims] == before


# --- The probe finds what it is for


def test_a_read_that_asks_nobody_is_found(probing: Probing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.usecases.reading.read_memories.may_read", anything)
    leaks = probing.leaks(named("GET /v1/memories | query scope"))
    assert {leak.who for leak in leaks} == set(ATTACKERS)
    assert any("shows quaxgus" in leak.what for leak in leaks)


def test_a_write_that_asks_nobody_is_found(probing: Probing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.usecases.sessions.open_session.may_write", anything)
    assert any("changed" in leak.what for leak in probing.leaks(named("POST /v1/sessions | body scope")))


def test_a_refusal_that_tells_whether_an_id_is_there_is_found(
    probing: Probing, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    def telling(services: Any, caller: Any, scope: Any, session_id: str) -> Any:
        if scope is not None and session_id.startswith("quax"):
            raise ForbiddenScope("this scope is not open to the caller")
        raise NotFound("there is no such session in this scope")

    monkeypatch.setattr("functions.api.sessions.get_session", telling)
    leaks = probing.leaks(named("GET /v1/sessions/{session_id} | path session_id"))
    assert any("is not what nobody's id gets" in leak.what for leak in leaks)


def test_a_record_that_lies_in_the_wrong_scope_is_found(probing: Probing, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recall that lets every scope into its filter."""
    victim = probing.victims[0].caller

    def as_the_victim(services: Any, caller: Any, *rest: Any, **more: Any) -> Any:
        return recall(services, replace(caller, org=victim.org, subject=victim.subject, bound=victim.bound), *rest)

    monkeypatch.setattr("functions.api.recall.recall", as_the_victim)
    assert any("shows quaxann" in leak.what for leak in probing.leaks(named("POST /v1/recall | body purpose")))


def anything(caller: Any, target: Any, *rest: Any) -> Any:
    return target or caller.bound
