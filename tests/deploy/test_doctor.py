"""`make doctor` against the deployed stage: what is good reads as good, what is broken is found, and what cannot be
asked is never taken for good."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import boto3
import pytest
from botocore.client import BaseClient

from infra.operations.doctor.__main__ import CHECKS, main
from infra.operations.stage import the_stage
from shared.ports import Remove
from tests.deploy.adapter import REGION
from tests.deploy.system import System, system


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    with system(tmp_path_factory.mktemp("doctor")) as made:
        yield made


@pytest.fixture
def ask(running: System, capsys: pytest.CaptureFixture[str]) -> Any:
    def asked(*names: str) -> tuple[int, str]:
        capsys.readouterr()
        status = main(["--stage", "dev", *(part for name in names for part in ("--only", name))])
        return status, capsys.readouterr().out

    return asked


def alarm(running: System, name: str, state: str) -> None:
    client = boto3.client("cloudwatch", region_name=REGION)
    client.put_metric_alarm(
        AlarmName=name, MetricName="m", Namespace="n", Period=60, EvaluationPeriods=1, Threshold=1, Statistic="Sum",
        ComparisonOperator="GreaterThanThreshold", AlarmActions=[running.deployed.outputs["AlarmTopicArn"]],
    )  # fmt: skip
    client.set_alarm_state(AlarmName=name, StateValue=state, StateReason="a test")


def test_a_topic_that_nobody_listens_to_is_a_fault(running: System, ask: Any) -> None:
    status, said = ask("subscriptions")
    assert (status, "FAILED   somebody is told of alarms: 0 confirmed" in said) == (1, True)
    topic = running.deployed.outputs["AlarmTopicArn"]
    boto3.client("sns", region_name=REGION).subscribe(
        TopicArn=topic, Protocol="email", Endpoint="oncall@example.org", ReturnSubscriptionArn=True
    )
    status, said = ask("subscriptions")
    assert (status, "1 confirmed subscriptions" in said) == (0, True)


def test_alarms_are_ok_or_named(running: System, ask: Any) -> None:
    assert ask("alarms")[0] == 1  # none tells the topic
    alarm(running, "sound", "OK")
    assert ask("alarms") == (0, "ok       no alarm rings: all 1 are OK\n")
    alarm(running, "loud", "ALARM")
    alarm(running, "new", "INSUFFICIENT_DATA")
    status, said = ask("alarms")
    assert status == 1
    assert "1 ring: loud" in said
    assert "1 have no data (a fault, an hour after the deployment): new" in said


def test_recovery_and_rotation_are_on_as_the_template_says(running: System, ask: Any) -> None:
    from moto.kms.models import kms_backends

    for key in kms_backends["123456789012"][REGION].keys.values():
        # moto's CloudFormation keeps a policy in a form that moto itself cannot read.
        key.policy = key.policy if isinstance(key.policy, str) else json.dumps(key.policy)
    status, said = ask("recovery", "keys")
    assert status == 0, said
    assert said.count("ok ") == 3
    name = running.deployed.outputs["LedgerTable"]
    boto3.client("dynamodb", region_name=REGION).update_continuous_backups(
        TableName=name, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": False}
    )
    status, said = ask("recovery")
    assert (status, "off for LedgerTable" in said) == (1, True)


def test_a_calibration_that_nobody_measured_is_said(ask: Any) -> None:
    status, said = ask("served")
    assert status == 1
    assert "ok       the tables are served: tables of the stack's own: ok" in said
    assert "FAILED   calibration: assumed (amazon.titan-embed-text-v2:0, 1024 numbers)" in said
    assert "make calibrate" in said


def test_the_index_is_compared_with_the_tables(running: System, ask: Any) -> None:
    ann = running.user("ann")
    ids = []
    for key in ("tea", "coffee"):
        body = {"content": f"Ann likes {key}", "type": "semantic", "source": "user_stated", "key": key}
        ids.append(ann("POST", "/v1/memories", body).body["memory"]["memory_id"])
    running.settle()
    assert ask("index") == (0, "ok       the index equals the tables: 2 of 2 memories are in it\n")
    running.search.index.apply([Remove(ids[0], "acme")])
    status, said = ask("index")
    sent = "advice   the index equals the tables: 2 of 2 memories are in it, 1 of them were missing and have been sent"
    assert (status, said.splitlines()[0]) == (0, sent)
    running.search.index.apply([Remove(ids[0], "acme")])
    running.search.poisoned.add(ids[0])
    try:
        status, said = ask("index")
    finally:
        running.search.poisoned.clear()
    assert (status, "FAILED" in said, "1 of 2 memories are in it" in said, ids[0] in said) == (1, True, True, True)
    assert "make rebuild-index FUNCTION=" in said


def test_an_index_that_does_not_answer_is_unknown_and_not_good(
    running: System, ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infra.operations.rebuild_index.FIRST_PAUSE_S", 0)
    running.search.down = True
    try:
        status, said = ask("index")
    finally:
        running.search.down = False
    assert (status, said.startswith("UNKNOWN  the index equals the tables")) == (1, True)


def test_logs_end_and_protection_is_advice(ask: Any) -> None:
    status, said = ask("logs", "protection")
    assert status == 0, said
    assert "log retention: 14 days" in said
    assert "advice   protection against deletion: off" in said


def test_what_cannot_be_asked_is_unknown_and_ends_with_1(ask: Any) -> None:
    """Neither is drift known to the imitation, nor has the caller every right."""
    original = BaseClient._make_api_call  # type: ignore[attr-defined]

    def refused(client: Any, operation: str, arguments: Any) -> Any:
        if operation in ("DetectStackDrift", "GetFunctionConcurrency"):
            from botocore.exceptions import ClientError

            raise ClientError({"Error": {"Code": "AccessDenied", "Message": ""}}, operation)
        return original(client, operation, arguments)

    with patch.object(BaseClient, "_make_api_call", refused):
        status, said = ask("drift", "concurrency")
    assert status == 1
    assert "UNKNOWN  drift: cannot be asked: AccessDenied" in said
    assert "UNKNOWN  concurrency: cannot be asked: AccessDenied" in said


def test_drift_is_waited_for_and_named(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    original = BaseClient._make_api_call  # type: ignore[attr-defined]
    states = iter(["DETECTION_IN_PROGRESS", "DETECTION_COMPLETE"])
    changed = {"LogicalResourceId": "ApiStage", "StackResourceDriftStatus": "MODIFIED"}
    answers: dict[str, Any] = {
        "DetectStackDrift": lambda: {"StackDriftDetectionId": "d"},
        "DescribeStackDriftDetectionStatus": lambda: {"DetectionStatus": next(states)},
        "DescribeStackResourceDrifts": lambda: {"StackResourceDrifts": [changed]},
    }

    def answered(client: Any, operation: str, arguments: Any) -> Any:
        return answers[operation]() if operation in answers else original(client, operation, arguments)

    monkeypatch.setattr("infra.operations.doctor.account_checks.POLL_S", 0.0)
    with patch.object(BaseClient, "_make_api_call", answered):
        status, said = ask("drift")
    assert (status, "changed beside it: ApiStage (modified)" in said) == (1, True)


def test_a_stage_that_is_not_there_is_said_so(running: System, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--stage", "prod"]) == 1
    assert "there is no stack agent-memory-prod in us-east-1" in capsys.readouterr().err


def test_the_stage_knows_its_functions_and_every_question_of_the_checklist_has_a_check(running: System) -> None:
    stage = the_stage("dev")
    assert set(stage.functions) == set(running.deployed.functions)
    assert set(CHECKS) == {
        "subscriptions", "alarms", "recovery", "keys", "served", "models", "index", "drift", "concurrency", "logs",
        "protection",
    }  # fmt: skip
