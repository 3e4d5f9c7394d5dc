"""What the memories of a scope are made of now: a walk over the tables, bounded."""

from __future__ import annotations

from shared.domain.access.caller import Caller
from shared.domain.hygiene.composition import Composition
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.memories import retrievals
from shared.records.store.record import Table
from shared.records.store.shut import intact
from shared.usecases.audit.metrics import may_count
from shared.usecases.barrier.check import visible
from shared.usecases.reading.read_memories import owners_barriers, scopes_below
from shared.usecases.services import Services

MAX_LOOKED_AT = 5_000  # memories; of more the first scopes count
_PAGE = 100


def compose(services: Services, caller: Caller, scope: Scope | None) -> tuple[Scope, Composition]:
    """Of the scope and all below it. An organisation's takes a governing role."""
    target = may_count(caller, scope or caller.bound)
    found, looked_at = Composition(), 0
    for shelf in sorted({target, *scopes_below(services, target)}, key=lambda one: one.path):
        after: str | None = None
        barrier, now = owners_barriers(services, [shelf])[keys.path(shelf.owner)], services.clock.now()
        while True:
            page = services.records.page(
                Table.MEMORIES,
                keys.path(shelf.owner),
                sk_prefix=keys.current_prefix(shelf),
                after=after,
                limit=_PAGE,
            )
            seen: list[Memory] = []
            for record in intact(page.records):
                memory = visible(record, barrier, now)
                if memory is not None:
                    seen.append(memory)
            read = services.records.get([keys.retrievals(one.scope, one.memory_id) for one in seen]) if seen else []
            for memory, read_of in zip(seen, read, strict=True):
                found.add(memory, retrievals.stats(read_of), now, services.write_policy.expiry)
            looked_at += len(page.records)
            after = page.next_after
            if looked_at >= MAX_LOOKED_AT:
                found.complete = False
                return target, found
            if after is None:
                break
    return target, found
