"""The scheduled pass: does everything that is due, looks for contradictions in changed memories, and starts
deletions that were accepted and never ran. It holds a lease, so that two passes never run at once. It goes on until
its time is used, and the next pass goes on where it stopped: what was dealt with is not due any more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import cast

from shared.domain.audit.chain import AuditAction
from shared.domain.deletion.barrier import DeletionRequest, RequestStatus
from shared.domain.errors import EmbedderUnavailable, SearchUnavailable
from shared.domain.hygiene.maintenance_rules import HygieneAction, HygieneRule, PlannedAction, next_check, scan_due_at
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.deletion.deletion_change import put_barrier
from shared.records.ledger.thresholds import TUNING
from shared.records.memories.memory_change import Author, Free, audited, pointer_keys
from shared.records.store.attributes import instant_text
from shared.records.store.reading import Reading
from shared.records.store.record import Change, CheckFailed, Key, Record
from shared.usecases.audit.owner_heads import publish_due
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.deletion.reopen import go_on_without_holds
from shared.usecases.deletion.request_deletion import restart
from shared.usecases.hygiene.actions import SCHEDULE, Done, Work, carry_out, keep_if_held
from shared.usecases.hygiene.contradiction_scan import Scan, scan
from shared.usecases.hygiene.due import Found, due_keys, due_memories, look_at
from shared.usecases.hygiene.evict import make_room
from shared.usecases.hygiene.plan_and_apply import write_down
from shared.usecases.hygiene.tune_thresholds import tune
from shared.usecases.memories.make_current import Put, make_all_current
from shared.usecases.receipts.sign_again import sign_again
from shared.usecases.services import Services

LEASE = timedelta(minutes=15)  # the longest that the function may run
PASS_TIME = timedelta(minutes=13)  # inside that, with room for the last action
_PART = 500  # so many due memories are planned at once, and then dealt with
# One memory is looked at no more often than there are rules and a scan; anything due after that is left to the next
# pass.
_LOOKS = len(HygieneRule) + 1


@dataclass(frozen=True, slots=True)
class PassReport:
    """`applied` by rule; `scanned` by outcome; `unscanned`: how many had to wait for the search index; `more`: its
    time was used; `leased`: another pass was running, this one did nothing; `tuned`: how many organisations'
    thresholds moved, by signal; `plans`: the ids of the plans that were written before they were applied; `held`: how
    many memories were not removed, because their organisation had lost as many as a pass may remove; `over_limit`: how
    many memories above their owner's limit nothing may evict; `heads`: how many
    owners' heads were published, by the state in which they were found."""

    applied: Mapping[str, int]
    skipped: int
    restarted: int
    more: bool = False
    leased: bool = False
    scanned: Mapping[str, int] = field(default_factory=dict)
    unscanned: int = 0
    tuned: Mapping[str, int] = field(default_factory=dict)
    plans: tuple[str, ...] = ()
    held: int = 0
    over_limit: int = 0
    heads: Mapping[str, int] = field(default_factory=dict)


def run_pass(services: Services, time: timedelta = PASS_TIME) -> PassReport:
    now = services.clock.now()
    key = keys.lease(Scope.GLOBAL, "scheduled-pass")
    reading = Reading.of((key,), services.records.get((key,)))
    held = reading[key]
    if held is not None and held.expires_at is not None and held.expires_at > now:
        return PassReport({}, 0, 0, leased=True)
    taken = reading.put(key, {"taken_at": instant_text(now)}, expires_at=now + LEASE)
    try:
        services.records.commit(taken)
    except CheckFailed:
        return PassReport({}, 0, 0, leased=True)
    try:
        swept, tuned = restart_forgotten(services), tune_thresholds(services)
        upkeep = _Upkeep(services)
        heads = publish_due(services, now + time / 4)
        more = upkeep.run(now, now + time)
        return PassReport(
            upkeep.applied,
            upkeep.skipped,
            swept.started,
            more=more,
            scanned=upkeep.scanned,
            unscanned=upkeep.unscanned,
            tuned=tuned,
            plans=tuple(upkeep.plans),
            held=upkeep.held,
            over_limit=upkeep.over_limit,
            heads=heads,
        )
    finally:
        _give_back(services, taken.puts[0])


