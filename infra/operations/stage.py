"""A deployed stage, as CloudFormation and Lambda describe it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any


class NoStage(Exception):
    """There is no such stack in this account and region."""


@dataclass(frozen=True)
class Stage:
    """`resources`: (type, logical id, physical id) of all that the stack made."""

    stack: str
    outputs: Mapping[str, str]
    resources: tuple[tuple[str, str, str], ...]

    def of_type(self, type: str) -> list[str]:
        """Physical ids of a type such as `DynamoDB::Table`."""
        return [physical for kind, _, physical in self.resources if kind == f"AWS::{type}"]

    def only(self, type: str) -> str | None:
        found = self.of_type(type)
        return found[0] if len(found) == 1 else None

    @cached_property
    def functions(self) -> Mapping[str, Mapping[str, Any]]:
        """What Lambda says of each function, by the name of its module."""
        import boto3

        client = boto3.client("lambda")
        all_of_them: list[Any] = [
            client.get_function_configuration(FunctionName=name) for name in self.of_type("Lambda::Function")
        ]
        return {one["Handler"].split(".")[-2]: one for one in all_of_them if one["Handler"].startswith("functions.")}

    def log_groups(self) -> dict[str, str]:
        """Where each function logs."""
        known = {name: one.get("LoggingConfig", {}).get("LogGroup") for name, one in self.functions.items()}
        return {name: group for name, group in known.items() if group}

    def setting(self, variable: str, function: str | None = None) -> str | None:
        """A variable of a function's environment, or of any that has it."""
        for name, one in self.functions.items():
            value = one.get("Environment", {}).get("Variables", {}).get(variable)
            if value is not None and function in (None, name):
                return str(value)
        return None


def the_stage(name: str) -> Stage:
    """Raises `NoStage`."""
    import boto3
    from botocore.exceptions import ClientError

    client, stack = boto3.client("cloudformation"), f"agent-memory-{name}"
    try:
        (described,) = client.describe_stacks(StackName=stack)["Stacks"]
    except ClientError as error:
        raise NoStage(f"there is no stack {stack} in {client.meta.region_name}") from error
    pages = client.get_paginator("list_stack_resources").paginate(StackName=stack)
    return Stage(
        stack,
        {one["OutputKey"]: one["OutputValue"] for one in described.get("Outputs", [])},
        tuple(
            (one["ResourceType"], one["LogicalResourceId"], one.get("PhysicalResourceId", ""))
            for page in pages
            for one in page["StackResourceSummaries"]
        ),
    )
