"""Why a tool did not do it, as a sentence that a model can act on."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

import mcp_types as types

from shared.contracts.problems import PROBLEMS
from shared.domain.errors import MemoryServiceError, Unavailable
from shared.language.injection.neutralise import neutralised_value
from shared.runtime.mcp.tool import Tool

_ADVICE = {
    "malformed": "Call the tool again with the arguments corrected.",
    "too_large": "Send less at once.",
    "forbidden_scope": "Leave scope out to use the one that the token is bound to.",
    "forbidden_role": "A person with that role has to do it.",
    "role_required": "Leave source out, or let a person with that role say it.",
    "source_not_allowed": "Leave source out, or use one that the token may assert.",
    "purpose_not_allowed": "Name a purpose that the token holds.",
    "profile_read_only": "Only the profile's own system changes it.",
    "not_found": "Look for the id with recall or context: it may be deleted, or another's.",
    "version_conflict": "Read it again with history, and repeat the call with the current version if it still holds.",
    "task_completed": "The task is completed and takes nothing new: write to the scope above it.",
    "subject_deleting": "The user's data is being deleted: do not write until that is completed.",
    "deleted_before": "It was deleted on request. Do not store it again.",
    "session_exists": "Choose another session_id.",
    "sensitive": "Leave the named places out, or store the secret manager's reference (an ARN) in their place. "
    "Never store passwords, keys or identity numbers.",
    "not_worth_remembering": "Do not store it; state a lasting fact or wish in a full sentence if there is one.",
    "only_for_now": "Use session_append: it holds for this conversation only.",
    "rejected_before": "A person has rejected it. Do not store it again.",
    "low_confidence": "Ask the user, and store what they say as user_stated.",
    "unavailable": "Nothing is lost: call the tool again later.",
}


def refused(error: MemoryServiceError, tool: Tool, arguments: Mapping[str, Any]) -> types.CallToolResult:
    """Code, reason, the fields to blame and what to do, one a line."""
    lines = [f"{error.code}: {PROBLEMS[error.code].title}. {neutralised_value(error.detail)}"]
    for name, value in error.extra.items():
        lines += _blamed(value, tool, arguments) if name == "errors" else [f"{name}: {_plain(value)}"]
    if isinstance(error, Unavailable):
        lines.append(f"retry_after_seconds: {error.retry_after_s}")
    if error.code in _ADVICE:
        lines.append(_ADVICE[error.code])
    return failed("\n".join(lines))


def failed(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True)


def _blamed(errors: Any, tool: Tool, arguments: Mapping[str, Any]) -> list[str]:
    """The fields to blame; of one that the tool does not take, which it takes."""
    known = list(tool.takes.model_fields)
    lines = []
    for error in errors:
        field = str(error["field"])
        if field in arguments and field not in known:
            near = difflib.get_close_matches(field, known, n=1)
            meant = f" Did you mean {near[0]}?" if near else ""
            lines.append(f"- {_plain(field)}: is no argument of {tool.name}.{meant} It takes {', '.join(known)}.")
        else:
            lines.append(f"- {_plain(field)}: {_plain(error['reason'])}")
    return lines


def _plain(value: object) -> str:
    return neutralised_value(str(value))
