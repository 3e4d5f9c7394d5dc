"""Sessions and memories of an older copy of the data folder, under the ledger and the keys of today.

The copy says nothing of what was deleted since; the folder's own ledger does. So only the two tables are taken from the
copy, and until every deletion of the ledger is replayed and the index rebuilt, the service does not start. A file in
the folder names the restore from before its first change to its end.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from local.data_folder import DataFolder, witness_of
from local.rebuild import rebuilt
from local.stores_at_rest.record_files import RECORDS, open_records, opening
from shared.adapters.ciphers.key_file import FileCipher
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.signing.signing_key_file import FileSigner
from shared.adapters.sqlite.records import SqliteRecords
from shared.adapters.sqlite.search import SqliteSearch
from shared.adapters.system import SystemClock, UuidV7Ids
from shared.adapters.witness.witness_file import FileWitness
from shared.domain.errors import Unavailable
from shared.ports import Embedder
from shared.usecases.caches import KnownAdmission
from shared.usecases.restore.finish_restore import NotReplayed, admit, replay_step
from shared.usecases.services import Services

_FILE = "restore.json"
_TABLES = ("sessions", "memories")


class RestoreStopped(Exception):
    """What has to come first; the message says which command."""


def generation_of(folder: Path) -> str:
    """The restore that the folder's tables come from, or none. The ledger says whether it has ended."""
    return str(_noted(folder).get("generation", ""))


def restore(
    data: Path, copy: Path | None, embedder: Callable[[], Embedder], say: Callable[[str], None], *, accept_lost: bool
) -> bool:
    """Whether the folder may be served now. Without a copy it goes on where it stopped. Raises `FolderInUse`,
    `RestoreStopped` and `OSError`."""
    for folder in (data, *([] if copy is None else [copy])):
        if not (folder / RECORDS).is_file():
            raise RestoreStopped(f"there are no records in {folder}")
    kept = DataFolder(data)
    try:
        records = open_records(kept.path)
        search = SqliteSearch(kept / "search.db")
        try:
            if copy is not None:
                _take(kept.path, copy, say)
            noted = _noted(kept.path)
            if not noted:
                raise RestoreStopped(f"no restore of {data} was begun: name a copy (--from)")
            if not noted["taken"]:
                raise RestoreStopped(f"the copy was not taken over yet: run it again with --from {noted['copy']}")
            services = _services(kept, records, search, embedder(), str(noted["generation"]))
            _replay(services, say)
            if not rebuilt(kept, records, search, say, empty=True):
                return False
            lost = admit(services, accept_lost=accept_lost)
        finally:
            search.close()
            records.close()
    except NotReplayed as refusal:
        raise RestoreStopped(str(refusal)) from None
    finally:
        kept.release()
    for sentence in lost:
        say(sentence)
    return accept_lost or not lost


def _take(folder: Path, copy: Path, say: Callable[[str], None]) -> None:
    """The file comes first: after a crash right behind the exchange nothing is served unasked."""
    if folder.resolve() == copy.resolve():
        raise RestoreStopped("the copy is the folder itself")
    noted = {"generation": secrets.token_hex(8), "copy": str(copy), "taken": False}
    _note(folder, noted)
    say(f"taking sessions and memories from {copy} ...")
    with closing(sqlite3.connect(folder / RECORDS, isolation_level=None)) as db:
        db.execute("PRAGMA secure_delete=ON")
        db.execute("ATTACH ? AS old", (str(copy / RECORDS),))
        db.execute("BEGIN IMMEDIATE")
        for table in _TABLES:
            db.execute("DELETE FROM main.records WHERE tbl = ?", (table,))
            db.execute("INSERT INTO main.records SELECT * FROM old.records WHERE tbl = ?", (table,))
        db.execute("COMMIT")
    _note(folder, {**noted, "taken": True})


def _replay(services: Services, say: Callable[[str], None]) -> None:
    say("replaying the deletions of the ledger ...")
    replayed = removed = 0
    while True:
        step = replay_step(services)
        replayed, removed = replayed + step.done.replayed, removed + step.done.removed
        if step.finished:
            break
    say(f"{replayed} deletions done again, {removed} things removed, {step.residue} left")


def _services(
    folder: DataFolder, records: SqliteRecords, search: SqliteSearch, embedder: Embedder, generation: str
) -> Services:
    clock = SystemClock()
    return Services(
        records=opening(records, folder.path),
        search=search,
        embedder=embedder,
        calibration=calibration_for(embedder.model.id),
        clock=clock,
        ids=UuidV7Ids(clock),
        deletions=_NoWorkflow(),
        cipher=FileCipher(folder / "field.key"),
        signer=FileSigner(folder / "signing.pem"),
        witness=FileWitness(witness_of(folder.path)),
        randomness=secrets.token_bytes,
        admission=KnownAdmission(generation),
    )


class _NoWorkflow:
    """Deletions that are under way go on when the service starts."""

    def start(self, owner: str, request_id: str, attempt: int) -> None:
        raise Unavailable("the service is not running")


def _noted(folder: Path) -> dict[str, object]:
    path = folder / _FILE
    noted: dict[str, object] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return noted


def _note(folder: Path, noted: dict[str, object]) -> None:
    """Whole or not at all, and on the disk."""
    beside = folder / f"{_FILE}.new"
    with beside.open("w", encoding="utf-8") as file:
        json.dump(noted, file)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(folder / _FILE)
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
