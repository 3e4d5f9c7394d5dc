"""Looks for planted faults: how many seeds it takes until the simulation shows something that it does not show without
the fault."""

from __future__ import annotations

from dataclasses import dataclass

from tests.simulation.one_seed import simulate
from tests.simulation.plan_of_duties import PLANS
from tests.simulation.planted import of_deletion, of_duties, of_reading, of_writing
from tests.simulation.planted.patching import Fault, planted

FAULTS: tuple[Fault, ...] = (*of_writing.FAULTS, *of_deletion.FAULTS, *of_reading.FAULTS, *of_duties.FAULTS)


@dataclass(frozen=True, slots=True)
class Found:
    """`seeds` that were played until then, the last of them included."""

    seed: int
    seeds: int
    kinds: frozenset[str]


def look_for(fault: Fault, first: int = 0, most: int = 500) -> Found | None:
    for seed in range(first, first + most):
        kinds = kinds_with(fault, seed)
        if kinds:
            return Found(seed, seed - first + 1, kinds)
    return None


def kinds_with(fault: Fault, seed: int) -> frozenset[str]:
    """The kinds of violations that the fault adds in this seed."""
    plan_of = PLANS[fault.plans]
    with planted(fault):
        shown = simulate(plan_of(seed)).kinds
    return shown - simulate(plan_of(seed)).kinds if shown else shown
