"""The end of a restore: the deletions of the ledger once more, how far that has come, and the admission of the tables.

The progress is stored in the ledger, so that a run after a crash continues where the last step ended. A step that was
done and not recorded is done again and finds nothing left.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from shared.domain.operations.operation import OperationKind, OperationState
from shared.records import keys
from shared.records.ledger.restores import RestoreState, put_restore, restore_state
from shared.records.store.reading import Reading
from shared.records.store.record import Change
from shared.usecases.deletion import replay_deletions
from shared.usecases.deletion.replay_deletions import Replayed
from shared.usecases.operations.note_operation import of_deployment
from shared.usecases.receipts.check_log import unsound_logs
from shared.usecases.services import Services


class NotReplayed(Exception):
    """The tables cannot be admitted: the message says what has to come first."""


@dataclass(frozen=True, slots=True)
class Step:
    """`done`: of this step alone. `finished`: nothing is left to replay. `residue`: of all steps so far. `lost`: as in
    `RestoreState`, looked for by the first step."""

    done: Replayed = field(default_factory=Replayed)
    finished: bool = False
    residue: int = 0
    lost: tuple[str, ...] = ()


def replay_step(services: Services, *, again: bool = False) -> Step:
    """One bounded step from where the last one ended. `again` begins anew, once a person has removed the cause of a
    residue. Raises `NotReplayed` without a generation, and `CheckFailed` when another replay runs at the same time."""
    reading, state = _read(services)
    if again or state.generation != _generation(services):
        now = services.clock.now()
        state = RestoreState(_generation(services), operation=services.ids.new(), began_at=now)
    elif state.replayed:
        return Step(finished=True, residue=state.residue)
    lost = () if state.place is not None else tuple(unsound_logs(services))
    done = replay_deletions.step(services, state.place)
    following = replace(
        state, place=done.place, replayed=done.place is None, residue=state.residue + done.residue, admitted_at=None
    )
    services.records.commit(put_restore(following, reading) | _noted(following))
    return Step(done, following.replayed, following.residue, lost)


def admit(services: Services, *, accept_lost: bool = False) -> list[str]:
    """Notes that the tables may be served, and returns what the ledger lacks; while that is something and not
    accepted, nothing is noted. Raises `NotReplayed`."""
    reading, state = _read(services)
    if state.generation != _generation(services) or not state.replayed:
        raise NotReplayed("the deletions of the ledger are not replayed to their end")
    if state.residue:
        raise NotReplayed(f"{state.residue} deleted things are left: remove the cause, and replay again")
    lost = unsound_logs(services)
    if state.admitted_at is None and (accept_lost or not lost):
        now = services.clock.now()
        admitted = replace(state, admitted_at=now, lost=tuple(lost))
        services.records.commit(put_restore(admitted, reading) | _noted(admitted))
    return lost


def _noted(state: RestoreState) -> Change:
    if state.began_at is None:
        return Change()
    waits = OperationState.STOPPED if state.residue else OperationState.WAITING
    now_is = OperationState.DONE if state.admitted_at else waits if state.replayed else OperationState.RUNNING
    return of_deployment(state.operation, OperationKind.RESTORE, now_is, state.began_at, state.admitted_at)


def _generation(services: Services) -> str:
    if not services.admission.generation:
        raise NotReplayed("this deployment names no restore: deploy with restoreGeneration")
    return services.admission.generation


def _read(services: Services) -> tuple[Reading, RestoreState]:
    key = keys.last_restore()
    records = services.records.get([key])
    return Reading.of([key], records), restore_state(records[0])
