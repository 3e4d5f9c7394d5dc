"""IAM for tests: every call that a handler makes is checked against the policy that the template gave its role."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from typing import Any
from unittest.mock import patch

from botocore.client import BaseClient
from botocore.exceptions import ClientError

from tests.deploy.adapter import ACCOUNT, REGION
from tests.deploy.stack import DeployedFunction

# Of a version, reading an object is a right of its own.
_S3 = {
    "PutObject": "s3:PutObject",
    "GetObject": "s3:GetObjectVersion",
    "ListObjectVersions": "s3:ListBucketVersions",
}
_PREFIXES = {"stepfunctions": "states", "dynamodbstreams": "dynamodb"}
_TRANSACTION = {
    "Put": "dynamodb:PutItem",
    "Delete": "dynamodb:DeleteItem",
    "Update": "dynamodb:UpdateItem",
    "ConditionCheck": "dynamodb:ConditionCheckItem",
}


class Permissions:
    """`denied` lists (function, action, resource) of what was refused: handlers turn a refusal into a 503 or a retry,
    so a test must look here."""

    def __init__(self) -> None:
        self.denied: list[tuple[str, str, str]] = []
        self.used: set[tuple[str, str, str]] = set()
        self._running = threading.local()

    @contextmanager
    def enforced(self) -> Iterator[None]:
        original = BaseClient._make_api_call  # type: ignore[attr-defined]

        def call(client: Any, operation: str, arguments: dict[str, Any]) -> Any:
            if getattr(self._running, "function", None) is not None:
                for action, resource in _needs(client.meta.service_model.service_name, operation, arguments):
                    self.require(action, resource, operation)
            return original(client, operation, arguments)

        with patch.object(BaseClient, "_make_api_call", call):
            yield

    @contextmanager
    def of(self, function: DeployedFunction) -> Iterator[None]:
        """Calls of this thread are this function's."""
        before = getattr(self._running, "function", None)
        self._running.function = function
        try:
            yield
        finally:
            self._running.function = before

    def require(self, action: str, resource: str, operation: str = "Call") -> None:
        function: DeployedFunction = self._running.function
        self.used.add((function.name, action, resource))
        if not _allowed(function.statements, action, resource):
            self.denied.append((function.name, action, resource))
            raise ClientError({"Error": {"Code": "AccessDeniedException", "Message": action}}, operation)


def _allowed(statements: Sequence[dict[str, Any]], action: str, resource: str) -> bool:
    """The template's policies have no wildcards but for actions without a resource and for objects of a folder."""
    return any(
        action in _listed(statement["Action"])
        and any(fnmatchcase(resource, pattern) for pattern in _listed(statement["Resource"]))
        for statement in statements
    )


def _needs(service: str, operation: str, arguments: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if service == "stepfunctions":
        yield f"states:{operation}", arguments["stateMachineArn"]
    elif service == "kms":
        yield f"kms:{operation}", arguments["KeyId"]
    elif service == "s3":
        yield _S3[operation], f"arn:aws:s3:::{'/'.join(arguments[n] for n in ('Bucket', 'Key') if n in arguments)}"
    elif service == "sqs":
        name = arguments["QueueUrl"].rpartition("/")[2]
        # AWS has no action of its own for a batch: it needs the right to do it once.
        yield f"sqs:{operation.removesuffix('Batch')}", f"arn:aws:sqs:{REGION}:{ACCOUNT}:{name}"
    elif service == "dynamodb":
        yield from _table_needs(operation, arguments)
    else:
        yield f"{_PREFIXES.get(service, service)}:{operation}", "unknown"


def _table_needs(operation: str, arguments: dict[str, Any]) -> Iterator[tuple[str, str]]:
    match operation:
        case "TransactWriteItems":
            for item in arguments["TransactItems"]:
                ((kind, request),) = item.items()
                yield _TRANSACTION[kind], _table_arn(request["TableName"])
        case "BatchGetItem":
            for table in arguments["RequestItems"]:
                yield "dynamodb:BatchGetItem", _table_arn(table)
        case _:
            index = arguments.get("IndexName")
            table = _table_arn(arguments["TableName"])
            yield f"dynamodb:{operation}", f"{table}/index/{index}" if index else table


def _table_arn(name: str) -> str:
    return f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/{name}"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
