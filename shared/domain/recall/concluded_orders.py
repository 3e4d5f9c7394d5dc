"""Nobody but a person gives orders: what an agent concluded and what a page said may inform, and never command."""

from __future__ import annotations

from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType
from shared.language.packs.registry import kept_per_packs
from shared.language.speech.obligations import is_obligation

_CONCLUDED = (Source.AGENT_INFERRED, Source.EXTERNAL_UNVERIFIED)


def is_concluded_order(memory: Memory) -> bool:
    """An order that no person gave: it is not shown in any status. A procedure is an order by its words of obligation
    alone; a fact may well mention a duty ("has to be home by six")."""
    if memory.source not in _CONCLUDED:
        return False
    return _is_instruction(memory.content) or (memory.type is MemoryType.PROCEDURAL and is_obligation(memory.content))


@kept_per_packs(2048)
def _is_instruction(text: str) -> bool:
    from shared.language.injection.injection_scan import reads_as_instruction  # once there is such a text

    return reads_as_instruction(text)
