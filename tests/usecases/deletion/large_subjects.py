"""A subject with as much as a test asks for, made by copying what the use cases made once: they would take minutes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from shared.domain.access.caller import Role
from shared.domain.memories.memory import MemoryType, content_hash
from shared.domain.memories.provenance import origin_of
from shared.domain.sessions.session import EventRole, NewEvent
from shared.records import keys
from shared.records.store.record import Change, Key, Record
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.open_session import create_session
from tests.builders import ACME, World, a_caller, a_world

SECRET = "heron"
WRITER = a_caller("ann", Role.ORG_WRITER)
_TEXT = f"The {SECRET} number zero nests by the mill"
_FLAGGED = f"Call the {SECRET} number zero at +49 170 1234567"
_FIELDS: dict[str, Any] = {"type": MemoryType.TASK, "consent_scope": "birds", "source_event_ids": ("s1/e0",)}


@dataclass(frozen=True, slots=True)
class Size:
    events: int
    memories: int
    copies: int  # of so many of the memories, in the organisation
    reviews: int  # of so many memories more, in the organisation's queue

    def times(self, factor: int) -> Size:
        return Size(self.events * factor, self.memories * factor, self.copies * factor, self.reviews * factor)


def fill(world: World, size: Size) -> list[str]:
    """One session whose first event all memories cite, of one type and consent; the memories' ids."""
    records, at, ids = _filled(size)
    for record in records:
        world.store._put(record)
    world.clock.at = at
    world.stream.changed = [record.key for record in records if keys.is_indexed(record.key)]
    world.index()
    return list(ids)


@lru_cache(maxsize=2)
def _filled(size: Size) -> tuple[tuple[Record, ...], datetime, tuple[str, ...]]:
    with a_world() as world:
        ids = _fill(world, size)
        return tuple(world.records()), world.clock.at, tuple(ids)


def _fill(world: World, size: Size) -> list[str]:
    create_session(world.services, WRITER, None, "s1")
    new = [
        NewEvent(event_id=f"e{n}", id_is_new=False, role=EventRole.USER, content=f"The {SECRET} number {n} is grey")
        for n in range(size.events)
    ]
    for start in range(0, size.events, 100):
        append_events(world.services, WRITER, None, "s1", new[start : start + 100])
    ids: list[str] = []
    plain = _made(world, lambda: [world.wrote(_TEXT, WRITER, **_FIELDS).memory_id])
    ids += _copied(world, *plain, _TEXT, size.memories - size.copies - size.reviews)

    def flagged() -> list[str]:
        memory = world.wrote(_FLAGGED, WRITER, **_FIELDS)
        (review,) = world.records(prefix="rev#open#")
        return [memory.memory_id, str(review.attributes["review_id"])]

    ids += _copied(world, *_made(world, flagged), _FLAGGED, size.reviews)

    def promoted() -> list[str]:
        memory = world.wrote(f"Also: {_TEXT}", WRITER, **_FIELDS)
        copy = promote_memory(world.services, WRITER, None, memory.memory_id, ACME).memory
        assert copy is not None
        return [memory.memory_id, copy.memory_id]

    ids += _copied(world, *_made(world, promoted), f"Also: {_TEXT}", size.copies)
    return ids


def _made(world: World, make: Any) -> tuple[list[Record], list[str]]:
    """What a use case has put and nothing else, and the ids in it."""
    before = {record.key: record for record in world.records()}
    ids = make()
    return [r for r in world.records() if before.get(r.key) != r and any(id in repr(r) for id in ids)], ids


def _copied(world: World, records: list[Record], ids: list[str], text: str, count: int) -> list[str]:
    """The memories' ids, that of the first among them."""
    found = [ids[0]]
    for number in range(1, count):
        other = text.replace("zero", f"{number:04d}")
        named = {text: other, content_hash(text): content_hash(other)}
        named |= {id: world.services.ids.new() for id in ids}
        named |= {keys.hashed(origin_of(id)): keys.hashed(origin_of(named[id])) for id in ids}
        made = [replace(r, key=_key(r.key, named), attributes=_in(r.attributes, named)) for r in records]
        for start in range(0, len(made), 50):
            world.services.records.commit(Change(puts=tuple(made[start : start + 50])))
        found.append(named[ids[0]])
    return found


def _key(key: Key, named: Mapping[str, str]) -> Key:
    return Key(key.table, key.pk, _in(key.sk, named))


def _in(value: Any, named: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return _replaced(value, named.items())
    if isinstance(value, Mapping):
        return {_in(name, named): _in(item, named) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_in(item, named) for item in value]
    return value


def _replaced(text: str, named: Iterable[tuple[str, str]]) -> str:
    for old, new in named:
        text = text.replace(old, new)
    return text
