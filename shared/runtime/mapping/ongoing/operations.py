"""Operations to their wire model."""

from __future__ import annotations

from urllib.parse import quote

from shared.contracts.governance.operation_list import OperationBody, OperationListParameters, OperationPageResponse
from shared.domain.operations.operation import Operation, OperationKind
from shared.usecases.operation_list.list_operations import OperationPage, OperationQuery

_WHERE = {
    OperationKind.DELETION: "deletions",
    OperationKind.PLAN: "hygiene/plans",
    OperationKind.EXTRACTION: "sessions",
}


def query(asked: OperationListParameters) -> OperationQuery:
    return OperationQuery(asked.scope, asked.kind, asked.state, asked.limit, asked.cursor)


def page(found: OperationPage) -> OperationPageResponse:
    items = [operation(one) for one in found.items]
    return OperationPageResponse.model_construct(items=items, next_cursor=found.next_cursor)


def operation(value: Operation) -> OperationBody:
    return OperationBody.model_construct(
        operation_id=value.id,
        kind=value.kind,
        state=value.state,
        scope=value.scope,
        actor=value.actor,
        started_at=value.started,
        ended_at=value.ended,
        done=value.done,
        of=value.of,
        link=_link(value),
    )


def _link(value: Operation) -> str | None:
    where = _WHERE.get(value.kind)
    if where is None or value.resource is None:
        return None
    return f"/v1/{where}/{quote(value.resource, safe='')}?scope={quote(value.scope.path, safe='/')}"
