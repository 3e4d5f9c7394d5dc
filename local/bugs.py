"""How a bug is reported: its type and place, without its message, which may quote a memory."""

from __future__ import annotations

import logging
import sys
import traceback

LOG = logging.getLogger("agent_memory.local")
_FRAMES = 8


def report_bug(at: str) -> None:
    """Logs the present exception, once. `at` describes the work by ids."""
    kind, _, trace = sys.exc_info()
    frames = traceback.extract_tb(trace)[-_FRAMES:]
    where = "\n".join(f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames)
    LOG.error("%s: %s\n%s", at, kind.__name__ if kind else "no exception", where)
