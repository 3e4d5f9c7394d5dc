"""The folder with all data, and the lock that keeps a second service out of it."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO


class FolderInUse(Exception):
    """Another process serves this folder; the text says which, where it is known."""


class DataFolder:
    """The lock is the kernel's: it goes with the process, however that ends."""

    def __init__(self, path: Path) -> None:
        """Makes the folder when it is absent. Raises `FolderInUse`, or `OSError` when it cannot be used."""
        self._is_new = not path.exists()
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.path = path
        self._lock: IO[str] = (path / "lock").open("a+", encoding="ascii")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.seek(0)
            owner = self._lock.read(20).strip()
            self._lock.close()
            by = f" (process {owner})" if owner.isdigit() else ""
            raise FolderInUse(f"the data folder {path} is in use by another service{by}") from None
        self._lock.truncate(0)
        self._lock.write(str(os.getpid()))
        self._lock.flush()

    def __truediv__(self, name: str) -> Path:
        return self.path / name

    def release(self) -> None:
        self._lock.close()

    def discard(self) -> None:
        """Releases it, and removes what was made of it if it was made now and holds nothing else."""
        if self._is_new:
            (self.path / "lock").unlink(missing_ok=True)
        self.release()
        if self._is_new and not any(self.path.iterdir()):
            self.path.rmdir()


def witness_of(data: Path) -> Path:
    """The file that keeps the heads of the logs. It is beside the data folder, so that restoring an old copy of the
    folder does not restore old heads."""
    data = data.resolve()
    return data.with_name(f"{data.name}-heads.jsonl")
