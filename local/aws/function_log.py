"""The functions' standard output, which in AWS goes to CloudWatch: logs and metrics, one JSON document a line."""

from __future__ import annotations

import io
import logging
import threading
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

MAX_BYTES = 5_000_000  # then the file is renamed, and the one renamed before is removed


class QuietFile(RotatingFileHandler):
    """A log file that rotates. While the disk takes nothing its lines are lost, and nothing else fails."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is the base class's
        pass

    def close(self) -> None:
        with suppress(OSError):
            super().close()


class FunctionLog(io.TextIOBase):
    """A standard output that many threads write lines to, none into another's."""

    def __init__(self, path: Path) -> None:
        self._handler = QuietFile(path, maxBytes=MAX_BYTES, backupCount=1, encoding="utf-8", delay=True)
        self._begun = threading.local()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, rest = (getattr(self._begun, "text", "") + text).split("\n")
        self._begun.text = rest
        for line in filter(None, lines):
            self._handler.handle(logging.makeLogRecord({"msg": line.encode("utf-8", "replace").decode("utf-8")}))
        return len(text)
