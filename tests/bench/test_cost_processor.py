"""The command by which the size of the function `write` was chosen."""

from __future__ import annotations

from bench.cost.prices import read_prices
from bench.cost.processor import milliseconds_a_write, peak_megabytes


def test_the_processor_time_of_a_write_is_less_than_all_of_the_process() -> None:
    times = milliseconds_a_write(writes=3)
    assert len(times) == 3
    assert min(times) > 0


def test_the_function_that_writes_needs_half_of_its_memory_at_most() -> None:
    assert 30 < peak_megabytes(writes=8, batch=4) < read_prices().assumed["write_gigabytes"] * 1024 / 2