def _give_back(services: Services, lease: Record) -> None:
    """Gives the lease up, unless it ran out and another pass has it by now."""
    try:
        services.records.commit(Reading({lease.key: lease}).remove(lease.key))
    except CheckFailed:
        return


class _Upkeep:
    """One walk over what is due, and the actions that it took."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.applied: Counter[str] = Counter()
        self.scanned: Counter[str] = Counter()
        self.removed: Counter[Scope] = Counter()
        self.plans: list[str] = []
        self.skipped = self.unscanned = self.held = self.over_limit = 0

    def run(self, now: datetime, until: datetime) -> bool:
        """Whether time ran out before all was dealt with."""
        due = due_memories(self._services, None, now)
        while part := list(islice(due, _PART)):
            self._write_down(part)
            for found in part:
                if self._services.clock.now() >= until:
                    return True
                self._look_after(found)
        return self._make_room(until)

    def _make_room(self, until: datetime) -> bool:
        """For the owners that are above their limit, after all that ends anyway."""
        for key in [key for key in due_keys(self._services, self._services.clock.now()) if key.sk == keys.COUNT]:
            if self._services.clock.now() >= until:
                return True
            org = Scope.org(keys.org_of(key.pk))
            evicted = make_room(self._services, key.pk, room=self._room_of(org), until=until)
            self.removed[org] += evicted.done
            self.skipped += evicted.skipped
            self.held += evicted.held
            self.over_limit += evicted.left
            self.plans += evicted.plans
            if evicted.done:
                self.applied[HygieneRule.OVER_LIMIT.value] += evicted.done
        return False

    def _room_of(self, org: Scope) -> int:
        return self._services.write_policy.expiry.upkeep.most_removed - self.removed[org]

    def _write_down(self, part: Sequence[Found]) -> None:
        """What is about to be done, a plan for each organisation that its operators can read."""
        planned: dict[Scope, list[PlannedAction]] = {}
        now = self._services.clock.now()
        for found in part:
            if (action := found.asks_for(self._services, now)) is not None:
                planned.setdefault(found.memory.scope.org_scope, []).append(action)
        self.plans += [write_down(self._services, org, actions, now) for org, actions in planned.items()]

    def _may_remove(self, found: Found) -> bool:
        return self._room_of(found.memory.scope.org_scope) > 0

    def _look_after(self, found: Found) -> None:
        """Acts until the rules ask for nothing more: then the record itself says when it is next due."""
        place = found.record.key
        for _ in range(_LOOKS):
            now, due = self._services.clock.now(), found.record.next_check_at
            if due is None or due > now or not self._acted(found, now):
                return
            again = next(look_at(self._services, [place]), None)
            if again is None:
                return
            found = again

    def _acted(self, found: Found, now: datetime) -> bool:
        """Whether something was done to the record, so that it must be looked at again."""
        action = found.asks_for(self._services, now)
        if action is not None:
            removes = action.action is HygieneAction.DELETE
            work = Work(now, Author(SCHEDULE, None, now))
            if removes and not self._may_remove(found):
                keep_if_held(self._services, found, work)
                self.held += 1
                return False
            done = carry_out(self._services, action, work, found) is Done.APPLIED
            if done:
                self.applied[action.rule.value] += 1
                self.removed[found.memory.scope.org_scope] += int(removes)
            else:
                self.skipped += 1
            return done and not removes
        if not found.is_current:
            return False
        scan_at = scan_due_at(found.memory, self._services.write_policy.expiry)
        if scan_at is not None and scan_at <= now:
            return self._scanned(found)
        return reschedule(self._services, found, now)

    def _scanned(self, found: Found) -> bool:
        try:
            outcome = scan(self._services, found)
        except (SearchUnavailable, EmbedderUnavailable):
            self.unscanned += 1
            return False
        if outcome is Scan.LEFT:
            self.skipped += 1
            return False
        self.scanned[outcome.value] += 1
        return True


def reschedule(services: Services, found: Found, now: datetime) -> bool:
    """Nothing applies yet, because the memory was read: the next check is when that may have ended. A version whose
    day has come is current from then on, and the audit says so."""
    memory = found.memory
    beside = (keys.salt(memory.scope), keys.vector(memory.scope, memory.memory_id))
    wanted = [keys.barrier(memory.scope), *beside, *pointer_keys(memory)]
    reading = Reading.of(wanted, services.records.get(wanted)).knowing(found.record)
    expiry = services.write_policy.expiry
    following = next_check(memory, found.stats, expiry, now)
    if following is not None and following <= now:
        return False
    barrier = whole_barrier(services, reading[keys.barrier(memory.scope)])
    if barrier.hides_everything() or memory.memory_id in barrier.hidden:
        return False
    author, trail, salt = Author(SCHEDULE, None, now), Change(), reading[keys.salt(memory.scope)]
    put = Put(memory, found.stats)
    if memory.schedule.passed and salt is not None:
        began, trail = audited(memory, AuditAction.BEGAN, author, cast("bytes", salt.attributes["salt"]))
        put = replace(put, memory=began)
    change = trail | make_all_current(services, [put], reading, author, Free(now, barrier.hidden)).change
    try:
        services.records.commit(change | barrier_checks(reading, memory.scope, now))
    except CheckFailed:
        return False
    return True


def tune_thresholds(services: Services) -> Mapping[str, int]:
    """Moves the thresholds of organisations by the feedback on their recalls; returns how many moved, by signal."""
    found: Counter[str] = Counter()
    for key in due_keys(services, services.clock.now()):
        if key.sk == TUNING and (moved := tune(services, key)) is not None:
            found[moved.value] += 1
    return found


@dataclass(frozen=True, slots=True)
class Swept:
    """How many deletions were started or signed again, how long ago the oldest that is open was accepted, and how many
    of those that were looked at are open. One is looked at for the first time when it could have ended."""

    started: int = 0
    oldest: timedelta = timedelta(0)
    open: int = 0

    def __add__(self, other: Swept) -> Swept:
        return Swept(self.started + other.started, max(self.oldest, other.oldest), self.open + other.open)


def restart_forgotten(services: Services) -> Swept:
    """Starts every deletion without an end: accepted and never run, or begun and given up by its workflow's host, or
    done with a receipt that is not signed. One that is running, for however long, is left alone."""
    swept = Swept()
    for key in due_keys(services, services.clock.now()):
        if key.sk == keys.BARRIER:
            swept += _restart_of(services, key)
        elif key.sk.startswith(keys.UNSIGNED_PREFIX):
            swept += Swept(sign_again(services, key))
    return swept


def _restart_of(services: Services, key: Key) -> Swept:
    now, policy = services.clock.now(), services.deletion_policy
    (record,) = services.records.get([key])
    barrier = deletion_codec.barrier(record)
    owner = Scope.parse(str(record.attributes["owner"])) if record is not None else Scope.GLOBAL
    requests = services.records.get([keys.deletion(owner, id) for id in barrier.requests])
    swept = Swept()
    for found in requests:
        request = None if found is None else deletion_codec.deletion(found)
        if request is None or request.finished:
            continue
        if request.status is RequestStatus.HELD:
            swept += Swept(started=int(go_on_without_holds(services, request).status is not RequestStatus.HELD))
            continue
        swept += Swept(oldest=now - request.accepted_at, open=1)
        if _is_forgotten(request, services):
            restart(services, request)
            swept += Swept(started=1)
    try:
        services.records.commit(put_barrier(owner, barrier, Reading({key: record}), policy, now))
    except CheckFailed:
        return swept  # it moved on by itself
    return swept


def _is_forgotten(request: DeletionRequest, services: Services) -> bool:
    age = services.clock.now() - request.tried_at
    if request.status is RequestStatus.ACCEPTED:
        return age >= services.deletion_policy.sweep_after
    return request.status is RequestStatus.RUNNING and age >= services.deletion_policy.rerun_after
