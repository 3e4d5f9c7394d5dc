"""A command that calls a function waits longer than the function may run, and calls it once at a time."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from infra.functions import time_limits
from infra.functions.plans import plans
from infra.operations.lambda_client import lambda_client
from infra.settings import DeploymentSettings

OPERATIONS = Path(__file__).parents[2] / "infra" / "operations"
MODULES = sorted(path for path in OPERATIONS.rglob("*.py") if path.name != "__init__.py")
LIMITS = {name: value for name, value in vars(time_limits).items() if name.endswith("_SECONDS")}


def calls(tree: ast.AST, name: str) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and name == getattr(node.func, "attr", getattr(node.func, "id", ""))
    ]


def test_each_caller_of_a_function_has_its_client_from_one_place() -> None:
    """Others may read what Lambda says of a function."""
    callers = {path.name for path in MODULES if calls(ast.parse(path.read_text()), "invoke")}
    assert {"rebuild_index.py", "replay_deletions.py"} <= callers
    for path in MODULES:
        named = [c for c in calls(ast.parse(path.read_text()), "client") if "'lambda'" in ast.unparse(c)]
        assert not (named and path.name in callers), path.name


def test_each_command_names_the_limit_of_the_function_that_it_calls() -> None:
    asked = {
        ast.unparse(argument)
        for path in MODULES
        for call in calls(ast.parse(path.read_text()), "lambda_client")
        for argument in call.args
    }
    assert asked == {"API_SECONDS", "DELETION_STEP_SECONDS", "REINDEX_SECONDS"}
    limits = {plan.name: plan.timeout_seconds for plan in plans(DeploymentSettings())}
    assert limits["deletion_step"] == LIMITS["DELETION_STEP_SECONDS"]
    assert limits["reindex"] == LIMITS["REINDEX_SECONDS"]


@pytest.mark.parametrize("limit", sorted(set(LIMITS.values())))
def test_a_call_is_not_given_up_while_the_function_works_and_not_repeated(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    config = lambda_client(limit).meta.config  # type: ignore[attr-defined]
    assert config.read_timeout > limit
    assert config.retries["total_max_attempts"] == 1
