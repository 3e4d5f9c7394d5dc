"""What must hold when everything has come to rest: all delivered, all deletions at their end."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable

from shared.domain.memories.memory import Memory, Status
from shared.domain.recall.documents import ended_version_in, memory_id_in
from shared.records import keys
from shared.records.memories.memory_change import edge_keys
from shared.records.memories.memory_codec import memory
from shared.records.store.record import Record, Table
from tests.simulation.engine.world import World
from tests.simulation.invariants.commits import CommitWatch
from tests.simulation.invariants.order import check_order
from tests.simulation.model import Model, tokens_in

_HOLDS = (Status.ACTIVE, Status.STALE, Status.PENDING_REVIEW)
_KEPT = ("created", "updated", "kept_existing", "conflict", "candidate")


def check_rest(world: World, model: Model, watch: CommitWatch, log: str) -> None:
    records = world.records()
    current = [memory(r.attributes) for r in records if r.key.table is Table.MEMORIES and r.key.sk.startswith("cur#")]
    _one_current(world, model, current)
    _versions(world, model, records, current)
    _pointers(world, model, records, current)
    _index_is_truth(world, model, records, current)
    _nothing_left(world, model, records, log)
    _nothing_lost(world, model, records, watch)
    _events_once(world, model, records)
    check_order(world, model, records, current)


def _events_once(world: World, model: Model, records: Iterable[Record]) -> None:
    """Each event once in its session, whatever was sent again."""
    seen: dict[tuple[str, str, str], int] = defaultdict(int)
    for record in records:
        if record.key.table is Table.SESSIONS and record.key.sk.startswith("evt#"):
            seen[record.key.pk, record.key.sk.split("#")[1], str(record.attributes["event_id"])] += 1
    for place, count in seen.items():
        if count > 1:
            model.violated("event twice", f"{place} {count} times", world.scheduler.steps)


def _one_current(world: World, model: Model, current: Iterable[Memory]) -> None:
    """(a) of a key and of a text, in each scope and type."""
    now, step = world.clock.at, world.scheduler.steps
    keyed: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    texts: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    seen: dict[str, int] = defaultdict(int)
    for one in current:
        seen[one.memory_id] += 1
        ends = one.is_expired(now) or (one.valid_to is not None and one.valid_to <= now)
        if one.status not in _HOLDS or ends or one.valid_from > now:
            continue
        what = f"{one.memory_id[-6:]} {one.status.value} version {one.version}: {one.content}"
        if one.key is not None:
            keyed[one.scope.path, one.type.value, one.key].append(what)
        if one.status is not Status.PENDING_REVIEW:
            texts[one.scope.path, one.type.value, one.content_hash].append(what)
    for (scope, kind, key), found in keyed.items():
        if len(found) > 1:
            model.violated("two current of a key", f"{scope} {kind} {key}: {' | '.join(sorted(found))}", step)
    for (scope, kind, _), found in texts.items():
        if len(found) > 1:
            model.violated("two current of a text", f"{scope} {kind}: {' | '.join(sorted(found))}", step)
    for memory_id, count in seen.items():
        if count > 1:
            model.violated("two current of a memory", memory_id, step)


def _versions(world: World, model: Model, records: Iterable[Record], current: Iterable[Memory]) -> None:
    """(j) no number twice, and none above the current one's count; no version without its memory."""
    step = world.scheduler.steps
    numbers: dict[str, list[int]] = defaultdict(list)
    for record in records:
        if record.key.sk.startswith("ver#") and record.key.sk.rpartition("#")[2].isdecimal():
            numbers[str(record.attributes["memory_id"])].append(memory(record.attributes).version)
    ids = {one.memory_id for one in current}
    for one in current:
        ended = numbers[one.memory_id]
        upcoming = [later.version for later in one.schedule.upcoming]
        if len(set(ended)) != len(ended) or (one.version in ended and one.version not in upcoming):
            model.violated("version twice", f"{one.memory_id[-6:]}: {sorted(ended)} and current {one.version}", step)
    for memory_id in set(numbers) - ids:
        model.violated("version without its memory", f"{memory_id[-6:]}: {numbers[memory_id]}", step)


def _pointers(world: World, model: Model, records: Iterable[Record], current: Iterable[Memory]) -> None:
    step, ids = world.scheduler.steps, {one.memory_id for one in current}
    there = {record.key for record in records}
    for one in current:
        if one.sealed is None and keys.vector(one.scope, one.memory_id) not in there:
            model.violated("memory without its vector", one.memory_id[-6:], step)
        if any(edge not in there for edge in edge_keys(one)):
            model.violated("memory without its edges", one.memory_id[-6:], step)
    for record in records:
        if record.key.table is not Table.MEMORIES:
            continue
        sort = record.key.sk
        if sort.startswith(("key#", "hash#", "edge#")):
            points_to = str(record.attributes.get("memory_id"))
            if points_to not in ids:
                model.violated("pointer to nothing", f"{sort.partition('#')[0]} to {points_to[-6:]}", step)
        elif sort.startswith(("vec#", "acc#", "rvm#")) and sort.split("#")[1] not in ids:
            model.violated("record without its memory", sort.partition("#")[0], step)


