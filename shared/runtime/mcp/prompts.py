"""A prompt for people: what is remembered about a goal, put at the beginning of a conversation."""

from __future__ import annotations

from collections.abc import Mapping

import mcp_types as types

from shared.contracts.mcp.tool_inputs import ContextInput
from shared.domain.errors import NotFound
from shared.runtime.api import read_item
from shared.runtime.mcp.reading_tools import CONTEXT
from shared.runtime.mcp.tool import Session

PROMPT = types.Prompt(
    name="remembered",
    title="What is remembered about a goal",
    description="The context of the next step, as the tool context builds it.",
    arguments=[types.PromptArgument(name="goal", description="What is to be achieved.", required=True)],
)


def get(session: Session, name: str, arguments: Mapping[str, str]) -> types.GetPromptResult:
    """Raises `NotFound` for another prompt, and what the tool raises."""
    if name != PROMPT.name:
        raise NotFound(f"there is no such prompt; there is {PROMPT.name}")
    said = CONTEXT.run(session, read_item(ContextInput, dict(arguments)))
    message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=said.text))
    return types.GetPromptResult(description=PROMPT.description, messages=[message])
