"""The feed of changes: each change once and in order, nothing left out, and of what is deleted only that it is gone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shared.domain.changes.feed import kind_of
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger.audit import audit_entry
from shared.records.store.record import Change, Table
from tests.simulation.engine.world import World
from tests.simulation.model import Model

_REMOVALS = ("memory.deleted", "memory.expired")


@dataclass(frozen=True, slots=True)
class Made:
    """A change that was committed and that the feed speaks of."""

    kind: str
    at: datetime
    version: int
    step: int


class FeedWatch:
    """`made`: by owner's partition and memory, what was committed, in the order of the store."""

    def __init__(self, world: World, model: Model) -> None:
        self._world = world
        self._model = model
        self.made: dict[tuple[str, str], list[Made]] = defaultdict(list)
        self._chains: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)

    def __call__(self, change: Change, _actor: str) -> None:
        for record in change.puts:
            if record.key.table is not Table.LEDGER or not record.key.sk.startswith("aud#"):
                continue
            noted = audit_entry(record)
            kind = kind_of(noted.action)
            if kind is not None and not kind.is_of_deletion:
                at = datetime.fromisoformat(noted.at)
                made = Made(kind.value, at, noted.version, self._world.scheduler.steps)
                self.made[record.key.pk, noted.subject].append(made)

    @property
    def readers(self) -> list[tuple[str, str]]:
        """Who keeps a place, in whose feed."""
        return sorted(self._chains)

    def followed(self, reader: tuple[str, str], items: Sequence[dict[str, Any]]) -> None:
        """By somebody who keeps the place: never the same change twice."""
        known = {item["change_id"] for item in self._chains[reader]}
        for item in items:
            if item["change_id"] in known:
                self._violated("a change came twice", f"{item['kind']} {item['memory_id']}")
            known.add(item["change_id"])
        self._chains[reader] += items
        self._in_order(reader[0], self._chains[reader])

    def shown(self, owner: str, items: Sequence[dict[str, Any]], begun: int) -> None:
        """To any reader of `owner`, by a request that began at the step."""
        removed = self._model.deleted_by(begun)[1]
        for item in items:
            if not Scope.parse(owner).contains(Scope.parse(item["scope"])):
                self._violated("another's change", f"{item['scope']} to {owner}")
            memory_id = item["memory_id"]
            held = self._model.holds.get(memory_id or "", set())
            if memory_id is not None and item["kind"] not in _REMOVALS and held and held <= removed:
                self._violated("deleted and in the feed", f"{item['kind']} of {sorted(held)} to {owner}")
            if self._is_before_its_subjects_end(owner, item, begun):
                self._violated("deleted and in the feed", f"{item['kind']} at {item['at']} of {owner}")

    def _is_before_its_subjects_end(self, owner: str, item: Mapping[str, Any], begun: int) -> bool:
        """Whether everything of the owner was deleted after the change was committed, and before the request began."""
        made = self.made.get((keys.path(Scope.parse(owner)), item["memory_id"] or ""), [])
        known = [one.step for one in made if _is(one, item)]
        return bool(known) and any(
            d.kind == "subject" and d.owner == owner and d.acked is not None and d.acked <= begun
            and max(known) < d.begun
            for d in self._model.deletions
        )  # fmt: skip

    def _in_order(self, owner: str, items: Sequence[Mapping[str, Any]]) -> None:
        pk = keys.path(Scope.parse(owner))
        places: dict[str, int] = defaultdict(int)
        for item in items:
            id = item["memory_id"]
            if id is None or item["kind"] in _REMOVALS:
                continue
            made = self.made[pk, id]
            at = next((n for n in range(places[id], len(made)) if _is(made[n], item)), None)
            if at is None:
                self._violated("out of order in the feed", f"{item['kind']} version {item['version']} of {id[-6:]}")
            else:
                places[id] = at + 1

    def check_rest(self, reader: tuple[str, str], anew: Sequence[Mapping[str, Any]]) -> None:
        """`anew`: what somebody finds who begins now, beside what the reader has met on the way."""
        owner, chain = reader[0], self._chains[reader]
        pk = keys.path(Scope.parse(owner))
        self._in_order(owner, anew)
        read = {item["change_id"] for item in chain}
        touched = any(d.owner == owner and not d.refused for d in self._model.deletions)
        for item in anew:
            if item["change_id"] not in read and (not touched or item["kind"] in _REMOVALS):
                self._violated("left out of the feed", f"{item['kind']} of {item['memory_id']} to {owner}")
        of: dict[str, list[str]] = defaultdict(list)
        for item in anew:
            of[item["memory_id"] or ""].append(item["kind"])
        there = {
            str(r.attributes["memory_id"])
            for r in self._world.records()
            if r.key.pk == pk and r.key.table is Table.MEMORIES and r.key.sk.startswith("cur#")
        }
        for (place, id), made in self.made.items():
            if place != pk or self._model.starts_anew(owner):
                continue
            if id in there and len(of[id]) != len(made):
                self._violated("left out of the feed", f"of {id[-6:]} {[m.kind for m in made]}, shown {of[id]}")
            if id not in there and (len(of[id]) != 1 or of[id][0] not in _REMOVALS):
                self._violated("gone otherwise in the feed", f"of {id[-6:]} {[m.kind for m in made]}: {of[id]}")
            last = [item for item in chain if item["memory_id"] == id][-1:]
            if id in there and (not last or not _is(made[-1], last[0])):
                self._violated("the last change was left out", f"{made[-1].kind} of {id[-6:]} to {owner}")
        for deletion in self._model.deletions:
            if deletion.owner == owner and deletion.status == "completed" and deletion.acked is not None:
                kinds = [item["kind"] for item in anew if item["request_id"] == deletion.request_id]
                if kinds != ["deletion.accepted", "deletion.completed"]:
                    self._violated("a deletion in the feed", f"{deletion.kind} {deletion.request_id}: {kinds}")

    def _violated(self, kind: str, detail: str) -> None:
        self._model.violated(kind, detail, self._world.scheduler.steps)


def _is(made: Made, item: Mapping[str, Any]) -> bool:
    at = datetime.fromisoformat(item["at"])
    return (made.kind, made.version) == (item["kind"], item["version"]) and made.at == at
