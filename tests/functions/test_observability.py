"""What the functions report, and under whose name."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from shared.runtime import observability


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("POWERTOOLS_METRICS_DISABLED", raising=False)
    monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", "agent-memory-prod")
    observability.metrics.cache_clear()
    observability.logger.cache_clear()
    yield
    observability.metrics.cache_clear()
    observability.logger.cache_clear()


def test_business_metrics_carry_the_name_of_their_stage(capsys: pytest.CaptureFixture[str]) -> None:
    observability.count("MemoryWritten", outcome="created")
    observability.count("DeletionCompleted")
    observability.flush_metrics()
    reported = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(r["service"], r["_aws"]["CloudWatchMetrics"][0]["Namespace"]) for r in reported] == [
        ("agent-memory-prod", "AgentMemory")
    ] * 2
    dimensions = reported[0]["_aws"]["CloudWatchMetrics"][0]["Dimensions"]
    assert {"service", "outcome"} in [set(names) for names in dimensions]


def test_an_internal_error_is_logged_without_its_message(capsys: pytest.CaptureFixture[str]) -> None:
    observability.log_fault(ValueError("the user said something private"), correlation_id="c-1")
    line = capsys.readouterr().out
    assert "private" not in line
    assert json.loads(line)["error"] == "ValueError"


def test_threads_that_count_and_report_at_once_lose_nothing_and_fail_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            list(threads.map(_count_and_report, range(800)))
    finally:
        sys.setswitchinterval(interval)
    reported = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert sum(sum(r.get("MemoryRecalled", ())) for r in reported) == 800
    assert sorted(second for r in reported for second in r.get("IndexLag", ())) == [float(n) for n in range(800)]


def _count_and_report(n: int) -> None:
    observability.count("MemoryRecalled")
    observability.measure_seconds("IndexLag", n)
    observability.flush_metrics()
