"""Accepts a deletion: from the answer on the selected data is not read, and older evidence of it cannot be written.
Looks for the residue of a deletion again on request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import acts_for, may_read, may_write, shows
from shared.domain.deletion.barrier import Barrier, DeletionRequest, RequestStatus, Selector, SelectorKind
from shared.domain.deletion.holds import met
from shared.domain.errors import Malformed, NotFound, ProfileReadOnly, RequestIdTaken, Unavailable
from shared.domain.memories.memory import MemoryType
from shared.domain.scopes import Scope, ScopeKind, segment_id
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.deletion.deletion_change import audited_deletion, put_barrier, put_request, scheduled
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.memories.memory_change import Author
from shared.records.memories.vectors import vector_scope
from shared.records.operations.operation_codec import put_pointer
from shared.records.sessions import session_codec
from shared.records.store.reading import Reading
from shared.records.store.record import Change, CheckFailed, Key, Record, Table
from shared.records.store.shut import is_shut
from shared.records.store.stored_form import record_bytes
from shared.usecases.barrier.check import require_visible
from shared.usecases.cursors import cursor, position, sized
from shared.usecases.once import Kept, Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.writing.admission import refuse_secret_ids

_LOOKED_UP = 97  # ids: with the request, the barrier and the owner's data key as many keys as one call reads
_POSITION_LENGTH = 64  # where the list of deletions goes on: the hash in a key


@dataclass(frozen=True, slots=True)
class Asked:
    request: DeletionRequest
    replayed: bool = False


def request_deletion(
    services: Services, caller: Caller, scope: Scope | None, request_id: str, selector: Selector
) -> DeletionRequest:
    """As `ask_once`, without a key."""
    return ask_once(services, caller, scope, request_id, selector, None).request


def ask_once(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    request_id: str,
    selector: Selector,
    idempotency: IdempotencyKey | None,
) -> Asked:
    """The same id with the same selector (its ids in any order) is the same deletion, whatever has become of it; one
    that needs attention is started again, but by no retry with the same key.

    Raises `RequestIdTaken` for the same id with another selector or scope.
    """
    target = may_write(caller, scope)
    request_id = segment_id(request_id, "request_id")
    refuse_secret_ids("request_id", [request_id])
    _validate(services, target, selector)
    if selector.kind is SelectorKind.TYPE and MemoryType.PROFILE in selector.ids:
        _refuse_profile(caller)
    once = Once(services, idempotency)
    return once.answer(partial(_asked, services, caller, target, request_id, selector, once), _asked_before)


def _asked(services: Services, caller: Caller, target: Scope, request_id: str, selector: Selector, once: Once) -> Asked:
    def attempt() -> Asked:
        author = Author(caller.principal, acts_for(caller, target), services.clock.now())
        request, change = prepared(services, target, request_id, selector, author, once, caller)
        kept = deletion_codec.deletion_record(request).attributes
        if change is None:
            once.keep(kept)
            return Asked(request)
        once.commit(change, kept)
        start(services, request)
        return Asked(request)

    return until_committed(attempt, services.write_policy.attempts, "too many deletions of this subject at once")


def _asked_before(kept: Kept) -> Asked:
    return Asked(deletion_codec.deletion(Record(Key(Table.LEDGER, "", ""), kept)), replayed=True)


def prepared(
    services: Services,
    target: Scope,
    request_id: str,
    selector: Selector,
    author: Author,
    once: Once | None = None,
    caller: Caller | None = None,
) -> tuple[DeletionRequest, Change | None]:
    """The deletion and the change that accepts it; it is to be started once that is committed. No change if it was
    requested before. The caller has checked the right to delete."""
    reading, places, matched = _read(services, target, request_id, selector, caller)
    record = reading[keys.deletion(target, request_id)]
    if record is not None:
        if once is not None:
            once.look_now()
        return _again(services, deletion_codec.deletion(record), target, selector), None
    barrier = deletion_codec.barrier(reading[keys.barrier(target)])
    accepted_at, epoch = barrier.accepts_at(services.clock.now()), barrier.epoch + 1
    request = DeletionRequest(
        request_id,
        target,
        selector,
        accepted_at,
        author.actor,
        RequestStatus.HELD if barrier.holds else RequestStatus.ACCEPTED,
        places=places,
        epoch=epoch,
        matched=matched,
        holds=met((), barrier.holds, accepted_at),
    )
    raised = barrier.raised_within(request, partial(fits, services, target))
    if raised is None:
        raise Unavailable("too many deletions of this subject are running", retry_after_s=30)
    change = put_request(request, reading) | put_barrier(target, raised, reading, services.deletion_policy, author.at)
    change |= put_pointer(target, services.ids.new(), request_id, author.at)
    return request, change | scheduled(request) | audited_deletion(request, 1, author, "")


def fits(services: Services, owner: Scope, barrier: Barrier) -> bool:
    """Whether the barrier is no larger than a record of it may be."""
    policy = services.deletion_policy
    size = record_bytes(deletion_codec.barrier_record(owner, barrier, None))
    return size <= (policy.crowded_bytes if barrier.crowded else policy.barrier_bytes)


def _refuse_profile(caller: Caller) -> None:
    """A profile is its source's, and goes by it or with the whole subject. Raises `ProfileReadOnly`."""
    if not caller.has(Role.SYSTEM_OF_RECORD):
        raise ProfileReadOnly("a profile is deleted at its source, or with its whole subject")


