"""The system's own clock, and ids that sort by time."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from datetime import UTC, datetime

from shared.ports import Clock

_RANDOM_BITS = 74  # what RFC 9562 leaves of a UUIDv7 beside the time, the version and the variant
_STEP_BITS = 32  # how far one id is from the next of its millisecond: unguessable, with room for 2^42 of them


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


class UuidV7Ids:
    """UUIDv7 by the given clock, strictly increasing as text: also within a millisecond, across threads, and when the
    clock is set back. Two sources (two processes) are ordered by their clocks alone."""

    def __init__(self, clock: Clock, random_bits: Callable[[int], int] = secrets.randbits) -> None:
        self._clock = clock
        self._random_bits = random_bits
        self._lock = threading.Lock()
        self._milliseconds = -1
        self._random = 0

    def new(self) -> str:
        milliseconds = int(self._clock.now().timestamp() * 1000)
        with self._lock:
            if milliseconds > self._milliseconds:
                self._milliseconds = milliseconds
                # The top bit stays clear, so that a whole millisecond of increments never overflows.
                self._random = self._random_bits(_RANDOM_BITS - 1)
            else:
                self._random += 1 + self._random_bits(_STEP_BITS)
                if self._random >> _RANDOM_BITS:
                    self._milliseconds += 1
                    self._random = self._random_bits(_RANDOM_BITS - 1)
            return _text(self._milliseconds, self._random)


def _text(milliseconds: int, random: int) -> str:
    high, low = random >> 62, random & ((1 << 62) - 1)
    number = (milliseconds & ((1 << 48) - 1)) << 80 | 0x7 << 76 | high << 64 | 0b10 << 62 | low
    digits = f"{number:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"
