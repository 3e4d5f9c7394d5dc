"""The search index made again from the tables, while the service goes on: no text is embedded, vectors are records.

Three walks, each in steps that are bounded and may be repeated: what the tables hold is sent; what the index holds
without, before or beyond the tables is put right; what the tables hold is looked for in the index.

Nothing that is sent can undo a deletion or a later write: the truth is read right before it is sent and again
afterwards, until both say the same. Whatever changes after that second reading reaches the index later by its own way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from urllib.parse import unquote

from shared.domain.meaning.calibration import Calibration
from shared.domain.scopes import Scope
from shared.ports import (
    Clock,
    EmbeddingModel,
    IdSource,
    IndexedDocument,
    IndexInventory,
    RecordStore,
    RecordWalk,
    Remove,
    SearchIndex,
)
from shared.records import keys
from shared.records.store.record import Key, Table
from shared.usecases.indexing.index_memories import View, place_of, refused, views
from shared.usecases.services import Services

NAMED = 20  # ids that one step names; its counts are whole


@dataclass(frozen=True, slots=True)
class RebuildPolicy:
    """`page`: records that one request of a walk looks at (200 of some 1.5 KB are 0.3 MB). `batch`: memories that are
    read and sent at once (vectors of 1,024 numbers make some 1.5 MB of JSON). A step ends after `items` memories or
    `time`, whichever comes first: far below what its function may run. `rounds`: sendings of a memory that changes
    each time it is looked at again."""

    page: int = 200
    batch: int = 100
    items: int = 1000
    time: timedelta = timedelta(seconds=30)
    rounds: int = 5


@dataclass(frozen=True, slots=True)
class Rebuilding:
    """What rebuilding needs: the stores, the model with its calibration, and `walk` and `inventory`, which nothing else
    is given."""

    records: RecordStore
    search: SearchIndex
    clock: Clock
    model: EmbeddingModel
    calibration: Calibration
    walk: RecordWalk
    inventory: IndexInventory
    ids: IdSource
    policy: RebuildPolicy = field(default_factory=RebuildPolicy)

    @classmethod
    def of(cls, services: Services, walk: RecordWalk, inventory: IndexInventory) -> Rebuilding:
        return cls(
            services.records,
            services.search,
            services.clock,
            services.embedder.model,
            services.calibration,
            walk,
            inventory,
            services.ids,
        )


@dataclass(slots=True)
class Step:
    """`after`: where the next step goes on, `None` at the end. `counts` by name; `orgs`: of each organisation how many
    memories and ended versions have a place in the index, and how many of them are there. `failed`: ids, `NAMED` at
    most."""

    after: str | None = None
    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    orgs: dict[str, list[int]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def fails(self, failed: Collection[Key]) -> None:
        self.counts["failed"] += len(failed)
        self.name(failed)

    def name(self, failed: Iterable[Key]) -> None:
        ids = [unquote(keys.memory_id_of(key)) for key in failed]
        self.failed += ids[: NAMED - len(self.failed)]


def send(of: Rebuilding, after: str | None, segment: int = 0, segments: int = 1) -> Step:
    """Sends what the tables hold. Counts `seen` = `sent` + `skipped` (it has no place in the index, and is taken out)
    + `failed`; of those sent `other_model` and `no_vector` are found by their words only."""
    step = Step()

    def batch(met: Sequence[Key]) -> None:
        found, failed = _bring(of, met)
        step.counts["seen"] += len(met)
        step.fails(failed)
        for key, view in found.items():
            if key in failed:
                continue
            step.counts["sent" if view.documents else "skipped"] += 1
            if any(document.vector is None for document in view.documents):
                step.counts["other_model" if view.foreign else "no_vector"] += 1

    step.after = _walk(of, after, segment, segments, batch)
    return step


def sweep(of: Rebuilding, after: str | None) -> Step:
    """Goes through the documents. Counts `swept`, of them `orphans` (no memory has them in the index: removed),
    `behind` their memory (sent again) and `ahead` of it (the table was restored: replaced), and `failed`."""
    if after is None:
        of.search.refresh()
    step, until = Step(), of.clock.now() + of.policy.time
    while True:
        page = of.inventory.documents(after=after, limit=of.policy.batch)
        _put_right(of, page.documents, step)
        step.after = after = page.next_after
        if after is None or step.counts["swept"] >= of.policy.items or of.clock.now() >= until:
            return step


def _put_right(of: Rebuilding, documents: Sequence[IndexedDocument], step: Step) -> None:
    places = {indexed: place_of(Scope.parse(indexed.scope), indexed.memory_id) for indexed in documents}
    found = _views(of, list(dict.fromkeys(places.values())))
    kinds = {indexed: kind for indexed, key in places.items() if (kind := _wrong(indexed, found[key]))}
    # A document that is ahead of its memory refuses updates until it is removed.
    first = [indexed for indexed, kind in kinds.items() if kind != "behind"]
    stuck = set(of.search.apply([Remove(indexed.memory_id, indexed.org) for indexed in first])) if first else set()
    _, failed = _bring(of, list(dict.fromkeys(places[indexed] for indexed in kinds)))
    failed |= {places[indexed] for indexed in first if indexed.memory_id in stuck}
    step.counts["swept"] += len(documents)
    step.fails(failed)
    for indexed, kind in kinds.items():
        step.counts[kind] += places[indexed] not in failed


def _wrong(indexed: IndexedDocument, view: View) -> str:
    revision = next((its.revision for its in view.documents if its.memory_id == indexed.memory_id), None)
    if revision is None:
        return "orphans"
    return "" if indexed.revision == revision else "behind" if indexed.revision < revision else "ahead"


def verify(of: Rebuilding, after: str | None, segment: int = 0, segments: int = 1) -> Step:
    """Looks for the memories of the tables. One that is not in the index is sent once more, because it may just have
    been written: `late` if it is then in the index, else `missing` (and named)."""
    if after is None:
        of.search.refresh()
    step = Step()

    def batch(met: Sequence[Key]) -> None:
        wanted = _wanted(of, met)
        absent = _absent(of, wanted)
        if absent:
            _bring(of, absent)
            of.search.refresh()
            again = _wanted(of, absent)
            missing = _absent(of, again)
            step.counts["late"] += len(again) - len(missing)
            step.counts["missing"] += len(missing)
            step.name(missing)
            wanted = {key: ids for key, ids in wanted.items() if key not in absent} | again
            absent = missing
        for key in wanted:
            there = step.orgs.setdefault(keys.org_of(key.pk), [0, 0])
            there[0] += 1
            there[1] += key not in absent

    step.after = _walk(of, after, segment, segments, batch)
    return step


def _wanted(of: Rebuilding, met: Sequence[Key]) -> dict[Key, list[str]]:
    """The ids of the documents of each memory or ended version that has a place in the index."""
    found = {key: [document.memory_id for document in view.documents] for key, view in _views(of, met).items()}
    return {key: ids for key, ids in found.items() if ids}


def _absent(of: Rebuilding, wanted: Mapping[Key, Sequence[str]]) -> list[Key]:
    by_org: dict[str, list[str]] = defaultdict(list)
    for key, ids in wanted.items():
        by_org[keys.org_of(key.pk)] += ids
    there: set[str] = set()
    for org, ids in by_org.items():
        there |= of.inventory.present(org, ids)
    return [key for key, ids in wanted.items() if not there.issuperset(ids)]


def _walk(
    of: Rebuilding, after: str | None, segment: int, segments: int, batch: Callable[[Sequence[Key]], None]
) -> str | None:
    """Hands current records and ended versions on in batches until the step is full; where the next one goes on."""
    waiting: list[Key] = []
    met, until = 0, of.clock.now() + of.policy.time
    while True:
        page = of.walk.walk(
            Table.MEMORIES, sk_prefixes=keys.INDEXED_PREFIXES, segment=segment, segments=segments, after=after,
            limit=of.policy.page,
        )  # fmt: skip
        waiting += page.keys
        met += len(page.keys)
        after = page.next_after
        full = after is None or met >= of.policy.items or of.clock.now() >= until
        while len(waiting) >= of.policy.batch or (full and waiting):
            batch(waiting[: of.policy.batch])
            del waiting[: of.policy.batch]
        if full:
            return after


def _bring(of: Rebuilding, met: Sequence[Key]) -> tuple[dict[Key, View], set[Key]]:
    """Sends the truth of these records until it is the truth still when it has been sent; what was sent, and the keys
    that the index refused or that changed each time."""
    sent: dict[Key, View] = {}
    failed: set[Key] = set()
    changed = _views(of, met)
    for _ in range(of.policy.rounds):
        if not changed:
            break
        failed = (failed - changed.keys()) | set(refused(of.search, changed))
        sent |= changed
        now = _views(of, list(changed))
        changed = {key: view for key, view in now.items() if view != sent[key]}
    return sent, failed | changed.keys()


def _views(of: Rebuilding, met: Sequence[Key]) -> dict[Key, View]:
    return views(of.records, of.calibration, of.model, of.clock.now(), met) if met else {}
