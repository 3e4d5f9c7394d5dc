"""Faults of writes, guards, idempotency and the audit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from shared.records.store.record import Change
from tests.simulation.planted.patching import Fault

_F = Callable[..., Any]


def _no_change(_: _F) -> _F:
    return lambda *args, **kwargs: Change()


def _guard_without(*prefixes: str) -> Callable[[_F], _F]:
    def patch(unchanged: _F) -> _F:
        def without(self: Any, key: Any) -> Change:
            return Change() if key.sk.startswith(prefixes) else unchanged(self, key)

        return without

    return patch


def _same_number(next_version: _F) -> _F:
    def again(stored: Any, *args: Any, **kwargs: Any) -> Any:
        return replace(next_version(stored, *args, **kwargs), version=stored.version)

    return again


def _silent_audit(_: _F) -> _F:
    return lambda memory, *args, **kwargs: (memory, Change())


def _unchained(audited: _F) -> _F:
    def without_previous(memory: Any, *args: Any, **kwargs: Any) -> Any:
        cut = replace(memory, head=replace(memory.head, audit_hash=""))
        return audited(cut, *args, **kwargs)

    return without_previous


def _all_pointers_free(_: _F) -> _F:
    return lambda self, pointer, memory_id: True


def _nothing_released(_: _F) -> _F:
    return lambda reading, pointer, memory_id: Change()


def _same_for_all_paths(of: _F) -> _F:
    def by_principal(cls: Any, principal: str, path: str, key: str, body: bytes) -> Any:
        return of(cls, "", path, key, body)

    return by_principal


def _late_becomes_current(_: _F) -> _F:
    return lambda *args, **kwargs: True


def _always_one(_: _F) -> _F:
    return lambda *args: 1


def _by_its_own_clock(_: _F) -> _F:
    return lambda incoming, *args: incoming


def _never_arbitrated(_: _F) -> _F:
    return lambda self: False


_CHANGE = "shared.records.memories.memory_change"
_READING = "shared.records.store.reading:Reading.unchanged"
FAULTS = (
    Fault(
        "barrier-unchecked",
        "a write does not check the barrier of its owner",
        "shared.usecases.barrier.check:barrier_checks",
        _no_change,
    ),
    Fault("current-unguarded", "the current record is put without its guard", _READING, _guard_without("cur#")),
    Fault("key-unguarded", "the pointer of a key is put without its guard", _READING, _guard_without("key#")),
    Fault("text-unguarded", "the pointer of a text is put without its guard", _READING, _guard_without("hash#")),
    Fault(
        "session-unguarded",
        "a session and its events are put without their guards",
        _READING,
        _guard_without("ses#", "evt#", "eid#"),
    ),
    Fault(
        "number-again",
        "an update takes the number of the version before it",
        "shared.domain.writing.by_key_and_text:_next_version",
        _same_number,
    ),
    Fault("audit-left-out", "a mutation writes no audit record", f"{_CHANGE}:audited", _silent_audit),
    Fault("audit-unchained", "an audit record does not name the one before it", f"{_CHANGE}:audited", _unchained),
    Fault(
        "pointer-taken",
        "a pointer is taken although somebody holds it",
        f"{_CHANGE}:Free.for_memory",
        _all_pointers_free,
    ),
    Fault("pointer-left", "a memory that goes keeps its pointers", f"{_CHANGE}:_release", _nothing_released),
    Fault(
        "idempotency-forgotten",
        "the answer is not kept with the effect",
        "shared.records.ledger.idempotency:IdempotencyKey.remember",
        lambda _: lambda *a, **k: Change(),
    ),
    Fault("vector-left-out", "a memory is put without its vector", f"{_CHANGE}:put_vectors", _no_change),
    Fault("edge-left-out", "a memory is put without the edges from its sources", f"{_CHANGE}:put_edges", _no_change),
    Fault(
        "token-reused",
        "each write of a record has the same revision",
        "shared.records.store.revisions:next_revision",
        _always_one,
    ),
    Fault(
        "clock-used-for-order",
        "of two writers the clock says who came first",
        "shared.domain.writing.by_key_and_text:in_order",
        _by_its_own_clock,
    ),
    Fault(
        "never-arbitrated",
        "a version becomes current without arbitration with the memory that has its key or text",
        "shared.usecases.memories.make_current:_Work.arbitrated",
        _never_arbitrated,
    ),
    Fault("nothing-guarded", "what was read may have changed by the commit", _READING, _no_change),
)
