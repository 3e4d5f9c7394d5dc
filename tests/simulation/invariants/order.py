"""What must hold at rest in whichever order the store took a write and a deletion, or two writes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from shared.domain.memories.memory import Memory, Status
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.store.record import Record, Table
from tests.simulation.engine.world import World
from tests.simulation.model import Deletion, Model, Said, cited_forms, tokens_in

_OF_CONTENT = ("cur#", "ver#", "ses#", "evt#")
_ANSWERED_WITH = ("created", "updated", "kept_existing")


def check_order(world: World, model: Model, records: list[Record], current: Iterable[Memory]) -> None:
    _rests_on_deleted(world, model, records)
    _older_than_its_deletion(world, model, records)
    if not model.deletions:
        _last_word(world, model, current)


def _rests_on_deleted(world: World, model: Model, records: list[Record]) -> None:
    """A memory of deleted sources alone was purged if it came before the deletion, and refused if it came after it. So
    it is not there, also when both were at work at once."""
    ended = [d for d in model.deletions if d.status == "completed" and d.kind in ("session", "event")]
    ended = [d for d in ended if not model.starts_anew(d.owner)]
    if not ended:
        return
    alive = {
        "/".join((r.key.sk.split("#")[1], str(r.attributes["event_id"]))) for r in records
        if r.key.table is Table.SESSIONS and r.key.sk.startswith("evt#")
    }  # fmt: skip
    for record in records:
        if record.key.table is not Table.MEMORIES or not record.key.sk.startswith(("cur#", "ver#")):
            continue
        for token in tokens_in(repr(record.attributes)) - model.judged.keys():
            statements = [s for s in model.said[token] if not s.refused]
            for deletion in ended:
                if statements and all(_is_of(s, deletion, alive) for s in statements):
                    detail = f"{token} after the deletion of {deletion.kind} {deletion.ids}"
                    model.violated("rests on what was deleted", detail, world.scheduler.steps)


def _is_of(said: Said, deletion: Deletion, alive: set[str]) -> bool:
    if said.place != "memory" or said.owner != deletion.owner or not said.cites:
        return False
    if deletion.kind == "event":
        return said.cites <= cited_forms(deletion)
    return all(c.partition("/")[0] in deletion.ids and c not in alive for c in said.cites)


def _older_than_its_deletion(world: World, model: Model, records: list[Record]) -> None:
    """Nothing of an owner stays that was written before the last completed deletion of all of it."""
    for owner in {d.owner for d in model.deletions if d.kind == "subject" and d.status == "completed"}:
        path = keys.path(Scope.parse(owner))
        barrier = deletion_codec.barrier(world.record(keys.barrier(Scope.parse(owner))))
        for record in records:
            if record.key.pk == path and record.key.sk.startswith(_OF_CONTENT) and record.epoch < barrier.subject_epoch:
                what = f"{record.key.sk.partition('#')[0]} of epoch {record.epoch} in {owner}"
                model.violated("older than its deletion", what, world.scheduler.steps)


def _last_word(world: World, model: Model, current: Iterable[Memory]) -> None:
    """Of plain statements under a key the one holds that was made last, whatever the hosts' clocks say."""
    plain: dict[tuple[str, str, str], list[Said]] = defaultdict(list)
    for statements in model.said.values():
        if len(statements) == 1 and statements[0].plain_key is not None and statements[0].outcome in _ANSWERED_WITH:
            plain[statements[0].owner, str(statements[0].type), statements[0].plain_key].append(statements[0])
    for memory in current:
        if memory.key is None or memory.status is not Status.ACTIVE or memory.scope != memory.scope.owner:
            continue
        known = plain[memory.scope.path, memory.type.value, memory.key]
        shown = [s for s in known if s.token in tokens_in(memory.content)]
        later = [s for s in known for one in shown if one.acked is not None and s.begun > one.acked]
        for said in later:
            if not {said.token, *(one.token for one in shown)} & (model.judged.keys() | model.withdrawn):
                detail = f"{shown[0].token} holds under {memory.key}, {said.token} ({said.outcome}) came later"
                model.violated("an earlier word holds", detail, world.scheduler.steps)
