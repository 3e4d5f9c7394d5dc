"""Verifying the audit: every chain is recomputed, and its end is checked against what it is about.

This finds a record that was removed (the last one, too), changed, moved, or forged; a memory without its chain; and
any record that differs from what the service wrote. The heads at the witness also show a store that was rolled back,
and a memory that was removed together with its whole chain."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast
from urllib.parse import unquote

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import may_govern
from shared.domain.audit.chain import AuditAction, AuditRecord, ChainFault, content_hmac, fault
from shared.domain.deletion.barrier import Barrier
from shared.domain.memories.memory import Memory
from shared.domain.recall.threshold_tuning import RESET, Tuning
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.ledger.thresholds import CHAIN_PREFIX, sealed_thresholds, tuning, tuning_key
from shared.records.memories import memory_codec
from shared.records.store.record import Key, Record, Table
from shared.records.store.shut import intact, is_shut
from shared.usecases.audit.list_audit import audit_position, owners_from
from shared.usecases.audit.owner_heads import HeadState, lost, witnessed
from shared.usecases.audit.read_chains import Chain, stored_chains, stored_pages
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.cursors import cursor, position
from shared.usecases.services import Services

# One call looks at about so many audit records and memories, which takes a few seconds. The cursor goes on from there.
MAX_VERIFIED = 5_000
# How often a chain is read again while its memory is being written.
_LOOKS = 50
_CHAINS = 50  # checked against their subjects in one read
_HEADS = "heads|"
_FAULTS = {
    HeadState.ALTERED: ChainFault.ALTERED,
    HeadState.FORGED: ChainFault.FORGED,
    HeadState.ROLLED_BACK: ChainFault.ROLLED_BACK,
}
ENDS = (AuditAction.DELETED, AuditAction.EXPIRED, AuditAction.EVICTED_OVER_LIMIT)


@dataclass(frozen=True, slots=True)
class Break:
    scope: str
    subject: str
    sequence: int
    fault: ChainFault


@dataclass(frozen=True, slots=True)
class Verification:
    """`records` is how many were looked at. With a `next_cursor` there are more."""

    records: int
    first_break: Break | None
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class _Looked:
    """The state of a walk: `records` of the audit and `at` records in all so far, up to sort key `place`, and the
    break that was found."""

    records: int
    at: int
    place: str
    found: Break | None


def verify_audit(services: Services, caller: Caller, scope: Scope | None, after: str | None = None) -> Verification:
    """Whether all that is audited at or below the scope is intact, up to the first break."""
    target = may_govern(caller, scope, Role.AUDITOR)
    bound_to = f"{caller.principal}|{target.path}|verify"
    start = audit_position(position(after, bound_to))
    records = looked_at = 0
    for owner in owners_from(services, target, start):
        sk = start[1] if start is not None and start[0] == owner.path else None
        for looked in _verified(services, owner, target, sk):
            records += looked.records
            looked_at += looked.at
            if looked.found is not None:
                return Verification(records, looked.found, None)
            if looked_at >= MAX_VERIFIED:
                return Verification(records, None, cursor(json.dumps([owner.path, looked.place]), bound_to))
    return Verification(records, None, None)


def _verified(services: Services, owner: Scope, target: Scope, after: str | None) -> Iterator[_Looked]:
    """Checks first the published heads of the chains, then the chains, then what should have a chain, then every
    record of the owner. A sort key of the ledger (`aud#`, `del#`) or of the memories table (`cur#`) says where a
    walk stopped; so does a name (`heads`, a table) with a place in it."""
    if (after is None or after.startswith(_HEADS)) and target.contains(owner):
        yield from _heads_verified(services, owner, 0 if after is None else int(after.removeprefix(_HEADS)))
        after = None
    stopped = after or keys.AUDIT_PREFIX
    if stopped.startswith(keys.AUDIT_PREFIX):
        yield from _chains_verified(services, owner, target, after)
        after, stopped = None, keys.DELETION_PREFIX
    if stopped.startswith(keys.DELETION_PREFIX):
        yield from _deletions_verified(services, owner, target, after)
        after = None
    if after is None and owner == owner.org_scope == target:
        yield from _tuning_verified(services, owner)
    if after is None or after.startswith(keys.CURRENT_PREFIX):
        yield from _memories_verified(services, owner, target, after)
        after = None
    if target.contains(owner):
        yield from _seals_verified(services, owner, after)


def _heads_verified(services: Services, owner: Scope, start: int) -> Iterator[_Looked]:
    """Checks that the chains still contain the heads that were published to the witness."""
    known = witnessed(services, owner)
    if known.state is not HeadState.SOUND:
        why = _FAULTS[known.state]
        yield _Looked(0, 1, f"{_HEADS}{start}", Break(owner.path, "audit", max(known.sequence, 1), why))
        return
    for at in range(start, len(known.heads), _CHAINS):
        heads = known.heads[at : at + _CHAINS]
        missing = lost(services, owner, heads)
        found = None
        if missing is not None:
            found = Break(owner.path, missing.subject, missing.sequence, ChainFault.MISSING)
        yield _Looked(0, len(heads), f"{_HEADS}{at + len(heads)}", found)


def _chains_verified(services: Services, owner: Scope, target: Scope, after: str | None) -> Iterator[_Looked]:
    batch: list[Chain] = []
    for chain in stored_chains(services, owner, after):
        batch.append(chain)
        if len(batch) == _CHAINS:
            yield _batch_verified(services, owner, target, batch)
            batch = []
    if batch:
        yield _batch_verified(services, owner, target, batch)


def _batch_verified(services: Services, owner: Scope, target: Scope, batch: Sequence[Chain]) -> _Looked:
    chains = [chain for chain in batch if target.contains(chain.scope)]
    found = services.records.get([keys.barrier(owner), keys.salt(owner), *(_of_subject(c) for c in chains)])
    altered = next((record for record in found[:2] if is_shut(record)), None)
    if altered is not None:
        return _Looked(0, 0, batch[-1].last_record.key.sk, _altered(owner, altered.key))
    barrier, salt = whole_barrier(services, found[0]), _salt(found[1])
    count, at = sum(len(c.entries) for c in chains), sum(len(c.entries) for c in batch)
    place = batch[-1].last_record.key.sk
    for chain, record in zip(chains, found[2:], strict=True):
        broken = _fault(services, chain, record, barrier, salt)
        if broken is not None:
            broken = _looked_again(services, owner, chain)
        if broken is not None:
            number, why = broken
            return _Looked(count, at, place, Break(chain.scope.path, chain.subject, number, why))
    return _Looked(count, at, place, None)


def _looked_again(services: Services, owner: Scope, chain: Chain) -> tuple[int, ChainFault] | None:
    """A chain may have grown between the read of it and the read of its memory. What is wrong is certain only when the
    memory is the same before and after the read of its chain."""
    (before,) = services.records.get([_of_subject(chain)])
    broken = None
    for _ in range(_LOOKS):
        again = list(stored_chains(services, owner, None, keys.audit_prefix(chain.subject)))
        now = again[0] if again else replace(chain, entries=(None,))
        found = services.records.get([keys.barrier(owner), keys.salt(owner), _of_subject(now)])
        broken = _fault(services, now, found[2], whole_barrier(services, found[0]), _salt(found[1]))
        if broken is None or found[2] == before:
            break
        before = found[2]
    return broken


def _fault(
    services: Services, chain: Chain, record: Record | None, barrier: Barrier, salt: bytes
) -> tuple[int, ChainFault] | None:
    entries = [entry for entry in chain.entries if entry is not None]
    if len(entries) != len(chain.entries):
        return chain.entries.index(None) + 1, ChainFault.CHANGED
    broken = fault(chain.subject, entries)
    if broken is not None or chain.subject.startswith(("deletion:", "hold:")):
        return broken
    last = entries[-1]
    if is_shut(record):
        return last.sequence, ChainFault.ALTERED
    if _is_of_tuning(chain):
        record = None if record is None or tuning(record).chain != chain.subject else record
    if record is None:
        # A later narrow deletion may have been at a memory that the subject's own deletion then took.
        deleted = last.action in ENDS or barrier.hides_epoch(chain.since)
        return None if deleted or chain.is_over(services.clock.now()) else (last.sequence + 1, ChainFault.UNFINISHED)
    if _is_of_tuning(chain):
        return _tuning_fault(tuning(record), last)
    return _head_fault(memory_codec.memory(record.attributes), last, salt)


def _is_of_tuning(chain: Chain) -> bool:
    return chain.subject.startswith(CHAIN_PREFIX)


def _of_subject(chain: Chain) -> Key:
    return tuning_key(chain.scope) if _is_of_tuning(chain) else keys.current(chain.scope, chain.subject)


def _tuning_fault(state: Tuning, last: AuditRecord) -> tuple[int, ChainFault] | None:
    if last.sequence < state.audit_sequence:
        return last.sequence + 1, ChainFault.MISSING
    if (last.sequence, last.hash) != (state.audit_sequence, state.audit_hash):
        return last.sequence, ChainFault.HEAD_DIFFERS
    move = state.moves[-1]
    stands = state.thresholds is None if move.reason == RESET else state.thresholds == move.after
    if not stands or last.content_hmac != sealed_thresholds(state.chain, move):
        return last.sequence, ChainFault.HEAD_DIFFERS
    return None


def _head_fault(memory: Memory, last: AuditRecord, salt: bytes) -> tuple[int, ChainFault] | None:
    if last.sequence < memory.head.audit_sequence:
        return last.sequence + 1, ChainFault.MISSING
    if (last.sequence, last.hash) != (memory.head.audit_sequence, memory.head.audit_hash):
        return last.sequence, ChainFault.HEAD_DIFFERS
    if last.content_hmac not in {content_hmac(salt, version.content_hash) for version in memory.timeline}:
        return last.sequence, ChainFault.HEAD_DIFFERS
    return None


def _deletions_verified(services: Services, owner: Scope, target: Scope, after: str | None) -> Iterator[_Looked]:
    """Each deletion must be audited as requested, and as completed once it is."""
    for records in stored_pages(services, Table.LEDGER, owner, keys.DELETION_PREFIX, after):
        altered = next((record for record in records if is_shut(record)), None)
        if altered is not None:
            yield _Looked(0, len(records), records[-1].key.sk, _altered(owner, altered.key))
            return
        requests = [deletion_codec.deletion(record) for record in records]
        wanted = [
            (request, 2 * request.reopened + (2 if request.finished else 1))
            for request in requests
            if target.contains(request.scope)
        ]
        subjects = [f"deletion:{keys.hashed(request.request_id)}" for request, _ in wanted]
        found = services.records.get(
            [keys.audit(owner, s, n) for s, (_, n) in zip(subjects, wanted, strict=True)]
        )  # fmt: skip
        broken = next(
            (
                Break(request.scope.path, subject, number, ChainFault.MISSING)
                for subject, (request, number), record in zip(subjects, wanted, found, strict=True)
                if record is None
            ),
            None,
        )
        yield _Looked(0, len(records), records[-1].key.sk, broken)


def _tuning_verified(services: Services, org: Scope) -> Iterator[_Looked]:
    """If a chain of threshold moves was removed altogether, only the thresholds themselves show it."""
    (record,) = services.records.get([tuning_key(org)])
    if record is None:
        return
    if is_shut(record):
        yield _Looked(0, 1, keys.CURRENT_PREFIX, _altered(org, record.key))
        return
    state = tuning(record)
    if state.audit_sequence:
        (head,) = services.records.get([keys.audit(org, state.chain, state.audit_sequence)])
        if head is None:
            broken = Break(org.path, state.chain, state.audit_sequence, ChainFault.MISSING)
            yield _Looked(0, 1, keys.CURRENT_PREFIX, broken)
    elif state.thresholds is not None:
        yield _Looked(0, 1, keys.CURRENT_PREFIX, Break(org.path, state.chain, 1, ChainFault.MISSING))


def _memories_verified(services: Services, owner: Scope, target: Scope, after: str | None) -> Iterator[_Looked]:
    """Each memory's chain must end where the memory says. Only this finds a chain that was removed altogether."""
    for records in stored_pages(services, Table.MEMORIES, owner, keys.CURRENT_PREFIX, after):
        altered = next((r for r in records if is_shut(r) and _lies_within(r.key, target)), None)
        if altered is not None:
            yield _Looked(0, len(records), records[-1].key.sk, _altered(owner, altered.key))
            return
        memories = [memory_codec.memory(record.attributes) for record in intact(records)]
        memories = [memory for memory in memories if target.contains(memory.scope)]
        heads = services.records.get([_head(memory) for memory in memories])
        broken = next(
            (
                Break(memory.scope.path, memory.memory_id, max(memory.head.audit_sequence, 1), ChainFault.MISSING)
                for memory, head in zip(memories, heads, strict=True)
                if memory.head.audit_sequence < 1 or head is None
            ),
            None,
        )
        yield _Looked(0, len(records), records[-1].key.sk, broken)


