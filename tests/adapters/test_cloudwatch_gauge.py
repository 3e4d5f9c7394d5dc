"""Ages of background work, from the real client against moto's CloudWatch."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import boto3
import pytest
from botocore.config import Config
from moto import mock_aws

from shared.adapters.queues.cloudwatch_gauge import CloudWatchGauge
from shared.adapters.system import SystemClock
from shared.domain.audit.waiting_work import WaitingWork, Work
from shared.domain.errors import Unavailable

NAMES = {Work.INDEX: "index-function", Work.RETRIEVALS: "retrievals-queue", Work.SESSIONS: "sessions-queue"}


@pytest.fixture
def cloudwatch() -> Iterator[Any]:
    with mock_aws():
        yield boto3.client("cloudwatch", region_name="eu-central-1")


def put(client: Any, namespace: str, metric: str, dimension: tuple[str, str], value: float, minutes_ago: int) -> None:
    name, of = dimension
    data = {
        "MetricName": metric,
        "Dimensions": [{"Name": name, "Value": of}],
        "Value": value,
        "Timestamp": SystemClock().now() - timedelta(minutes=minutes_ago),
    }
    client.put_metric_data(Namespace=namespace, MetricData=[data])


def test_the_newest_measurement_of_each_kind_counts_in_seconds(cloudwatch: Any) -> None:
    index, queue = ("FunctionName", "index-function"), ("QueueName", "retrievals-queue")
    put(cloudwatch, "AWS/Lambda", "IteratorAge", index, 2500, minutes_ago=2)
    put(cloudwatch, "AWS/SQS", "ApproximateAgeOfOldestMessage", queue, 900, minutes_ago=9)
    put(cloudwatch, "AWS/SQS", "ApproximateAgeOfOldestMessage", queue, 40, minutes_ago=3)
    put(cloudwatch, "AWS/SQS", "ApproximateAgeOfOldestMessage", ("QueueName", "another"), 7, minutes_ago=1)
    found = CloudWatchGauge(cloudwatch, NAMES, SystemClock()).oldest()
    assert found == [
        WaitingWork(Work.INDEX, 2.5),
        WaitingWork(Work.RETRIEVALS, 40.0),
        WaitingWork(Work.SESSIONS, None),
    ]


def test_an_old_measurement_says_nothing_about_now(cloudwatch: Any) -> None:
    queue = ("QueueName", "sessions-queue")
    put(cloudwatch, "AWS/SQS", "ApproximateAgeOfOldestMessage", queue, 900, minutes_ago=40)
    assert [one.oldest_seconds for one in CloudWatchGauge(cloudwatch, NAMES, SystemClock()).oldest()] == [None] * 3


def test_a_measurement_that_cannot_be_read_is_unavailable() -> None:
    unreachable = boto3.client(
        "cloudwatch",
        region_name="eu-central-1",
        endpoint_url="http://127.0.0.1:1",
        aws_access_key_id="any",
        aws_secret_access_key="any",
        config=Config(connect_timeout=1, retries={"total_max_attempts": 1}),
    )
    with pytest.raises(Unavailable):
        CloudWatchGauge(unreachable, NAMES, SystemClock()).oldest()
