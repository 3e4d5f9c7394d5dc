"""The simulation bites: a few planted faults that show at once; all of them by `make simulate-faults`."""

from __future__ import annotations

import pytest

from tests.simulation.planted.patching import Fault, planted
from tests.simulation.planted.search import FAULTS, look_for

QUICK = (
    "audit-left-out", "audit-unchained", "edge-left-out", "idempotency-forgotten", "index-not-purged", "number-again",
    "pointer-left", "read-through-the-barrier", "last-action-dropped", "held-and-started", "feed-shows-selected",
)  # fmt: skip


@pytest.mark.parametrize("name", QUICK)
def test_a_planted_fault_is_found_in_a_few_seeds(name: str) -> None:
    (fault,) = [one for one in FAULTS if one.name == name]
    found = look_for(fault, first=0, most=30)
    assert found is not None
    assert found.kinds


def test_there_are_many_faults_each_with_a_name_of_its_own() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 25


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_names_its_place_in_the_product_and_restores_it(fault: Fault) -> None:
    with planted(fault):
        pass
    with planted(fault):
        pass


def test_a_fault_without_a_place_is_an_error() -> None:
    nowhere = Fault("nowhere", "nothing", "shared.usecases.retry:no_such_function", lambda original: original)
    with pytest.raises(AttributeError), planted(nowhere):
        pass
