"""Many corrections in one request: each its own transaction, answered in order; one refusal stops nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shared.domain.access.caller import Caller
from shared.domain.errors import MemoryServiceError
from shared.domain.scopes import Scope
from shared.domain.writing.correction import Correction
from shared.records.ledger.idempotency import IdempotencyKey
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.services import Services
from shared.usecases.writing.write_batch import one_by_one
from shared.usecases.writing.write_memory import WriteAnswer


@dataclass(frozen=True, slots=True)
class CorrectionOf:
    memory_id: str
    correction: Correction
    scope: Scope | None = None
    expected_version: int | None = None


def correct_batch(
    services: Services,
    caller: Caller,
    items: Sequence[CorrectionOf | MemoryServiceError],
    idempotency: IdempotencyKey | None = None,
) -> tuple[list[WriteAnswer | MemoryServiceError], bool]:
    """As `one_by_one`, each as `correct_memory`."""

    def write(run: Services, item: CorrectionOf, part: IdempotencyKey | None) -> WriteAnswer:
        return correct_memory(
            run, caller, item.scope, item.memory_id, item.correction,
            expected_version=item.expected_version, idempotency=part,
        )  # fmt: skip

    return one_by_one(services, caller, items, idempotency, write)
