"""Many writes in one request: each its own transaction, answered in order; one refusal stops nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import TypeVar

from shared.domain.access.caller import Caller
from shared.domain.errors import IdempotencyMismatch, MemoryServiceError, Unavailable
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.store.reading import Reading
from shared.records.store.record import CheckFailed
from shared.usecases.once import Kept, Once
from shared.usecases.services import Services
from shared.usecases.writing.admission import WriteCommand
from shared.usecases.writing.write_memory import WriteAnswer, replayed, write_memory

# A function behind API Gateway has 29 seconds; an item that is cut off gets no answer.
TIME_A_CALL = timedelta(seconds=20)


_I = TypeVar("_I")


def write_batch(
    services: Services,
    caller: Caller,
    items: Sequence[WriteCommand | MemoryServiceError],
    idempotency: IdempotencyKey | None = None,
) -> tuple[list[WriteAnswer | MemoryServiceError], bool]:
    """As `one_by_one`."""

    def write(run: Services, item: WriteCommand, part: IdempotencyKey | None) -> WriteAnswer:
        return write_memory(run, caller, item, part)

    return one_by_one(services, caller, items, idempotency, write)


def one_by_one(
    services: Services,
    caller: Caller,
    items: Sequence[_I | MemoryServiceError],
    idempotency: IdempotencyKey | None,
    write: Callable[[Services, _I, IdempotencyKey | None], WriteAnswer],
) -> tuple[list[WriteAnswer | MemoryServiceError], bool]:
    """The answer or the refusal of each item, and whether this was a retry.

    A retry with the same idempotency key gives the first answers again and finishes what a crash left. Items for
    which the time of one call is too short are answered as `Unavailable`, and not written. Raises
    `IdempotencyMismatch` before anything is written."""
    replayed = idempotency is not None and _begun_before(services, idempotency)
    answers: list[WriteAnswer | MemoryServiceError] = []
    services = services.in_one_run()
    until = services.clock.now() + TIME_A_CALL
    for number, item in enumerate(items):
        if services.clock.now() >= until:
            answers.append(Unavailable("the batch takes longer than one call has: send this item again", 1))
            continue
        if isinstance(item, MemoryServiceError):
            answers.append(item)
            continue
        part = None if idempotency is None else idempotency.part(number)
        answers.append(_written(services, caller, part, partial(write, services, item, part)))
    return answers, replayed


def _written(
    services: Services, caller: Caller, part: IdempotencyKey | None, write: Callable[[], WriteAnswer]
) -> WriteAnswer | MemoryServiceError:
    """The refusal of an item is kept as well, for the batch as a whole was answered; not that it could not be done
    now."""
    try:
        return write()
    except (Unavailable, IdempotencyMismatch) as failure:
        return failure
    except MemoryServiceError as refusal:
        if part is None:
            return refusal
        return _kept_refusal(services, caller, part, refusal)


def _kept_refusal(
    services: Services, caller: Caller, part: IdempotencyKey, refusal: MemoryServiceError
) -> WriteAnswer | MemoryServiceError:
    once = Once(services, part)
    kept = json.dumps([refusal.code, refusal.detail, dict(refusal.extra)])

    def keep() -> WriteAnswer | MemoryServiceError:
        once.keep({"refusal": kept})
        return refusal

    def again(known: Kept) -> WriteAnswer | MemoryServiceError:
        return replayed(services, known, caller)

    try:
        return once.answer(keep, again)
    except MemoryServiceError as first:
        return first


def _begun_before(services: Services, idempotency: IdempotencyKey) -> bool:
    key, now = idempotency.record_key, services.clock.now()
    reading = Reading.of((key,), services.records.get((key,)))
    if idempotency.remembered(reading[key], now) is not None:
        return True
    try:
        services.records.commit(idempotency.remember({}, reading, now))
    except CheckFailed as other:
        return idempotency.remembered(other.record, now) is not None
    return False
