"""The server of one request: the official SDK's, with our tools and resources for one caller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import mcp_types as types
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from shared.domain.errors import MemoryServiceError, NotFound, Unavailable
from shared.language.injection.markers import NOTICE
from shared.runtime.api import read_item
from shared.runtime.mcp import memory_resources, prompts
from shared.runtime.mcp.deletion_tools import DELETION_STATUS, FORGET
from shared.runtime.mcp.reading_tools import CONTEXT, HISTORY, RECALL
from shared.runtime.mcp.tool import Session, Tool
from shared.runtime.mcp.tool_errors import failed, refused
from shared.runtime.mcp.writing_tools import CORRECT, REMEMBER, SESSION_APPEND
from shared.runtime.observability import log_fault

_R = TypeVar("_R")

NAME = "agent-memory"
VERSION = "0.2.0"  # the project's, which is not at hand in a function; a test compares them
TOOLS: Mapping[str, Tool] = {
    one.name: one for one in (RECALL, CONTEXT, REMEMBER, CORRECT, FORGET, DELETION_STATUS, SESSION_APPEND, HISTORY)
}
INSTRUCTIONS = (
    f"{NOTICE} Recall before you answer or ask what may be known. Remember what lasts, in one sentence each. Never say "
    "that something is forgotten before deletion_status says completed."
)
_HOUR = 3_600_000  # milliseconds
# The tools are the same for every caller; memories are not, and may be deleted at any time.
_CACHE: dict[CacheableMethod, CacheHint] = {
    "tools/list": CacheHint(ttl_ms=_HOUR, scope="public"),
    "prompts/list": CacheHint(ttl_ms=_HOUR, scope="public"),
    "resources/templates/list": CacheHint(ttl_ms=_HOUR, scope="public"),
}


def server_for(session: Session) -> Server[Any]:
    """Made for each request, so that no caller's request meets another's. No handler waits for anything: the use cases
    run to their end within it."""

    async def list_tools(_context: Any, _asked: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[one.listed for one in TOOLS.values()])

    async def call_tool(_context: Any, asked: types.CallToolRequestParams) -> types.CallToolResult:
        return call(session, asked.name, asked.arguments or {})

    async def list_resources(_context: Any, asked: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        return _done(lambda: memory_resources.listed(session, None if asked is None else asked.cursor))

    async def list_templates(_context: Any, _asked: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=list(memory_resources.TEMPLATES))

    async def read_resource(_context: Any, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        return _done(lambda: memory_resources.read(session, asked.uri), asked.uri)

    async def list_prompts(_context: Any, _asked: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[prompts.PROMPT])

    async def get_prompt(_context: Any, asked: types.GetPromptRequestParams) -> types.GetPromptResult:
        return _done(lambda: prompts.get(session, asked.name, asked.arguments or {}))

    return Server(
        NAME,
        version=VERSION,
        title="Agent memory",
        instructions=INSTRUCTIONS,
        cache_hints=_CACHE,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        get_tool_input_schema=lambda name: TOOLS[name].listed.input_schema if name in TOOLS else None,
    )


def call(session: Session, name: str, arguments: Mapping[str, Any]) -> types.CallToolResult:
    """What the tool answers, or why it does not. Raises `MCPError` for a tool that there is not."""
    tool = TOOLS.get(name)
    if tool is None:
        raise MCPError(types.INVALID_PARAMS, f"there is no such tool; there are {', '.join(TOOLS)}")
    try:
        said = tool.run(session, read_item(tool.takes, arguments))
    except MemoryServiceError as error:
        if isinstance(error, Unavailable):
            log_fault(error, tool=name)
        return refused(error, tool, arguments)
    except Exception as error:  # noqa: BLE001 - a clean answer instead of a stack trace
        log_fault(error, tool=name)
        return failed("internal: the service failed; it has been recorded. It may work later.")
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=said.text)],
        structured_content=said.structured.model_dump(mode="json"),
    )


def _done(read: Callable[[], _R], address: str | None = None) -> _R:
    """Raises `MCPError` with what was wrong: the protocol has no result that is a refusal for resources and prompts."""
    try:
        return read()
    except MemoryServiceError as error:
        if isinstance(error, Unavailable):
            log_fault(error)
            raise MCPError(types.INTERNAL_ERROR, f"{error.code}: {error.detail}") from None
        data = {"uri": address} if isinstance(error, NotFound) else None
        raise MCPError(types.INVALID_PARAMS, f"{error.code}: {error.detail}", data) from None
