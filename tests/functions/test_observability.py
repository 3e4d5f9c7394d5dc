"""What the functions report, and under whose name."""

from __future__ import annotations

import json
from collections.abc import Iterator

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
