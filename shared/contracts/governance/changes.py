"""The feed of changes on the wire: ids and kinds, never content."""

from __future__ import annotations

from shared.contracts.base import Cursor, Limit, Parameters, ScopePath, Wire
from shared.domain.changes.feed import ChangeKind


class ChangesParameters(Parameters):
    scope: ScopePath | None = None
    after: Cursor | None = None
    limit: Limit = 50


class ChangeBody(Wire):
    """One of `memory_id`, `session_id` and `request_id` says what has changed; what it is now is to be read."""

    change_id: str
    kind: ChangeKind
    scope: str
    at: str
    memory_id: str | None = None
    version: int | None = None
    session_id: str | None = None
    request_id: str | None = None


class ChangesResponse(Wire):
    items: list[ChangeBody]
    next: str
    more: bool
