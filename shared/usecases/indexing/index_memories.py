"""Keeps the search index a view of the truth: whatever the stream delivers, the truth is read again before indexing,
so that a late or repeated stream record never puts removed data back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache, partial
from urllib.parse import unquote

from shared.domain.deletion.barrier import Barrier
from shared.domain.deletion.promoted_copies import owners_of_origins
from shared.domain.hygiene.maintenance_rules import waits_for_scan
from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.marks import UNMEASURED, marks_of
from shared.domain.memories.embedding_text import embedding_text_of
from shared.domain.memories.memory import NEVER_BELIEVED, Memory, content_hash
from shared.domain.memories.metadata import metadata_marks
from shared.domain.memories.metadata_conditions import metadata_terms
from shared.domain.memories.scheduled import MOST_SCHEDULED
from shared.domain.recall.documents import SearchDocument, document_ids, ended_id, ended_version_in, memory_id_in
from shared.domain.scopes import Scope
from shared.language.comparison.updates import matter_terms
from shared.language.text.terms import ranking_tokens
from shared.ports import EmbeddingModel, RecordStore, Remove, SearchIndex, Upsert
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.memories.vectors import StoredVector, own_vectors, stored_vectors
from shared.records.store.record import Key, Record
from shared.records.store.shut import is_shut
from shared.usecases.barrier.check import visible
from shared.usecases.barrier.whole import completed
from shared.usecases.caches import KnownDeletions
from shared.usecases.services import Services

_MOST_IDS = 10_000  # what an index answers at once
_LOOKS = 5  # how often a memory is sent that has changed each time it is read again


@dataclass(frozen=True, slots=True)
class Unseen:
    scope: Scope
    memory_id: str
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Indexed:
    """`failed`: keys that must be tried again. `unseen`: of the others, the memories that no scan has seen. `found`:
    the records as they were read last."""

    failed: list[Key]
    unseen: tuple[Unseen, ...] = ()
    found: Mapping[Key, Record | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class View:
    """The actions that make the index agree with the truth about one current record or one ended version, in order.
    `foreign`: its vector is of another model than the service's, so that it is indexed without one and found by its
    words only. Vectors of two models never meet. `unseen`: it has not been compared with its neighbours since it was
    recorded. `record`: what it is a view of."""

    actions: tuple[Upsert | Remove, ...]
    foreign: bool = False
    unseen: Unseen | None = None
    record: Record | None = field(default=None, compare=False)

    @property
    def documents(self) -> tuple[SearchDocument, ...]:
        """No document for what has no place in the index: removed, expired, sealed, hidden by a deletion, or never a
        fact."""
        return tuple(action.document for action in self.actions if isinstance(action, Upsert))


def index_memories(services: Services, changed: Sequence[Key]) -> list[Key]:
    """Updates the index for changed current records and ended versions; returns the keys that failed and must be
    tried again. Raises `SearchUnavailable` and `StoreUnavailable`: then nothing is known to be done."""
    return indexed(services, changed).failed


def indexed(services: Services, changed: Sequence[Key]) -> Indexed:
    """As `index_memories`, with the memories to be compared now that they can be found. The truth is read again
    after it was sent, until it is what was sent: however slow the sending was, removed data is not put back. A
    memory that changes each time counts as failed."""
    distinct = list(dict.fromkeys(key for key in changed if keys.is_indexed(key)))
    sent: dict[Key, View] = {}
    failed: set[Key] = set()
    waiting = _views(services, distinct)
    found = {key: view.record for key, view in waiting.items()}
    for _ in range(_LOOKS):
        if not waiting:
            break
        failed = (failed - waiting.keys()) | set(refused(services.search, waiting))
        sent |= waiting
        again = _views(services, list(waiting))
        found |= {key: view.record for key, view in again.items()}
        waiting = {key: view for key, view in again.items() if view != sent[key]}
    failed |= waiting.keys()
    unseen = (view.unseen for key, view in sent.items() if key not in failed)
    return Indexed([key for key in distinct if key in failed], tuple(one for one in unseen if one is not None), found)


def _views(services: Services, wanted: Sequence[Key]) -> dict[Key, View]:
    if not wanted:
        return {}
    now, known = services.clock.now(), services.deletion_requests
    return views(services.records, services.calibration, services.embedder.model, now, wanted, known)


def views(
    records: RecordStore,
    calibration: Calibration,
    model: EmbeddingModel,
    now: datetime,
    changed: Sequence[Key],
    deletions: KnownDeletions | None = None,
) -> dict[Key, View]:
    """The documents of current records and ended versions as the index should have them, read in one go; no text is
    embedded."""
    wanted = keys_of_views(changed)
    read = dict(zip(wanted, records.get(wanted), strict=True))
    return views_of(read, partial(completed, records, deletions or KnownDeletions()), calibration, model, now, changed)


def keys_of_views(changed: Sequence[Key]) -> list[Key]:
    """The keys of all records that are read to make the documents of these."""
    beside = (of for key in changed for of in (key, keys.vector_beside(key), barrier_beside(key)))
    return list(dict.fromkeys(beside))


def barrier_beside(key: Key) -> Key:
    return Key(key.table, key.pk, keys.BARRIER)


def views_of(
    read: Mapping[Key, Record | None],
    barrier_in: Callable[[Record | None], Barrier],
    calibration: Calibration,
    model: EmbeddingModel,
    now: datetime,
    changed: Sequence[Key],
) -> dict[Key, View]:
    """As `views`, of what was `read` at the `keys_of_views`. A record that is not what was written is not found.
    `barrier_in` makes the whole barrier of its record."""
    stored, read = read, {key: None if is_shut(record) else record for key, record in read.items()}
    barriers = {key: barrier_in(read[key]) for key in dict.fromkeys(map(barrier_beside, changed))}
    made = {
        key: (_view if key.sk.startswith(keys.CURRENT_PREFIX) else _ended_view)(
            key, read[key], barriers[barrier_beside(key)], read[keys.vector_beside(key)], model, calibration, now
        )
        for key in changed
    }
    return {key: replace(view, record=stored[key]) for key, view in made.items()}


def _ours(vectors: Sequence[StoredVector], model: EmbeddingModel) -> tuple[StoredVector, ...]:
    return tuple(one for one in vectors if (one.model, len(one.vector)) == (model.id, model.dimension))


def _ended_view(
    key: Key,
    record: Record | None,
    barrier: Barrier,
    beside: Record | None,
    model: EmbeddingModel,
    calibration: Calibration,
    now: datetime,
) -> View:
    """An ended version is found by its own vector, or by that of another version with the same text."""
    id = ended_id(unquote(keys.memory_id_of(key)), keys.version_number_of(key))
    version = None if record is None else barrier.seen(memory_codec.memory(record.attributes))
    if record is None or version is None or version.status in NEVER_BELIEVED or version.sealed is not None:
        return View((Remove(id, keys.org_of(key.pk)),))
    vectors = (*own_vectors(record), *(() if beside is None else stored_vectors(beside)))
    text = content_hash(embedding_text_of(version))
    known = [one for one in vectors if one.text_hash == text]
    vector = next(iter(_ours(known, model)), None)
    reported = replace(document(version, vector, calibration), memory_id=id, revision=record.revision, history=True)
    return View((Upsert(reported),), vector is None and bool(known))


def _view(
    key: Key,
    stored: Record | None,
    barrier: Barrier,
    record: Record | None,
    model: EmbeddingModel,
    calibration: Calibration,
    now: datetime,
) -> View:
    memory = visible(stored, barrier, now)
    if stored is not None and memory is not None and memory.schedule.passed:
        # A version whose time has passed keeps its document, with its time, until the next write makes it history.
        memory = barrier.seen(memory_codec.memory(stored.attributes)) or memory
    vectors = () if record is None else stored_vectors(record)
    ours = _ours(vectors, model)
    documents = {} if memory is None else {one.memory_id: one for one in documents_of(memory, ours, calibration)}
    # If nothing is left of a memory, how much it scheduled is unknown.
    slots = MOST_SCHEDULED if memory is None else max(memory.schedule.slots, len(memory.schedule.upcoming))
    actions = (
        Upsert(documents[id]) if id in documents else Remove(id, keys.org_of(key.pk))
        for id in document_ids(unquote(keys.memory_id_of(key)), slots)
    )
    return View(tuple(actions), bool(documents) and len(ours) < len(vectors), _unseen(memory) if documents else None)


def _unseen(memory: Memory | None) -> Unseen | None:
    if memory is None or not waits_for_scan(memory):
        return None
    return Unseen(memory.scope, memory.memory_id, memory.recorded_at or memory.created_at)


def documents_of(memory: Memory, vectors: Sequence[StoredVector], calibration: Calibration) -> list[SearchDocument]:
    """One document for each version that can be found, now or from its day on, each with the vector of its own text;
    if there is only one text, its vector is that one's."""
    by_text = {one.text_hash: one for one in reversed(vectors)}
    ids = document_ids(memory.memory_id, len(memory.schedule.upcoming))
    ends = [*(following.valid_from for following in memory.schedule.upcoming), memory.timeline[-1].ending.at]
    found = []
    for id, version, end in zip(ids, memory.timeline, ends, strict=True):
        only = vectors[0] if len(vectors) == 1 and not memory.schedule.slots else None
        if version.sealed is None:
            vector = only or by_text.get(content_hash(embedding_text_of(version)))
            shown = document(version, vector, calibration)
            found.append(replace(shown, memory_id=id, revision=memory.head.revision, ended_at=end))
    return found


