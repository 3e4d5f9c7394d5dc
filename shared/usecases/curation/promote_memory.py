"""Promoting a memory to a scope above it, through the pipeline of every write, with provenance on both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import acts_for, may_read, may_write, opens
from shared.domain.access.promotion_paths import place_of, refuse_other_paths
from shared.domain.audit.chain import AuditAction
from shared.domain.errors import ForbiddenRole, Malformed, NotFound, VersionConflict
from shared.domain.memories.memory import ENDED, Memory, Status, evicted
from shared.domain.memories.provenance import origin_of
from shared.domain.memories.quarantine import why_quarantined
from shared.domain.scopes import Scope
from shared.domain.writing.incoming import IncomingMemory
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.memories.memory_change import (
    Author,
    Free,
    audited,
    pointer_keys,
    put_promotion_edge,
    salt_of,
)
from shared.records.store.reading import Reading
from shared.records.store.record import Change
from shared.usecases.barrier.check import as_it_is, barrier_checks, visible
from shared.usecases.barrier.hidden_copies import seen
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.memories.make_current import make_current
from shared.usecases.once import Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.writing.admission import is_specialist
from shared.usecases.writing.commit import Written
from shared.usecases.writing.write_memory import WriteAnswer, remembering, replayed


def promote_memory(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    memory_id: str,
    to_scope: Scope,
    *,
    expected_version: int | None = None,
    idempotency: IdempotencyKey | None = None,
) -> WriteAnswer:
    """The promoted memory is active, with the evidence that it had; a quarantined one stays a candidate in every
    scope. The source keeps its own life and names its copy. Raises the errors of access, `NotFound`, `Malformed` for
    a path that does not exist, `VersionConflict`."""
    source_scope, target = may_read(caller, scope), may_write(caller, to_scope)
    refuse_specialists(caller)
    once = Once(services, idempotency)

    def promotable(source: Memory) -> None:
        refuse_other_paths(source.scope, target)
        if expected_version is not None and expected_version != source.version:
            raise VersionConflict("the memory has another version", current_version=source.version)

    attempt = promoting(services, caller, source_scope, memory_id, target, once, promotable)
    return once.answer(
        lambda: until_committed(attempt, services.write_policy.attempts, "too many writers of this memory at once"),
        lambda kept: replayed(services, kept, caller),
    )


def refuse_specialists(caller: Caller) -> None:
    """Raises `ForbiddenRole`."""
    if is_specialist(caller):
        raise ForbiddenRole("a specialist's output is promoted by its supervisor")


def promoting(
    services: Services,
    caller: Caller,
    source_scope: Scope,
    memory_id: str,
    target: Scope,
    once: Once,
    promotable: Callable[[Memory], None],
    *,
    also: Callable[[Written], Change] = lambda _: Change(),
    ends_because: str | None = None,
) -> Callable[[], WriteAnswer]:
    """One attempt of a promotion whose scopes are open to the caller. `promotable` raises what speaks against it;
    `also` adds to the change. `ends_because`: the memory itself ends in the same change, for this reason."""

    def attempt() -> WriteAnswer:
        now = services.clock.now()
        reading, source = _source(services, source_scope, memory_id, once)
        once.look_at(reading)
        source = _there(caller, source)
        promotable(source)
        _refuse_sealed(caller, source)
        author = Author(caller.principal, acts_for(caller, target), now)

        def beside(written: Written) -> Change:
            return _marked(services, source, reading, author, written, ends_because) | also(written)

        return remembering(services, _copy(source, target, now), author, once.key, also=beside)()

    return attempt


def _there(caller: Caller, source: Memory | None) -> Memory:
    if source is None or not opens(caller, source) or source.status in ENDED:
        raise NotFound("there is no such memory in this scope")
    return source


def _refuse_sealed(caller: Caller, source: Memory) -> None:
    if source.sealed is not None:
        raise Malformed.field("memory_id", "names a sealed memory, which stays with its owner")
    if source.is_kept_at_its_source:
        caller.require(Role.SYSTEM_OF_RECORD)


def _marked(
    services: Services, source: Memory, reading: Reading, author: Author, written: Written, ends_because: str | None
) -> Change:
    """The source's change, in the same transaction as the copy."""
    salt, change = salt_of(reading, source.scope, services.randomness(32))
    # The parts that a running deletion takes are left to it.
    whole = as_it_is(reading[keys.current(source.scope, source.memory_id)], author.at) or source
    provenance = {**(whole.basis.provenance or {}), "promoted_to": place_of(written.memory)}
    marked = replace(whole, basis=replace(whole.basis, provenance=provenance))
    if ends_because is not None:
        marked = evicted(marked, ends_because, author.at)
    chained, trail = audited(marked, AuditAction.PROMOTED, author, salt)
    change |= trail | make_current(services, chained, reading, author, Free(author.at))
    change |= barrier_checks(reading, source.scope, author.at)  # no copy outlives a deletion of its origin
    return change | put_promotion_edge(source, written.memory)


def _source(services: Services, scope: Scope, memory_id: str, once: Once) -> tuple[Reading, Memory | None]:
    wanted = [keys.current(scope, memory_id), keys.barrier(scope), keys.salt(scope), *once.wanted]
    reading = Reading.of(wanted, services.records.get(wanted))
    barrier = whole_barrier(services, reading[wanted[1]])
    source = visible(reading[wanted[0]], barrier, services.clock.now())
    if seen(services, source, {scope.owner: barrier}) is None:
        return reading, None
    whole = as_it_is(reading[wanted[0]], services.clock.now())
    if source is not None and whole is not None:
        pointers = pointer_keys(whole)  # it is put as it is stored, whatever of it a deletion hides
        reading |= Reading.of(pointers, services.records.get(pointers))
    return reading, source


def _copy(source: Memory, target: Scope, now: datetime) -> IncomingMemory:
    """The background stays with those who took part in the conversation: the turns before a memory are not promoted,
    and an organisation reads only what its copy quotes."""
    # A memory that waits for another reason (a specialist's output) becomes a fact when its supervisor promotes it.
    quarantined = why_quarantined(source) if source.status is Status.CANDIDATE else None
    status = Status.ACTIVE if quarantined is None else Status.CANDIDATE
    return IncomingMemory(
        scope=target,
        type=source.type,
        key=source.key,
        content=source.content,
        source=source.source,
        confidence=source.confidence,
        importance=source.importance,
        observed_at=source.observed_at,
        valid_from=source.valid_from,
        valid_to=source.valid_to,
        recorded_at=now,
        purposes=source.purposes,
        consent_scope=source.consent_scope,
        source_event_ids=source.basis.event_ids,
        background=source.background if source.scope.owner == target.owner else None,
        metadata=source.metadata,
        initial_status=status,
        initial_status_reason=quarantined or "",
        provenance={"promoted_from": place_of(source)},
        flags=source.flags,
        trust=source.trust,
        contributions=tuple(
            replace(one, origins=(origin_of(source.memory_id),), status=status, origin_epoch=one.epoch)
            for one in source.basis.contributions
        ),
        origin_epoch=source.epoch,
    )
