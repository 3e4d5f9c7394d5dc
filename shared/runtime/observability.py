"""Logs, with ids and never content, and business metrics."""

from __future__ import annotations

import os
import threading
import traceback
from collections.abc import Iterable
from functools import cache

from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit

from shared.runtime.counting.exposition import TALLY

NAMESPACE = "AgentMemory"
# The collected metrics belong to the process. In Lambda one request at a time adds to them and empties them; the
# laptop's service does both from many threads, and one that found them emptied by another would fail its own request.
_COLLECTED = threading.Lock()


@cache
def logger() -> Logger:
    return Logger(service=_service())


@cache
def metrics() -> Metrics:
    return Metrics(namespace=NAMESPACE, service=_service())


def _service() -> str:
    """One name for each stage: two stages in one account never mix, in the logs or in the metrics' `service`."""
    return os.environ.get("POWERTOOLS_SERVICE_NAME", "agent-memory")


def count(name: str, value: int = 1, **dimensions: str) -> None:
    """Business events of one name, such as `MemoryWritten` with its outcome."""
    TALLY.add(name, value, dimensions)
    if not dimensions:
        with _COLLECTED:
            metrics().add_metric(name=name, unit=MetricUnit.Count, value=value)
        return
    from aws_lambda_powertools import single_metric

    with single_metric(name=name, unit=MetricUnit.Count, value=value, namespace=NAMESPACE) as metric:
        for dimension, text in {"service": _service(), **dimensions}.items():
            metric.add_dimension(name=dimension, value=text)


def count_blocked(kinds: Iterable[str]) -> None:
    """What was refused because it must not be stored in the clear: in all, which an alarm watches, and by kind."""
    found = tuple(kinds)
    if found:
        count("SensitiveBlocked")
    for kind in found:
        count("WriteBlocked", kind=kind)


def measure_seconds(name: str, value: float) -> None:
    """A duration: its maximum and its percentiles are meaningful, its sum is not."""
    with _COLLECTED:
        metrics().add_metric(name=name, unit=MetricUnit.Seconds, value=value)


def log_fault(error: BaseException, **ids: object) -> None:
    """Logs an internal error once: its class and where it arose. Its message may quote content, so it is left out."""
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
    logger().error("fault", extra={"error": type(error).__name__, "where": where, **ids})


def flush_metrics() -> None:
    with _COLLECTED:
        if metrics().metric_set:
            metrics().flush_metrics()