def _seals_verified(services: Services, owner: Scope, after: str | None) -> Iterator[_Looked]:
    """Every record in the owner's partitions must be what the service wrote."""
    at = after.partition("|") if after is not None else ("", "", "")
    for table in (Table.MEMORIES, Table.SESSIONS):
        if at[0] == Table.SESSIONS and table is Table.MEMORIES:
            continue
        start = at[2] if at[0] == table else None
        for records in stored_pages(services, table, owner, "", start):
            altered = next((record for record in records if is_shut(record)), None)
            found = None if altered is None else _altered(owner, altered.key)
            yield _Looked(0, len(records), f"{table}|{records[-1].key.sk}", found)


def _altered(owner: Scope, key: Key) -> Break:
    """Named by its memory if it is a record of one, otherwise by its kind and ids."""
    ids = key.sk.split("#")
    is_memory = key.table is Table.MEMORIES and key.sk.startswith((*keys.INDEXED_PREFIXES, "vec#"))
    kind = ids[0] if keys.hides_a_hash(key) or "~" in key.sk else key.sk
    return Break(owner.path, unquote(keys.memory_id_of(key)) if is_memory else kind, 1, ChainFault.ALTERED)


def _lies_within(key: Key, target: Scope) -> bool:
    """Whether the current record at the key lies at or below the target, as far as the key shows."""
    return (
        key.pk + key.sk.split("#")[1] == keys.path(target)
        or target.contains(target.owner)
        or (key.pk + key.sk.split("#")[1]).startswith(f"{keys.path(target)}/")
    )


def _head(memory: Memory) -> Key:
    return keys.audit(memory.scope, memory.memory_id, memory.head.audit_sequence)


def _salt(record: Record | None) -> bytes:
    return b"" if record is None else cast("bytes", record.attributes["salt"])
