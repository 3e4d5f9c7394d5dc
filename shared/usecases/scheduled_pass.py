"""The schedule's own pass: removes what is due everywhere, and starts deletions that were accepted and never ran.

Leased, so that two never run at once; bounded, so that the next day (or the next call) goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from shared.domain.deletion import DeletionRequest, RequestStatus
from shared.domain.scopes import Scope
from shared.records import codec, keys
from shared.records.deletion_change import put_barrier
from shared.records.model import CheckFailed, Key, Record
from shared.records.reading import Reading
from shared.usecases.hygiene import due_actions, due_keys, execute
from shared.usecases.request_deletion import restart
from shared.usecases.services import Services

LEASE = timedelta(minutes=15)  # the longest that the function may run
MAX_ACTIONS_A_PASS = 5_000  # some 10 ms each: well inside that


@dataclass(frozen=True, slots=True)
class PassReport:
    """`applied` by rule; `more`: the bound was reached; `leased`: another pass was running, this did nothing."""

    applied: Mapping[str, int]
    skipped: int
    restarted: int
    more: bool = False
    leased: bool = False


def run_pass(services: Services) -> PassReport:
    now = services.clock.now()
    key = keys.lease(Scope.GLOBAL, "scheduled-pass")
    reading = Reading.of((key,), services.records.get((key,)))
    held = reading[key]
    if held is not None and held.expires_at is not None and held.expires_at > now:
        return PassReport({}, 0, 0, leased=True)
    taken = reading.put(key, {"taken_at": codec.text(now)}, expires_at=now + LEASE)
    try:
        services.records.commit(taken)
    except CheckFailed:
        return PassReport({}, 0, 0, leased=True)
    try:
        restarted = restart_forgotten(services)
        items = []
        for action in due_actions(services, None, now):
            items.append(action)
            if len(items) == MAX_ACTIONS_A_PASS:
                break
        report = execute(services, "scheduled", items, now)
        return PassReport(report.applied, report.skipped, restarted, more=len(items) == MAX_ACTIONS_A_PASS)
    finally:
        _give_back(services, taken.puts[0])


def _give_back(services: Services, lease: Record) -> None:
    """Unless it ran out and is somebody else's by now."""
    try:
        services.records.commit(Reading({lease.key: lease}).remove(lease.key))
    except CheckFailed:
        return


def restart_forgotten(services: Services) -> int:
    """Starts every deletion that shows no end: accepted and never run, or begun and given up by its workflow's host."""
    now = services.clock.now()
    started = 0
    for key in due_keys(services, now):
        if key.sk == keys.BARRIER:
            started += _restart_of(services, key)
    return started


def _restart_of(services: Services, key: Key) -> int:
    now, policy = services.clock.now(), services.deletion_policy
    (record,) = services.records.get([key])
    barrier = codec.barrier(record)
    owner = Scope.parse(str(record.attributes["owner"])) if record is not None else Scope.GLOBAL
    requests = services.records.get([keys.deletion(owner, id) for id in barrier.requests])
    started = 0
    for found in requests:
        request = None if found is None else codec.deletion(found)
        if request is not None and _is_forgotten(request, services):
            restart(services, request)
            started += 1
    try:
        services.records.commit(put_barrier(owner, barrier, Reading({key: record}), policy, now))
    except CheckFailed:
        return started  # it moved on by itself
    return started


def _is_forgotten(request: DeletionRequest, services: Services) -> bool:
    age = services.clock.now() - request.accepted_at
    if request.status is RequestStatus.ACCEPTED:
        return age >= services.deletion_policy.sweep_after
    return request.status is RequestStatus.RUNNING and age >= services.deletion_policy.rerun_after