def _index_is_truth(world: World, model: Model, records: Iterable[Record], current: Iterable[Memory]) -> None:
    """(f) a document for each memory that has not expired, of its words; none of anything else."""
    step, now = world.scheduler.steps, world.clock.at
    ended = [
        memory(r.attributes) for r in records if r.key.sk.startswith("ver#") and r.key.sk.rpartition("#")[2].isdecimal()
    ]
    versions = {(one.memory_id, one.version) for one in ended}
    wanted = {(one.memory_id, one.version) for one in ended if one.status is Status.SUPERSEDED and one.sealed is None}
    truth = {one.memory_id: one for one in current}
    shown = set()
    for org in ("acme", "rival"):
        for id in world.search.inner.ids_within(org, f"/org/{org}", limit=10_000):
            number, memory_id = ended_version_in(id), memory_id_in(id)
            if number is not None:
                if (memory_id, number) not in versions:
                    model.violated("indexed and not there", f"version {number} of {memory_id[-6:]}", step)
                wanted.discard((memory_id, number))
                continue
            shown.add(memory_id)
            if memory_id not in truth:
                model.violated("indexed and not there", memory_id[-6:], step)
    for memory_id, number in wanted:
        model.violated("there and not indexed", f"version {number} of {memory_id[-6:]}", step)
    for one in truth.values():
        if one.memory_id not in shown and not one.is_expired(now):
            model.violated("there and not indexed", f"{one.memory_id[-6:]} {one.content}", step)
    for memory_id, content in _bodies(world):
        known = truth.get(memory_id)
        if known is not None and known.sealed is None and tokens_in(content) != tokens_in(known.content):
            model.violated("indexed otherwise", f"{memory_id[-6:]}: {content} but {known.content}", step)


def _bodies(world: World) -> list[tuple[str, str]]:
    with world.search.inner._connections.reading() as db:
        found = [json.loads(body) for (body,) in db.execute("SELECT body FROM bodies")]
    return [(b["memory_id"], b["content"]) for b in found if ended_version_in(b["memory_id"]) is None]


def _nothing_left(world: World, model: Model, records: Iterable[Record], log: str) -> None:
    """(d) and (e): of a deletion that was completed nothing lies anywhere."""
    step = world.scheduler.steps
    removed_whole, removed_memories = set(), set()
    for deletion in model.deletions:
        if deletion.status == "completed":
            removed_whole |= model.removed_by(deletion.whole)
            removed_memories |= model.removed_by(deletion.memories)
    if not removed_whole | removed_memories:
        return
    for record in records:
        of_events = record.key.table is Table.SESSIONS
        for token in tokens_in(repr(record)) & (removed_whole if of_events else removed_whole | removed_memories):
            place = f"{record.key.table.value} {record.key.pk} {record.key.sk.split('#')[0]}#"
            model.violated("deleted and left", f"{token} in {place}", step)
    with world.search.inner._connections.reading() as db:
        bodies = " ".join(body for (body,) in db.execute("SELECT body FROM bodies"))
    waiting = " ".join([*world.deliveries.work, *world.deliveries.retrieved, *world.deliveries.dead_letters])
    for place, text in (("the index", bodies), ("a queue", waiting)):
        for token in tokens_in(text) & (removed_whole | removed_memories):
            model.violated("deleted and left", f"{token} in {place}", step)
    for token in tokens_in(log):
        model.violated("content in a log", token, step)


def _nothing_lost(world: World, model: Model, records: Iterable[Record], watch: CommitWatch) -> None:
    """(b) each acknowledged statement is there, or a deletion, its end or a person's decision explains why not."""
    step = world.scheduler.steps
    memories: set[str] = set()
    events: set[str] = set()
    for record in records:
        if record.key.table is Table.MEMORIES and record.key.sk.startswith(("cur#", "ver#")):
            memories |= tokens_in(repr(record.attributes))
        elif record.key.table is Table.SESSIONS:
            events |= tokens_in(repr(record.attributes))
    for token, statements in model.said.items():
        for said in statements:
            if said.acked is None or said.refused:
                continue
            explained = token in model.judged or token in model.withdrawn or model.may_be_deleted(token)
            explained |= token in watch.texts_removed_by_upkeep
            if said.place == "memory" and said.outcome in _KEPT and token not in memories and not explained:
                model.violated("acknowledged and lost", f"{token}: {said.outcome} for {said.owner}", step)
            if said.place == "event" and said.outcome == "accepted" and token not in events and not explained:
                model.violated("acknowledged and lost", f"{token}: an event of {said.owner}", step)
