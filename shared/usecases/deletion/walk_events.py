"""Events that are selected by their ids and that no session of today leads to: an earlier session of the same id
left them, or their session has expired."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from shared.domain.deletion.barrier import DeletionRequest
from shared.records import keys
from shared.records.sessions import session_codec
from shared.records.store.record import Key, Record, Table
from shared.usecases.services import Services

_AT_ONCE = 500  # records of one page


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
