"""Copies while a deletion of their origins runs, in any scope of the origins.

A copy shows what the workflow will leave of it: nothing once its last source is selected, else itself without what is
removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from shared.domain.deletion.barrier import Barrier
from shared.domain.deletion.selectors import Mark, Selector, SelectorKind
from shared.domain.memories.memory import Memory
from shared.domain.memories.provenance import origin_places
from shared.domain.scopes import Scope


@dataclass(frozen=True, slots=True)
class _Deletion:
    """What one owner's unfinished deletion takes: memories by name (`ids`), all that is the owner's (`whole`), and what
    its mark selects."""

    owner: Scope
    mark: Mark
    ids: frozenset[str] = frozenset()
    whole: bool = False

    @property
    def by_name(self) -> bool:
        return self.whole or bool(self.ids)

    def takes(self, memory_id: str) -> bool:
        return self.whole or memory_id in self.ids


def owners_of_origins(copy: Memory) -> frozenset[Scope]:
    return frozenset(place.owner for place in origin_places(copy).values())


def seen_copy(copy: Memory, barriers: Mapping[Scope, Barrier], origins: Mapping[str, Memory]) -> Memory | None:
    """The memory as a reader may see it; the same object when no deletion reaches it by its origins.

    `barriers`: of `owners_of_origins`. `origins`: by id, those that are there of what it was made of and of what that
    was made of in turn (all of one owner: what lies below an owner's scope is the owner's).
    """
    remaining = copy
    for owner in sorted(owners_of_origins(copy)):
        for deletion in _deletions(owner, barriers[owner]):
            after = _left(remaining, deletion, origins)
            if after is None:
                return None
            remaining = after
    return remaining


def _deletions(owner: Scope, barrier: Barrier) -> Iterator[_Deletion]:
    if barrier.hides_everything() or barrier.hidden:
        whole = barrier.hides_everything()
        yield _Deletion(owner, _selecting_nothing(owner), barrier.hidden, whole)
    for mark in barrier.marks:
        yield _Deletion(owner, mark)


def _selecting_nothing(owner: Scope) -> Mark:
    return Mark("", Selector(SelectorKind.MEMORY), owner, datetime.min.replace(tzinfo=UTC))


def _left(copy: Memory, deletion: _Deletion, origins: Mapping[str, Memory]) -> Memory | None:
    remaining = copy
    for id, place in origin_places(copy).items():
        if place.owner != deletion.owner:
            continue
        origin = origins.get(id)
        if origin is not None:
            same = remaining.content_hash == origin.content_hash
            if same or deletion.by_name:
                its, before = _left_of_origin(origin, deletion, origins), origin
            else:
                its, before = _left_of_words(remaining, origin, deletion.mark), remaining
            if its is before:
                continue
            lost = None if its is not None else origin if same else forgotten(remaining, id)
        elif deletion.takes(id):
            lost = forgotten(remaining, id)
        elif deletion.mark.scope.contains(place):
            lost = forgotten(remaining, id) if lost_with(remaining, deletion.mark) else None
        else:
            continue
        after = deletion.mark.left_of_copy(remaining, id, lost)
        if after is None:
            return None
        remaining = after
    return remaining


def _left_of_origin(origin: Memory, deletion: _Deletion, origins: Mapping[str, Memory]) -> Memory | None:
    if deletion.takes(origin.memory_id):
        return None
    own = deletion.mark.remaining(origin) if deletion.mark.scope.contains(origin.scope) else origin
    return None if own is None else _left(own, deletion, origins)


def lost_with(copy: Memory, mark: Mark) -> bool:
    """Whether an origin that is not there any more would have been selected whole: it had the type of its copy. What it
    cited the copy cites."""
    return mark.selector.kind is SelectorKind.TYPE and mark.remaining(copy) is None


def _left_of_words(copy: Memory, origin: Memory, mark: Mark) -> Memory | None:
    """Of the earlier version of the origin that the copy was made of: the copy still has its words, label and
    events."""
    return mark.remaining(copy) if mark.scope.contains(origin.scope) else copy


def forgotten(copy: Memory, memory_id: str) -> Memory:
    """A memory, or a version of one, that the copy was made of and that was not read: which of the copy's evidence came
    from it is not known, so all of it counts."""
    return replace(copy, memory_id=memory_id)
