"""Invariants of the committed state machine. What it does is shown where it runs: tests/local and tests/deploy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from functions.events.deletion_step import HANDS_OVER_AFTER_S, WORKS_S
from infra.functions.plans import plans
from infra.settings import DeploymentSettings
from infra.work.deletion import DEFINITION, STEP_FUNCTION
from shared.domain.deletion.barrier import DeletionPolicy, Target
from shared.domain.errors import SearchUnavailable, StoreUnavailable, Unavailable
from tests.infra.template import Template

MACHINE: dict[str, Any] = json.loads(DEFINITION.read_text(encoding="utf-8"))
# What the step function answers to (functions/events/deletion_step.py).
STEPS = {"begin", "purge", "verify", "go_on", "finish", "sign", "target_failed", "fail"}


def machines(machine: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The machine and those inside its maps and parallels."""
    yield machine
    for state in machine["States"].values():
        for inner in [*state.get("Branches", []), *([state["ItemProcessor"]] if "ItemProcessor" in state else [])]:
            yield from machines(inner)


def states() -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """(name, state, the machine it is in)"""
    return [(name, state, machine) for machine in machines(MACHINE) for name, state in machine["States"].items()]


TASKS = [(name, state, machine) for name, state, machine in states() if state["Type"] == "Task"]
EVERY_TASK = pytest.mark.parametrize(("name", "task", "machine"), TASKS, ids=[name for name, _, _ in TASKS])


def ends_in_failure(name: str, machine: dict[str, Any]) -> bool:
    """Whether every way on from a state ends in `Fail`, and no way round goes on forever."""

    def walk(name: str, seen: frozenset[str]) -> bool:
        state = machine["States"][name]
        if state["Type"] == "Fail":
            return True
        if name in seen or state["Type"] == "Succeed" or state.get("End"):
            return False
        ways = [c["Next"] for c in [*state.get("Choices", []), *state.get("Catch", [])]]
        ways += [state[k] for k in ("Next", "Default") if k in state]
        return all(walk(way, seen | {name}) for way in ways)

    return walk(name, frozenset())


@EVERY_TASK
def test_a_task_calls_the_one_function_and_gives_up_in_time(
    name: str, task: dict[str, Any], machine: dict[str, Any]
) -> None:
    assert task["Resource"] == f"${{{STEP_FUNCTION}}}"
    (function,) = (p for p in plans(DeploymentSettings()) if p.name == "deletion_step")
    # Longer than the function's own limit, so that it is the function that says what happened.
    assert function.timeout_seconds < task["TimeoutSeconds"] <= function.timeout_seconds + 30


@EVERY_TASK
def test_a_task_waits_out_outages_with_backoff_and_jitter(
    name: str, task: dict[str, Any], machine: dict[str, Any]
) -> None:
    (retry,) = task["Retry"]
    outages = {error.__name__ for error in (Unavailable, StoreUnavailable, SearchUnavailable)}
    assert outages | {"Lambda.TooManyRequestsException", "Lambda.ServiceException"} <= set(retry["ErrorEquals"])
    assert (retry["BackoffRate"], retry["JitterStrategy"]) == (2, "FULL")
    pauses = [
        min(retry["IntervalSeconds"] * retry["BackoffRate"] ** n, retry["MaxDelaySeconds"])
        for n in range(retry["MaxAttempts"])
    ]
    assert 5 * 60 <= sum(pauses) <= 15 * 60


@EVERY_TASK
def test_the_run_ends_as_failed_whatever_the_error_of_a_task(
    name: str, task: dict[str, Any], machine: dict[str, Any]
) -> None:
    (catch,) = task["Catch"]
    assert catch["ErrorEquals"] == ["States.ALL"]
    assert ends_in_failure(catch["Next"], machine)


def test_a_store_that_cannot_be_purged_fails_the_run() -> None:
    for name, state, machine in states():
        if state["Type"] in ("Map", "Parallel"):
            (catch,) = state["Catch"]
            assert catch["ErrorEquals"] == ["States.ALL"], name
            assert ends_in_failure(catch["Next"], machine)


