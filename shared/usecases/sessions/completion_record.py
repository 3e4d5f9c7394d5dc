"""The record of a completion: which events it covers, and whether it is done.

A session has one; the next completion takes its place. Anyone who asks while one is open goes on with that one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from shared.domain.errors import NotFound
from shared.domain.scopes import Scope
from shared.domain.sessions.session import Session
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Present, Record
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.sessions.open_session import session_in


@dataclass(frozen=True, slots=True)
class Completion:
    """The `number`th completion of the session: it covers the events after `after` up to `through`."""

    number: int
    after: int
    through: int
    done: bool = False
    released: int = 0


def begun(
    services: Services, target: Scope, session_id: str, idempotency: IdempotencyKey | None
) -> tuple[Session, Completion, bool]:
    """The completion that is to be done or told, and whether it is told again to a retry."""
    wanted = [keys.session(target, session_id), keys.barrier(target)]
    if idempotency is not None:
        wanted.append(idempotency.record_key)

    def attempt() -> tuple[Session, Completion, bool]:
        now = services.clock.now()
        reading = Reading.of(wanted, services.records.get(wanted))
        barrier = deletion_codec.barrier(reading[keys.barrier(target)])
        session = session_in(reading[keys.session(target, session_id)], barrier, now, target)
        if idempotency is not None:
            kept = idempotency.remembered(reading[idempotency.record_key], now)
            if kept is not None:
                return session, _stated(kept), True
        barrier.refuse_write(now)
        key = keys.completion(target, session_id, session.incarnation)
        reading |= Reading.of([key], services.records.get([key]))
        known, last = _completion(reading[key]), session.next_sequence - 1
        if known is not None and (not known.done or known.through == last):
            return session, known, False
        completion = Completion(1, 0, last) if known is None else Completion(known.number + 1, known.through, last)
        change = _put(services, session, completion, reading) | barrier_checks(reading, target, now)
        change |= Change(checks=(Present(keys.session(target, session_id)),))
        services.records.commit(change)
        return session, completion, False

    return until_committed(attempt, services.write_policy.attempts, "too many writers of this session at once")


def upcoming(services: Services, session: Session) -> Completion:
    """The completion that is open, or the one that will be begun next: it covers what comes after the last one."""
    (record,) = services.records.get([keys.completion(session.scope, session.session_id, session.incarnation)])
    known, last = _completion(record), session.next_sequence - 1
    if known is None:
        return Completion(1, 0, last)
    return Completion(known.number + 1, known.through, last) if known.done else known


def finish(services: Services, session: Session, completion: Completion, idempotency: IdempotencyKey | None) -> None:
    """Anyone who is first has finished it: all of them have found the same."""
    key = keys.completion(session.scope, session.session_id, session.incarnation)
    barrier_key = keys.barrier(session.scope)
    wanted = [key, barrier_key] if idempotency is None else [key, barrier_key, idempotency.record_key]

    def attempt() -> None:
        now = services.clock.now()
        reading = Reading.of(wanted, services.records.get(wanted))
        known = _completion(reading[key])
        barrier = deletion_codec.barrier(reading[barrier_key])
        barrier.refuse_write(now)
        if known is None or barrier.hides_session(session.session_id, session.scope, session.epoch):
            raise NotFound("there is no such session in this scope")
        change = Change()
        if not known.done and known.through == completion.through:
            change |= _put(services, session, completion, reading)
        if idempotency is not None:
            change |= idempotency.remember(_attributes(completion), reading, now)
        services.records.commit(change | barrier_checks(reading, session.scope, now) if change.puts else change)

    until_committed(attempt, services.write_policy.attempts, "too many writers of this session at once")


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
