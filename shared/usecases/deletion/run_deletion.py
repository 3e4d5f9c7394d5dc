"""The steps of a deletion, as the workflow calls them. Each can be repeated; a step that finds nothing has
succeeded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from shared.domain.deletion.barrier import (
    Barrier,
    DeletionRequest,
    RequestStatus,
    SelectorKind,
    Signing,
    Target,
    TargetStatus,
)
from shared.domain.errors import NotFound, Unavailable
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.deletion.deletion_change import (
    audited_deletion,
    awaiting_signature,
    put_barrier,
    put_receipt,
    put_request,
)
from shared.records.memories.memory_change import Author
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Record, Table
from shared.usecases.audit.owner_heads import note_grown
from shared.usecases.barrier.whole import known_requests
from shared.usecases.deletion import purge
from shared.usecases.deletion.request_deletion import fits
from shared.usecases.deletion.verify import residue_of
from shared.usecases.reading.exports_made import exports_before
from shared.usecases.removal.progress import counted
from shared.usecases.retry import until_committed
from shared.usecases.services import Services

_COUNTS = 90  # that one transaction adds to the request and removes


def begin(services: Services, owner: Scope, request_id: str) -> DeletionRequest:
    """Marks the request and its targets running, from now on, and notes what was exported of it before."""
    now = services.clock.now()
    exports = exports_before(services, load(services, owner, request_id))

    def running(request: DeletionRequest) -> DeletionRequest:
        targets = tuple((t, s.begun()) for t, s in request.targets)
        return replace(request, status=RequestStatus.RUNNING, targets=targets, attempt_at=now, exports=exports)

    return _update(services, owner, request_id, running)


def purge_page(services: Services, owner: Scope, request_id: str, target: Target) -> tuple[int, bool]:
    """Removes one page of the target: how much of it was content, and whether more may be left. `removed` of the
    target counts memories and versions, sessions and events, or indexed documents."""
    request = load(services, owner, request_id)
    if request.finished:
        return 0, False
    purged = purge.page(services, request, target)

    def done(current: DeletionRequest) -> DeletionRequest:
        state = current.target(target).after_page(services.clock.now(), more=purged.more)
        return current.with_target(target, state).with_cursor(target, purged.cursor)

    _update(services, owner, request_id, done, keys.counts_prefix(request_id, target.value))
    return sum(purged.removed.values()), purged.more


def is_purging(services: Services, owner: Scope, request_id: str) -> bool:
    """Whether a target was left before its last page."""
    return any(state.status is TargetStatus.RUNNING for _, state in load(services, owner, request_id).targets)


# Pages of the index that a verification goes through first: 1,000 documents. The rest is left to another round.
_CATCHING_UP = 10


def verify(services: Services, owner: Scope, request_id: str) -> int:
    """Reads every store again and notes the residue in each; a target with residue is retried. The stores are purged
    side by side, so the index may not have followed the last changes of memories: it is updated first, so that only
    true residue is found."""
    for _ in range(_CATCHING_UP):
        if not purge_page(services, owner, request_id, Target.INDEX)[1]:
            break
    request = load(services, owner, request_id)
    if request.finished:
        return 0
    found = residue_of(services, request)

    def noted(current: DeletionRequest) -> DeletionRequest:
        for target, count in found.items():
            state = current.target(target).after_verification(count, services.clock.now())
            current = current.with_target(target, state)
        return current

    _update(services, owner, request_id, noted, keys.counts_prefix(request_id))
    return sum(found.values())


def finish(services: Services, owner: Scope, request_id: str) -> DeletionRequest:
    """Writes the receipt, ends the request and lowers the barrier, in one transaction. The receipt is signed
    afterwards: a key or a witness that cannot be reached does not delay the deletion's end. Raises `ValueError`
    while a target is not done: the workflow must not call this while there is residue."""

    def attempt() -> DeletionRequest:
        request = load(services, owner, request_id)
        if request.finished:
            return request
        if any(state.status is not TargetStatus.SUCCEEDED or state.residue for _, state in request.targets):
            raise ValueError("a deletion ends when every target is done and nothing is left")
        now, sequence = services.clock.now(), 2 + 2 * request.reopened
        wanted = [
            keys.deletion(request.scope, request_id),
            keys.barrier(request.scope),
            keys.receipt_head(request.scope),
            keys.audit(request.scope, f"deletion:{keys.hashed(request_id)}", sequence - 1),
        ]
        records = services.records.get(wanted)
        reading = Reading.of(wanted, records)
        barrier = deletion_codec.barrier(records[1])
        receipt, change = put_receipt(request, reading, services.deletion_policy, now)
        signing = Signing.NOT_SIGNED if services.signer is None else Signing.PENDING
        done = replace(
            request, status=RequestStatus.COMPLETED, completed_at=now, receipt=receipt, signing=signing
        )  # fmt: skip
        if signing is Signing.PENDING:
            change |= awaiting_signature(done, now + services.deletion_policy.sweep_after)
        change |= put_request(done, reading)
        lowered = _lowered(services, barrier, done)
        change |= put_barrier(request.scope, lowered, reading, services.deletion_policy, now)
        asked = records[3]
        previous = "" if asked is None else str(asked.attributes["hash"])
        change |= Change(removes=(keys.open_deletion(request.scope, request_id),))
        if request.selector.kind is SelectorKind.SUBJECT and not request.reopened:
            # The key opens nothing that is left here; the content of backups stays unreadable from now on.
            change |= Change(removes=(keys.data_key_of(request.scope),))
        change |= audited_deletion(done, sequence, Author("deletion-workflow", request.actor, now), previous)
        services.records.commit(change)
        return done

    done = until_committed(attempt, services.write_policy.attempts, "the end of the deletion could not be recorded")
    note_grown(services, [owner])  # its audit has a new end, which the witness must see
    return done


def note_failure(services: Services, owner: Scope, request_id: str, target: Target, cause: str) -> None:
    """A try that failed and that the workflow repeats. `cause`: the kind of the error."""

    def failed(request: DeletionRequest) -> DeletionRequest:
        return request.with_target(target, request.target(target).after_failure(cause))

    _update(services, owner, request_id, failed)


def target_failed(services: Services, owner: Scope, request_id: str, target: Target) -> None:
    def failed(request: DeletionRequest) -> DeletionRequest:
        return request.with_target(target, replace(request.target(target), status=TargetStatus.FAILED))

    _update(services, owner, request_id, failed)


def fail(services: Services, owner: Scope, request_id: str) -> DeletionRequest:
    """Records a failure that a person must see: the barrier stays up, and the request needs attention."""

    def attention(request: DeletionRequest) -> DeletionRequest:
        return replace(request, status=RequestStatus.NEEDS_ATTENTION)

    return _update(services, owner, request_id, attention)


def load(services: Services, owner: Scope, request_id: str) -> DeletionRequest:
    (record,) = services.records.get([keys.deletion(owner, request_id)])
    if record is None:
        raise NotFound("there is no such deletion")
    return deletion_codec.deletion(record)


def _lowered(services: Services, barrier: Barrier, done: DeletionRequest) -> Barrier:
    ids = tuple(id for id in barrier.requests if id != done.request_id)
    others = known_requests(services.records, services.deletion_requests, done.scope.owner, ids)
    if len(others) < len(ids):  # what they select must stay hidden
        raise Unavailable("another deletion of this subject cannot be read")
    return barrier.lowered_within(done, tuple(others), partial(fits, services, done.scope))


def _update(
    services: Services,
    owner: Scope,
    request_id: str,
    change: Callable[[DeletionRequest], DeletionRequest],
    counts: str | None = None,
) -> DeletionRequest:
    """The targets' branches run side by side and share the request: a branch that loses the race reads it again.
    `counts`: the prefix of the counts that are added to the request, each written in the transaction that removes
    what it counts."""

    def attempt() -> DeletionRequest | None:
        request = load(services, owner, request_id)
        if request.finished:
            return request
        waiting, more = _counts(services, owner, counts) if counts else ((), False)
        key = keys.deletion(owner, request_id)
        updated = counted(request, waiting)
        updated = updated if more else change(updated)
        commit = put_request(updated, Reading({key: deletion_codec.deletion_record(request)}))
        services.records.commit(commit | Change(removes=tuple(record.key for record in waiting)))
        return None if more else updated

    while True:
        done = until_committed(attempt, services.write_policy.attempts, "too many steps of this deletion at once")
        if done is not None:
            return done


def _counts(services: Services, owner: Scope, prefix: str) -> tuple[tuple[Record, ...], bool]:
    found = services.records.page(Table.LEDGER, keys.path(owner), sk_prefix=prefix, limit=_COUNTS)
    return found.records, found.next_after is not None
