"""When the service says that it has come to rest."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, cast

import pytest

from local import controls as controls_module
from local.aws.function_log import FunctionLog
from local.aws.pump import Progress, Pump
from local.aws.workflow import LocalDeletionWorkflow
from local.clock import MovableClock
from local.controls import Controls
from local.faults import Faults, Health, Part
from local.http.events import Answer, Request


class Work:
    """A pump and a workflow in one, in whatever state a test puts them."""

    def __init__(self) -> None:
        self.pending = False
        self.failures = 0
        self.unfinished = 0
        self.hurried_pump = 0

    def progress(self) -> Progress:
        return Progress(self.pending, self.failures)

    @contextmanager
    def hurried(self) -> Iterator[None]:
        self.hurried_pump += 1
        yield

    def wait_until_finished(self, timeout_s: float) -> bool:
        until = time.monotonic() + timeout_s
        while self.unfinished and time.monotonic() < until:
            time.sleep(0.001)
        return not self.unfinished


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
def faults() -> Faults:
    return Faults(time.sleep)


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
def controls(work: Work, faults: Faults, clock: MovableClock) -> Controls:
    return Controls(clock, faults, cast("Pump", work), cast("LocalDeletionWorkflow", work), lambda: {"applied": {}})


def post(controls: Controls, path: str, body: Any = None) -> Answer:
    raw = b"" if body is None else json.dumps(body).encode()
    answer = controls(Request("POST", f"/local/{path}", [], raw, "id", "127.0.0.1", datetime.now(UTC)))
    assert answer is not None
    return answer


def test_at_rest_it_says_so_at_once(controls: Controls) -> None:
    assert json.loads(post(controls, "settle").body) == {"settled": True, "pending": False}


def test_it_waits_for_the_pump_before_it_skips_the_workflows_waits(
    controls: Controls, work: Work, clock: MovableClock
) -> None:
    work.pending, work.unfinished = True, 1
    order: list[str] = []

    def run() -> None:
        clock.sleep(1000)
        order.append("workflow waited")
        work.unfinished = 0

    thread = threading.Thread(target=run)
    thread.start()

    def drain() -> None:
        time.sleep(0.2)
        order.append("pump drained")
        work.pending = False

    threading.Thread(target=drain).start()
    assert post(controls, "settle").status == 200
    thread.join()
    assert order == ["pump drained", "workflow waited"]


def test_a_service_that_does_not_come_to_rest_is_a_503_in_bounded_time(
    controls: Controls, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(controls_module, "SETTLE_S", 0.3)
    work.pending, work.failures = True, 99
    started = time.monotonic()
    answer = post(controls, "settle")
    assert answer.status == 503
    assert ("retry-after", "2") in answer.headers
    assert time.monotonic() - started < 2
    work.pending, work.unfinished = False, 1
    assert post(controls, "settle").status == 503


def test_settling_does_not_wait_for_an_outage_that_was_set(controls: Controls, work: Work, faults: Faults) -> None:
    faults.set({Part.SEARCH: Health.DOWN})
    work.pending, work.failures = True, controls_module.BLOCKED_AFTER
    assert json.loads(post(controls, "settle").body) == {"settled": False, "pending": True}


def test_only_posts_are_controls(controls: Controls) -> None:
    for method, path in (("GET", "settle"), ("PUT", "clock"), ("POST", "settle/"), ("POST", "x")):
        asked = Request(method, f"/local/{path}", [], b"", "id", "127.0.0.1", datetime.now(UTC))
        assert controls(asked) is None


def test_the_scheduled_pass_returns_its_report(controls: Controls) -> None:
    assert json.loads(post(controls, "gc", {}).body) == {"applied": {}}


def test_lines_of_many_threads_stay_whole_and_the_file_small(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("local.aws.function_log.MAX_BYTES", 12_000)
    log = FunctionLog(tmp_path / "functions.log")

    def work(n: int) -> None:
        for _ in range(500):
            print(f'{{"n": {n}}}', end="", file=log)
            print(file=log)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("a lone surrogate \ud800", file=log)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["functions.log", "functions.log.1"]
    assert all(file.stat().st_size <= 12_000 for file in files)
    lines = files[1].read_text().splitlines()
    assert {json.loads(line)["n"] for line in lines} <= {0, 1, 2, 3}
