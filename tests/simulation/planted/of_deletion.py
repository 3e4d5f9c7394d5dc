"""Faults of deletions: what is hidden, refused, purged and reported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from shared.records.store.record import Change
from tests.simulation.planted.patching import Fault

_F = Callable[..., Any]


def _as_it_is(_: _F) -> _F:
    return lambda self, memory: memory


def _copies_as_they_are(_: _F) -> _F:
    return lambda services, memories, *args, **kwargs: list(memories)


def _nothing(_: _F) -> _F:
    return lambda *args, **kwargs: None


def _no_change(_: _F) -> _F:
    return lambda *args, **kwargs: Change()


def _none_known(_: _F) -> _F:
    from shared.usecases.barrier.deleted_events import DeletedEvents

    return lambda *args, **kwargs: DeletedEvents()


def _incoming_as_it_is(_: _F) -> _F:
    return lambda services, incoming, barrier: incoming


def _no_copies(_: _F) -> _F:
    return lambda *args, **kwargs: 0


def _no_residue(_: _F) -> _F:
    return lambda services, owner, request_id: 0


def _never_sources(_: _F) -> _F:
    return lambda self, memory: memory


def _without_marks(raised: _F) -> _F:
    def less(self: Any, request: Any) -> Any:
        return replace(raised(self, request), marks=self.marks, hidden=self.hidden)

    return less


def _all_lowered(lowered: _F) -> _F:
    return lambda self, request, others: lowered(self, request, ())


def _fewer_prefixes(prefixes: _F) -> _F:
    return lambda session_id: prefixes(session_id)[1:]


def _no_index(_: _F) -> _F:
    from shared.usecases.removal.progress import Purged

    return lambda services, request: Purged()


def _hides_no_session(_: _F) -> _F:
    return lambda self, *args, **kwargs: False


def _epoch_as_before(raised: _F) -> _F:
    def same(self: Any, request: Any) -> Any:
        return replace(raised(self, request), epoch=self.epoch, subject_epoch=self.subject_epoch)

    return same


def _knowing_nothing(_: _F) -> _F:
    return lambda services, owner, barrier, sources: barrier


def _names_only(_: _F) -> _F:
    from shared.records.deletion import deletion_codec

    return lambda records, known, record: deletion_codec.barrier(record)


FAULTS = (
    Fault(
        "crowded-hides-all",
        "a barrier without room for the names of its deletions hides all of its owner's",
        "shared.usecases.barrier.whole:completed",
        _names_only,
    ),
    Fault(
        "epoch-not-raised",
        "an accepted deletion does not raise the owner's epoch",
        "shared.domain.deletion.barrier:Barrier.raised",
        _epoch_as_before,
    ),
    Fault(
        "bare-citations-unknown",
        "what is cited by its id alone is not looked up among a deleted session's events",
        "shared.usecases.barrier.cited_events:knowing_events",
        _knowing_nothing,
    ),
    Fault(
        "read-through-the-barrier",
        "reads do not ask the barrier what it hides",
        "shared.domain.deletion.barrier:Barrier.seen",
        _as_it_is,
    ),
    Fault(
        "sessions-through-the-barrier",
        "sessions are read while they are deleted",
        "shared.domain.deletion.barrier:Barrier.hides_session",
        _hides_no_session,
    ),
    Fault(
        "copies-shown",
        "copies of what is deleted are shown until they are purged",
        "shared.usecases.barrier.hidden_copies:seen_copies",
        _copies_as_they_are,
    ),
    Fault(
        "copies-left",
        "copies do not follow their origins",
        "shared.usecases.removal.withdraw_source:each_copy",
        _no_copies,
    ),
    Fault(
        "origin-forgotten",
        "no edge leads from a memory to its copy",
        "shared.records.memories.memory_change:put_promotion_edge",
        _no_change,
    ),
    Fault(
        "old-evidence-let-in",
        "evidence from before a deletion is written",
        "shared.usecases.barrier.check:refuse_if_covered",
        _nothing,
    ),
    Fault(
        "no-text-tombstones",
        "deleted texts leave no tombstone",
        "shared.usecases.removal.remove_memory:tombstones",
        _no_change,
    ),
    Fault(
        "no-source-tombstones",
        "deleted events and sessions leave no tombstone",
        "shared.usecases.barrier.tombstones:put_marks",
        _nothing,
    ),
    Fault(
        "deleted-sources-cited",
        "citations of deleted events are taken",
        "shared.usecases.barrier.tombstones:without_deleted",
        _incoming_as_it_is,
    ),
    Fault(
        "events-sent-again",
        "deleted events are taken again",
        "shared.usecases.barrier.deleted_events:deleted_events",
        _none_known,
    ),
    Fault(
        "verified-unseen",
        "a deletion is verified without a look",
        "shared.usecases.deletion.run_deletion:verify",
        _no_residue,
    ),
    Fault(
        "accepted-without-marks",
        "the barrier does not know what it hides until the purge",
        "shared.domain.deletion.barrier:Barrier.raised",
        _without_marks,
    ),
    Fault(
        "lowered-for-all",
        "the end of one deletion lowers the barrier of all",
        "shared.domain.deletion.barrier:Barrier.lowered",
        _all_lowered,
    ),
    Fault(
        "session-left",
        "one kind of record of a session is not purged",
        "shared.usecases.deletion.purge_sessions:prefixes",
        _fewer_prefixes,
    ),
    Fault("index-not-purged", "the index is not purged", "shared.usecases.deletion.purge:_index", _no_index),
    Fault(
        "sources-not-withdrawn",
        "a memory stays although its only source is gone",
        "shared.usecases.removal.withdraw_source:SourceWithdrawal.remaining",
        _never_sources,
    ),
)
