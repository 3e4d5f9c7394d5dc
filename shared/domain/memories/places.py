"""What a fact has for itself in its scope and type: its key, and its text under keys that go together."""

from __future__ import annotations

from shared.domain.memories.memory import Memory
from shared.language.text.spelling import spelled_apart


def compatible_keys(stored: str | None, incoming: str | None) -> bool:
    """Equal text is one fact unless it answers two questions: `home` = Lyon and `birthplace` = Lyon are two."""
    return stored is None or incoming is None or stored == incoming


def share_a_place(one: Memory, other: Memory) -> bool:
    """Whether only one of two current versions can be a fact: they have one key, or say the same.

    The content hash folds case and compatibility forms; without a common key, texts whose spelling is a value are two
    (`spelled_apart`)."""
    if (one.scope, one.type) != (other.scope, other.type):
        return False
    if one.key is not None and one.key == other.key:
        return True
    same = one.content_hash == other.content_hash and not spelled_apart(one.content, other.content)
    return same and compatible_keys(one.key, other.key)
