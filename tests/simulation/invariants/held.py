"""While a legal hold stands nothing of its owner is removed, but by a deletion that was accepted before it."""

from __future__ import annotations

from collections.abc import Sequence

from shared.domain.deletion.barrier import RequestStatus
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.store.record import Change, Key, Record, Table
from tests.simulation.engine.world import World
from tests.simulation.model import Model

_CONTENT = {Table.MEMORIES: ("cur#", "ver#"), Table.SESSIONS: ("ses#", "evt#", "evp#", "sum#")}


def is_content(key: Key) -> bool:
    return key.sk.startswith(_CONTENT.get(key.table, ("\x00",)))


class HoldWatch:
    """Judges by the order of the store: the barrier says at each commit which holds stand."""

    def __init__(self, world: World, model: Model) -> None:
        self._world = world
        self._model = model
        self.standing: dict[str, int] = {}  # by partition: since which step a hold stands
        self._accepted: dict[str, tuple[int, bool]] = {}  # by request: the step, and whether it met a hold then

    def __call__(self, change: Change, actor: str) -> None:
        for record in change.puts:
            self._note(record)
        for pk, since in self.standing.items():
            taken = [key for key in change.removes if key.pk == pk and is_content(key)]
            if taken and not self._goes_on(actor, since) and not self._moves(change, taken):
                what = f"{actor} removed {taken[0].sk.partition('#')[0]} of {pk}"
                self._model.violated("held and removed", what, self._world.scheduler.steps)

    def _note(self, record: Record) -> None:
        step = self._world.scheduler.steps
        if record.key.sk == keys.BARRIER:
            if deletion_codec.barrier(record).holds:
                self.standing.setdefault(record.key.pk, step)
            else:
                self.standing.pop(record.key.pk, None)
        elif record.key.table is Table.LEDGER and record.key.sk.startswith(keys.DELETION_PREFIX):
            request = deletion_codec.deletion(record)
            held = request.status is RequestStatus.HELD
            self._accepted.setdefault(request.request_id, (step, held))

    def _goes_on(self, actor: str, since: int) -> bool:
        """Whether a deletion is at work that was accepted before the hold was placed, and that none kept since."""
        request = self._world.runs.get(actor.partition(".")[0])
        if request is None:
            request = actor.removeprefix("workflow-")
        accepted = self._accepted.get(request)
        return accepted is not None and accepted[0] < since

    def _moves(self, change: Change, taken: Sequence[Key]) -> bool:
        """Whether a version goes from one record to another."""
        put = [r.key.sk.split("#") for r in change.puts if is_content(r.key)]
        ids = {part for sk in put for part in sk[1:]}
        return all(ids & set(key.sk.split("#")[1:]) - {""} for key in taken)

    def check_expired(self, over: Sequence[Record]) -> None:
        """What the store's time to live took while a hold stands. Sessions end by it all the same."""
        for record in over:
            if record.key.table is Table.MEMORIES and record.key.pk in self.standing and is_content(record.key):
                what = f"time to live took {record.key.sk.partition('#')[0]}"
                self._model.violated("held and removed", what, self._world.scheduler.steps)
