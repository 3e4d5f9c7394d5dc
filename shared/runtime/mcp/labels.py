"""Memories as an agent may read them: escaped, and behind the labels that a context has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from shared.contracts.mcp.tool_outputs import ConflictOutput, MemoryOutput
from shared.domain.context.items import ContextItem, Layer
from shared.domain.context.rendering import Rendering, Style
from shared.domain.context.showing import layer_of
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, Status
from shared.domain.recall.conflicts import Conflict
from shared.language.injection.injection_scan import reads_as_instruction
from shared.language.injection.neutralise import neutralised, neutralised_value
from shared.usecases.recall.query import Hit, HitLayer

# Whose words may give orders: a person's, or a system of record's.
_NOBODYS_WORD = frozenset({Source.AGENT_INFERRED, Source.EXTERNAL_UNVERIFIED})


def escaped(text: str) -> str:
    return neutralised(text)


def escaped_value(text: str | None) -> str | None:
    return None if text is None else neutralised_value(text)


def is_stale(memory: Memory, now: datetime) -> bool:
    return memory.status is Status.STALE or memory.is_soft_expired(now)


def orders(memory: Memory) -> bool:
    """Whether it reads as an instruction although no person's word is behind it."""
    return memory.source in _NOBODYS_WORD and reads_as_instruction(memory.content)


def fields(memory: Memory, now: datetime) -> dict[str, Any]:
    """Of a `MemoryOutput`."""
    return {
        "memory_id": memory.memory_id,
        "scope": memory.scope,
        "type": memory.type,
        "content": escaped(memory.content),
        "source": memory.source,
        "trust": memory.trust,
        "confidence": memory.confidence,
        "importance": memory.importance,
        "status": memory.status,
        "version": memory.version,
        "key": escaped_value(memory.key),
        "observed_at": memory.observed_at,
        "valid_from": memory.valid_from,
        "valid_to": memory.valid_to,
        "stale": is_stale(memory, now),
        "reads_as_instruction": orders(memory),
    }


def memory_output(memory: Memory, now: datetime) -> MemoryOutput:
    return MemoryOutput.model_construct(**fields(memory, now))


def conflict_outputs(conflicts: Iterable[Conflict], now: datetime) -> list[ConflictOutput]:
    return [
        ConflictOutput.model_construct(
            members=[memory_output(member, now) for member in conflict.members],
            winner=conflict.winner,
            reason=conflict.reason,
        )
        for conflict in conflicts
    ]


def item(memory: Memory, now: datetime, *, title: str | None = None, hit: Hit | None = None) -> ContextItem:
    """The memory as a context shows it. `title`: a word of ours about it."""
    return ContextItem(
        layer=Layer.SESSION if hit is not None and hit.layer is HitLayer.SESSION else layer_of(memory),
        label=memory.type.value,
        content=memory.content,
        source=memory.source.value,
        time=memory.observed_at,
        confidence=memory.confidence,
        stale=is_stale(memory, now),
        basis=None if hit is None else hit.basis,
        memory_id=memory.memory_id,
        reads_as_instruction=orders(memory),
        title=title,
        newer=() if hit is None else tuple(hit.newer),
        trust=memory.trust,
    )


def block(items: Sequence[ContextItem], now: datetime, notes: Sequence[str] = ()) -> str:
    """One block under the line that says what it is. Each label names the id."""
    return Rendering(Style.XML, now, ids=True).block(items, notes)
