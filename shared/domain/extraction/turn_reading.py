"""What of sessions a deployment remembers, and what a turn was found to say."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from shared.domain.meaning.kinds import Kind


class Remember(StrEnum):
    """What a deployment keeps of its sessions: what people state, or only what was marked."""

    STATEMENTS = "statements"
    MARKED = "marked"


@dataclass(frozen=True, slots=True)
class TurnReading:
    """`binding`: the greatest chance in [0,1] of a kept sentence that it sets a limit, forbids or requires something.
    `kind`: what it is, where that is sure of one of them, a preference or a limit before all else; `None` else, and
    where the embedder is not measured."""

    kept: bool
    binding: float = 0.0
    kind: Kind | None = None


NOT_KEPT = TurnReading(kept=False)
