"""The ages of background work, as CloudWatch measures them: one request for all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Protocol

from botocore.exceptions import BotoCoreError, ClientError

from shared.domain.audit.waiting_work import WaitingWork, Work
from shared.domain.errors import Unavailable
from shared.ports import Clock

# A queue reports once a minute, some minutes late; what is older says nothing about now.
_LOOKED_BACK = timedelta(minutes=15)
_PERIOD_S = 60


class CloudWatch(Protocol):
    """The part of the client that is used."""

    def get_metric_data(self, **arguments: Any) -> Any: ...


class CloudWatchGauge:
    """`names`: of the index function, and of the queues of retrievals and of the work about sessions. `client`: one
    that does not retry for long, since a person waits for the answer."""

    def __init__(self, client: CloudWatch, names: Mapping[Work, str], clock: Clock) -> None:
        self._client = client
        self._names = names
        self._clock = clock

    def oldest(self) -> Sequence[WaitingWork]:
        now = self._clock.now()
        try:
            answer = self._client.get_metric_data(
                MetricDataQueries=[_query(work, name) for work, name in self._names.items()],
                StartTime=now - _LOOKED_BACK,
                EndTime=now,
                ScanBy="TimestampDescending",
            )
        except (ClientError, BotoCoreError) as error:
            raise Unavailable("the ages of background work cannot be read") from error
        newest = {one["Id"]: one["Values"][0] for one in answer["MetricDataResults"] if one["Values"]}
        return [WaitingWork(work, _seconds(work, newest.get(work.value))) for work in Work]


def _query(work: Work, name: str) -> dict[str, Any]:
    """A queue measures its oldest message; the function that reads the stream measures the last change of a batch."""
    if work is Work.INDEX:
        namespace, metric, dimension = "AWS/Lambda", "IteratorAge", "FunctionName"
    else:
        namespace, metric, dimension = "AWS/SQS", "ApproximateAgeOfOldestMessage", "QueueName"
    measured = {"Namespace": namespace, "MetricName": metric, "Dimensions": [{"Name": dimension, "Value": name}]}
    return {"Id": work.value, "MetricStat": {"Metric": measured, "Period": _PERIOD_S, "Stat": "Maximum"}}


def _seconds(work: Work, value: float | None) -> float | None:
    if value is None:
        return None
    return max(0.0, value / 1000 if work is Work.INDEX else value)
