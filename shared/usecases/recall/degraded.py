"""Recall while the index or the embedder is down: the newest memories of each readable scope, by shared words."""

from __future__ import annotations

from collections.abc import Sequence

from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.language.text.terms import ranking_tokens
from shared.records import keys
from shared.records.store.record import Table
from shared.usecases.barrier.check import visible
from shared.usecases.barrier.hidden_copies import seen_copies
from shared.usecases.reading.read_memories import owners_barriers
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.query import Hit
from shared.usecases.services import Services


def by_words(services: Services, query: RecallQuery, scopes: Sequence[Scope]) -> list[Hit]:
    """Memories of the scopes themselves (not of what lies below), best first: the share of the query's words that a
    memory holds, then the newest. Without vectors there is no relevance to check against a threshold; that share
    stands in for it and nothing is left out. A query about an earlier time also gets the versions that the current
    records carry, but none from the history."""
    asked = set(ranking_tokens(query.text))
    barriers = owners_barriers(services, scopes)
    now = services.clock.now()
    found: list[tuple[float, Memory]] = []
    for scope in scopes:
        page = services.records.page(
            Table.MEMORIES,
            keys.path(scope.owner),
            sk_prefix=keys.current_prefix(scope),
            limit=services.recall_policy.degraded_looked_at,
            newest_first=True,
        )
        for record in page.records:
            memory = visible(record, barriers[record.key.pk], now)
            if memory is None:
                continue
            for version in (
                (memory, *memory.schedule.upcoming, *memory.schedule.passed) if query.looks_back else (memory,)
            ):
                words = asked.intersection(ranking_tokens(version.content))
                found.append((len(words) / len(asked) if asked else 0.0, version))
    known = {scope.owner: barriers[keys.path(scope.owner)] for scope in scopes}
    shown = seen_copies(services, [memory for _, memory in found], known)
    found = [(share, memory) for (share, _), memory in zip(found, shown, strict=True) if memory is not None]
    found.sort(key=lambda pair: (-pair[0], -pair[1].updated_at.timestamp(), pair[1].memory_id))
    return [Hit(memory, share, {"keyword": share}, share) for share, memory in found]
