"""Memories as resources: one by its id, its history, and the newest as a list."""

from __future__ import annotations

from urllib.parse import quote, unquote, urlsplit

import mcp_types as types

from shared.domain.errors import Malformed, NotFound
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.runtime.mcp import labels
from shared.runtime.mcp.tool import Session
from shared.usecases.audit.read_log import ReadKind, note_read
from shared.usecases.reading.read_memories import ListQuery, get_memory, list_memories, memory_history, revealed

SCHEME = "memory"
_TEXT = "text/plain"
_PAGE = 50
TEMPLATES = (
    types.ResourceTemplate(
        name="memory",
        title="A memory",
        uri_template="memory://{+scope}/memories/{memory_id}",
        description="One memory as it is now, labelled and escaped. scope is a path such as /org/acme/user/ann.",
        mime_type=_TEXT,
    ),
    types.ResourceTemplate(
        name="memory-history",
        title="The history of a memory",
        uri_template="memory://{+scope}/memories/{memory_id}/history",
        description="Every version of one memory, the newest first.",
        mime_type=_TEXT,
    ),
)


def listed(session: Session, cursor: str | None) -> types.ListResourcesResult:
    """A page of the memories of the caller's own scope, the newest first."""
    page = list_memories(session.services, session.caller, ListQuery(limit=_PAGE, cursor=cursor))
    note_read(session.services, session.caller, ReadKind.LIST, None, page.items)
    return types.ListResourcesResult(
        resources=[_resource(memory) for memory in page.items], next_cursor=page.next_cursor
    )


def _resource(memory: Memory) -> types.Resource:
    """Named by what it is about and never by what it says."""
    return types.Resource(
        uri=uri(memory),
        name=memory.memory_id,
        title=labels.escaped_value(memory.key) or f"{memory.type.value} memory",
        mime_type=_TEXT,
    )


def uri(memory: Memory) -> str:
    return f"{SCHEME}://{quote(memory.scope.path, safe='/')}/memories/{quote(memory.memory_id, safe='')}"


def read(session: Session, address: str) -> types.ReadResourceResult:
    """Raises the errors of access, and `NotFound` for an address that names nothing."""
    scope, memory_id, history = _parsed(address)
    services, caller = session.services, session.caller
    if history:
        versions = list(memory_history(services, caller, scope, memory_id, limit=_PAGE, after=None).items)
        note_read(services, caller, ReadKind.HISTORY, scope, versions)
    else:
        versions = [get_memory(services, caller, scope, memory_id)]
        note_read(services, caller, ReadKind.GET, scope, versions)
    now = services.clock.now()
    items = [
        labels.item(revealed(services, caller, memory), now, title=f"version {memory.version}") for memory in versions
    ]
    content = types.TextResourceContents(uri=address, mime_type=_TEXT, text=labels.block(items, now))
    return types.ReadResourceResult(contents=[content])


def _parsed(address: str) -> tuple[Scope, str, bool]:
    parts = urlsplit(address)
    path = parts.path.removesuffix("/history")
    scope, _, memory_id = path.rpartition("/memories/")
    if parts.scheme != SCHEME or parts.netloc or parts.query or parts.fragment or not memory_id:
        raise NotFound("no such resource")
    try:
        return Scope.parse(unquote(scope), "scope"), unquote(memory_id), path != parts.path
    except Malformed:
        raise NotFound("no such resource") from None