def _validate(services: Services, target: Scope, selector: Selector) -> None:
    if selector.session_id is not None and selector.kind is not SelectorKind.EVENT:
        raise Malformed.field("selector.session_id", "goes with events only")
    if selector.kind is SelectorKind.SUBJECT:
        if selector.ids:
            raise Malformed.field("selector.ids", "must be absent: a subject is deleted whole")
        if target.kind not in (ScopeKind.USER, ScopeKind.PROJECT):
            raise Malformed.field("scope", "must be a user or a project to be deleted as a subject")
        return
    if not 1 <= len(selector.ids) <= services.deletion_policy.max_ids:
        raise Malformed.field("selector.ids", f"must hold 1 to {services.deletion_policy.max_ids} ids")
    if selector.kind is SelectorKind.TYPE and not set(selector.ids) <= set(MemoryType):
        raise Malformed.field("selector.ids", f"must be types: {', '.join(MemoryType)}")


def _is_profile(record: Record | None) -> bool:
    """An altered record says nothing, and can be deleted like any other."""
    return record is not None and not is_shut(record) and record.attributes.get("type") == MemoryType.PROFILE


_Places = tuple[tuple[str, Scope], ...]


def _read(
    services: Services, target: Scope, request_id: str, selector: Selector, caller: Caller | None
) -> tuple[Reading, _Places, int | None]:
    """In one call, of more than 48 memories in two. Of the owner's own scope that is all it takes: ids for which there
    is no more room are hidden by their names alone, and the workflow finds where they lie. Below it an id has to be
    looked up first, because it may lie outside of the scope."""
    wanted: list[Key] = [keys.deletion(target, request_id), keys.barrier(target)]
    found: list[Key] = []
    named = selector.session_id
    ids = list(dict.fromkeys(selector.ids))
    looked_up = ids[:_LOOKED_UP] if target == target.owner else ids
    match selector.kind:
        case SelectorKind.MEMORY:
            found = [keys.vector(target, id) for id in looked_up]
        case SelectorKind.SESSION:
            found = [keys.session(target, id) for id in looked_up]
        case SelectorKind.EVENT if named is not None:
            found = [keys.event_id(target, named, id) for id in looked_up]
    named_too = caller is not None and selector.kind is SelectorKind.MEMORY
    current = [keys.current(target, id) for id in ids] if named_too else []
    records = services.records.get([*wanted, *found, *current])
    if caller is not None and any(map(_is_profile, records[len(wanted) + len(found) :])):
        _refuse_profile(caller)
    records = records[: len(wanted) + len(found)]
    reading = Reading.of(wanted, records[:2])
    unknown: list[Record | None] = [None] * (len(ids) - len(looked_up))
    beside = list(zip(ids, [*records[2:], *unknown], strict=False))
    match selector.kind:
        case SelectorKind.SESSION:
            places = _places(target, beside, lambda record: session_codec.session(record).scope)
        case SelectorKind.MEMORY:
            places = _places(target, beside, vector_scope)
        case _:
            there = sum(record is not None for record in records[2:])
            return reading, (), there if named is not None and not unknown else None
    if unknown:
        return reading, places, None
    known = dict(places)
    return reading, places, sum(record is not None and id in known for id, record in dict(beside).items())


