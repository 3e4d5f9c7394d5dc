"""What each commit must keep to, by any actor: versions grow, each change of a memory is audited, and maintenance
takes only what is due."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime, timedelta

from shared.domain.memories.memory import Memory, Status
from shared.records.memories.memory_codec import memory
from shared.records.store.record import Change, Key, Record, Table
from tests.simulation.engine.hosts import MOST_SKEW_S
from tests.simulation.engine.world import World
from tests.simulation.model import Model, tokens_in

_SKEW = timedelta(seconds=2 * MOST_SKEW_S)
_VERSIONS_STAY = timedelta(days=90)
_FRESH = timedelta(days=14)
_AFTER_ITS_END = timedelta(days=30)


def _places(memory: Memory) -> list[tuple[str, str, str]]:
    """What only one current memory may hold: its key and its text, in a scope and type."""
    text = (memory.scope.path, f"text {memory.content_hash}", memory.type.value)
    if memory.key is None:
        return [text]
    return [text, (memory.scope.path, f"key {memory.key}", memory.type.value)]


def _holds(memory: Memory, now: datetime) -> bool:
    ends = memory.valid_to is not None and memory.valid_to <= now
    return memory.status in (Status.ACTIVE, Status.STALE) and not ends and not memory.is_expired(now)


def is_current(key: Key) -> bool:
    return key.table is Table.MEMORIES and key.sk.startswith("cur#")


class CommitWatch:
    """Keeps the memories as the commits left them."""

    def __init__(self, world: World, model: Model) -> None:
        self._world = world
        self._model = model
        self._current: dict[Key, Memory] = {}
        self._ended: dict[Key, Memory] = {}
        self._said: set[Key] = set()
        self._numbers: dict[tuple[str, int], str] = {}
        self._holders: dict[tuple[str, str, str], set[Key]] = defaultdict(set)
        self.removed: dict[str, set[str]] = {}
        # Records of content that a deletion took away, by its request and their table.
        self.taken: Counter[tuple[str, Table]] = Counter()
        self.texts_removed_by_upkeep: set[str] = set()
        self.over_limit: set[str] = set()  # memories that were removed because their owner had too many

    def __call__(self, change: Change, actor: str) -> None:
        audited = any(r.key.table is Table.LEDGER and r.key.sk.startswith("aud#") for r in change.puts)
        for record in change.puts:
            if record.key.table is Table.MEMORIES and record.key.sk.startswith(("cur#", "ver#")):
                self._put(record, actor, audited)
            elif record.key.table is Table.SESSIONS and record.key.sk.startswith(("ses#", "evt#")):
                self._said.add(record.key)
        self._count(change, actor)
        for key in change.removes:
            if key in self._current:
                self._remove(key, actor, audited)
            elif key in self._ended:
                self._remove_version(key, actor)

    def _count(self, change: Change, actor: str) -> None:
        """What a deletion removes. A version that becomes current again goes from one record to another."""
        request = self._world.runs.get(actor.partition(".")[0])
        if request is None:
            return
        again = {(str(r.attributes["memory_id"]), r.attributes["version"]) for r in change.puts if is_current(r.key)}
        for key in change.removes:
            version = self._ended.get(key)
            if version is not None and (version.memory_id, version.version) in again:
                continue
            if key in self._current or version is not None or key in self._said:
                self.taken[request, key.table] += 1
                self._said.discard(key)

    def _put(self, record: Record, actor: str, audited: bool) -> None:
        after, model, step = memory(record.attributes), self._model, self._world.scheduler.steps
        for one in (after, *after.schedule.upcoming):
            model.holds[after.memory_id] |= tokens_in(one.content if one.sealed is None else "")
        model.lies_in[after.memory_id] = record.key.pk
        provenance = after.basis.provenance or {}
        last, places = provenance.get("promoted_from"), provenance.get("places")
        model.made_of[after.memory_id] |= {str(last["id"])} if isinstance(last, dict) else set()
        model.made_of[after.memory_id] |= set(places) if isinstance(places, dict) else set()
        numbered = record.key.sk.startswith("cur#") or record.key.sk.rpartition("#")[2].isdecimal()
        if numbered:
            known = self._numbers.setdefault((after.memory_id, after.version), after.content_hash)
            if known != after.content_hash:
                model.violated("version number reused", f"{after.memory_id[-6:]} version {after.version}", step)
        if not record.key.sk.startswith("cur#"):
            self._ended[record.key] = after
            return
        before = self._current.get(record.key)
        self._current[record.key] = after
        self._hold(record.key, before, after)
        if actor.startswith("upkeep") and before is not None:
            self._fades(before, after)
        changed = before is None or (before.version, before.content, before.status) != (
            after.version, after.content, after.status,
        )  # fmt: skip
        if changed and not audited:
            model.violated("change without audit", f"{actor} put {after.memory_id[-6:]} version {after.version}", step)

    def _fades(self, before: Memory, after: Memory) -> None:
        """(l) what was said or confirmed less than two weeks ago is not stale by any rule."""
        age = self._world.clock.at - before.updated_at
        if (before.status, after.status) == (Status.ACTIVE, Status.STALE) and age < _FRESH:
            what = f"{before.memory_id[-6:]} after {age.days} days"
            self._model.violated("stale and not due", what, self._world.scheduler.steps)

    def _hold(self, key: Key, before: Memory | None, after: Memory | None) -> None:
        """One holder of each key and of each text at any time; only a deletion lets two stand for a while, of which it
        hides one."""
        for place in () if before is None else _places(before):
            self._holders[place].discard(key)
        for place in () if after is None else _places(after):
            self._holders[place].add(key)
            now = self._world.clock.at
            holders = [one for at in self._holders[place] if _holds(one := self._current[at], now)]
            if len(holders) > 1 and not self._model.deletions:
                what = "key" if place[1].startswith("key ") else "text"
                names = sorted(f"{one.memory_id[-6:]}: {one.content}" for one in holders)
                step = self._world.scheduler.steps
                self._model.violated(f"two current of a {what}", f"{place[0]} {' | '.join(names)}", step)

    def _remove(self, key: Key, actor: str, audited: bool) -> None:
        before = self._current.pop(key)
        self._hold(key, before, None)
        step = self._world.scheduler.steps
        self.removed.setdefault(actor.partition(".")[0], set()).add(before.memory_id)
        if not audited and not self._forgotten(key):
            self._model.violated("change without audit", f"{actor} removed {before.memory_id[-6:]}", step)
        if before.memory_id in self.over_limit:
            return
        if not actor.startswith("upkeep"):
            return
        self.texts_removed_by_upkeep |= self._model.holds[before.memory_id]
        now = self._world.clock.at + _SKEW
        ends = [before.expiry.hard_at, None if before.valid_to is None else before.valid_to + _AFTER_ITS_END]
        soft = before.expiry.soft_at
        if soft is not None:
            ends.append(soft + _AFTER_ITS_END)
        if not any(end is not None and end <= now for end in ends) and before.status.value in ("active", "stale"):
            self._model.violated(
                "removed and not due", f"{before.memory_id[-6:]} {before.status.value} by {actor}", step
            )
        planned = self._world.planned.get(actor)
        if planned is not None and before.memory_id not in planned:
            self._model.violated("removed and not planned", f"{before.memory_id[-6:]} by {actor}", step)

    def _remove_version(self, key: Key, actor: str) -> None:
        """Of a memory that stays: an ended version is due 90 days after its end, or at its hard expiry."""
        before = self._ended.pop(key)
        if not actor.startswith("upkeep"):
            return
        self.texts_removed_by_upkeep |= tokens_in(before.content)
        ended = before.ending.at or before.updated_at
        stays = any(one.memory_id == before.memory_id for one in self._current.values())
        due = min(ended + _VERSIONS_STAY, before.expiry.hard_at or ended + _VERSIONS_STAY)
        if stays and due > self._world.clock.at + _SKEW:
            what = f"version {before.version} of {before.memory_id[-6:]} by {actor}"
            self._model.violated("removed and not due", what, self._world.scheduler.steps)

    def _forgotten(self, key: Key) -> bool:
        """Whether the subject is deleted whole, its audit with it."""
        return any(d.kind == "subject" and d.owner == key.pk for d in self._model.deletions)
