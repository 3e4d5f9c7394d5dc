"""Promotion: the only way up, and how far it goes at once."""

from __future__ import annotations

from shared.domain.errors import Malformed
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope, ScopeKind

# SPEC section 3. From a task the organisation may be reached directly; from a node only its task.
_PATHS = {
    ScopeKind.NODE: (ScopeKind.TASK,),
    ScopeKind.TASK: (ScopeKind.USER, ScopeKind.PROJECT, ScopeKind.ORG),
    ScopeKind.USER: (ScopeKind.ORG,),
    ScopeKind.PROJECT: (ScopeKind.ORG,),
}


def refuse_other_paths(source: Scope, target: Scope) -> None:
    """Raises `Malformed` unless `target` lies above `source` and a memory may be promoted from one to the other."""
    if target not in source.ancestors() or target.kind not in _PATHS.get(source.kind, ()):
        raise Malformed.field("to_scope", f"is not where a memory of this {source.kind} can be promoted to")


def place_of(memory: Memory) -> dict[str, object]:
    """A memory in somebody else's provenance."""
    return {"scope": memory.scope.path, "id": memory.memory_id, "version": memory.version}
