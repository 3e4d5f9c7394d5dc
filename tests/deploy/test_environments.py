"""Functions are called in one thread while moto's state machine makes clients in others."""

from __future__ import annotations

import os

from tests.deploy.lambdas import environment_of


def test_a_function_has_its_variables_beside_those_of_the_process_and_leaves_none() -> None:
    before = dict(os.environ)
    with environment_of({"ONLY_HERE": "1"}):
        assert dict(os.environ) == before | {"ONLY_HERE": "1"}
    assert dict(os.environ) == before


def test_who_reads_all_variables_while_a_function_ends_misses_none() -> None:
    """As `urllib.request.getproxies` does, whenever a client is made."""
    with environment_of({"ONLY_HERE": "1"}):
        reading = iter(os.environ.items())
        next(reading)
    assert ("ONLY_HERE", "1") in list(reading)
