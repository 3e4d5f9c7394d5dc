"""What each commit must keep to, whoever makes it: versions grow, each change of a memory is audited, and maintenance
takes only what is due."""

from __future__ import annotations

from datetime import timedelta

from shared.domain.memories.memory import Memory
from shared.records.memories.memory_codec import memory
from shared.records.store.record import Change, Key, Record, Table
from tests.simulation.engine.hosts import MOST_SKEW_S
from tests.simulation.engine.world import World
from tests.simulation.model import Model, tokens_in

_SKEW = timedelta(seconds=2 * MOST_SKEW_S)
_VERSIONS_STAY = timedelta(days=90)
_AFTER_ITS_END = timedelta(days=30)


class CommitWatch:
    """Keeps the memories as the commits left them."""

    def __init__(self, world: World, model: Model) -> None:
        self._world = world
        self._model = model
        self._current: dict[Key, Memory] = {}
        self._ended: dict[Key, Memory] = {}
        self._numbers: dict[tuple[str, int], str] = {}
        self.removed: dict[str, set[str]] = {}
        self.texts_removed_by_upkeep: set[str] = set()

    def __call__(self, change: Change, actor: str) -> None:
        audited = any(r.key.table is Table.LEDGER and r.key.sk.startswith("aud#") for r in change.puts)
        for record in change.puts:
            if record.key.table is Table.MEMORIES and record.key.sk.startswith(("cur#", "ver#")):
                self._put(record, actor, audited)
        for key in change.removes:
            if key in self._current:
                self._remove(key, actor, audited)
            elif key in self._ended:
                self._remove_version(key, actor)

    def _put(self, record: Record, actor: str, audited: bool) -> None:
        after, model, step = memory(record.attributes), self._model, self._world.scheduler.steps
        text = after.content if after.sealed is None else ""
        model.holds[after.memory_id] |= tokens_in(text)
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
        changed = before is None or (before.version, before.content, before.status) != (
            after.version, after.content, after.status,
        )  # fmt: skip
        if changed and not audited:
            model.violated("change without audit", f"{actor} put {after.memory_id[-6:]} version {after.version}", step)

    def _remove(self, key: Key, actor: str, audited: bool) -> None:
        before = self._current.pop(key)
        step = self._world.scheduler.steps
        self.removed.setdefault(actor.partition(".")[0], set()).add(before.memory_id)
        if not audited and not self._forgotten(key):
            self._model.violated("change without audit", f"{actor} removed {before.memory_id[-6:]}", step)
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
        """Of a memory that stays: an ended version is due 90 days after its end."""
        before = self._ended.pop(key)
        if not actor.startswith("upkeep"):
            return
        self.texts_removed_by_upkeep |= tokens_in(before.content)
        ended = before.ending.at or before.updated_at
        stays = any(one.memory_id == before.memory_id for one in self._current.values())
        if stays and ended + _VERSIONS_STAY > self._world.clock.at + _SKEW:
            what = f"version {before.version} of {before.memory_id[-6:]} by {actor}"
            self._model.violated("removed and not due", what, self._world.scheduler.steps)

    def _forgotten(self, key: Key) -> bool:
        """Whether the subject is deleted whole, its audit with it."""
        return any(d.kind == "subject" and d.owner == key.pk for d in self._model.deletions)
