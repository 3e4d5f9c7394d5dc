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


def open_records(folder: Path) -> SqliteRecords:
    """The files as they are: what they hold is opened by `opening`."""
    (folder / KEYS).mkdir(exist_ok=True, mode=0o700)
    return SqliteRecords(folder / RECORDS, folder / KEYS / "owners.db")


def opening(records: RecordStore, folder: Path) -> SealedRecords:
    """What use cases read and write, over the folder's records."""
    return sealed(records, FileCipher(folder / KEYS / "wrapping.key"), secrets.token_bytes)
