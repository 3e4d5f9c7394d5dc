"""The last restore, in the ledger: which one it is, how far its replay has come, and whether its tables are served."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from shared.records import keys
from shared.records.store.attributes import instant, instant_text
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Record


@dataclass(frozen=True, slots=True)
class RestoreState:
    """`generation`: what the deployment calls the restore, empty before the first. `place`: where the replay of the
    deletions goes on. `residue`: what was left of deletions although they were replayed. `lost`: a sentence for each
    receipt log that is not what its witness has seen, and with which the tables were admitted all the same."""

    generation: str = ""
    place: str | None = None
    replayed: bool = False
    residue: int = 0
    lost: tuple[str, ...] = ()
    admitted_at: datetime | None = None
    # Under which it is among the operations, and since when.
    operation: str = ""
    began_at: datetime | None = None

    def admits(self, generation: str) -> bool:
        """Whether tables of this generation may be served. After a restore those from before it may not be: they lack
        the deletions that were done since."""
        return self.generation == generation and (not generation or self.admitted_at is not None)


def restore_state(record: Record | None) -> RestoreState:
    if record is None:
        return RestoreState()
    a = record.attributes
    admitted = a["admitted_at"]
    return RestoreState(
        generation=cast("str", a["generation"]),
        place=cast("str | None", a["place"]),
        replayed=bool(a["replayed"]),
        residue=int(cast("int", a["residue"])),
        lost=tuple(cast("list[str]", a["lost"])),
        admitted_at=None if admitted is None else instant(admitted),
        operation=cast("str", a["operation"]),
        began_at=instant(a["began_at"]),
    )


def put_restore(state: RestoreState, reading: Reading) -> Change:
    return reading.put(
        keys.last_restore(),
        {
            "generation": state.generation,
            "place": state.place,
            "replayed": state.replayed,
            "residue": state.residue,
            "lost": list(state.lost),
            "admitted_at": None if state.admitted_at is None else instant_text(state.admitted_at),
            "operation": state.operation,
            "began_at": None if state.began_at is None else instant_text(state.began_at),
        },
    )
