"""What one page of a deletion has removed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.domain.deletion import Target


@dataclass(frozen=True, slots=True)
class Purged:
    """`removed` of each store (a page of sessions may find memories too), whether more may be left, and where the walk
    through the target goes on (empty: from its beginning)."""

    removed: Mapping[Target, int] = field(default_factory=dict)
    more: bool = False
    cursor: str = ""
