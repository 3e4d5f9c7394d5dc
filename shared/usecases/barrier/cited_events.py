"""Events that are cited by their id alone: do they belong to a session that is being deleted? The barrier names
sessions but not their events. Their events are looked up under their ids, which the purge removes last, and among the
marks that it puts before it removes them: a reader that has read a memory before the purge may ask after it. Only where
a memory cites an event without naming the session."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from shared.domain.deletion.barrier import Barrier
from shared.domain.deletion.selectors import SelectorKind
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.store.record import Key
from shared.usecases.services import Services


def said_mark(scope: Scope, session_id: str, event_id: str) -> Key:
    """The mark of an event that was removed with its session, which may begin again with the same ids."""
    return keys.tombstone(scope, "said", keys.hashed(session_id, event_id))


def takes_sessions(barrier: Barrier) -> bool:
    return any(mark.selector.kind is SelectorKind.SESSION for mark in barrier.marks)


def cited_alone(memory: Memory) -> Iterator[str]:
    """The events that a memory, or a version that it carries, cites without naming the session."""
    for version in (*memory.timeline, *memory.schedule.passed):
        if version.background is None or version.background.session_id is None:
            yield from version.basis.event_ids
        for contribution in version.basis.contributions:
            if contribution.said_in is None:
                yield from contribution.cites


def knowing_events(services: Services, owner: Scope, barrier: Barrier, sources: Iterable[str]) -> Barrier:
    """The barrier whose marks know which of these sources are events of the sessions being deleted. Reads nothing
    where no session is being deleted. The deletion of the owner removes these marks too: what it found is hidden
    from a reader who asks after that."""
    ids = list(dict.fromkeys(sources))
    asked = [
        (mark.request_id, mark.epoch, session_id, id)
        for mark in barrier.marks
        if mark.selector.kind is SelectorKind.SESSION
        for session_id in mark.selector.ids
        for id in ids
    ]
    if not asked:
        return barrier
    wanted = [keys.event_id(owner, session_id, id) for _, _, session_id, id in asked]
    wanted += [said_mark(owner, session_id, id) for _, _, session_id, id in asked]
    of_now, *found = services.records.get([keys.barrier(owner), *wanted])
    subject_epoch = max(barrier.subject_epoch, deletion_codec.barrier(of_now).subject_epoch)
    events: dict[str, set[str]] = {}
    for (request_id, epoch, _, id), event, said in zip(asked, found, found[len(asked) :], strict=False):
        if said is not None if event is None else event.epoch < epoch:
            events.setdefault(request_id, set()).add(id)
    marks = (replace(mark, events=mark.events | events.get(mark.request_id, set())) for mark in barrier.marks)
    return replace(barrier, marks=tuple(marks), subject_epoch=subject_epoch)
