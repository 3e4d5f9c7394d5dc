"""Keeping the search index a view of the truth: whatever the stream tells, the truth is read again before indexing,
so that a late or repeated stream record never puts back what is gone."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import unquote

from shared.domain.memories import Memory
from shared.domain.search import SearchDocument
from shared.domain.tokens import ranking_tokens
from shared.ports import Remove, Upsert
from shared.records import codec, keys
from shared.records.model import Key
from shared.records.vectors import StoredVector, stored_vector
from shared.usecases.barriers import visible
from shared.usecases.services import Services


def index_memories(services: Services, changed: Sequence[Key]) -> list[Key]:
    """Brings the index up to date for changed current records; the keys that failed and must be tried again.

    Raises `SearchUnavailable` and `StoreUnavailable`: then nothing is known to be done.
    """
    distinct = list(dict.fromkeys(key for key in changed if key.sk.startswith(keys.CURRENT_PREFIX)))
    if not distinct:
        return []
    owners = list(dict.fromkeys((key.table, key.pk) for key in distinct))
    barriers = [Key(table, pk, keys.BARRIER) for table, pk in owners]
    vectors = [keys.vector_beside(key) for key in distinct]
    records = services.records.get([*distinct, *vectors, *barriers])
    current, found = records[: len(distinct)], records[len(distinct) : 2 * len(distinct)]
    barrier_of = dict(zip(owners, map(codec.barrier, records[2 * len(distinct) :]), strict=True))
    actions: list[Upsert | Remove] = []
    ids: dict[str, Key] = {}
    for key, record, vector in zip(distinct, current, found, strict=True):
        memory = visible(record, barrier_of[key.table, key.pk], services.clock.now())
        memory_id = unquote(keys.memory_id_of(key))
        ids[memory_id] = key
        if memory is None or memory.sealed is not None:
            actions.append(Remove(memory_id, keys.org_of(key.pk)))
        else:
            actions.append(Upsert(document(memory, None if vector is None else stored_vector(vector))))
    return [ids[failed] for failed in services.search.apply(actions)]


def document(memory: Memory, vector: StoredVector | None) -> SearchDocument:
    """The view of a memory. What went before it is searched with it, each turn as it was said."""
    background = memory.background
    before = "" if background is None else "\n".join(turn.text for turn in background.before)
    return SearchDocument(
        memory_id=memory.memory_id,
        revision=memory.revision,
        org=memory.scope.org_id or "",
        scope=memory.scope.path,
        type=memory.type.value,
        key=memory.key,
        status=memory.status.value,
        purposes=memory.purposes,
        valid_from=memory.valid_from,
        valid_to=memory.valid_to,
        soft_expires_at=memory.soft_expires_at,
        hard_expires_at=memory.hard_expires_at,
        tier=memory.source.tier,
        confidence=memory.confidence,
        importance=memory.importance.value,
        observed_at=memory.observed_at,
        content=memory.content,
        before=f"{before}\n{memory.content}" if before else "",
        speaker=None if background is None else background.speaker,
        session_id=None if background is None else background.session_id,
        position=None if background is None else background.position,
        tokens=ranking_tokens(memory.content),
        vector=None if vector is None else vector.vector,
        model="" if vector is None else vector.model,
    )
