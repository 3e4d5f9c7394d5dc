"""Runs an Amazon States Language definition in this process, with moto's interpreter and without its AWS.

Nothing of moto is patched and no client is made. Each execution's own program gets this module's functions for calls
and waits, so that no call can leave the machine and other users of moto in the process are not affected. Importing
moto takes a third of a second, so this module does it when it first runs something."""

from __future__ import annotations

import json
import logging
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from types import MethodType, ModuleType
from typing import Any

REGION, ACCOUNT = "us-east-1", "000000000000"  # names without a meaning here, of a form that ARNs must have
_ROLE = f"arn:aws:iam::{ACCOUNT}:role/local"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`status` as Step Functions names it; `error` is set when it is not SUCCEEDED."""

    status: str
    error: str | None = None


# Calls the function of a task with its payload; what it raises is the task's error, named after its class.
Invoke = Callable[[str, Any], Any]
# Sleeps so many seconds, while the second argument stays true.
Sleep = Callable[[float, Callable[[], bool]], None]


def execute(
    definition: str, name: str, payload: Any, invoke: Invoke, sleep: Sleep, started_at: datetime | None = None
) -> Outcome:
    """Runs one execution to its end, in this thread. `started_at`: what it is told of its start, by default now. Raises
    `ValueError` for a definition that is none."""
    program = deepcopy(_parsed(definition))
    from moto.stepfunctions.parser.api import StateMachineType
    from moto.stepfunctions.parser.asl.eval.environment import Environment
    from moto.stepfunctions.parser.asl.eval.evaluation_details import AWSExecutionDetails
    from moto.stepfunctions.parser.asl.eval.event.event_manager import EventHistoryContext
    from moto.stepfunctions.parser.asl.eval.program_state import ProgramEnded, ProgramError, ProgramTimedOut

    _quieten()
    _bind(program, invoke, sleep)
    arn = f"arn:aws:states:{REGION}:{ACCOUNT}"
    context: Any = {
        "Execution": {
            "Id": f"{arn}:execution:deletion:{name}",
            "Input": payload,
            "Name": name,
            "RoleArn": _ROLE,
            "StartTime": (started_at or datetime.now(UTC)).isoformat(),
        },
        "StateMachine": {"Id": f"{arn}:stateMachine:deletion", "Name": "deletion"},
    }
    environment = Environment(
        aws_execution_details=AWSExecutionDetails(account=ACCOUNT, region=REGION, role_arn=_ROLE),
        execution_type=StateMachineType.STANDARD,
        context=context,
        event_history_context=EventHistoryContext.of_program_start(),
        cloud_watch_logging_session=None,
        activity_store={},
    )
    try:
        program.eval(environment)
    finally:
        _forget_ended_threads()
    match environment.program_state():
        case ProgramEnded():
            return Outcome("SUCCEEDED")
        case ProgramError(error=details):
            return Outcome("FAILED", str((details or {}).get("error") or "States.Runtime"))
        case ProgramTimedOut():
            return Outcome("TIMED_OUT", "States.Timeout")
        case _:
            return Outcome("ABORTED", "States.Runtime")


_importing = threading.Lock()


@lru_cache(maxsize=4)
def _parsed(definition: str) -> Any:
    """A program for executions to copy: parsing takes twenty times as long as a copy."""
    with _importing, _without_batch_jobs():
        from moto.stepfunctions.parser.asl.parse.asl_parser import AmazonStateLanguageParser, ASLParserException
    try:
        return AmazonStateLanguageParser.parse(definition)[0]
    except ASLParserException as error:
        raise ValueError("not a state machine") from error


@contextmanager
def _without_batch_jobs() -> Iterator[None]:
    """Meanwhile the names of batch jobs' states, which the interpreter wants, are imported without the package that
    they lie in: with it comes a simulation of EC2, whose import takes twice as long as all the rest."""
    if "moto.batch" in sys.modules:
        yield
        return
    import moto

    package = ModuleType("moto.batch")
    package.__path__ = [f"{folder}/batch" for folder in moto.__path__]
    sys.modules[package.__name__] = package
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name == "moto.batch" or name.startswith("moto.batch.")]:
            del sys.modules[name]


def _bind(program: Any, invoke: Invoke, sleep: Sleep) -> None:
    """Gives every task, retry and wait of this program (it was copied for one execution) this module's calls and
    waits."""
    from moto.stepfunctions.parser.asl.component.common.retry.retrier_decl import RetrierDecl
    from moto.stepfunctions.parser.asl.component.state.exec.state_task.lambda_eval_utils import (
        LambdaFunctionErrorException,
    )
    from moto.stepfunctions.parser.asl.component.state.exec.state_task.service.state_task_service_lambda import (
        StateTaskServiceLambda,
    )
    from moto.stepfunctions.parser.asl.component.state.exec.state_task.state_task import StateTask
    from moto.stepfunctions.parser.asl.component.state.exec.state_task.state_task_lambda import StateTaskLambda
    from moto.stepfunctions.parser.asl.component.state.wait.wait_function.wait_function import WaitFunction

    def call(function: str, payload: Any) -> Any:
        try:
            return _as_json(invoke(function, _as_json(payload)))
        except Exception as error:  # noqa: BLE001  whatever a function raises is its task's error
            # The message stays out: an error's cause ends in the request's record.
            name = type(error).__name__
            reported = {"errorType": name, "errorMessage": getattr(error, "code", name)}
            raise LambdaFunctionErrorException("Unhandled", json.dumps(reported)) from None

    def run_function(task: Any, environment: Any) -> None:
        parameters = task._eval_parameters(env=environment)
        answer = {"Payload": call(parameters["FunctionName"], parameters["Payload"])}
        task._verify_size_quota(env=environment, value=answer)
        environment.stack.append(answer["Payload"])

    def run_integration(
        task: Any, env: Any, resource_runtime_part: Any, normalised_parameters: Any, state_credentials: Any
    ) -> None:
        payload = json.loads(normalised_parameters.get("Payload", b"{}"))
        answer = call(str(normalised_parameters.get("FunctionName", "")), payload)
        env.stack.append({"ExecutedVersion": "$LATEST", "Payload": answer, "StatusCode": 200})

    def wait(function: Any, env: Any, wait_seconds: float) -> None:
        sleep(wait_seconds, env.is_running)

    for part in _parts(program):
        if isinstance(part, StateTaskLambda):
            _replace(part, "_eval_execution", run_function)
        elif isinstance(part, StateTaskServiceLambda):
            _replace(part, "_eval_service_task", run_integration)
        elif isinstance(part, StateTask):
            raise ValueError("a task that calls no function cannot be run here")  # noqa: TRY004
        elif isinstance(part, WaitFunction):
            _replace(part, "_wait_interval", wait)
        elif isinstance(part, RetrierDecl):
            _replace(part, "_eval_body", _retrying(sleep))


def _replace(part: Any, method: str, function: Callable[..., Any]) -> None:
    """Overrides a method of this one object."""
    vars(part)[method] = MethodType(function, part)


def _retrying(sleep: Sleep) -> Callable[[Any, Any], None]:
    """A retrier's evaluation that waits by `sleep`: the interpreter's own blocks its thread for the whole delay."""
    from moto.stepfunctions.parser.asl.component.common.retry.max_attempts_decl import MaxAttemptsOutcome
    from moto.stepfunctions.parser.asl.component.common.retry.retrier_outcome import RetrierOutcome

    def evaluate(retrier: Any, env: Any) -> None:
        retrier.error_equals.eval(env)
        if not env.stack.pop():
            env.stack.append(RetrierOutcome.Skipped)
            return
        retrier.max_attempts.eval(env)
        if env.stack.pop() == MaxAttemptsOutcome.EXHAUSTED:
            env.stack.append(RetrierOutcome.Failed)
            return
        retrier.interval_seconds.eval(env)
        retrier.backoff_rate.eval(env)
        retrier.max_delay_seconds.eval(env)
        retrier.jitter_strategy.eval(env)
        sleep(env.stack.pop(), env.is_running)
        env.stack.append(RetrierOutcome.Executed)

    return evaluate


def _parts(root: Any) -> Iterator[Any]:
    """Every component of a parsed program, each once."""
    waiting, seen = [root], set()
    while waiting:
        part = waiting.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        if isinstance(part, dict):
            waiting += part.values()
        elif isinstance(part, list | tuple | set | frozenset):
            waiting += part
        elif type(part).__module__.startswith("moto.stepfunctions.parser.asl.component") and hasattr(part, "__dict__"):
            yield part
            waiting += vars(part).values()


def _as_json(value: Any) -> Any:
    """The value as it would be on the other side of an invocation."""
    return json.loads(json.dumps(value))


def _quieten() -> None:
    """The interpreter logs every failure with its details; this service decides itself what to log, without content."""
    logging.getLogger("moto.stepfunctions").setLevel(logging.CRITICAL)


def _forget_ended_threads() -> None:
    """The interpreter lists every thread it ever started, and never looks at the list."""
    from moto.stepfunctions.parser import utils

    utils.TMP_THREADS[:] = [thread for thread in utils.TMP_THREADS if thread.is_alive()]
