"""A data folder that was put back is noticed when the service starts."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from local.stores_at_rest.record_files import RECORDS, open_records, opening
from local.stores_at_rest.witnessed_audits import unsound_audits
from shared.adapters.signing.signing_key_file import FileSigner
from shared.adapters.witness.witness_file import FileWitness
from shared.usecases.audit.owner_heads import publish
from tests.builders import ANN, World, a_world


@contextmanager
def running(plain: World, folder: Path) -> Iterator[World]:
    records = open_records(folder)
    yield plain.on(
        records=opening(records, folder),
        signer=FileSigner(folder.parent / "signing.pem"),
        witness=FileWitness(folder.parent / "witness"),
    )
    records.empty_log()
    records.close()


def test_a_restored_old_folder_is_reported(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy.db"
    folder.mkdir()
    with a_world() as plain:
        with running(plain, folder) as world:
            world.wrote("Lives in Lyon", key="home")
            publish(world.services, ANN)
            assert unsound_audits(world.services, folder) == []
        shutil.copy(folder / RECORDS, copy)
        with running(plain, folder) as world:
            world.write("Lives in Lille", key="home")
            publish(world.services, ANN)
            assert unsound_audits(world.services, folder) == []
        shutil.copy(copy, folder / RECORDS)
        with running(plain, folder) as world:
            assert unsound_audits(world.services, folder) == [
                "The audit of /org/acme/user/ann is rolled back: the data folder was put back or changed."
            ]
