"""What is never shown in a context: words that no person has confirmed and that instruct the agent. And in which layer
a memory is shown."""

from __future__ import annotations

from shared.domain.context.items import Layer
from shared.domain.meaning.kinds import SentenceKinds
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Memory, MemoryType
from shared.language.injection.injection_scan import reads_as_instruction
from shared.language.speech.obligations import is_obligation


def layer_of(memory: Memory) -> Layer:
    if memory.trust is Trust.INSTRUCTION:
        return Layer.POLICY
    return Layer.PROFILE if memory.type is MemoryType.PROFILE else Layer.LONG_TERM


def objection(memory: Memory, kinds: SentenceKinds | None) -> str | None:
    """Why this memory is not shown, `None` if it may be. `kinds`: of an inference, where its vector is known.

    An inference of the agent must not give orders: not as a procedure, not as an obligation in words, not as an
    instruction.
    """
    if memory.source is Source.EXTERNAL_UNVERIFIED:
        return "unverified"
    if memory.source is not Source.AGENT_INFERRED:
        return None
    ordered = memory.type is MemoryType.PROCEDURAL or is_obligation(memory.content)
    if ordered or reads_as_instruction(memory.content):
        return "gives_orders"
    return "gives_orders" if kinds is not None and kinds.is_order(word=False) else None
