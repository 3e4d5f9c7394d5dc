"""Why a file of the laptop's service cannot be used, and what to do: for the answer, the log and the terminal."""

from __future__ import annotations

import sqlite3
from pathlib import Path

_DISK_FULL = "the disk is full: free some space, and the service goes on; what it has acknowledged is kept"
_REBUILD = "stop the service, remove the file and run `make rebuild-local-index`: the records are not affected"
_PUT_BACK = "stop the service and put a copy of the data folder back (`python -m local restore --from COPY`)"
_ADVICE = {
    "SQLITE_FULL": _DISK_FULL,
    "SQLITE_IOERR": "the disk does not read or write it",
    "SQLITE_CANTOPEN": "it cannot be opened: the user of the service needs the right to it and to its folder",
    "SQLITE_READONLY": "it cannot be written: the user of the service needs the right to it and to its folder",
    "SQLITE_PERM": "it cannot be opened: the user of the service needs the right to it and to its folder",
    "SQLITE_BUSY": "another process has locked it: end that process",
    "SQLITE_LOCKED": "another process has locked it: end that process",
}
_DAMAGED = ("SQLITE_NOTADB", "SQLITE_CORRUPT")
INDEX = "search.db"


def explained(path: Path, error: sqlite3.Error) -> str:
    """One line with the file, SQLite's own code and what to do. It holds no content."""
    code = getattr(error, "sqlite_errorname", "") or type(error).__name__
    kind = "_".join(code.split("_")[:2])
    if kind in _DAMAGED:
        return f"the file {path.name} is damaged ({code}): {_REBUILD if path.name == INDEX else _PUT_BACK}"
    advice = _ADVICE.get(kind)
    return f"the file {path.name} cannot be used ({code})" + (f": {advice}" if advice else "")
