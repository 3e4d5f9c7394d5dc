"""Tuning an organisation's relevance thresholds: counting feedback on recalls, moving, and resetting. Feedback makes
the organisation's record due; the next scheduled pass looks at the counts since the thresholds last moved. Every
move is audited in a chain of its own, in the transaction that makes it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import may_govern
from shared.domain.audit.daily_counts import DailyCounts, day_of, days_until
from shared.domain.errors import ForbiddenScope, MemoryServiceError
from shared.domain.instants import sort_text
from shared.domain.recall.threshold_tuning import (
    FEEDBACK_GIVEN,
    FEEDBACK_HITS,
    MEMORIES_RECALLED,
    MEMORIES_USED,
    MEMORIES_WRONG,
    RECALLS_ANSWERED,
    RECALLS_DEGRADED,
    RESET,
    Move,
    Signal,
    Thresholds,
    Tuning,
    signal,
    tuned,
)
from shared.domain.scopes import Scope, ScopeKind
from shared.ports import Retrieved
from shared.records.ledger.daily_counts import counts_key, counts_of
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.ledger.thresholds import audited_move, org_of, put_tuning, tuning, tuning_key
from shared.records.store.reading import Reading
from shared.records.store.record import CheckFailed, Key
from shared.usecases.audit.metrics import bump
from shared.usecases.hygiene.actions import SCHEDULE
from shared.usecases.once import Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services


def count_feedback(services: Services, org: Scope, *, used: int, wrong: int) -> None:
    """One recall with feedback, in the organisation's counts of today; the next pass looks at them."""
    now = services.clock.now()
    said = {FEEDBACK_GIVEN: 1, FEEDBACK_HITS: int(used > 0), MEMORIES_USED: used, MEMORIES_WRONG: wrong}
    bump(services, org.path, day_of(sort_text(now)), said)
    _make_due(services, org, now)


def _make_due(services: Services, org: Scope, now: datetime) -> None:
    key = tuning_key(org)
    reading = Reading.of((key,), services.records.get((key,)))
    record = reading[key]
    if record is not None and record.next_check_at is not None and record.next_check_at <= now:
        return
    value = Tuning(f"tuning:{services.ids.new()}") if record is None else tuning(record)
    change = put_tuning(org, value, reading, now, next_check_at=now)
    try:
        services.records.commit(change)
    except CheckFailed:
        return  # another process did


def count_recalled(services: Services, messages: Sequence[Retrieved]) -> None:
    """Recalls that were answered and the memories that they returned, by the organisation of the memories. (Those of
    `/global` count for the organisation whose memories were in the same answer; without such memories they are not
    counted.) A degraded recall counts for the caller's organisation, whether it returned memories or not."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for message in messages:
        day = day_of(sort_text(message.at))
        orgs = [scope.org_scope for path, _ in message.memories if (scope := Scope.parse(path)).org_id]
        if orgs:
            counts[orgs[0].path, day].update({RECALLS_ANSWERED: 1, MEMORIES_RECALLED: len(message.memories)})
        if message.degraded:
            counts[message.degraded, day][RECALLS_DEGRADED] += 1
    for (org, day), of_day in counts.items():
        try:
            bump(services, org, day, of_day)
        except MemoryServiceError:
            continue  # to count the memories of these messages twice would be worse


def tune(services: Services, key: Key) -> Signal | None:
    """Looks at one organisation whose record is due: the signal by which its thresholds moved, `None` if they did
    not. Until there is new feedback there is nothing new to look at, so the record is not due any more."""
    (record,) = services.records.get([key])
    if record is None:
        return None
    org = org_of(record)
    reading, now = _read(services, org), services.clock.now()
    record = reading[key]
    if record is None:
        return None
    before, policy = tuning(record), services.tuning_policy
    counts = before.since(_daily(services, org, reading, now))
    standing = before.thresholds or Thresholds.of(services.recall_policy)
    asked, thresholds = signal(counts, policy), tuned(standing, counts, policy)
    if asked is None or thresholds is None:
        change = put_tuning(org, before, reading, now, next_check_at=None)
    else:
        move = Move(now, SCHEDULE, asked.value, standing, thresholds)
        after = before.moved(move, thresholds, _today(org, reading, now), policy)
        after, audit = audited_move(org, before, after)
        change = put_tuning(org, after, reading, now, next_check_at=None) | audit
    try:
        services.records.commit(change)
    except CheckFailed:
        return None  # it is still due
    services.thresholds.forget(org.org_id or "")
    return asked if thresholds is not None else None


@dataclass(frozen=True, slots=True)
class Reset:
    thresholds: Thresholds
    replayed: bool = False


def reset_thresholds(
    services: Services, caller: Caller, scope: Scope | None, idempotency: IdempotencyKey | None = None
) -> Reset:
    """Resets to the deployment's own thresholds, which are returned; earlier feedback plays no part any more. If
    they are in force already, nothing is done and nothing audited. Raises the errors of access, and `Unavailable`."""
    target = may_govern(caller, scope, Role.OPERATOR)
    if target.kind is not ScopeKind.ORG:
        raise ForbiddenScope("thresholds are an organisation's")
    key, default = tuning_key(target), Thresholds.of(services.recall_policy)
    once, answer = Once(services, idempotency), {"pull": default.pull, "push": default.push}

    def attempt() -> Reset:
        reading, now = _read(services, target), services.clock.now()
        record = reading[key]
        before = None if record is None else tuning(record)
        if before is None or before.thresholds is None:
            once.keep(answer)
            return Reset(default)
        move = Move(now, caller.principal, RESET, before.thresholds, default)
        after = before.moved(move, None, _today(target, reading, now), services.tuning_policy)
        after, audit = audited_move(target, before, after)
        change = put_tuning(target, after, reading, now, next_check_at=None) | audit
        once.commit(change, answer)
        services.thresholds.forget(target.org_id or "")
        return Reset(default)

    return once.answer(
        lambda: until_committed(
            attempt, services.write_policy.attempts, "too many changes of these thresholds at once"
        ),
        lambda kept: Reset(Thresholds(kept["pull"], kept["push"]), replayed=True),
    )


def _read(services: Services, org: Scope) -> Reading:
    days = days_until(services.clock.now(), services.tuning_policy.window_days)
    wanted = [tuning_key(org), *(counts_key(org, day) for day in days)]
    return Reading.of(wanted, services.records.get(wanted))


def _daily(services: Services, org: Scope, reading: Reading, now: datetime) -> list[DailyCounts]:
    days = days_until(now, services.tuning_policy.window_days)
    return [DailyCounts(day, counts_of(reading.records.get(counts_key(org, day)))) for day in days]


def _today(org: Scope, reading: Reading, now: datetime) -> DailyCounts:
    (today,) = days_until(now, 1)
    return DailyCounts(today, counts_of(reading.records.get(counts_key(org, today))))
