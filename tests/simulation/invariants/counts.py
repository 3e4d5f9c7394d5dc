"""How many memories an owner has, and what makes room."""

from __future__ import annotations

from collections import Counter

from shared.domain.audit.chain import AuditAction
from shared.domain.deletion.barrier import BarrierState
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Importance, Memory, MemoryType, Status
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.ledger.audit import audit_entry
from shared.records.memories.memory_codec import memory
from shared.records.memories.memory_counts import owner_count
from shared.records.store.record import Change, Key, Table
from tests.simulation.engine.world import World
from tests.simulation.model import Model

_BINDING = 0.5
_WAITS = (Status.CANDIDATE, Status.PENDING_REVIEW)


def check_counts(world: World, model: Model) -> None:
    """At rest the count of each user and project is how many current records there are."""
    truth: Counter[str] = Counter()
    counted: dict[str, int] = {}
    deleting = set()
    for record in world.records():
        if record.key.table is not Table.MEMORIES:
            continue
        if record.key.sk.startswith("cur#"):
            truth[record.key.pk] += 1
        elif record.key.sk == keys.COUNT:
            counted[record.key.pk] = owner_count(record).memories
        elif record.key.sk == keys.BARRIER and deletion_codec.barrier(record).state is BarrierState.DELETING:
            deleting.add(record.key.pk)
    for pk in sorted(truth.keys() | counted.keys()):
        is_counted = "/user/" in f"/{pk}/" or "/project/" in f"/{pk}/"
        if is_counted and pk not in deleting and counted.get(pk, 0) != truth[pk]:
            what = f"{pk}: {counted.get(pk, 0)} counted, {truth[pk]} there"
            model.violated("counted otherwise", what, world.scheduler.steps)


class EvictionWatch:
    """What was removed because its owner had too many was nothing that never goes."""

    def __init__(self, world: World, model: Model) -> None:
        self._world = world
        self._model = model
        self._current: dict[Key, Memory] = {}
        self.evicted: set[str] = set()

    def __call__(self, change: Change, _actor: str) -> None:
        over = {
            entry.subject
            for r in change.puts
            if r.key.table is Table.LEDGER and r.key.sk.startswith("aud#")
            and (entry := audit_entry(r)).action is AuditAction.EVICTED_OVER_LIMIT
        }  # fmt: skip
        for key in change.removes:
            before = self._current.pop(key, None)
            if before is not None and before.memory_id in over:
                self.evicted.add(before.memory_id)
                self._model.evicted |= self._model.holds[before.memory_id]
                if not _may_go(before):
                    what = f"{before.memory_id[-6:]} {before.status.value} {before.content}"
                    self._model.violated("evicted and protected", what, self._world.scheduler.steps)
        for record in change.puts:
            if record.key.table is Table.MEMORIES and record.key.sk.startswith("cur#"):
                self._current[record.key] = memory(record.attributes)


def _may_go(one: Memory) -> bool:
    if one.status in (Status.SUPERSEDED, Status.EVICTED, Status.REJECTED):
        return True
    answered_for = one.type is MemoryType.PROFILE or one.source is Source.SYSTEM_OF_RECORD
    binds = one.meaning.binding >= _BINDING or one.trust is Trust.INSTRUCTION
    return not (answered_for or binds or one.importance is not Importance.NORMAL or one.status in _WAITS)
