"""Operations that are noted because no other record says them, in the transaction that begins or ends them."""

from __future__ import annotations

from datetime import datetime

from shared.domain.access.caller import Caller
from shared.domain.errors import DeletedBefore, SubjectDeleting
from shared.domain.operations.operation import Operation, OperationKind, OperationState
from shared.domain.scopes import Scope
from shared.domain.sessions.session import Session
from shared.records import keys
from shared.records.operations.operation_codec import SessionPart, put_operation
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.once import Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services

OPERATOR = "operator"  # who begins what is a deployment's: its command has no token


def keep_import(
    once: Once, caller: Caller, target: Scope, began: datetime, done: int, of: int, answer: Attributes
) -> None:
    """The answer of an import and the note of it: `done` lines of `of`. Two calls. None is made while a deletion of
    the owner runs."""
    services = once.services
    state = OperationState.DONE if done == of else OperationState.STOPPED

    def attempt() -> None:
        now, at = services.clock.now(), keys.barrier(target)
        reading = Reading.of([at], services.records.get([at]))
        try:
            whole_barrier(services, reading[at]).refuse_write(now)
        except (SubjectDeleting, DeletedBefore):
            once.keep(answer)
            return
        operation = Operation(
            services.ids.new(), OperationKind.IMPORT, state, target, began, now, caller.principal, done, of
        )
        once.commit(put_operation(operation) | barrier_checks(reading, target, now), answer)

    until_committed(attempt, services.write_policy.attempts, "too many deletions of this owner at once")


def extraction_begun(services: Services, session: Session, number: int, events: int, actor: str) -> Change:
    """Of a completion that begins. How far it is, its own record says."""
    operation = Operation(
        services.ids.new(),
        OperationKind.EXTRACTION,
        OperationState.RUNNING,
        session.scope,
        services.clock.now(),
        None,
        actor,
        0,
        events,
    )
    return put_operation(operation, SessionPart(session.session_id, session.incarnation, number))


def of_deployment(
    id: str,
    kind: OperationKind,
    state: OperationState,
    began: datetime,
    ended: datetime | None,
    done: int | None = None,
    of: int | None = None,
) -> Change:
    """The note of a rebuild or a restore as it is now, in the place of the one before."""
    return put_operation(Operation(id, kind, state, Scope.GLOBAL, began, ended, OPERATOR, done, of))
