"""The text that stands before a question to the model, from its parts."""

from __future__ import annotations

from dataclasses import dataclass

from agent_memory.calls.answers import Context, Dispute

_DOWN_NOTICE = (
    "<notice>The memory service cannot be reached. What is remembered from before this task may be missing or old."
    "</notice>"
)
_DISPUTED_NOTICE = "<notice>What is remembered disagrees: ask a person which holds before acting on it.</notice>"


@dataclass(frozen=True, slots=True)
class Prompt:
    """`text` goes before the question to the model. `degraded`: the service or its search was down.
    `needs_confirmation`: memories contradict each other (`conflicts`); a person must decide before the agent acts."""

    text: str
    degraded: bool
    needs_confirmation: bool
    conflicts: tuple[Dispute, ...]


def prompt_of(working_memory: str, context: Context | None, for_tool: str, recent: str, *, is_old: bool) -> Prompt:
    """`is_old`: the service could not be asked for this prompt. `for_tool`: what is remembered about the tool call at
    hand. `recent`: what was said since the context was made."""
    disputed = context is not None and context.needs_confirmation
    blocks = (
        _DOWN_NOTICE if is_old else "",
        _DISPUTED_NOTICE if disputed else "",
        working_memory,
        "" if context is None else context.text,
        for_tool,
        recent,
    )
    return Prompt(
        text="\n".join(block for block in blocks if block),
        degraded=is_old or (context is not None and context.degraded),
        needs_confirmation=disputed,
        conflicts=() if context is None else tuple(context.conflicts),
    )