def place_of(scope: Scope, document_id: str) -> Key:
    """The key of the record that a document is a view of."""
    memory_id, ended = memory_id_in(document_id), ended_version_in(document_id)
    return keys.current(scope, memory_id) if ended is None else keys.version(scope, memory_id, ended)


def indexed_places(search: SearchIndex, places: Mapping[str, Scope]) -> list[Key]:
    """The keys of the records that documents of these memories (place by id) are views of, if they are indexed: the
    documents may be all that is left."""
    by_org: dict[Scope, list[str]] = {}
    for memory_id, place in places.items():
        by_org.setdefault(place.org_scope, []).append(memory_id)
    found: dict[Key, None] = {}
    for org, ids in by_org.items():
        for id in _documents_of(search, org, ids):
            found[place_of(places[memory_id_in(id)], id)] = None
    return list(found)


def _documents_of(search: SearchIndex, org: Scope, memory_ids: Sequence[str]) -> list[str]:
    ids = search.ids_within(org.org_id or "", org.path, limit=_MOST_IDS, memory_ids=memory_ids)
    if len(ids) < _MOST_IDS or len(memory_ids) == 1:
        return ids
    return [id for memory_id in memory_ids for id in _documents_of(search, org, [memory_id])]


def refused(search: SearchIndex, found: Mapping[Key, View]) -> list[Key]:
    """Applies the views; returns the keys of those that the index did not take completely."""
    failed = set(search.apply([action for view in found.values() for action in view.actions]))
    return [key for key, view in found.items() if not failed.isdisjoint(map(_document_id, view.actions))]


