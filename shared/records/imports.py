"""What an import leaves behind: the edge under which the other versions of an imported memory find it."""

from __future__ import annotations

from collections.abc import Mapping

from shared.domain.memories import Memory

IMPORTED_FROM = "imported_from"  # in the provenance


def import_source(memory_id: str) -> str:
    """The source of the edge from an exported memory to what became of it here."""
    return f"import:{memory_id}"


def import_sources(memory: Memory) -> tuple[str, ...]:
    origin = (memory.provenance or {}).get(IMPORTED_FROM)
    return (import_source(str(origin["memory_id"])),) if isinstance(origin, Mapping) else ()
