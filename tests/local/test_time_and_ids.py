"""The movable clock and the ids that sort by time."""

from __future__ import annotations

import threading
import time
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from local.clock import FURTHEST, MovableClock, TooFar
from shared.adapters.system import SystemClock, UuidV7Ids


class FixedClock:
    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_ids_are_uuids_of_version_7_with_their_time() -> None:
    id = uuid.UUID(UuidV7Ids(FixedClock(NOON)).new())
    assert (id.version, id.variant) == (7, uuid.RFC_4122)
    assert id.int >> 80 == int(NOON.timestamp() * 1000)


def test_ids_rise_within_one_millisecond_and_when_the_clock_is_set_back() -> None:
    clock = FixedClock(NOON)
    ids = UuidV7Ids(clock)
    made = [ids.new() for _ in range(1000)]
    clock.at = NOON - timedelta(hours=1)
    made += [ids.new() for _ in range(1000)]
    clock.at = NOON + timedelta(milliseconds=1)
    made.append(ids.new())
    assert made == sorted(made)
    assert len(set(made)) == len(made)


def test_ids_rise_when_a_milliseconds_randomness_runs_out() -> None:
    ids = UuidV7Ids(FixedClock(NOON), random_bits=lambda bits: (1 << bits) - 1)
    ids._milliseconds, ids._random = int(NOON.timestamp() * 1000), (1 << 74) - 2
    made = [ids.new() for _ in range(5)]
    assert made == sorted(set(made))
    assert all(uuid.UUID(id).version == 7 for id in made)


def test_ids_of_many_threads_are_unique_and_rise_in_each() -> None:
    ids, found = UuidV7Ids(SystemClock()), list[list[str]]()

    def work() -> None:
        found.append([ids.new() for _ in range(2000)])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(made == sorted(made) for made in found)
    assert len({id for made in found for id in made}) == 8000


def test_the_system_clock_is_aware_and_in_utc() -> None:
    assert SystemClock().now().utcoffset() == timedelta()


def test_the_clock_moves_as_far_as_requested() -> None:
    clock = MovableClock(FixedClock(NOON))
    clock.advance(86400)
    clock.advance(0.5)
    assert clock.now() == NOON + timedelta(days=1, seconds=0.5)


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), 1e18, 10**400])
def test_the_clock_never_goes_back_or_beyond_the_calendar(seconds: float) -> None:
    clock = MovableClock(FixedClock(NOON))
    with pytest.raises(TooFar):
        clock.advance(seconds)
    assert clock.now() == NOON


def test_many_steps_do_not_add_up_beyond_the_calendar() -> None:
    clock = MovableClock(FixedClock(NOON))
    clock.advance(FURTHEST.total_seconds())
    with pytest.raises(TooFar):
        clock.advance(1)


def slept(clock: MovableClock, seconds: float, wanted: bool = True) -> threading.Thread:
    thread = threading.Thread(target=clock.sleep, args=(seconds, lambda: wanted), daemon=True)
    thread.start()
    return thread


def test_a_sleeper_wakes_when_the_clock_is_moved_past_its_time_and_not_before() -> None:
    clock = MovableClock()
    thread = slept(clock, 1000)
    clock.advance(900)
    thread.join(0.1)
    assert thread.is_alive()
    clock.advance(200)
    thread.join(2)
    assert not thread.is_alive()


def test_a_sleeper_really_sleeps_when_nobody_moves_the_clock() -> None:
    started = time.monotonic()
    MovableClock().sleep(0.2)
    assert time.monotonic() - started >= 0.19


def test_hurry_wakes_sleepers_and_prevents_new_sleep() -> None:
    clock = MovableClock()
    thread = slept(clock, 1000)
    with clock.hurry():
        thread.join(2)
        assert not thread.is_alive()
        clock.sleep(1000)
    later = slept(clock, 1000)
    later.join(0.1)
    assert later.is_alive()
    clock.stop()
    later.join(2)
    assert not later.is_alive()


def test_a_cancelled_sleep_ends() -> None:
    thread = slept(MovableClock(), 1000, wanted=False)
    thread.join(2)
    assert not thread.is_alive()
