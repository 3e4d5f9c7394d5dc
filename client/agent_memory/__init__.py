"""What an agent imports: working memory, the memory manager, and the typed clients of the Agent Memory service."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent_memory.public import *  # noqa: F403
else:
    # On the first use of a name: the command's shell completion does not wait for the clients.
    def __getattr__(name: str) -> object:
        if find_spec(f"agent_memory.{name}") is not None:
            return import_module(f"agent_memory.{name}")
        try:
            return getattr(import_module("agent_memory.public"), name)
        except AttributeError:
            raise AttributeError(f"module 'agent_memory' has no attribute {name!r}") from None

    def __dir__() -> list[str]:
        return import_module("agent_memory.public").__all__
