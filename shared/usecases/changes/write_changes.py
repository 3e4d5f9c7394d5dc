"""From the stores' streams to the feed: each change that was committed enters its owner's feed once, and in the order
in which the feed learns of it. Its number is given in the transaction that puts it there, and the next one only after
that: a reader who has read up to a number has seen all that have smaller ones, however late they were committed.

No write waits for this. A change is known to the feed by a record that is made in the same transaction: the audit
record of a memory or of a deletion, and the record of a session's completion. What the store's own time to live takes
away leaves no such record; its removal is the source then.

What a deletion of everything covers does not enter any more, nor does what a narrow one hides; a memory that was
removed leaves only that it is."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast
from urllib.parse import unquote

from shared.domain.changes.feed import ChangeKind, FeedEntry, kind_of
from shared.domain.deletion.barrier import Barrier, BarrierState
from shared.domain.errors import Unavailable
from shared.domain.instants import sort_text
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger import changes
from shared.records.ledger.audit import audit_entry
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Key, Record, Table
from shared.records.store.shut import is_shut
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.changes.forget_changes import forget_memory
from shared.usecases.retry import until_committed
from shared.usecases.services import Services

# Sources of one transaction: each takes an entry, a note where it stands, and a check that its memory was not removed.
AT_ONCE = 30
_DELETION = "deletion:"


@dataclass(frozen=True, slots=True)
class _Source:
    """`epoch`: of the owner when it was made. `place`: where the feed notes that it has entered. `removal`: where it
    notes that the memory was removed."""

    entry: FeedEntry
    place: Key
    epoch: int
    removal: Key | None = None


def write_changes(services: Services, made: Sequence[Key], at: datetime) -> list[FeedEntry]:
    """Of one partition, in the order in which they were made: records that were put (`keys.FOLLOWED_PREFIXES`), and
    current memories that the store's time to live has removed, about `at`. Returns the entries of all that the feed
    speaks of, those among them that had entered it before. Raises `Unavailable`; then the same is to come again."""
    entered: list[FeedEntry] = []
    for start in range(0, len(made), AT_ONCE):
        entered += _written(services, made[start : start + AT_ONCE], at)
    return entered


def _written(services: Services, made: Sequence[Key], at: datetime) -> list[FeedEntry]:
    sources = _sources(services, made, at)
    if not sources:
        return []
    pk = made[0].pk
    barrier_key, head = Key(Table.MEMORIES, pk, keys.BARRIER), keys.feed_head(pk)
    places = [key for source in sources for key in (source.place, source.removal) if key is not None]
    wanted = list(dict.fromkeys([barrier_key, head, *places]))

    def attempt() -> list[FeedEntry]:
        now = services.clock.now()
        reading = Reading.of(wanted, services.records.get(wanted))
        barrier = whole_barrier(services, reading[barrier_key])
        if barrier.crowded:
            raise Unavailable("the deletions of this owner cannot be read")
        last = changes.last_number(reading[head])
        entered: list[FeedEntry] = []
        change, numbers = Change(), {key: changes.number_of_source(reading[key]) for key in places}
        for source in sources:
            known = numbers[source.place]
            if known is not None:
                entered.append(replace(source.entry, number=known))
            elif _enters(source, barrier, reading):
                numbers[source.place] = last = last + 1
                entry = replace(source.entry, number=last)
                change |= changes.put_entry(pk, entry, now) | changes.put_source(source.place, last, reading, now)
                if source.removal is not None and source.removal != source.place:
                    change |= reading.unchanged(source.removal)
                entered.append(entry)
        if change.puts:
            change |= changes.put_head(pk, last, reading) | reading.unchanged(barrier_key)
            services.records.commit(change.in_epoch(pk, barrier.epoch))
        return entered

    entered = until_committed(attempt, services.write_policy.attempts, "too many changes of this owner at once")
    for source in sources:
        if source.entry.kind.is_removal and source.entry.memory_id is not None:
            forget_memory(services, pk, source.entry.memory_id)
    if services.change_bus is not None and entered:
        services.change_bus.announce(entered)
    return entered


def _enters(source: _Source, barrier: Barrier, reading: Reading) -> bool:
    entry = source.entry
    if entry.kind.is_of_deletion:
        return True
    if barrier.state is BarrierState.DELETING or source.epoch < barrier.subject_epoch:
        return False
    if entry.session_id is not None:
        hidden = barrier.hides_session(entry.session_id, Scope.parse(entry.scope), source.epoch)
        return reading[source.place] is not None and not hidden
    is_removed = source.removal is not None and reading[source.removal] is not None
    return entry.kind.is_removal or not (is_removed or entry.memory_id in barrier.hidden)


def _sources(services: Services, made: Sequence[Key], at: datetime) -> list[_Source]:
    """What cannot be read, or was removed, is no source: an altered audit record is reported by `verify_audit`."""
    made = list(dict.fromkeys(made))
    put = [key for key in made if key.table is Table.LEDGER]
    records = dict(zip(put, services.records.get(put) if put else [], strict=True))
    of_deletions = _deletions(services, list(records.values()))
    found: list[_Source] = []
    for key in made:
        record = records.get(key)
        source = None
        if key.table is Table.MEMORIES:
            source = _expired(services, key, at)
        elif record is not None and not is_shut(record):
            of_session = key.sk.startswith(keys.COMPLETED_PREFIX)
            source = _completed(record) if of_session else _audited(record, of_deletions)
        if source is not None:
            found.append(source)
    return found


def _deletions(services: Services, audits: Sequence[Record | None]) -> Mapping[Key, Record | None]:
    """The requests that audit records are about: these name them by a hash."""
    asked = [key for record in audits if record is not None and (key := _request_key(record.key)) is not None]
    return dict(zip(asked, services.records.get(asked) if asked else [], strict=True))


def _request_key(audit: Key) -> Key | None:
    subject = unquote(audit.sk.split("#")[1])
    if not audit.sk.startswith(keys.AUDIT_PREFIX) or not subject.startswith(_DELETION):
        return None
    return Key(Table.LEDGER, audit.pk, f"{keys.DELETION_PREFIX}{subject.removeprefix(_DELETION)}")


def _audited(record: Record, deletions: Mapping[Key, Record | None]) -> _Source | None:
    noted = audit_entry(record)
    kind = kind_of(noted.action)
    if kind is None:
        return None
    scope = cast("str", record.attributes["scope"])
    place = keys.feed_source(record.key.pk, noted.subject, f"{noted.sequence:010d}")
    if not kind.is_of_deletion:
        removal = keys.removal_source(record.key.pk, noted.subject)
        place = removal if kind.is_removal else place
        entry = FeedEntry(0, _change_id(place), kind, scope, noted.at, noted.subject, noted.version)
        return _Source(entry, place, record.epoch, removal)
    entry = FeedEntry(0, _change_id(place), kind, scope, noted.at)
    asked = _request_key(record.key)
    request = None if asked is None else deletions.get(asked)
    if request is None or is_shut(request):
        return None
    return _Source(replace(entry, request_id=cast("str", request.attributes["request_id"])), place, record.epoch)


def _completed(record: Record) -> _Source:
    a = cast("Mapping[str, Any]", record.attributes)
    at = sort_text(datetime.fromisoformat(a["at"]))
    entry = FeedEntry(0, _change_id(record.key), ChangeKind.SESSION_COMPLETED, a["scope"], at)
    return _Source(replace(entry, session_id=a["session_id"]), record.key, record.epoch)


def _expired(services: Services, key: Key, at: datetime) -> _Source | None:
    """The memory's audit says where it lay; one that never had any has never entered the feed."""
    memory_id = unquote(keys.memory_id_of(key))
    page = services.records.page(
        Table.LEDGER, key.pk, sk_prefix=keys.audit_prefix(memory_id), limit=1, newest_first=True
    )
    if not page.records or is_shut(page.records[0]):
        return None
    last = page.records[0]
    noted = audit_entry(last)
    place = keys.removal_source(key.pk, memory_id)
    scope = cast("str", last.attributes["scope"])
    entry = FeedEntry(0, _change_id(place), ChangeKind.MEMORY_EXPIRED, scope, sort_text(at), memory_id, noted.version)
    return _Source(entry, place, last.epoch, place)


def _change_id(place: Key) -> str:
    """The same at each delivery; it says nothing of what has changed."""
    return hashlib.sha256(f"change\x00{place.pk}\x00{place.sk}".encode()).hexdigest()[:32]
