"""The list of operations on the wire."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from shared.contracts.base import Cursor, Instant, Limit, Parameters, ScopePath, Wire
from shared.domain.operations.operation import OperationKind, OperationState


class OperationListParameters(Parameters):
    scope: ScopePath | None = None
    kind: OperationKind | None = None
    state: OperationState | None = None
    limit: Limit = 50
    cursor: Cursor | None = None


class OperationBody(Wire):
    """`done` of `of`: lines of an import, events of an extraction, actions of a plan, stores of a deletion. `link`:
    where the operation can be read in full, if it has a resource of its own."""

    operation_id: str
    kind: OperationKind
    state: OperationState
    scope: ScopePath
    actor: str
    started_at: Instant
    ended_at: Instant | None
    done: Annotated[int, Field(ge=0)] | None
    of: Annotated[int, Field(ge=0)] | None
    link: str | None


class OperationPageResponse(Wire):
    items: list[OperationBody]
    next_cursor: str | None
