"""How many calls to the store a list of operations takes, however few are asked for."""

from __future__ import annotations

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.operations.operation import Operation, OperationKind, OperationState
from shared.records.operations.operation_codec import put_operation
from shared.usecases.operation_list.list_operations import OperationQuery, list_operations
from tests.builders import ANN, World, a_caller


def noted(world: World, count: int) -> None:
    for _ in range(count):
        world.clock.advance()
        now = world.clock.now()
        operation = Operation(world.services.ids.new(), OperationKind.IMPORT, OperationState.DONE, ANN, now, now, "ann")
        world.store.commit(put_operation(operation))


def calls(world: World, limit: int) -> int:
    recording = RecordingRecords(world.stream)
    query = OperationQuery(state=OperationState.STOPPED, limit=limit)
    assert list_operations(world.on(records=recording).services, a_caller(), query).items == ()
    return len(recording.calls)


@pytest.mark.parametrize("limit", [1, 50])
def test_ten_times_the_operations_take_at_most_eleven_times_the_calls(world: World, limit: int) -> None:
    noted(world, 40)
    few = calls(world, limit)
    noted(world, 360)
    assert few <= 5
    assert calls(world, limit) <= 11 * few
