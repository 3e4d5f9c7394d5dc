"""Receipts whose signing did not end: their workflow is started once more, and finds only the signing left to do."""

from __future__ import annotations

from dataclasses import replace

from shared.domain.deletion.barrier import Signing
from shared.domain.errors import NotFound
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.deletion.deletion_change import put_request
from shared.records.store.reading import Reading
from shared.records.store.record import Change, CheckFailed, Key
from shared.usecases.deletion.request_deletion import start
from shared.usecases.deletion.run_deletion import load
from shared.usecases.services import Services


def sign_again(services: Services, waiting: Key) -> int:
    """Starts the workflow of the deletion that a pointer names; 1 if it did. The pointer is due again later, until the
    receipt is signed."""
    (pointer,) = services.records.get([waiting])
    if pointer is None:
        return 0
    reading = Reading({waiting: pointer})
    owner, request_id = Scope.parse(str(pointer.attributes["owner"])), str(pointer.attributes["request_id"])
    try:
        request = load(services, owner, request_id)
    except NotFound:
        return _committed(services, reading.remove(waiting), 0)
    if request.signing in (Signing.NOT_SIGNED, Signing.SIGNED):
        return _committed(services, reading.remove(waiting), 0)
    again = replace(request, attempt=request.attempt + 1)
    due = services.clock.now() + services.deletion_policy.rerun_after
    own = Reading({keys.deletion(owner, request_id): deletion_codec.deletion_record(request)})
    change = put_request(again, own) | reading.put(waiting, pointer.attributes, next_check_at=due)
    started = _committed(services, change, 1)
    if started:
        start(services, again)
    return started


def _committed(services: Services, change: Change, done: int) -> int:
    try:
        services.records.commit(change)
    except CheckFailed:
        return 0  # it moved on by itself
    return done