def _places(target: Scope, found: Sequence[tuple[str, Record | None]], place: Callable[[Record], Scope]) -> _Places:
    """An expired session no longer says which task it belonged to: what is left of it is its owner's."""
    places = [
        (id, target if record is None or is_shut(record) else place(record))
        for id, record in found
        if record is not None or target == target.owner
    ]
    return tuple((id, place) for id, place in places if target.contains(place))


def _again(services: Services, known: DeletionRequest, target: Scope, selector: Selector) -> DeletionRequest:
    if known.scope != target or not known.selector.means(selector):
        raise RequestIdTaken("this request id belongs to another deletion")
    if known.status is RequestStatus.NEEDS_ATTENTION:
        restart(services, known)
    return known


def start(services: Services, request: DeletionRequest) -> None:
    if request.status is RequestStatus.HELD:
        return  # hidden by the barrier, and kept until the last hold is released
    try:
        services.deletions.start(request.subject, request.request_id, request.attempt)
    except Unavailable:
        return  # accepted all the same: the barrier holds, and the sweeper starts the workflow


def restart(services: Services, request: DeletionRequest) -> None:
    """Another run of the workflow. Only one caller wins the attempt's number."""
    again = replace(
        request,
        status=RequestStatus.ACCEPTED,
        attempt=request.attempt + 1,
        attempt_at=services.clock.now(),
        revision=request.revision + 1,
    )
    key = keys.deletion(request.scope, request.request_id)
    reading = Reading({key: deletion_codec.deletion_record(request)})
    try:
        services.records.commit(put_request(again, reading))
    except CheckFailed:
        return
    start(services, again)


def delete_memory(
    services: Services, caller: Caller, scope: Scope | None, memory_id: str, idempotency: IdempotencyKey | None = None
) -> Asked:
    """A deletion of one memory with a request id that the service makes. Raises `NotFound` if there is no such
    memory."""
    target = may_write(caller, scope)
    once, selector = Once(services, idempotency), Selector(SelectorKind.MEMORY, (memory_id,))

    def delete() -> Asked:
        if require_visible(services, target, memory_id).type is MemoryType.PROFILE:
            _refuse_profile(caller)
        return _asked(services, caller, target, services.ids.new(), selector, once)

    return once.answer(delete, _asked_before)


@dataclass(frozen=True, slots=True)
class DeletionPage:
    items: tuple[DeletionRequest, ...]
    next_cursor: str | None


def get_deletion(services: Services, caller: Caller, scope: Scope | None, request_id: str) -> DeletionRequest:
    """Raises `NotFound`."""
    target = may_read(caller, scope)
    (record,) = services.records.get([keys.deletion(target, segment_id(request_id, "request_id"))])
    request = None if record is None else deletion_codec.deletion(record)
    if request is None or not shows(caller, target, request.scope):
        raise NotFound("there is no such deletion in this scope")
    return request


def list_deletions(
    services: Services, caller: Caller, scope: Scope | None, *, limit: int, after: str | None
) -> DeletionPage:
    """Deletions requested in the target scope, or below it within its owner as far as that is open to the caller. In
    no meaningful order."""
    target = may_read(caller, scope)
    bound_to = f"{caller.principal}|{target.path}|deletions"
    prefix = keys.DELETION_PREFIX
    start = sized(position(after, bound_to), _POSITION_LENGTH)
    page = services.records.page(
        Table.LEDGER,
        keys.path(target.owner),
        sk_prefix=prefix,
        after=None if start is None else prefix + start,
        limit=limit,
    )
    requests = [deletion_codec.deletion(record) for record in page.records]
    items = tuple(request for request in requests if shows(caller, target, request.scope))
    next_after = page.next_after
    return DeletionPage(items, None if next_after is None else cursor(next_after.removeprefix(prefix), bound_to))
