"""The record store of a data folder: records in one file, the owners' data keys in a folder apart.

Leave `keys` out of copies of the data: without it a copy opens nothing, and with it a copy opens data that a
deletion has destroyed since."""

from __future__ import annotations

import secrets
from pathlib import Path

from shared.adapters.ciphers.key_file import FileCipher
from shared.adapters.sealing.sealed_records import SealedRecords
from shared.adapters.sqlite.records import SqliteRecords
from shared.ports import RecordStore
from shared.runtime.integrity import sealed

RECORDS = "records.db"
KEYS = "keys"
WRAPPING, FIELD = "wrapping.key", "field.key"


def missing_keys(folder: Path) -> list[str]:
    """A sentence for each key that the folder's records were written under and that is not there: opening the stores
    makes a new one, under which nothing opens that was sealed before."""
    if not (folder / RECORDS).exists():
        return []
    keys = {folder / KEYS / WRAPPING: "no stored memory", folder / FIELD: "no memory that was sealed as sensitive"}
    return [
        f"The key file {path} is missing: {what} from before can be opened. Stop the service, put a copy of the file "
        "back and start again."
        for path, what in keys.items()
        if not path.exists()
    ]


def open_records(folder: Path) -> SqliteRecords:
    """The files as they are: what they hold is opened by `opening`."""
    (folder / KEYS).mkdir(exist_ok=True, mode=0o700)
    return SqliteRecords(folder / RECORDS, folder / KEYS / "owners.db")


def opening(records: RecordStore, folder: Path) -> SealedRecords:
    """What use cases read and write, over the folder's records."""
    return sealed(records, FileCipher(folder / KEYS / WRAPPING), secrets.token_bytes)
