"""Starts deletions that were accepted and have not begun: the process may end between the acceptance and the start."""

from __future__ import annotations

from collections.abc import Iterator

from shared.domain.deletion.barrier import RequestStatus
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.store.record import Record, Table
from shared.usecases.deletion.request_deletion import start
from shared.usecases.services import Services


def start_open(services: Services) -> int:
    """How many unfinished deletions there are, over all organisations. A running one is not started twice: the
    workflow knows each attempt. One that needs attention is left to a person."""
    found = 0
    for org in _records(services, keys.ORGS_WITH_DELETIONS, "org#"):
        partition = keys.path(Scope.parse(str(org.attributes["org"])))
        for pointer in _records(services, partition, keys.OPEN_DELETION_PREFIX):
            owner, request_id = Scope.parse(str(pointer.attributes["owner"])), str(pointer.attributes["request_id"])
            (record,) = services.records.get([keys.deletion(owner, request_id)])
            request = None if record is None else deletion_codec.deletion(record)
            if request is not None and request.status in (RequestStatus.ACCEPTED, RequestStatus.RUNNING):
                start(services, request)
                found += 1
    return found


def _records(services: Services, pk: str, prefix: str) -> Iterator[Record]:
    after: str | None = None
    while True:
        page = services.records.page(Table.LEDGER, pk, sk_prefix=prefix, after=after)
        yield from page.records
        after = page.next_after
        if after is None:
            return
