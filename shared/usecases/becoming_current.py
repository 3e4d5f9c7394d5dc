"""Content that becomes current in a memory that is there, in other words or again after it was over: it is held against
the other memories near it, as a new one is."""

from __future__ import annotations

from dataclasses import replace

from shared.domain.decisions import Announce, Decision, Duplicate, Update
from shared.domain.errors import SearchUnavailable
from shared.domain.meaning import STATE_LIKE, held_against
from shared.records import keys
from shared.usecases.barriers import as_it_is
from shared.usecases.nearby import near_others
from shared.usecases.services import Services
from shared.usecases.successors import with_successors
from shared.usecases.write_change import Desk, embedded


def against_others(services: Services, decision: Update | Announce | Duplicate, desk: Desk) -> tuple[Decision, Desk]:
    """The decision once it is held against what is near, and the desk with the vector and all that is touched. With
    search down it stands as it is: the daily scan finds what was missed."""
    newcomer = desk.newcomer
    if newcomer.type not in STATE_LIKE or newcomer.sealed is not None:
        return decision, desk
    vector = embedded(services, decision.version if isinstance(decision, Announce) else decision.memory)
    own = decision.memory.memory_id
    try:
        near, reading = near_others(services, desk, vector, own)
    except SearchUnavailable:
        return decision, replace(desk, vector=vector)
    before = as_it_is(reading[keys.current(newcomer.scope, own)], newcomer.recorded_at)
    near, reading = with_successors(services, near, desk, reading, before)
    held = held_against(decision, newcomer, near, services.write_policy) if near else decision
    return held, replace(desk, vector=vector, reading=reading)
