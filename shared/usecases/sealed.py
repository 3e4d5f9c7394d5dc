"""Showing what is sealed, to those who may."""

from __future__ import annotations

from dataclasses import replace

from shared.domain.identity import Caller, Role
from shared.domain.memories import Memory
from shared.usecases.services import Services


def revealed(services: Services, caller: Caller, memory: Memory) -> Memory:
    """The memory with its content in the clear for a caller with the role `sensitive-writer`; empty for others."""
    if memory.sealed is None or not caller.has(Role.SENSITIVE_WRITER):
        return memory
    return replace(memory, content=services.cipher.open(memory.sealed, memory.scope.owner.path))
