"""What a read says of the owners that it was asked about, from records that it reads anyway."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from shared.domain.deletion.barrier import SubjectState
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.store.record import Key, Record


def barriers_of(targets: Iterable[Scope]) -> list[Key]:
    return list(dict.fromkeys(keys.barrier(target.owner) for target in targets))


def state_of(read: Mapping[Key, Record | None], targets: Iterable[Scope]) -> SubjectState:
    """`DELETING` if everything of one of the targets' owners is hidden by a deletion that runs or is held."""
    states = {deletion_codec.barrier(read.get(key)).subject_state for key in barriers_of(targets)}
    return SubjectState.DELETING if SubjectState.DELETING in states else SubjectState.ACTIVE
