"""A deletion that goes on again: residue was found after its end, or the last legal hold that kept its data is gone."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from shared.domain.deletion.barrier import (
    DeletionRequest,
    RequestStatus,
    Signing,
)
from shared.domain.deletion.holds import met
from shared.domain.errors import Unavailable
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.deletion.deletion_change import audited_deletion, put_barrier, put_request, scheduled
from shared.records.memories.memory_change import Author
from shared.records.store.reading import Reading
from shared.records.store.record import CheckFailed
from shared.usecases.deletion.request_deletion import fits, start
from shared.usecases.retry import until_committed
from shared.usecases.services import Services


def reopen(services: Services, request: DeletionRequest, actor: str) -> DeletionRequest:
    """The completed deletion, accepted again with the epoch and the instant of its first acceptance: what is newer
    stays. Its receipt stays in the chain, and its next end writes another one. One that is open already is returned
    as it is."""
    wanted = [
        keys.deletion(request.scope, request.request_id),
        keys.barrier(request.scope),
        keys.audit(request.scope, f"deletion:{keys.hashed(request.request_id)}", 2 + 2 * request.reopened),
    ]

    def attempt() -> DeletionRequest:
        now, found = services.clock.now(), services.records.get(wanted)
        reading = Reading.of(wanted[:2], found[:2])
        current = request if found[0] is None else deletion_codec.deletion(found[0])
        if not current.finished or current.reopened != request.reopened:
            return current
        barrier = deletion_codec.barrier(found[1])
        again = replace(
            current,
            status=RequestStatus.ACCEPTED,
            targets=tuple((target, replace(state, residue=0)) for target, state in current.targets),
            attempt=current.attempt + 1,
            attempt_at=now,
            completed_at=None,
            receipt=None,
            signing=Signing.NOT_SIGNED,
            log_index=None,
            reopened=current.reopened + 1,
        )
        raised = barrier.raised_within(again, partial(fits, services, again.scope))
        if raised is None:
            raise Unavailable("too many deletions of this subject are running", retry_after_s=30)
        previous = "" if found[2] is None else str(found[2].attributes["hash"])
        change = put_request(again, reading) | put_barrier(again.scope, raised, reading, services.deletion_policy, now)
        change |= scheduled(again)
        change |= audited_deletion(again, 1 + 2 * again.reopened, Author(actor, None, now), previous)
        services.records.commit(change)
        start(services, again)
        return again

    return until_committed(attempt, services.write_policy.attempts, "too many deletions of this subject at once")


def go_on_without_holds(services: Services, request: DeletionRequest) -> DeletionRequest:
    """A held deletion with the holds that stand now; it is started once there is none. A change of the barrier in the
    same moment, such as a new hold, comes first: the sweeper or the next release looks again."""
    wanted = [keys.deletion(request.scope, request.request_id), keys.barrier(request.scope)]
    found = services.records.get(wanted)
    if found[0] is None:
        return request
    current, now = deletion_codec.deletion(found[0]), services.clock.now()
    if current.status is not RequestStatus.HELD:
        return current
    standing = deletion_codec.barrier(found[1]).holds
    holds = met(current.holds, standing, now)
    if standing and holds == current.holds:
        return current
    again = replace(current, holds=holds)
    if not standing:
        again = replace(again, status=RequestStatus.ACCEPTED, attempt=current.attempt + 1, attempt_at=now)
    reading = Reading.of(wanted, found)
    try:
        services.records.commit(put_request(again, reading) | reading.unchanged(wanted[1]))
    except CheckFailed:
        return current
    if again.status is RequestStatus.ACCEPTED:
        start(services, again)
    return again
