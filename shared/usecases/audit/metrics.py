"""Business counts for a person or a dashboard.

An organisation's counts lie in one small record a day. The index function updates it after it has indexed a batch of
the stream, so that no write pays for it. They are approximate: a batch that is delivered twice is counted twice, and
when two changes of one memory arrive in two batches at once, the later may replace the earlier in the count. The
counts of a user or a project are computed from its audit on request, and are exact."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import cast

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import closed, may_read
from shared.domain.audit.daily_counts import REMOVED, DailyCounts, day_of, days_until
from shared.domain.errors import ForbiddenRole, IntegrityViolation
from shared.domain.instants import sort_text
from shared.domain.recall.threshold_tuning import Move, Thresholds
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger.audit import audit_entry
from shared.records.ledger.daily_counts import counts_key, counts_of, put_counts
from shared.records.ledger.thresholds import tuning, tuning_key
from shared.records.memories import memory_codec
from shared.records.store.reading import Reading
from shared.records.store.record import CheckFailed, Key, Record, Table
from shared.records.store.shut import is_shut
from shared.usecases.services import Services

KEPT_FOR = timedelta(days=400)
# If a memory changed more often than this within one batch of the stream, further changes are not counted.
_MOST_CHANGES = 20
# At most this many audit records of a user or project are read, those of the youngest memories first.
MAX_LOOKED_AT = 5_000
_GOVERNING = (Role.SUPERVISOR, Role.REVIEWER, Role.AUDITOR, Role.OPERATOR, Role.ADMIN)


@dataclass(frozen=True, slots=True)
class TuningView:
    """An organisation's thresholds in force, the deployment's own, and how they moved (newest last)."""

    standing: Thresholds
    default: Thresholds
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Metrics:
    """`approximate`: counted from the stream. `complete` is false when there was more than `MAX_LOOKED_AT` records."""

    scope: Scope
    daily: tuple[DailyCounts, ...]
    approximate: bool
    complete: bool = True
    tuning: TuningView | None = None


def read_metrics(services: Services, caller: Caller, scope: Scope | None, days: int) -> Metrics:
    """The last `days` days (1 to 90), today among them. An organisation's counts take a governing role."""
    target = may_count(caller, scope or caller.bound)
    wanted = days_until(services.clock.now(), days)
    if target != target.org_scope:
        return _from_audit(services, target, wanted)
    tuned, *found = services.records.get([tuning_key(target), *(counts_key(target, day) for day in wanted)])
    daily = tuple(DailyCounts(day, counts_of(record)) for day, record in zip(wanted, found, strict=True))
    return Metrics(target, daily, approximate=True, tuning=_tuning(tuned, Thresholds.of(services.recall_policy)))


def may_count(caller: Caller, target: Scope) -> Scope:
    """Anyone counts what they may read below an organisation; an organisation takes a governing role."""
    if target != target.org_scope:
        return _readable(caller, target)
    need_governing(caller)
    if not caller.bound.contains(target):
        raise closed(caller, target, "govern")
    return target


def need_governing(caller: Caller) -> None:
    """Raises `ForbiddenRole`."""
    if not any(caller.has(role) for role in _GOVERNING):
        raise ForbiddenRole("this needs one of the roles " + ", ".join(_GOVERNING))


def _tuning(record: Record | None, default: Thresholds) -> TuningView:
    state = None if record is None else tuning(record)
    return (
        TuningView(default, default) if state is None else TuningView(state.thresholds or default, default, state.moves)
    )


def _readable(caller: Caller, target: Scope) -> Scope:
    if any(caller.has(role) for role in _GOVERNING) and caller.bound.contains(target):
        return target
    return may_read(caller, target)


def _from_audit(services: Services, target: Scope, wanted: list[date]) -> Metrics:
    counts: dict[str, Counter[str]] = {day.isoformat(): Counter() for day in wanted}
    after: str | None = None
    looked_at, complete = 0, True
    while True:
        page = services.records.page(
            Table.LEDGER,
            keys.path(target.owner),
            sk_prefix=keys.AUDIT_PREFIX,
            after=after,
            limit=200,
            newest_first=True,
        )
        for record in page.records:
            day, action = _event(record, target)
            if day in counts:
                counts[day][action] += 1
        looked_at += len(page.records)
        after = page.next_after
        if after is None:
            break
        if looked_at >= MAX_LOOKED_AT:
            complete = False
            break
    daily = tuple(DailyCounts(day, dict(counts[day.isoformat()])) for day in wanted)
    return Metrics(target, daily, approximate=False, complete=complete)


def _event(record: Record, target: Scope) -> tuple[str, str]:
    """The day and the action; `None` for a record outside the target or one that cannot be read."""
    try:
        entry, scope = audit_entry(record), Scope.parse(cast("str", record.attributes["scope"]))
    except (KeyError, TypeError, ValueError, IntegrityViolation):
        return "", ""
    return (day_of(entry.at), entry.action.value) if target.contains(scope) else ("", "")


def count_changes(
    services: Services, changes: Mapping[Key, int], removed: frozenset[Key], known: Mapping[Key, Record | None]
) -> set[Scope]:
    """Counts changes of current records: how often each one changed, and which of them were removed. The owner is
    counted where it is known. The last audit records of a memory say what its last changes were. `known`: records that
    were just read; the others are read."""
    current = [key for key in changes if key.sk.startswith(keys.CURRENT_PREFIX)]
    unread = [key for key in current if key not in known]
    read = {**known, **dict(zip(unread, services.records.get(unread) if unread else (), strict=True))}
    wanted: list[Key] = []
    owners: set[Scope] = set()
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    today = day_of(sort_text(services.clock.now()))
    for key in current:
        record = read[key]
        if record is None:
            counts[_org_path(key), today][REMOVED] += int(key in removed)
            continue
        if is_shut(record):
            continue
        memory = memory_codec.memory(record.attributes)
        owners.add(memory.scope.owner)
        first = max(1, memory.head.audit_sequence - min(changes[key], _MOST_CHANGES) + 1)
        wanted += [keys.audit(memory.scope, memory.memory_id, n) for n in range(first, memory.head.audit_sequence + 1)]
    for record in services.records.get(wanted):
        if record is not None and not is_shut(record):
            entry = audit_entry(record)
            counts[_org_path(record.key), day_of(entry.at)][entry.action.value] += 1
    for (org, day), events in counts.items():
        bump(services, org, day, events)
    return owners


def _org_path(key: Key) -> str:
    org = keys.org_of(key.pk)
    return Scope.org(org).path if org else Scope.GLOBAL.path


def bump(services: Services, org: str, day: str, events: Mapping[str, int]) -> None:
    """Adds events to an organisation's counts of a day. When too many callers do so at once, these events are lost."""
    if not any(events.values()):
        return
    key = counts_key(Scope.parse(org), date.fromisoformat(day))
    for _ in range(services.write_policy.attempts):
        reading = Reading.of((key,), services.records.get((key,)))
        counted = Counter(counts_of(reading[key]))
        counted.update(events)
        try:
            services.records.commit(put_counts(key, counted, reading, services.clock.now() + KEPT_FOR))
        except CheckFailed:
            continue
        return
