"""What a model finds implied in a turn that was not remembered as it stands."""

from __future__ import annotations

from dataclasses import dataclass

from shared.domain.memories.memory import MemoryType
from shared.domain.sessions.session import Event, EventKind, EventRole
from shared.language.injection.markers import is_recalled_block

# A statement is a sentence; a longer run without a full stop is a document, not somebody's word.
MAX_STATEMENT = 1_000


@dataclass(frozen=True, slots=True)
class Statement:
    """`text` verbatim from the event. `confidence` in [0,1]."""

    text: str
    type: MemoryType
    confidence: float


def may_be_read(event: Event) -> bool:
    """A person's own turns alone: what the assistant, a prompt or a tool says (anyone who sends it on) and recalled
    memory are nobody's statement."""
    if event.role is not EventRole.USER or event.kind is EventKind.TOOL_RESULT:
        return False
    return not is_recalled_block(event.content)
