"""Disputes among the hits of a recall: the counterparts are read, winners kept, losers named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.domain.memories.memory import Memory, Status
from shared.domain.recall.conflicts import Conflict, Risk, conflicts_among, missing_members
from shared.records import keys
from shared.usecases.barrier.check import visible
from shared.usecases.barrier.hidden_copies import without_hidden
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.query import Hit
from shared.usecases.services import Services


@dataclass(frozen=True, slots=True)
class Disputes:
    """`hits` without the losers, winners with their basis. `asked_about`: a dispute among them concerns the
    question: one of its members is the best hit, or is as relevant as any threshold might require."""

    hits: tuple[Hit, ...]
    conflicts: tuple[Conflict, ...]
    asked_about: bool = False


def resolve(services: Services, hits: Sequence[Hit], query: RecallQuery) -> Disputes:
    """One more read, and only if a hit waits for a person and its counterpart was not found with it. A counterpart
    that the recall's purpose does not open is never shown. At low risk it plays no part; at high risk it still
    prevents that the other is returned as undisputed."""
    found = {hit.memory.memory_id: hit.memory for hit in hits}
    others = _counterparts(services, found, query)
    if query.risk is Risk.LOW:
        others = {id: memory for id, memory in others.items() if memory.serves(query.purpose)}
    conflicts = tuple(_shown(conflict, query) for conflict in conflicts_among({**found, **others}, query.risk))
    if not conflicts:
        return Disputes(tuple(hits), ())
    dispute_of = {member.memory_id: conflict for conflict in conflicts for member in conflict.members}
    kept: list[Hit] = []
    settled: set[str] = set()
    for hit in hits:
        conflict = dispute_of.get(hit.memory.memory_id)
        if conflict is None:
            kept.append(hit)
        elif conflict.winner is not None and conflict.winner not in settled:
            # The winner takes the place of the best of the disputed.
            settled.add(conflict.winner)
            kept.append(replace(hit, memory=conflict.members[0], basis=conflict.reason))
    least = services.tuning_policy.lowest
    disputed = [at for at, hit in enumerate(hits) if hit.memory.memory_id in dispute_of]
    return Disputes(tuple(kept), conflicts, any(at == 0 or hits[at].relevance >= least for at in disputed))


def _shown(conflict: Conflict, query: RecallQuery) -> Conflict:
    return replace(conflict, members=tuple(m for m in conflict.members if m.serves(query.purpose)))


def _counterparts(services: Services, found: dict[str, Memory], query: RecallQuery) -> dict[str, Memory]:
    missing = missing_members(found)
    if not missing:
        return {}
    owners = list(dict.fromkeys(memory.scope.owner for memory in missing.values()))
    wanted = [keys.current(memory.scope, id) for id, memory in missing.items()]
    records = services.records.get([*wanted, *(keys.barrier(owner) for owner in owners)])
    barriers = {o: whole_barrier(services, record) for o, record in zip(owners, records[len(wanted) :], strict=True)}
    now = services.clock.now()
    there = (
        visible(record, barriers[memory.scope.owner], now)
        for record, memory in zip(records, missing.values(), strict=False)
    )
    waiting = [m for m in there if m is not None and m.status is Status.PENDING_REVIEW]
    if not query.looks_back:  # a version that is only scheduled contradicts nothing that holds today
        waiting = [memory for memory in waiting if memory.valid_from <= now]
    return {memory.memory_id: memory for memory in without_hidden(services, waiting, barriers)}