def test_a_failure_is_recorded_before_the_run_ends() -> None:
    for _, state, machine in states():
        for catch in state.get("Catch", []):
            after = machine["States"][catch["Next"]]
            # What is not signed is written down since the deletion's end, and it is no failure of the deletion.
            recorded = state.get("Parameters", {}).get("step") in ("fail", "target_failed", "sign")
            assert after["Type"] == ("Fail" if recorded else "Task")


def test_residue_is_purged_again_a_bounded_number_of_times_and_then_fails() -> None:
    judge = MACHINE["States"]["Judge"]
    over, done, again = judge["Choices"]
    assert (over["Variable"], over["BooleanEquals"], over["Next"]) == ("$.verified.unfinished", True, "GoOn")
    assert (done["Variable"], done["NumericEquals"]) == ("$.verified.residue", 0)
    assert (again["Variable"], again["NumericLessThan"]) == ("$.verified.round", 3)
    assert ends_in_failure(judge["Default"], MACHINE)


def test_success_comes_after_the_signed_receipt_only() -> None:
    ways = [name for name, state, _ in states() if state.get("Next") == "Done"]
    assert ways == ["SignReceipt"]
    assert MACHINE["States"]["SignReceipt"]["Parameters"]["step"] == "sign"
    assert [name for name, state, _ in states() if state.get("Next") == "SignReceipt"] == ["Finish"]
    assert MACHINE["States"]["Finish"]["Parameters"]["step"] == "finish"


def test_a_receipt_that_cannot_be_signed_ends_the_run_as_failed_and_the_deletion_stays_done() -> None:
    (catch,) = MACHINE["States"]["SignReceipt"]["Catch"]
    assert MACHINE["States"][catch["Next"]] == {
        "Type": "Fail",
        "Error": "ReceiptNotSigned",
        "Cause": "The deletion is done, its receipt waits to be signed: the daily pass tries again",
    }


def test_the_machine_calls_the_steps_that_the_function_has() -> None:
    assert {task["Parameters"]["step"] for _, task, _ in TASKS} == STEPS


def test_two_runs_of_one_request_have_different_names() -> None:
    # The sweeper starts a request again only after this bound has ended its last run.
    assert MACHINE["TimeoutSeconds"] < DeletionPolicy().rerun_after.total_seconds()


def test_a_run_hands_over_before_its_time_and_its_history_are_spent() -> None:
    """A standard run may have 25,000 events; a step of purging makes seven (task and choice), and works so long that
    few of them fit into the time of a run. tests/local/test_long_deletions.py plays it."""
    steps = HANDS_OVER_AFTER_S / WORKS_S * len(Target)
    assert steps * 7 < 25_000 / 4
    # What is left after the last step of purging has time for every retry of one step.
    retries = sum(min(3 * 2**n, 120) for n in range(8)) + 8 * WORKS_S
    assert HANDS_OVER_AFTER_S + retries < MACHINE["TimeoutSeconds"]


def test_the_step_function_may_start_this_workflow_again_and_no_other(template: Template) -> None:
    (machine,) = template.of_type("StepFunctions::StateMachine")
    starting = [s for s in template.statements_for("deletion_step") if s["Action"] == "states:StartExecution"]
    assert [s["Resource"] for s in starting] == [{"Ref": machine}]
    assert MACHINE["States"]["GoOn"]["Parameters"]["workflow.$"] == "$$.StateMachine.Id"


def test_the_machine_uses_json_path_and_nests_no_runs() -> None:
    text = DEFINITION.read_text(encoding="utf-8")
    assert "JSONata" not in text
    assert "startExecution" not in text
    assert "ToleratedFailure" not in text


def test_the_template_contains_this_file(template: Template) -> None:
    machine = template.only("StepFunctions::StateMachine")
    assert machine["DefinitionString"] == DEFINITION.read_text(encoding="utf-8")
    assert machine["StateMachineType"] == "STANDARD"
    step = {"Fn::GetAtt": [template.function_id("deletion_step"), "Arn"]}
    assert machine["DefinitionSubstitutions"] == {STEP_FUNCTION: step}


def test_runs_are_logged_without_their_data_and_traced(template: Template) -> None:
    machine = template.only("StepFunctions::StateMachine")
    assert machine["LoggingConfiguration"]["Level"] == "ALL"
    assert machine["LoggingConfiguration"]["IncludeExecutionData"] is False
    assert machine["TracingConfiguration"] == {"Enabled": True}