def _document_id(action: Upsert | Remove) -> str:
    return action.memory_id if isinstance(action, Remove) else action.document.memory_id


@lru_cache(maxsize=1024)
def _tokens(content: str) -> tuple[str, ...]:
    """Kept, since a memory of the last seconds is read by every recall and comparison until the index shows it."""
    return tuple(dict.fromkeys((*ranking_tokens(content), *matter_terms(content))))


def document(memory: Memory, vector: StoredVector | None, calibration: Calibration) -> SearchDocument:
    """The view of one version of a memory. Its background is searched with it, each turn as it was said."""
    background = memory.background
    before = "" if background is None else "\n".join(turn.text for turn in background.before)
    return SearchDocument(
        memory_id=memory.memory_id,
        revision=memory.head.revision,
        org=memory.scope.org_id or "",
        scope=memory.scope.path,
        type=memory.type.value,
        key=memory.key,
        status=memory.status.value,
        purposes=memory.purposes,
        valid_from=memory.valid_from,
        valid_to=None if memory.is_of_the_past else memory.valid_to,
        soft_expires_at=memory.expiry.soft_at,
        hard_expires_at=memory.expiry.hard_at,
        tier=memory.source.tier,
        confidence=memory.confidence,
        importance=memory.importance.value,
        observed_at=memory.observed_at,
        content=memory.content,
        before=f"{before}\n{memory.content}" if before else "",
        speaker=None if background is None else background.speaker,
        session_id=None if background is None else background.session_id,
        position=None if background is None else background.position,
        tokens=_tokens(memory.content),
        vector=None if vector is None else vector.vector,
        model="" if vector is None else vector.model,
        origin_owners=tuple(sorted(owner.path for owner in owners_of_origins(memory) - {memory.scope.owner})),
        marks=UNMEASURED if vector is None else marks_of(vector.vector, calibration),
        binding=memory.meaning.binding,
        older=memory.meaning.older,
        replaced=memory.meaning.replaced,
        source=memory.source.value,
        consent_scope=memory.consent_scope,
        metadata=metadata_marks(memory.metadata) + metadata_terms(memory.metadata),
        recorded_at=memory.recorded_at or memory.created_at,
        ended_at=memory.ending.at,
    )
