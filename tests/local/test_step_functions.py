"""Starting the deletion workflow in AWS."""

from __future__ import annotations

import json
import re
from typing import Any, cast

import pytest
from botocore.exceptions import ClientError, EndpointConnectionError
from hypothesis import given
from hypothesis import strategies as st
from mypy_boto3_stepfunctions import SFNClient

from shared.adapters.workflow.stepfunctions import StepFunctionsDeletionWorkflow, execution_name
from shared.domain.errors import Unavailable

ARN = "arn:aws:states:eu-west-1:123456789012:stateMachine:deletion"


class Machine:
    """Step Functions as far as names go."""

    def __init__(self) -> None:
        self.started: dict[str, dict[str, Any]] = {}
        self.raises: Exception | None = None

    def start_execution(self, **asked: Any) -> dict[str, Any]:
        if self.raises:
            raise self.raises
        if asked["name"] in self.started:
            raise ClientError({"Error": {"Code": "ExecutionAlreadyExists", "Message": ""}}, "StartExecution")
        self.started[asked["name"]] = asked
        return {}


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def workflow(machine: Machine) -> StepFunctionsDeletionWorkflow:
    return StepFunctionsDeletionWorkflow(cast("SFNClient", machine), ARN)


def test_one_attempt_is_one_execution(workflow: StepFunctionsDeletionWorkflow, machine: Machine) -> None:
    for _ in range(2):
        workflow.start("/org/acme/user/小明", "r 1", 1)
    workflow.start("/org/acme/user/小明", "r 1", 2)
    assert [json.loads(asked["input"]) for asked in machine.started.values()] == [
        {"owner": "/org/acme/user/小明", "request_id": "r 1", "attempt": 1, "part": 0},
        {"owner": "/org/acme/user/小明", "request_id": "r 1", "attempt": 2, "part": 0},
    ]
    assert {asked["stateMachineArn"] for asked in machine.started.values()} == {ARN}


@pytest.mark.parametrize(
    "error",
    [
        ClientError({"Error": {"Code": "ThrottlingException", "Message": ""}}, "StartExecution"),
        ClientError({"Error": {"Code": "StateMachineDoesNotExist", "Message": ""}}, "StartExecution"),
        EndpointConnectionError(endpoint_url="https://states"),
    ],
)
def test_an_error_that_prevents_the_start_is_an_outage(
    workflow: StepFunctionsDeletionWorkflow, machine: Machine, error: Exception
) -> None:
    machine.raises = error
    with pytest.raises(Unavailable):
        workflow.start("/org/acme", "r", 1)


@given(st.text(), st.text(max_size=128), st.integers(1, 10**6))
def test_every_request_has_a_name_that_step_functions_accepts(owner: str, request_id: str, attempt: int) -> None:
    try:
        owner.encode(), request_id.encode()
    except UnicodeEncodeError:
        return
    assert re.fullmatch(r"[0-9a-f]{48}-[0-9]{1,7}", execution_name(owner, request_id, attempt))


def test_names_of_different_owners_and_requests_differ() -> None:
    assert execution_name("/org/a", "b", 1) != execution_name("/org/ab", "", 1)
    assert execution_name("/org/a", "b", 1) != execution_name("/org/a", "b", 11)
