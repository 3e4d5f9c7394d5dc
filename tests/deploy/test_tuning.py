"""Feedback and the thresholds in the deployed form: who counts, who moves and who takes back may do just that."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import boto3
import pytest

from tests.deploy.adapter import REGION
from tests.deploy.system import System, system


@pytest.fixture
def running(tmp_path: Path) -> Iterator[System]:
    with system(tmp_path) as made:
        yield made


def test_feedback_moves_the_thresholds_of_its_organisation_and_an_operator_resets_them(running: System) -> None:
    ann = running.user("ann")
    ops = running.user("ops", memory_scope="/org/acme", roles=["operator", "auditor"])
    written = ann("POST", "/v1/memories", {"content": "Ann drinks tea", "type": "preference", "source": "user_stated"})
    fact = written.body["memory"]["memory_id"]
    running.settle()
    for _ in range(20):
        found = ann("POST", "/v1/recall", {"query": "what does Ann drink?", "min_relevance": 0}).body
        assert [hit["memory"]["memory_id"] for hit in found["memories"]] == [fact]
        reported = ann("POST", "/v1/feedback", {"recall_id": found["recall_id"], "wrong": [fact]})
        assert reported.status == 202, reported.body
    running.settle()
    assert running.run_schedule()["tuned"] == {"false_positives": 1}
    seen = ops("GET", "/v1/metrics").body
    assert (seen["thresholds"]["pull"], seen["feedback"]["false_positive_rate"]) == (0.8, 1.0)
    assert seen["totals"]["recalls_answered"] == 20
    assert ann("POST", "/v1/recall", {"query": "what does Ann drink?"}).status == 200
    assert ops("DELETE", "/v1/tuning").body == {"pull": 0.75, "push": 0.8}
    assert ops("GET", "/v1/audit/verify").body["valid"]
    assert running.permissions.denied == []


def test_degraded_recalls_are_counted_and_the_ages_of_background_work_are_measured(running: System) -> None:
    ann = running.user("ann")
    ops = running.user("ops", memory_scope="/org/acme", roles=["operator"])
    queue = running.deployed.functions["recall"].environment["RETRIEVALS_QUEUE_URL"].rpartition("/")[2]
    at = running.clock.now() - timedelta(minutes=2)
    age = {"MetricName": "ApproximateAgeOfOldestMessage", "Value": 75.0, "Timestamp": at}
    boto3.client("cloudwatch", region_name=REGION).put_metric_data(
        Namespace="AWS/SQS", MetricData=[{**age, "Dimensions": [{"Name": "QueueName", "Value": queue}]}]
    )
    measured = ops("GET", "/v1/metrics/queues")
    assert {one["work"]: one["oldest_seconds"] for one in measured.body["items"]} == {
        "index": None, "retrievals": 75.0, "sessions": None,
    }  # fmt: skip
    assert ann("GET", "/v1/metrics/queues").status == 403
    running.search.down = True
    assert ann("POST", "/v1/recall", {"query": "what does Ann drink?"}).body["degraded"]
    running.search.down = False
    running.settle()
    assert ops("GET", "/v1/metrics").body["totals"]["recalls_degraded"] == 1
    assert running.permissions.denied == []
