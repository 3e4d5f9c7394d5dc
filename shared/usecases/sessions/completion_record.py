"""The record of a completion: which events it covers, and whether it is done. A session has one; the next completion
replaces it. A caller that comes while one is open goes on with that one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from shared.domain.errors import NotFound
from shared.domain.scopes import Scope
from shared.domain.sessions.session import Session
from shared.records import keys
from shared.records.ledger.changes import completed_session
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Record
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.once import Once
from shared.usecases.operations.note_operation import extraction_begun
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.sessions.open_session import session_in, session_kept

# Of some 250 bytes each, in a record of 400 KB. A session has no more of them than one transaction takes.
_A_PART = 800


@dataclass(frozen=True, slots=True)
class Completion:
    """The `number`th completion of the session: it covers the events after `after` up to `through`."""

    number: int
    after: int
    through: int
    done: bool = False
    released: int = 0


def begun(services: Services, target: Scope, session_id: str, once: Once, actor: str) -> tuple[Session, Completion]:
    """The completion that is to be done, or is done already. A retry begins none; one that begins is an operation."""
    wanted = [keys.session(target, session_id), keys.barrier(target), *once.wanted]

    def attempt() -> tuple[Session, Completion]:
        now = services.clock.now()
        reading = Reading.of(wanted, services.records.get(wanted))
        unanswered = once.look_at(reading)
        barrier = whole_barrier(services, reading[keys.barrier(target)])
        session = session_in(reading[keys.session(target, session_id)], barrier, now, target)
        barrier.refuse_write(now)
        key = keys.completion(target, session_id, session.incarnation)
        reading |= Reading.of([key], services.records.get([key]))
        known, last = _completion(reading[key]), session.next_sequence - 1
        if known is not None and (not known.done or known.through == last):
            return session, known
        completion = Completion(1, 0, last) if known is None else Completion(known.number + 1, known.through, last)
        change = _put(services, session, completion, reading) | barrier_checks(reading, target, now)
        change |= session_kept(target, session_id)
        change |= extraction_begun(services, session, completion.number, last - completion.after, actor)
        services.records.commit(change | unanswered)
        return session, completion

    return until_committed(attempt, services.write_policy.attempts, "too many writers of this session at once")


def upcoming(services: Services, session: Session) -> Completion:
    """The open completion, or the next one to begin: it covers the events after the last one."""
    (record,) = services.records.get([keys.completion(session.scope, session.session_id, session.incarnation)])
    known, last = _completion(record), session.next_sequence - 1
    if known is None:
        return Completion(1, 0, last)
    return Completion(known.number + 1, known.through, last) if known.done else known


def finish(
    services: Services, session: Session, completion: Completion, once: Once, steps: Sequence[Attributes]
) -> None:
    """The first caller finishes it; all others have found the same. `steps`: what became of each event, which the
    answer of a key keeps beside it, for the session's own record of it ends with the session."""
    key = keys.completion(session.scope, session.session_id, session.incarnation)
    barrier_key = keys.barrier(session.scope)
    wanted = [key, barrier_key]
    parts = [{"steps": list(steps[first : first + _A_PART])} for first in range(0, len(steps), _A_PART)]

    def attempt() -> None:
        now = services.clock.now()
        reading = Reading.of(wanted, services.records.get(wanted))
        known = _completion(reading[key])
        barrier = whole_barrier(services, reading[barrier_key])
        barrier.refuse_write(now)
        if known is None or barrier.hides_session(session.session_id, session.scope, session.epoch):
            raise NotFound("there is no such session in this scope")
        change = Change()
        if not known.done and known.through == completion.through:
            change |= _put(services, session, completion, reading)
            change |= completed_session(
                session.scope, session.session_id, session.incarnation, completion.number, now
            )  # fmt: skip
        if change.puts or once.key is not None:
            change |= barrier_checks(reading, session.scope, now)
        answer: Attributes = {"released": completion.released, "scope": session.scope.path, "parts": len(parts)}
        once.commit(change | once.beside(parts), answer)

    until_committed(attempt, services.write_policy.attempts, "too many writers of this session at once")


def completion_at(record: Record | None) -> Completion | None:
    """The one that a record holds."""
    return _completion(record)


def _completion(record: Record | None) -> Completion | None:
    if record is None:
        return None
    a = cast("Mapping[str, Any]", record.attributes)
    return replace(_stated(a), done=a["done"])


def _stated(kept: Mapping[str, Any]) -> Completion:
    return Completion(kept["number"], kept["after"], kept["through"], done=True, released=kept["released"])


def _attributes(completion: Completion) -> dict[str, int]:
    return {
        "number": completion.number,
        "after": completion.after,
        "through": completion.through,
        "released": completion.released,
    }


def _put(services: Services, session: Session, completion: Completion, reading: Reading) -> Change:
    attributes: Attributes = {
        **_attributes(completion),
        "done": completion.done,
        "recorded_at": services.clock.now().isoformat(),
    }
    key = keys.completion(session.scope, session.session_id, session.incarnation)
    return reading.put(key, attributes, expires_at=session.kept_until + services.session_policy.store_grace)
