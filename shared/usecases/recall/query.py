"""The result of a recall for one memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from shared.domain.memories.memory import Memory


class HitLayer(StrEnum):
    SESSION = "l1"
    MEMORIES = "l2"


@dataclass(frozen=True, slots=True)
class Hit:
    """`score` gives the order, `relevance` is compared with the threshold; both and all parts in [0,1]. `newer`: ids
    of those among the hits that may say how its matter stands now, so that this one is possibly outdated."""

    memory: Memory
    score: float
    parts: Mapping[str, float]
    relevance: float
    basis: str | None = None
    layer: HitLayer = HitLayer.MEMORIES
    newer: tuple[str, ...] = ()
