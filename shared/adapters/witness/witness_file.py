"""Tree heads in a file outside the data folder, for the laptop: one line a head, only ever appended."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path

from shared.ports import TreeHead


class FileWitness:
    """If an old copy of the data folder is restored, the heads stay. A user who may write the file can of course
    change it: on one machine no more protection is possible."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def publish(self, name: str, size: int, root: bytes, signature: bytes) -> None:
        line = json.dumps({"name": name, "size": size, "root": root.hex(), "signature": signature.hex()})
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(self._path, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600), "r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            written = file.read()
            if any((head.name, head.size, head.root) == (name, size, root) for head in _heads(written)):
                return
            # An end without a line break is what a crash has left of a line: it stays as it is, on a line of its own.
            file.write(("\n" if written and not written.endswith(b"\n") else "").encode() + line.encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def names(self) -> list[str]:
        """Of all that was ever published."""
        return sorted({head.name for head in _heads(self._path.read_bytes())}) if self._path.exists() else []

    def last(self, name: str) -> TreeHead | None:
        if not self._path.exists():
            return None
        heads = [head for head in _heads(self._path.read_bytes()) if head.name == name]
        return min(heads, key=lambda head: (-head.size, head.root), default=None)


def _heads(written: bytes) -> list[TreeHead]:
    """What can be read; half a line, as a crash leaves it, cannot."""
    found = []
    for line in written.splitlines():
        try:
            a = json.loads(line)
            head = TreeHead(a["name"], a["size"], bytes.fromhex(a["root"]), bytes.fromhex(a["signature"]))
        except (ValueError, KeyError, TypeError):
            continue
        found.append(head)
    return found
