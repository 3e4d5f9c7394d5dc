"""The events of a session among the hits of a recall. Without events nothing is read: a recall that names no session
loads nothing that reads one (`session_events`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.memories.memory import ENDED, Memory
from shared.domain.recall.documents import Candidate
from shared.domain.recall.ranking import Ranked
from shared.domain.scopes import Scope
from shared.domain.sessions.event_search import cites
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Key, Record, Table
from shared.usecases.recall.filter import RecallFilter
from shared.usecases.recall.query import Hit, HitLayer
from shared.usecases.services import Services


@dataclass(frozen=True, slots=True)
class SessionEvents:
    """The events as memories, by the id of each, and as input of the ranking."""

    memories: Mapping[str, Memory]
    candidates: tuple[Candidate, ...]

    def beside(self, others: Sequence[Candidate]) -> list[Candidate]:
        """Together with the hits of the index. The two weigh words differently: the words that an event shares with
        the question are measured by the best hit of the index."""
        best = max((candidate.keyword for candidate in others), default=0.0) or 1.0
        return [*others, *(replace(candidate, keyword=candidate.keyword * best) for candidate in self.candidates)]

    def hits(self, ranked: Sequence[Ranked], recall_filter: RecallFilter) -> list[Hit]:
        """Of everything ranked, the events that are relevant enough."""
        hits = []
        for found in ranked:
            memory = self.memories.get(found.candidate.document.memory_id)
            if memory is not None and recall_filter.is_relevant(found):
                hits.append(Hit(memory, found.score, found.parts, found.relevance, layer=HitLayer.SESSION))
        return hits

    def apart(self, ranked: Sequence[Ranked]) -> list[Ranked]:
        """Everything ranked but the events."""
        return [found for found in ranked if found.candidate.document.memory_id not in self.memories]


NONE = SessionEvents({}, ())
_EDGES = 20  # how many memories that one event became are read


def merged(services: Services, memories: Sequence[Hit], events: Sequence[Hit], top_k: int) -> list[Hit]:
    """The best of both, best first. An event that became one of the memories found is shown as that memory, and one
    that says the same as a memory is left out; a statement that has been replaced since does not come back as an
    event."""
    said = {hit.memory.content_hash for hit in memories}
    lasting = (e for e in events if not any(cites(hit.memory, e.memory) for hit in memories))
    beside = [event for event in lasting if event.memory.content_hash not in said]
    best = sorted([*memories, *beside], key=lambda hit: -hit.score)[:top_k]
    replaced = _replaced(services, [hit.memory for hit in best if hit.layer is HitLayer.SESSION])
    return [hit for hit in best if hit.memory.memory_id not in replaced]


def _replaced(services: Services, events: Sequence[Memory]) -> frozenset[str]:
    """Ids of events whose memories no longer say the same: they have ended or were changed."""
    became: dict[str, list[Key]] = {}
    for event in events:
        page = services.records.page(
            Table.MEMORIES, keys.path(event.scope.owner), sk_prefix=keys.edge_prefix(event.memory_id), limit=_EDGES
        )
        edges = [e.attributes for e in page.records if "kind" not in e.attributes]
        named = [e for e in edges if e["source"] in (event.memory_id, event.memory_id.partition("/")[2])]
        if named:
            became[event.memory_id] = [
                keys.current(Scope.parse(str(edge["scope"])), str(edge["memory_id"])) for edge in named
            ]
    wanted = list(dict.fromkeys(key for found in became.values() for key in found))
    read = dict(zip(wanted, services.records.get(wanted), strict=True)) if wanted else {}
    now = services.clock.now()
    reported = {event.memory_id: event for event in events}
    return frozenset(
        id for id, found in became.items() if not any(_still_says(read[key], reported[id], now) for key in found)
    )


def _still_says(record: Record | None, event: Memory, now: datetime) -> bool:
    if record is None:
        return False
    memory = memory_codec.memory(record.attributes).at(now)
    return memory.status not in ENDED and cites(memory, event)
