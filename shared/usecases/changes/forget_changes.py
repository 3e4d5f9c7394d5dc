"""What a deletion takes of the feed of changes: of a memory all but that it was removed, of a session all, of an
owner all but the deletions themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.ledger import changes
from shared.records.store.reading import Reading
from shared.records.store.record import Change, CheckFailed, Key, Record, Table
from shared.records.store.shut import intact, is_shut
from shared.usecases.services import Services

_PAGE = 90  # records that one transaction removes
_SOURCES = 45  # each takes its entry along
_OF_OWNER = (keys.FEED_PREFIX, keys.SOURCE_PREFIX, keys.COMPLETED_PREFIX)


def mark_removed(services: Services, place: Scope, memory_id: str) -> None:
    """Nothing of a memory that a deletion has removed enters the feed any more but that it was removed, and what had
    entered before is removed."""
    pk = keys.path(place.owner)
    key, barrier_key = keys.removal_source(pk, memory_id), keys.barrier(place)
    reading = Reading.of([key, barrier_key], services.records.get([key, barrier_key]))
    if reading[key] is None:
        epoch = deletion_codec.barrier(reading[barrier_key]).epoch  # of now: it is no residue of an earlier deletion
        with suppress(CheckFailed):  # the feed has just said that it was removed
            services.records.commit(changes.mark_removed(key, epoch, reading, services.clock.now()))
    forget_memory(services, pk, memory_id)


def forget_memory(services: Services, pk: str, memory_id: str) -> None:
    """All that the feed says of a memory but that it was removed."""
    for sources in _of_memory(services, pk, memory_id):
        _remove(services, sources)


def left_of_memory(services: Services, place: Scope, memory_id: str) -> int:
    """How many changes the feed holds of a memory beside that it was removed."""
    return sum(len(sources) for sources in _of_memory(services, keys.path(place.owner), memory_id))


def left_of_memories(services: Services, places: Mapping[str, Scope]) -> int:
    """How many changes the feeds hold of those of these memories (id: where it lies) that a deletion has removed,
    beside that they were removed: found by the entries, and not by what leads to them."""
    left = 0
    for owner in dict.fromkeys(place.owner for place in places.values()):
        pk = keys.path(owner)
        for page in _pages(services, pk, keys.FEED_PREFIX, _PAGE):
            entries = [changes.feed_entry(record) for record in intact(page)]
            named = [e.memory_id for e in entries if not e.kind.is_removal and e.memory_id in places]
            ids = list(dict.fromkeys(id for id in named if id is not None))
            marks = services.records.get([keys.removal_source(pk, id) for id in ids]) if ids else []
            removed = {id for id, mark in zip(ids, marks, strict=True) if mark is not None}
            left += sum(id in removed for id in named)
    return left


def forget_session(services: Services, scope: Scope, session_id: str, before: int) -> None:
    """`before`: only what is of a smaller epoch. A session of the same id may have come later."""
    for sources in _of_session(services, scope, session_id, before):
        _remove(services, sources)


def left_of_session(services: Services, scope: Scope, session_id: str, before: int) -> int:
    return sum(len(sources) for sources in _of_session(services, scope, session_id, before))


def forget_sessions_within(services: Services, scope: Scope, before: int) -> None:
    """Of all sessions in a scope and below it that were completed in an epoch smaller than `before`."""
    for sources in _of_sessions_within(services, scope, before):
        _remove(services, sources)


def left_of_sessions_within(services: Services, scope: Scope, before: int) -> int:
    return sum(len(sources) for sources in _of_sessions_within(services, scope, before))


def forget_owner(services: Services, owner: Scope, before: int) -> None:
    """All of an owner's feed that is older than a deletion of everything (of a smaller epoch than `before`), but what
    it says of deletions."""
    for records in _of_owner(services, owner, before):
        if records:
            services.records.commit(Change(removes=tuple(record.key for record in records)))


def left_of_owner(services: Services, owner: Scope, before: int) -> int:
    return sum(len(records) for records in _of_owner(services, owner, before))


def _of_owner(services: Services, owner: Scope, before: int) -> Iterator[Sequence[Record]]:
    for prefix in _OF_OWNER:
        for page in _pages(services, keys.path(owner), prefix, _PAGE):
            yield [record for record in page if record.epoch < before and not _is_of_deletion(record)]


def _is_of_deletion(record: Record) -> bool:
    if record.key.sk.startswith(keys.FEED_PREFIX):
        return not is_shut(record) and changes.feed_entry(record).kind.is_of_deletion
    return keys.is_source_of_deletion(record.key)


def _of_memory(services: Services, pk: str, memory_id: str) -> Iterator[Sequence[Record]]:
    removal = keys.removal_source(pk, memory_id)
    for page in _pages(services, pk, keys.feed_sources_prefix(memory_id)):
        yield [source for source in page if source.key != removal]


def _of_session(services: Services, scope: Scope, session_id: str, before: int) -> Iterator[Sequence[Record]]:
    for page in _pages(services, keys.path(scope.owner), keys.completed_prefix(session_id)):
        yield [source for source in page if source.epoch < before]


def _of_sessions_within(services: Services, scope: Scope, before: int) -> Iterator[Sequence[Record]]:
    for page in _pages(services, keys.path(scope.owner), keys.COMPLETED_PREFIX):
        old = [source for source in intact(page) if source.epoch < before]
        yield [source for source in old if scope.contains(Scope.parse(str(source.attributes["scope"])))]


def _remove(services: Services, sources: Sequence[Record]) -> None:
    removes = [key for source in sources for key in (source.key, _entry_of(source)) if key is not None]
    if removes:
        services.records.commit(Change(removes=tuple(dict.fromkeys(removes))))


def _entry_of(source: Record) -> Key | None:
    number = None if is_shut(source) else changes.number_of_source(source)
    return None if number is None else keys.feed_entry(source.key.pk, number)


def _pages(services: Services, pk: str, prefix: str, limit: int = _SOURCES) -> Iterator[Sequence[Record]]:
    after: str | None = None
    while True:
        page = services.records.page(Table.LEDGER, pk, sk_prefix=prefix, after=after, limit=limit)
        yield page.records
        after = page.next_after
        if after is None:
            return
