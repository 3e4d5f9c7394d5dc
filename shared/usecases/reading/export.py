"""Export: everything that the caller may see in a scope and below it, with its history, in an order in which it can
be written again: memories by age, and the versions of each in order."""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_read, may_read_below, opens
from shared.domain.deletion.barrier import Barrier
from shared.domain.errors import ForbiddenRole, ForbiddenScope, Malformed
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Table
from shared.records.store.shut import intact
from shared.usecases.barrier.check import visible
from shared.usecases.barrier.hidden_copies import seen, without_hidden
from shared.usecases.cursors import cursor, parts, position, sized
from shared.usecases.reading.read_memories import owners_barriers, scopes_below
from shared.usecases.services import Services

_PAGE = 100
_ID_LENGTH = 36  # of a UUID


@dataclass(frozen=True, slots=True)
class ExportedVersion:
    """One version with its memory. `cursor` goes on after it."""

    version: Memory
    memory: Memory
    cursor: str

    @property
    def is_current(self) -> bool:
        return self.version is self.memory


@dataclass(frozen=True, slots=True)
class _Place:
    """The position after this version of this memory in this scope."""

    scope: str
    memory_id: str
    version: int

    @classmethod
    def read(cls, text: str | None) -> _Place | None:
        if text is None:
            return None
        scope, memory_id, version = parts(text, 3)
        if not isinstance(scope, str) or not isinstance(memory_id, str) or not isinstance(version, int):
            raise Malformed.field("cursor", "is not one that this export gave to this caller")
        return cls(scope, cast("str", sized(memory_id, _ID_LENGTH)), version)


def export(
    services: Services, caller: Caller, scope: Scope | None, after: str | None = None
) -> Iterator[ExportedVersion]:
    """Reads lazily, so that the caller may stop. Raises the errors of access at once."""
    target = may_read(caller, scope)
    bound_to = f"{caller.principal}|{target.path}|export"
    return _versions(services, caller, target, _Place.read(position(after, bound_to)), bound_to)


def _versions(
    services: Services, caller: Caller, target: Scope, start: _Place | None, bound_to: str
) -> Iterator[ExportedVersion]:
    shelves = _shelves(services, caller, target)
    if start is not None:
        shelves = [shelf for shelf in shelves if shelf.path >= start.scope]
    for shelf in shelves:
        here = start if start is not None and start.scope == shelf.path else None
        barrier = owners_barriers(services, [shelf])[keys.path(shelf.owner)]
        for memory in _memories(services, caller, shelf, here):
            behind = here.version if here is not None and here.memory_id == memory.memory_id else 0
            for reported in _history(services, memory, behind):
                version = reported if reported is memory else _seen(services, reported, barrier)
                if version is None or not opens(caller, version):
                    continue
                place = json.dumps([shelf.path, memory.memory_id, version.version])
                yield ExportedVersion(version, memory, cursor(place, bound_to))


def _seen(services: Services, ended: Memory, barrier: Barrier) -> Memory | None:
    return seen(services, barrier.seen(ended), {ended.scope.owner: barrier})


def _shelves(services: Services, caller: Caller, target: Scope) -> list[Scope]:
    """The scope, and the scopes below it that are open to the caller."""
    try:
        may_read_below(caller, target)
    except (ForbiddenRole, ForbiddenScope):
        return [target]
    return sorted({target, *scopes_below(services, target)}, key=lambda scope: scope.path)


def _memories(services: Services, caller: Caller, shelf: Scope, start: _Place | None) -> Iterator[Memory]:
    """Oldest first; the memory at which the last page stopped is read again, because it may have more versions."""
    prefix = keys.current_prefix(shelf)
    barrier = owners_barriers(services, [shelf])[keys.path(shelf.owner)]
    now = services.clock.now()
    if start is not None:
        (record,) = services.records.get([keys.current(shelf, start.memory_id)])
        memory = seen(services, visible(record, barrier, now), {shelf.owner: barrier})
        if memory is not None and opens(caller, memory):
            yield memory
    after = None if start is None else keys.current(shelf, start.memory_id).sk
    while True:
        page = services.records.page(Table.MEMORIES, keys.path(shelf.owner), sk_prefix=prefix, after=after, limit=_PAGE)
        there = [memory for record in intact(page.records) if (memory := visible(record, barrier, now)) is not None]
        for memory in without_hidden(services, there, {shelf.owner: barrier}):
            if opens(caller, memory):
                yield memory
        if page.next_after is None:
            return
        after = page.next_after


def _history(services: Services, memory: Memory, behind: int) -> Iterator[Memory]:
    """By version number. The newest number may be a rejected incoming memory's: the current and the scheduled
    version come in between."""
    carried = sorted((*memory.timeline, *memory.schedule.passed), key=lambda version: version.version)
    carried = [version for version in carried if version.version > behind]
    ended = _ended(services, memory, behind) if memory.head.versions > 1 else iter(())
    yield from heapq.merge(carried, ended, key=lambda version: version.version)


def _ended(services: Services, memory: Memory, behind: int) -> Iterator[Memory]:
    prefix = keys.version_prefix(memory.memory_id)
    after = f"{prefix}{behind:010d}"
    while True:
        page = services.records.page(
            Table.MEMORIES, keys.path(memory.scope.owner), sk_prefix=prefix, after=after, limit=_PAGE
        )
        yield from (memory_codec.memory(record.attributes) for record in intact(page.records))
        if page.next_after is None:
            return
        after = page.next_after
