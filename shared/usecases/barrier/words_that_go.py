"""Texts that a running deletion removes: they have no tombstone yet, but older evidence of them is refused all the
same. This is asked only for evidence older than the last narrow deletion while one runs, which is rare: then the
owner's current and ended memories are searched for the text."""

from __future__ import annotations

from collections.abc import Iterator

from shared.domain.deletion.barrier import Barrier
from shared.domain.memories.contributions import texts_of
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Table
from shared.usecases.barrier.cited_events import cited_alone, knowing_events
from shared.usecases.services import Services


def says_what_goes(services: Services, scope: Scope, barrier: Barrier, text: str) -> bool:
    """Whether a version of one of the owner's memories that has this text (by its hash), as its own or as a merged
    wording, will be removed by the deletions that run."""
    if not barrier.hidden and not barrier.marks:
        return False
    for memory in _stored(services, scope):
        for version in (*memory.timeline, *memory.schedule.passed):
            if text in texts_of(version) and _goes(services, scope, barrier, version, text):
                return True
    return False


def _goes(services: Services, scope: Scope, barrier: Barrier, version: Memory, text: str) -> bool:
    if version.memory_id in barrier.hidden:
        return True
    remaining = knowing_events(services, scope.owner, barrier, cited_alone(version)).seen(version)
    return remaining is None or text not in texts_of(remaining)


def _stored(services: Services, scope: Scope) -> Iterator[Memory]:
    for prefix in (keys.CURRENT_PREFIX, keys.VERSION_PREFIX):
        after: str | None = None
        while True:
            page = services.records.page(Table.MEMORIES, keys.path(scope.owner), sk_prefix=prefix, after=after)
            for record in page.records:
                yield memory_codec.memory(record.attributes)
            after = page.next_after
            if after is None:
                break
