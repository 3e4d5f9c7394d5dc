"""Faults of legal holds, of limits, of completed tasks, and of the feed of changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.simulation.planted.patching import Fault, Patch

_F = Callable[..., Any]


def _always(answer: Any) -> Patch:
    return lambda _: lambda *args, **kwargs: answer


def _started_anyway(_: _F) -> _F:
    return lambda services, request: services.deletions.start(request.subject, request.request_id, request.attempt)


def _as_if_it_removed_nothing(read: _F) -> _F:
    return lambda cls, services, memory, more, *, removes, work: read(
        cls, services, memory, more, removes=None, work=work
    )


def _stays_held(_: _F) -> _F:
    return lambda services, request: request


def _still_active(promoting: _F) -> _F:
    def without_an_end(*args: Any, ends_because: Any = None, **kwargs: Any) -> Any:
        return promoting(*args, **kwargs)

    return without_an_end


def _of_anybody(_: _F) -> _F:
    import base64

    def position(cursor: str | None, bound_to: str) -> str | None:
        if cursor is None:
            return None
        return base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))[12:].decode()

    return position


_duty = partial(Fault, plans="duties")
FAULTS = (
    _duty(
        "held-and-started",
        "a deletion that a hold keeps is started",
        "shared.usecases.deletion.request_deletion:start",
        _started_anyway,
    ),
    _duty(
        "hold-unknown-to-upkeep",
        "maintenance does not ask for holds",
        "shared.usecases.hygiene.actions:_PassContext.read",
        _as_if_it_removed_nothing,
    ),
    _duty(
        "held-and-expired",
        "the store's time to live goes on under a hold",
        "shared.usecases.hygiene.actions:_keep",
        _always(None),
    ),
    _duty(
        "held-for-ever",
        "a deletion does not go on when the last hold is released",
        "shared.usecases.deletion.reopen:go_on_without_holds",
        _stays_held,
    ),
    _duty(
        "anything-evicted",
        "above an owner's limit everything may go",
        "shared.domain.hygiene.owner_limits:may_evict",
        _always(True),
    ),
    _duty(
        "not-counted",
        "an owner's memories are not counted",
        "shared.usecases.indexing.owner_counts:count_memories",
        lambda _: lambda *args, **kwargs: [],
    ),
    _duty(
        "task-takes-more",
        "a completed task takes events and memories",
        "shared.domain.tasks.completion:refuse_if_completed",
        _always(None),
    ),
    _duty(
        "task-sessions-go-on",
        "the sessions of a completed task go on",
        "shared.usecases.tasks.end_sessions:_ended",
        _always(True),
    ),
    _duty(
        "promoted-and-left",
        "what a completion promotes stays active in its task",
        "shared.usecases.curation.promote_memory:promoting",
        _still_active,
    ),
    _duty(
        "task-deleted-in-part",
        "a deletion of a task leaves its sessions",
        "shared.domain.deletion.selectors:takes_sessions",
        _always(False),
    ),
    _duty(
        "feed-numbers-again",
        "a change that is delivered again enters the feed again",
        "shared.records.ledger.changes:number_of_source",
        _always(None),
    ),
    _duty(
        "feed-shows-selected",
        "the feed shows what a deletion selects until it is purged",
        "shared.usecases.changes.list_changes:selected",
        lambda _: lambda *args: set(),
    ),
    _duty(
        "feed-through-the-epoch",
        "the feed asks the barrier for nothing",
        "shared.usecases.changes.list_changes:is_open",
        _always(True),
    ),
    _duty(
        "feed-keeps-the-gone",
        "what the feed says of a memory stays when it is gone",
        "shared.usecases.changes.forget_changes:forget_memory",
        _always(None),
    ),
    _duty(
        "feed-drops-what-failed",
        "what could not enter the feed does not come again",
        "functions.events.feed:_failed",
        lambda _: lambda records: {"batchItemFailures": []},
    ),
    _duty(
        "feed-place-of-anybody",
        "a place in the feed is taken from anybody",
        "shared.usecases.cursors:position",
        _of_anybody,
    ),
)
