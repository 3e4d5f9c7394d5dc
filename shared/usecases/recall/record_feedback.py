"""An agent's feedback on a recall: which memories it used, and which were wrong. A wrong one is put before a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_read
from shared.domain.errors import NotFound, SubjectDeleting
from shared.domain.memories.memory import Memory
from shared.domain.recall.policy import OPEN_FOR, require_recall
from shared.domain.reviews.review import ReviewKind
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.store.record import Absent, Change, CheckFailed, Record
from shared.usecases.curation.open_review import ask_about
from shared.usecases.hygiene.tune_thresholds import count_feedback
from shared.usecases.once import Once
from shared.usecases.reading.read_memories import get_memory
from shared.usecases.services import Services

REASON = "an agent found it wrong"


@dataclass(frozen=True, slots=True)
class Feedback:
    """`is_first`: nothing had been said of that recall before."""

    is_first: bool
    replayed: bool = False


def give_feedback(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    recall_id: str,
    *,
    used: Sequence[str],
    wrong: Sequence[str],
    idempotency: IdempotencyKey | None = None,
) -> Feedback:
    """A repetition changes nothing.

    Raises `NotFound` for a recall that this caller was not given in the last day, and for a memory that it cannot see.
    A memory that was removed since is no error.
    """
    may_read(caller, scope)
    once = Once(services, idempotency)
    return once.answer(
        lambda: Feedback(_given(services, caller, scope, recall_id, used, wrong, once)),
        lambda _: Feedback(is_first=False, replayed=True),
        look_first=True,
    )


def _given(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    recall_id: str,
    used: Sequence[str],
    wrong: Sequence[str],
    once: Once,
) -> bool:
    now = services.clock.now()
    require_recall(recall_id, caller.principal, now)
    memories = [memory for id in dict.fromkeys(wrong) if (memory := _still_there(services, caller, scope, id))]
    for memory in memories:
        try:
            ask_about(services, ReviewKind.FEEDBACK, memory, REASON)
        except (NotFound, SubjectDeleting):
            continue  # it was removed at the same moment
    mark = keys.feedback(caller.principal, recall_id)
    said = {"used": len(set(used) - set(wrong)), "wrong": len(set(wrong))}
    try:
        once.commit(Change((Record(mark, said, expires_at=now + OPEN_FOR),), checks=(Absent(mark),)), {})
    except CheckFailed:
        once.keep({})
        return False
    count_feedback(services, Scope.org(caller.org), **said)
    return True


def _still_there(services: Services, caller: Caller, scope: Scope | None, memory_id: str) -> Memory | None:
    try:
        return get_memory(services, caller, scope, memory_id)
    except NotFound:
        return None
