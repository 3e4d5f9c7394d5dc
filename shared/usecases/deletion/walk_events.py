"""What no session of today leads to. Events that are selected by their ids: an earlier session of the same id left
them, or their session has expired. And sessions of a task that is deleted as a whole: the entries in the lists of their
scopes name each life of a session id, also when the id has been used again since, and outlive what was said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from shared.domain.deletion.barrier import DeletionRequest
from shared.records import keys
from shared.records.sessions import session_codec
from shared.records.store.record import Key, Record, Table
from shared.usecases.services import Services

_AT_ONCE = 500  # records of one page
_AT_A_STEP = 20  # records of a task's session that are removed at once


def left_events(services: Services, request: DeletionRequest) -> Iterator[list[Record]]:
    """Each with the parts of a long content, its vector, and the record at its id, the event itself first. Nothing
    says any more which task they belonged to: they are the owner's, and are removed with the owner's deletions."""
    if request.scope != request.scope.owner:
        return
    named = request.selector.session_id
    incarnations: dict[str, str | None] = {}
    for event in _records(services, request, "evt#" if named is None else keys.event_prefix(named)):
        _, encoded, incarnation, _ = event.key.sk.split("#")
        session_id = named if named is not None else unquote(encoded)
        event_id = str(event.attributes["event_id"])
        if event_id not in request.mark.hidden_events(session_id, request.scope) or not is_old(event, request):
            continue
        if session_id not in incarnations:
            (session,) = services.records.get([keys.session(request.scope, session_id)])
            incarnations[session_id] = None if session is None else session_codec.session(session).incarnation
        if incarnations[session_id] != incarnation:
            yield [event, *_beside(services, request, session_id, incarnation, event_id)]


def is_old(record: Record, request: DeletionRequest) -> bool:
    """Whether it existed at the acceptance: an event that came later under the same ids stays."""
    return record.epoch < request.epoch


def _beside(
    services: Services, request: DeletionRequest, session_id: str, incarnation: str, event_id: str
) -> list[Record]:
    first = keys.event_part(request.scope, session_id, incarnation, event_id, 1)
    found = list(_records(services, request, first.sk.rpartition("#")[0] + "#"))
    pointer = keys.event_id(request.scope, session_id, event_id)
    beside: list[Key] = [pointer, keys.event_vector(request.scope, session_id, event_id)]
    at_id, vector = services.records.get(beside)
    if at_id is not None and at_id.attributes["incarnation"] == incarnation:
        found += [at_id] if vector is None else [at_id, vector]
    return found


def _records(services: Services, request: DeletionRequest, prefix: str) -> Iterator[Record]:
    after: str | None = None
    while True:
        page = services.records.page(
            Table.SESSIONS, keys.path(request.scope.owner), sk_prefix=prefix, after=after, limit=_AT_ONCE
        )
        yield from page.records
        after = page.next_after
        if after is None:
            return


def prefixes(session_id: str) -> tuple[str, ...]:
    """Of a session's records, the events first: the other records say where they are."""
    return (
        keys.event_prefix(session_id),
        keys.event_parts_prefix(session_id),
        keys.event_ids_prefix(session_id),
        keys.event_vectors_prefix(session_id),
        keys.state_prefix(session_id),
        keys.summary_prefix(session_id),
        keys.completion_prefix(session_id),
    )


def residue_of_task(services: Services, request: DeletionRequest, most: int) -> int:
    """Records of sessions of the task that are left, entries among them: `most` at most, or a few more."""
    found = 0
    for entry in entries_of_task(services, request):
        found += 1 + sum(len(records) for records in records_of_life(services, request, entry))
        if found >= most:
            break
    return found


def entries_of_task(services: Services, request: DeletionRequest) -> Iterator[Record]:
    """Of the sessions that were there before the deletion, in the task or below it."""
    for prefix in keys.listing_prefixes_within(request.scope):
        yield from (entry for entry in _records(services, request, prefix) if is_old(entry, request))


def records_of_life(services: Services, request: DeletionRequest, entry: Record) -> Iterator[Sequence[Record]]:
    """Pages of what this life of the session has left, the events first. Ids and vectors of events are keyed by the
    event alone: those are its own that it wrote last."""
    session_id, life = session_id_of(entry), life_of(entry)
    for prefix in prefixes(session_id):
        if prefix == keys.event_vectors_prefix(session_id):
            continue
        some: list[Record] = []
        for record in _records(services, request, prefix):
            if _is_of(record, prefix, life) and is_old(record, request):
                some += [record, *_vector_beside(services, record, session_id)]
            if len(some) >= _AT_A_STEP:
                yield some
                some = []
        if some:
            yield some


def _is_of(record: Record, prefix: str, life: str) -> bool:
    if record.key.sk.startswith("eid#"):
        return record.attributes["incarnation"] == life
    return record.key.sk.removeprefix(prefix).partition("#")[0] == life


def _vector_beside(services: Services, record: Record, session_id: str) -> list[Record]:
    ids = keys.event_ids_prefix(session_id)
    if not record.key.sk.startswith(ids):
        return []
    key = Key(record.key.table, record.key.pk, keys.event_vectors_prefix(session_id) + record.key.sk.removeprefix(ids))
    (vector,) = services.records.get([key])
    return [] if vector is None else [vector]


def session_id_of(entry: Record) -> str:
    return str(entry.attributes["session_id"])


def life_of(entry: Record) -> str:
    return entry.key.sk.rpartition("#")[2]
