"""Calling a function of the caller's with a time limit."""

from __future__ import annotations

import contextvars
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

R = TypeVar("R")


class Aside:
    """Runs one function at a time in a thread of its own. A function that does not return keeps that thread (nothing
    can end it), and no other is started meanwhile, so that there is never more than one."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None

    def run(self, function: Callable[[], R], seconds: float) -> R:
        """Raises what the function raises, and `TimeoutError` when it takes longer or the one before has not
        returned."""
        if self._thread is not None and self._thread.is_alive():
            raise TimeoutError("the one before is still running")
        came: queue.SimpleQueue[tuple[R, None] | tuple[None, Exception]] = queue.SimpleQueue()

        def ran() -> None:
            try:
                came.put((function(), None))
            except Exception as error:  # noqa: BLE001 - it is raised where it was asked for
                came.put((None, error))

        context = contextvars.copy_context()
        self._thread = threading.Thread(target=context.run, args=(ran,), name="agent-memory-aside", daemon=True)
        self._thread.start()
        try:
            result, error = came.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError("it took too long") from None
        self._thread.join()
        if error is not None:
            raise error
        return result  # type: ignore[return-value]
