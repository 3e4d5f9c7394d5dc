"""The interface that the recall benchmark needs of a memory of a conversation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from bench.locomo.conversations import Conversation, Turn


class Memory(Protocol):
    """`degraded` counts the recalls that were answered without the search index."""

    degraded: int

    def write(self, conversation: Conversation, turns: Sequence[Turn]) -> Counter[str]:
        """Remembers the turns so that they can be found, and counts the outcomes."""
        ...

    def recall(self, query: str, profile: str) -> list[frozenset[str]]:
        """The ten best memories, best first, each as the ids of the turns that it represents."""
        ...
