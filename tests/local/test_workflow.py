"""The deployed definition, run on one machine."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from local.aws.interpreter import execute
from local.aws.workflow import FUNCTION, STEPS, Journal, LocalDeletionWorkflow
from local.clock import MovableClock
from shared.adapters.workflow.stepfunctions import execution_name
from shared.domain.errors import SearchUnavailable, StoreUnavailable, Unavailable

DEFINITION = (Path(__file__).parents[2] / "infra" / "statemachines" / "deletion.asl.json").read_text()
OWNER = "/org/acme/user/ann"


class Steps:
    """A deletion step over counted stores: each purge takes one record, each verification tells what is left."""

    def __init__(self, records: int = 2) -> None:
        self.remaining = dict.fromkeys(("sessions", "memories", "index"), records)
        self.trouble: dict[tuple[str, str | None], list[Exception]] = {}
        self.done: list[tuple[str, str | None]] = []
        self.failure: Any = None
        self.gate: Callable[[], None] = lambda: None
        self._lock = threading.Lock()

    def __call__(self, event: dict[str, Any], context: Any) -> dict[str, Any]:
        assert event["owner"] == OWNER
        step, target = event["step"], event.get("target")
        self.gate()
        with self._lock:
            self.done.append((step, target))
            if errors := self.trouble.get((step, target)):
                raise errors.pop(0) if len(errors) > 1 else errors[0]
            return self._answer(step, target, event)

    def _answer(self, step: str, target: str | None, event: dict[str, Any]) -> dict[str, Any]:
        match step:
            case "begin":
                return {"targets": list(self.remaining), "round": 0}
            case "purge":
                assert target is not None
                removed = min(1, self.remaining[target])
                self.remaining[target] -= removed
                return {"more": self.remaining[target] > 0, "removed": removed}
            case "verify":
                return {"unfinished": False, "residue": sum(self.remaining.values()), "round": event["round"] + 1}
            case "finish":
                return {"status": "completed"}
            case "sign":
                return {"signing": "signed"}
            case "fail":
                self.failure = event["error"]
                return {"status": "needs_attention"}
            case "target_failed":
                return {"status": "failed"}
        raise AssertionError(step)

    def count(self, step: str) -> int:
        return sum(1 for done, _ in self.done if done == step)


_FIRST = """
import sys
from local.aws.interpreter import execute
definition = '{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}'
print(execute(definition, "n", {}, lambda name, payload: None, lambda seconds, goes_on: None).status)
print([name for name in ("moto.ec2", "moto.batch") if name in sys.modules])
import moto.batch
print(hasattr(moto.batch, "batch_backends") or hasattr(moto.batch.models, "batch_backends"))
"""


def test_a_first_execution_does_without_the_simulation_of_ec2_and_leaves_it_to_others() -> None:
    root = Path(__file__).parents[2]
    run = subprocess.run([sys.executable, "-c", _FIRST], cwd=root, capture_output=True, text=True, check=False)
    assert run.stdout.split("\n")[:3] == ["SUCCEEDED", "[]", "True"], run.stderr


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
def steps() -> Steps:
    return Steps()


@pytest.fixture
def workflow(tmp_path: Path, clock: MovableClock, steps: Steps) -> Iterator[LocalDeletionWorkflow]:
    made = LocalDeletionWorkflow(DEFINITION, Journal(tmp_path / "executions.db"), steps, clock)
    yield made
    clock.stop()
    made.stop(5)


def status(tmp_path: Path, request_id: str = "r1", attempt: int = 1) -> str | None:
    return Journal(tmp_path / "executions.db").status(execution_name(OWNER, request_id, attempt))


def test_every_store_is_purged_page_by_page_then_verified_then_finished(
    workflow: LocalDeletionWorkflow, steps: Steps, clock: MovableClock, tmp_path: Path
) -> None:
    with clock.hurry():
        workflow.start(OWNER, "r1", 1)
        assert workflow.wait_until_finished(20)
    assert steps.remaining == {"sessions": 0, "memories": 0, "index": 0}
    assert [s for s, _ in steps.done if s != "purge"] == ["begin", "verify", "finish", "sign"]
    assert steps.count("purge") == 6
    assert status(tmp_path) == "SUCCEEDED"


def test_a_receipt_that_cannot_be_signed_is_tried_again_and_then_fails_the_run_but_not_the_deletion(
    workflow: LocalDeletionWorkflow, steps: Steps, clock: MovableClock, tmp_path: Path
) -> None:
    steps.trouble["sign", None] = [Unavailable("the signing key cannot be used now")]
    with clock.hurry():
        workflow.start(OWNER, "r1", 1)
        assert workflow.wait_until_finished(20)
    assert (steps.count("finish"), steps.count("sign"), steps.count("fail")) == (1, 9, 0)
    assert status(tmp_path) == "FAILED"


def test_the_same_attempt_is_one_run_and_another_attempt_another(
    workflow: LocalDeletionWorkflow, steps: Steps, clock: MovableClock
) -> None:
    with clock.hurry():
        for _ in range(3):
            workflow.start(OWNER, "r1", 1)
        assert workflow.wait_until_finished(20)
        workflow.start(OWNER, "r1", 1)
        assert workflow.wait_until_finished(20)
        assert steps.count("begin") == 1
        workflow.start(OWNER, "r1", 2)
        assert workflow.wait_until_finished(20)
    assert steps.count("begin") == 2


def test_an_outage_is_retried_by_its_name_until_it_ends(
    workflow: LocalDeletionWorkflow, steps: Steps, clock: MovableClock, tmp_path: Path
) -> None:
    outage = SearchUnavailable("down")
    failures = iter([outage, outage, outage])

    def gate() -> None:
        if steps.done and steps.done[-1] == ("purge", "index") and (error := next(failures, None)):
            raise error

    steps.gate = gate
    with clock.hurry():
        workflow.start(OWNER, "r1", 1)
        assert workflow.wait_until_finished(20)
    assert next(failures, None) is None
    assert status(tmp_path) == "SUCCEEDED"


def test_an_outage_that_does_not_end_is_recorded_and_the_run_fails(
    workflow: LocalDeletionWorkflow, steps: Steps, clock: MovableClock, tmp_path: Path
) -> None:
    steps.trouble["purge", "index"] = [SearchUnavailable("down")]
    with clock.hurry():
        workflow.start(OWNER, "r1", 1)
        assert workflow.wait_until_finished(20)
    assert sum(1 for done in steps.done if done == ("purge", "index")) == 9
    assert ("target_failed", "index") in steps.done
    assert steps.failure is not None
    assert steps.count("finish") == 0
    assert status(tmp_path) == "FAILED"


def test_a_bug_in_a_step_is_not_retried_and_its_message_goes_nowhere(
    workflow: LocalDeletionWorkflow, steps: Steps, clock: MovableClock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    steps.trouble["verify", None] = [KeyError("the secret word")]
    with clock.hurry():
        workflow.start(OWNER, "r1", 1)
        assert workflow.wait_until_finished(20)
    assert steps.count("verify") == 1
    assert steps.failure["Error"] == "KeyError"
    assert "secret word" not in str(steps.failure) + caplog.text
    assert "KeyError" in caplog.text
    assert status(tmp_path) == "FAILED"


def test_a_failure_that_cannot_be_recorded_still_fails_the_run(
    workflow: LocalDeletionWorkflow, steps: Steps, clock: MovableClock, tmp_path: Path
) -> None:
    steps.trouble["begin", None] = steps.trouble["fail", None] = [StoreUnavailable("down")]
    with clock.hurry():
        workflow.start(OWNER, "r1", 1)
        assert workflow.wait_until_finished(20)
    assert status(tmp_path) == "FAILED"


def test_waits_are_waited_until_the_clock_is_moved_past_them(
    workflow: LocalDeletionWorkflow, steps: Steps, clock: MovableClock
) -> None:
    workflow.start(OWNER, "r1", 1)
    until = time.monotonic() + 20
    while steps.count("purge") < 6 and time.monotonic() < until:
        time.sleep(0.01)
    assert not workflow.wait_until_finished(0.5), "the wait before the verification was not waited"
    assert steps.count("verify") == 0
    clock.advance(3600)
    assert workflow.wait_until_finished(5)
    assert steps.count("finish") == 1


def test_executions_that_wait_hold_up_no_other(
    workflow: LocalDeletionWorkflow, steps: Steps, clock: MovableClock
) -> None:
    many = 2 * STEPS
    for n in range(many):
        workflow.start(OWNER, f"r{n}", 1)
    purges = 3 * (many + 1)  # one of each store in every execution, and once more where a record remained
    until = time.monotonic() + 30
    while steps.count("purge") < purges and time.monotonic() < until:
        time.sleep(0.01)
    assert (steps.count("begin"), steps.count("verify")) == (many, 0), "each has come to its wait"


def test_so_many_steps_run_at_once_and_no_more(
    workflow: LocalDeletionWorkflow, steps: Steps, clock: MovableClock
) -> None:
    at_once: list[int] = []
    lock = threading.Lock()
    running = 0

    def enter() -> None:
        nonlocal running
        with lock:
            running += 1
            at_once.append(running)
        time.sleep(0.002)
        with lock:
            running -= 1

    steps.gate = enter
    with clock.hurry():
        for n in range(3 * STEPS):
            workflow.start(OWNER, f"r{n}", 1)
        assert workflow.wait_until_finished(60)
    assert max(at_once) == STEPS


def test_executions_running_at_the_end_are_done_after_the_next_start(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "executions.db")
    stuck, clock = Steps(), MovableClock()
    stuck.trouble["purge", "memories"] = [StoreUnavailable("down")]
    first = LocalDeletionWorkflow(DEFINITION, journal, stuck, clock)
    first.start(OWNER, "r1", 1)
    until = time.monotonic() + 20
    while ("purge", "memories") not in stuck.done and time.monotonic() < until:
        time.sleep(0.01)
    clock.stop()
    first.stop(5)
    assert stuck.failure is None, "the end of the service is no failure of the deletion"
    assert status(tmp_path) == "RUNNING"

    steps, clock = Steps(), MovableClock()
    second = LocalDeletionWorkflow(DEFINITION, Journal(tmp_path / "executions.db"), steps, clock)
    with clock.hurry():
        assert second.resume() == 1
        assert second.wait_until_finished(20)
    assert steps.remaining == {"sessions": 0, "memories": 0, "index": 0}
    assert status(tmp_path) == "SUCCEEDED"
    assert second.resume() == 0
    second.stop(5)


def test_the_journal_forgets_the_owner(workflow: LocalDeletionWorkflow, clock: MovableClock, tmp_path: Path) -> None:
    with clock.hurry():
        workflow.start(OWNER, "r1", 1)
        assert workflow.wait_until_finished(20)
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"user/ann" not in held


def test_no_call_leaves_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    import boto3

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a client was made")

    monkeypatch.setattr(boto3, "client", refuse)
    steps = Steps()
    payload = {"owner": OWNER, "request_id": "r1", "attempt": 1}
    outcome = execute(
        DEFINITION.replace("${DeletionStepFunctionArn}", FUNCTION), "n", payload, lambda _, p: steps(p, None),
        lambda seconds, wanted: None,
    )  # fmt: skip
    assert outcome.status == "SUCCEEDED"


@pytest.mark.parametrize("definition", ["", "{}", '{"StartAt": "A", "States": {"A": {"Type": "Nonsense"}}}'])
def test_an_invalid_definition_is_refused(definition: str) -> None:
    with pytest.raises(ValueError, match="state machine"):
        execute(definition, "n", {}, lambda _, p: p, lambda seconds, wanted: None)


def test_a_task_that_calls_something_else_than_a_function_is_refused() -> None:
    definition = """{"StartAt": "A", "States": {"A": {"Type": "Task", "End": true,
        "Resource": "arn:aws:states:::sqs:sendMessage", "Parameters": {"QueueUrl": "q", "MessageBody": "b"}}}}"""
    with pytest.raises(ValueError, match="calls no function"):
        execute(definition, "n", {}, lambda _, p: p, lambda seconds, wanted: None)


def test_the_optimised_integration_calls_the_function_too() -> None:
    definition = """{"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke",
        "Parameters": {"FunctionName": "f", "Payload": {"step.$": "$.step"}}, "ResultSelector": {"it.$": "$.Payload"},
        "Next": "B"}, "B": {"Type": "Choice", "Choices": [{"Variable": "$.it.ok", "BooleanEquals": true, "Next": "C"}],
        "Default": "D"}, "C": {"Type": "Succeed"}, "D": {"Type": "Fail"}}}"""
    seen: list[tuple[str, Any]] = []

    def invoke(function: str, payload: Any) -> dict[str, bool]:
        seen.append((function, payload))
        return {"ok": True}

    assert execute(definition, "n", {"step": "x"}, invoke, lambda seconds, wanted: None).status == "SUCCEEDED"
    assert seen == [("f", {"step": "x"})]


def test_many_simultaneous_executions_all_end_and_leave_no_threads(
    workflow: LocalDeletionWorkflow, clock: MovableClock
) -> None:
    from moto.stepfunctions.parser import utils

    with clock.hurry():
        for n in range(12):
            workflow.start(OWNER, f"many-{n}", 1)
        assert workflow.wait_until_finished(60)
    assert len(utils.TMP_THREADS) < 10
