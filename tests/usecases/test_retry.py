"""What lost the race is tried again, and given up after as many attempts as were allowed."""

from __future__ import annotations

import pytest

from shared.domain.errors import NotFound, Unavailable
from shared.records import keys
from shared.records.store.record import CheckFailed, Present
from shared.usecases.retry import until_committed
from tests.builders import ANN


class Race:
    """Lost the first `losses` times, then won."""

    def __init__(self, losses: int) -> None:
        self.losses = losses
        self.runs = 0

    def run(self) -> int:
        self.runs += 1
        if self.runs <= self.losses:
            raise CheckFailed(Present(keys.barrier(ANN)), None)
        return self.runs


@pytest.mark.parametrize("losses", [0, 1, 2])
def test_the_first_attempt_that_wins_is_the_answer(losses: int) -> None:
    race = Race(losses)
    assert until_committed(race.run, 3, "too many") == losses + 1
    assert race.runs == losses + 1


def test_a_race_that_is_always_lost_ends_as_unavailable() -> None:
    race = Race(losses=3)
    with pytest.raises(Unavailable, match="too many"):
        until_committed(race.run, 3, "too many")
    assert race.runs == 3


def test_a_refusal_is_not_tried_again() -> None:
    runs = []

    def refused() -> None:
        runs.append(1)
        raise NotFound("it is gone")

    with pytest.raises(NotFound):
        until_committed(refused, 3, "too many")
    assert len(runs) == 1
