"""Failures of DynamoDB on order: what a client gets instead of an answer, or after one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from botocore.exceptions import ReadTimeoutError

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_Answer: TypeAlias = "tuple[SimpleNamespace, dict[str, Any]]"


class Faults:
    """Each call of the client takes the next of what was ordered; with nothing left, calls go through."""

    def __init__(self, client: DynamoDBClient) -> None:
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self._ordered: deque[Callable[[], _Answer | None]] = deque()
        self._lost = False
        self._client = client
        client.meta.events.register("before-parameter-build.dynamodb", self._called, unique_id="faults-called")
        # botocore's own stubs say that handlers return nothing; what a before-call handler returns is the answer.
        before = cast("Callable[..., None]", self._before)
        client.meta.events.register_first("before-call.dynamodb", before, unique_id="faults-before")
        client.meta.events.register("after-call.dynamodb", self._after, unique_id="faults-after")

    def withdraw(self) -> None:
        events = self._client.meta.events
        events.unregister("before-parameter-build.dynamodb", unique_id="faults-called")
        events.unregister("before-call.dynamodb", unique_id="faults-before")
        events.unregister("after-call.dynamodb", unique_id="faults-after")

    @property
    def operations(self) -> list[str]:
        return [operation for operation, _ in self.calls]

    def error(self, code: str, *, status: int = 400, message: str = "", retries: int = 0, **more: Any) -> None:
        parsed = {
            "Error": {"Code": code, "Message": message},
            "ResponseMetadata": {"HTTPStatusCode": status, "RetryAttempts": retries},
            **more,
        }
        self._ordered.append(lambda: (SimpleNamespace(status_code=status), parsed))

    def cancelled(self, *reasons: str | tuple[str, dict[str, Any]]) -> None:
        """A cancelled transaction: one reason an action, with the old item where a condition failed."""
        pairs = [(reason, None) if isinstance(reason, str) else reason for reason in reasons]
        self.error(
            "TransactionCanceledException",
            CancellationReasons=[{"Code": code, **({"Item": item} if item else {})} for code, item in pairs],
        )

    def answer(self, **parsed: Any) -> None:
        self._ordered.append(lambda: (SimpleNamespace(status_code=200), parsed))

    def no_answer(self) -> None:
        """The call never arrives."""
        self._ordered.append(self._raise)

    def lost_answer(self) -> None:
        """The call arrives and is done, and its answer is lost on the way."""
        self._ordered.append(self._lose)

    def nothing(self) -> None:
        """The call goes through."""
        self._ordered.append(lambda: None)

    def _raise(self) -> _Answer | None:
        raise ReadTimeoutError(endpoint_url="https://dynamodb.test")

    def _lose(self) -> _Answer | None:
        self._lost = True
        return None

    def _called(self, params: dict[str, Any], model: Any, **_: Any) -> None:
        self.calls.append((model.name, dict(params)))

    def _before(self, **_: Any) -> _Answer | None:
        return self._ordered.popleft()() if self._ordered else None

    def _after(self, **_: Any) -> None:
        if self._lost:
            self._lost = False
            self._raise()
