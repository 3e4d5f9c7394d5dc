"""Several questions in one request, answered in order: each a recall of its own; one refusal stops nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from shared.domain.access.caller import Caller
from shared.domain.errors import MemoryServiceError, Unavailable
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import RecallAnswer, recall
from shared.usecases.services import Services

# A function behind API Gateway has 29 seconds; a question that is cut off gets no answer.
_TIME_A_CALL = timedelta(seconds=20)


def recall_batch(
    services: Services, caller: Caller, queries: Sequence[RecallQuery | MemoryServiceError]
) -> list[RecallAnswer | MemoryServiceError]:
    """The answer or the refusal of each. What the time of one call is too short for is `Unavailable`."""
    until = services.clock.now() + _TIME_A_CALL
    answers: list[RecallAnswer | MemoryServiceError] = []
    for query in queries:
        if isinstance(query, MemoryServiceError):
            answers.append(query)
        elif services.clock.now() >= until:
            answers.append(Unavailable("the batch takes longer than one call has: send this item again", 1))
        else:
            answers.append(_answer(services, caller, query))
    return answers


def _answer(services: Services, caller: Caller, query: RecallQuery) -> RecallAnswer | MemoryServiceError:
    try:
        return recall(services, caller, query)
    except MemoryServiceError as refusal:
        return refusal
