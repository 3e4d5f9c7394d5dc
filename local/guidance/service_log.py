"""The service's own log: warnings and errors on the terminal, and all of it in a file that rotates."""

from __future__ import annotations

import logging
from pathlib import Path

from local.aws.function_log import QuietFile

FUNCTIONS, SERVICE = "functions.log", "service.log"
MAX_BYTES = 1_000_000  # then the file is renamed, and the one renamed before is removed
_FORM = "%(asctime)s %(levelname)s %(message)s"


def log_to_terminal() -> None:
    logging.basicConfig(level=logging.WARNING, format=_FORM)
    logging.getLogger("agent_memory").setLevel(logging.INFO)


def log_to_file(data: Path) -> logging.Handler:
    """The folder must be there. A disk that takes nothing costs the line, and not the request."""
    handler = QuietFile(data / SERVICE, maxBytes=MAX_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter(_FORM))
    logging.getLogger("agent_memory").addHandler(handler)
    return handler


def end_log(handler: logging.Handler) -> None:
    logging.getLogger("agent_memory").removeHandler(handler)
    handler.close()
