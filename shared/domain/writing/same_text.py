"""Whether a memory holds an incoming memory's text: in the same spelling where nothing else tells that they are about
one thing, in any spelling under their common key."""

from __future__ import annotations

from shared.domain.memories.memory import Memory
from shared.domain.memories.scheduled import holder
from shared.domain.writing.arbitration import same_key
from shared.domain.writing.incoming import IncomingMemory, claim_of
from shared.language.text.spelling import spelled_apart, spelling


def says(memory: Memory, incoming: IncomingMemory) -> bool:
    """Whether it holds the incoming memory's text, now or from a scheduled day on. The content hash folds case and
    compatibility forms; without a key, texts of one hash whose spelling is a value are two (`spelled_apart`)."""
    return any(
        version.content_hash == incoming.content_hash and not spelled_apart(version.content, incoming.content)
        for version in memory.timeline
    )


def has_text(memory: Memory, incoming: IncomingMemory) -> bool:
    """The same in any spelling: under one key there is one thing to spell."""
    return any(version.content_hash == incoming.content_hash for version in memory.timeline)


def spells_better(memory: Memory, incoming: IncomingMemory) -> bool:
    """Under a key the later spelling, on evidence no weaker, is the one that is kept (SPEC section 2)."""
    stands = holder(memory, incoming.valid_from) or memory
    if stands.content_hash != incoming.content_hash or spelling(stands.content) == spelling(incoming.content):
        return False
    return same_key(claim_of(stands), incoming.claim).incoming_stands
