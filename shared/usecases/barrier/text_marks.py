"""Durable marks of deleted texts: an HMAC under the owner's salt of each text in which a memory was stored. A copy
belongs to another owner than its origin. When the copy is removed, the barrier of its own owner says in the same
transaction that older evidence must be checked from now on; otherwise an old export would bring the copy back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from shared.domain.audit.chain import content_hmac
from shared.domain.deletion.barrier import DeletionRequest
from shared.domain.instants import sort_text
from shared.domain.memories.contributions import texts_of
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.deletion.deletion_change import put_barrier
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Record
from shared.usecases.barrier.check import TEXT_MARK
from shared.usecases.services import Services

_BESIDE = 20  # marks in the transaction that removes the versions
_AHEAD = 50


def text_marks(services: Services, scope: Scope, memories: Iterable[Memory], request: DeletionRequest) -> Change:
    """Marks of all texts of the versions that are removed from `scope`. A mark of a later deletion is kept.

    They say what the barrier of the owner says while these deletions run: another one that was accepted meanwhile may
    select the same versions, and finds them removed. So the marks have the instant of the last acceptance, and the
    change is refused if there was one since."""
    salt_key, barrier_key = keys.salt(scope), keys.barrier(scope)
    reading = Reading.of((salt_key, barrier_key), services.records.get((salt_key, barrier_key)))
    salt = reading[salt_key]
    if salt is None:
        return Change()
    secret = cast("bytes", salt.attributes["salt"])
    texts = {text for memory in memories for text in texts_of(memory)}
    marks = sorted(keys.tombstone(scope, TEXT_MARK, content_hmac(secret, text)) for text in texts)
    barrier, accepted = deletion_codec.barrier(reading[barrier_key]), sort_text(request.accepted_at)
    if scope.owner == request.scope.owner:
        accepted = max(accepted, barrier.narrow_before)
    deleted_at = accepted.replace("Z", "+00:00")
    known = services.records.get(marks)
    puts = tuple(
        Record(mark, {"deleted_at": deleted_at}, epoch=barrier.epoch)
        for mark, other in zip(marks, known, strict=True)
        # A later deletion of the same text may have come this far first.
        if other is None or cast("str", other.attributes["deleted_at"]) < deleted_at
    )
    while len(puts) > _BESIDE:  # many wordings: their marks are written ahead
        services.records.commit(Change(puts=puts[:_AHEAD]))
        puts = puts[_AHEAD:]
    return Change(puts=puts) | reading.unchanged(barrier_key) | _asked_for(services, scope, request, reading)


def _asked_for(services: Services, scope: Scope, request: DeletionRequest, reading: Reading) -> Change:
    """The note that older evidence must be checked against the marks. For its own owner the acceptance has written
    it."""
    barrier = deletion_codec.barrier(reading[keys.barrier(scope)])
    accepted = sort_text(request.accepted_at)
    if scope.owner == request.scope.owner or barrier.narrow_before >= accepted:
        return Change()
    raised = replace(barrier, narrow_before=accepted)
    return put_barrier(scope, raised, reading, services.deletion_policy, services.clock.now())
