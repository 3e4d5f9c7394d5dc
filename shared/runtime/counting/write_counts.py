"""Counts of writes, by the door that they came through and by what became of them, refused ones too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from shared.domain.errors import MemoryServiceError, Sensitive, Unavailable
from shared.domain.writing.decisions import Outcome
from shared.runtime.observability import count, count_blocked
from shared.usecases.writing.write_memory import WriteAnswer


class Door(StrEnum):
    SINGLE = "single"
    BATCH = "batch"
    CORRECTION = "correction"
    PROMOTION = "promotion"
    IMPORT = "import"
    TOOL = "tool"  # of the Model Context Protocol


def count_write(door: Door, answer: WriteAnswer | MemoryServiceError) -> None:
    """`MemoryWritten` by outcome, a refusal by its code; `Writes` by door too; `WriteBlocked` by the kind of what was
    sensitive, `Duplicates` by what they were known by. Without labels, for ratios: `WritesTaken`, `WritesRefused` by a
    rule, `WritesFailed` in an outage, `Conflicts`, `Corrections`. A replay is no write."""
    if isinstance(answer, MemoryServiceError):
        count("MemoryWritten", outcome=answer.code)
        count("Writes", door=door.value, outcome=answer.code)
        if isinstance(answer, Unavailable):
            count("WritesFailed")
        else:
            count("WritesRefused")
        if isinstance(answer, Sensitive):
            count_blocked(answer.kinds)
    elif not answer.replayed:
        count("MemoryWritten", outcome=answer.outcome.value)
        count("Writes", door=door.value, outcome=answer.outcome.value)
        count("WritesTaken")
        if answer.outcome is Outcome.CONFLICT:
            count("Conflicts")
        if door is Door.CORRECTION:
            count("Corrections")
        if answer.duplicate_by is not None:
            count("Duplicates", by=answer.duplicate_by.value)


@contextmanager
def counting_refusals(door: Door) -> Iterator[None]:
    try:
        yield
    except MemoryServiceError as refusal:
        count_write(door, refusal)
        raise
