"""The same probes, one after the other in the same stores: what a caller could put there opens nothing to it later."""

from __future__ import annotations

import pytest

from tests.builders import a_world
from tests.hostile.probing import ATTACKERS, Probing
from tests.hostile.test_tenants_apart import EACH, anything, every, first_of, named
from tests.hostile.victims import exported


def test_what_one_request_leaves_behind_opens_nothing_to_the_next() -> None:
    with a_world() as world:
        probing = Probing(world)
        # What somebody does below a victim's scope is the victim's own to see.
        callers = [attacker.caller.bound for attacker in ATTACKERS.values()]
        others = [v for v in probing.victims if not any(v.caller.bound.contains(bound) for bound in callers)]
        assert len(others) == 4
        before = [exported(probing.gate, victim) for victim in others]
        leaks = probing.leaks(every(EACH * 2 + 1), restoring=False)
        assert not leaks, first_of(leaks)
        assert [exported(probing.gate, victim) for victim in others] == before


def test_what_an_administrator_names_where_all_may_read_is_not_what_somebody_else_has_of_that_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only an administrator of the operator's organisation writes to `/global`, and may give a session there any id. A
    list that shows more is found as before."""
    with a_world(operator_org=ATTACKERS["ownivy"].caller.org) as world:
        probing = Probing(world)
        assert not probing.leaks(named("POST /v1/sessions | above"), restoring=False)
        assert any(key.pk == "/global" for key in world.store._records)
        leaks = probing.leaks(named("GET /v1/sessions | above"), restoring=False)
        assert not leaks, first_of(leaks)
        monkeypatch.setattr("shared.usecases.reading.read_memories.may_read", anything)
        leaks = probing.leaks(named("GET /v1/memories | query scope"), restoring=False)
        assert any(leak.what.startswith("shows") for leak in leaks)
