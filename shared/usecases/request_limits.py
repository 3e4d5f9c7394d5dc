"""Whether a caller's request is let through, by the rates of its tenant and of its user.

A process counts what it lets through and takes it from the shared bucket afterwards, many tokens in one call. So no
request waits for the limit but one in twenty, a refused one costs no call at all, and every request is counted. A
bucket may be overdrawn by what its processes have not reported yet; the debt is waited for, so that the rate holds over
time (docs/decisions/limits-per-tenant.md).
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import SystemRandom

from shared.domain.access.caller import Caller
from shared.domain.access.request_rates import Bucket, RequestRates, cost_of_running
from shared.domain.errors import MemoryServiceError, Throttled, Unavailable
from shared.ports import RateBuckets

# Of the callers of a process; what the one that has called least recently has not reported is then lost.
_MOST_BUCKETS = 10_000
_RANDOM = SystemRandom().random


@dataclass(slots=True)
class _Known:
    """What the process knows of a bucket: tokens that it has spent and not yet taken from it, at how many it does so,
    and until when the bucket's debt is to be waited for."""

    spent: float = 0.0
    report_at: float = 0.0
    refused_until: datetime | None = None


class RequestLimits:
    """Of one process; its threads may share it. `failed` gets the error when a bucket cannot be reached: requests are
    then let through, because a limit is no reason for an outage. `random` in [0, 1) keeps processes that start together
    from reporting together."""

    def __init__(
        self,
        rates: RequestRates,
        buckets: RateBuckets,
        failed: Callable[[MemoryServiceError], None],
        random: Callable[[], float] = _RANDOM,
    ) -> None:
        self._rates = rates
        self._buckets = buckets
        self._failed = failed
        self._random = random
        self._known: OrderedDict[tuple[str, ...], _Known] = OrderedDict()
        self._lock = threading.Lock()

    def admit(self, caller: Caller, now: datetime) -> None:
        """Counts a request. Raises `Throttled`, and then it does not count."""
        with self._lock:
            buckets = [(bucket, self._of(bucket)) for bucket in self._rates.of(caller)]
            for bucket, known in buckets:
                if known.refused_until is not None and now < known.refused_until:
                    raise _refusal(bucket, known.refused_until - now)
            for _, known in buckets:
                known.spent += 1
            due = next(((bucket, known) for bucket, known in buckets if known.spent >= known.report_at), None)
            if due is not None:  # at most one call a request: the other is made by the next one
                self._report(*due, now)

    def add_time(self, caller: Caller, ran: timedelta) -> None:
        """Counts how long a request has run that was let through."""
        tokens = cost_of_running(ran.total_seconds())
        with self._lock:
            for bucket in self._rates.of(caller) if tokens else ():
                self._of(bucket).spent += tokens

    def _of(self, bucket: Bucket) -> _Known:
        known = self._known.get(bucket.ids)
        if known is None:
            known = self._known[bucket.ids] = _Known(report_at=1 + self._random() * (bucket.taken_at_once - 1))
            if len(self._known) > _MOST_BUCKETS:
                self._known.popitem(last=False)
        self._known.move_to_end(bucket.ids)
        return known

    def _report(self, bucket: Bucket, known: _Known, now: datetime) -> None:
        """The request that finds the bucket overdrawn is let through: it is paid for."""
        try:
            full_at = self._buckets.take(bucket.ids, timedelta(seconds=bucket.seconds_for(known.spent)), now)
        except Unavailable as error:
            known.report_at = known.spent + bucket.taken_at_once
            self._failed(error)
            return
        known.spent, known.report_at = 0.0, bucket.taken_at_once
        known.refused_until = full_at - timedelta(seconds=bucket.holds_s)


def _refusal(bucket: Bucket, wait: timedelta) -> Throttled:
    detail = f"the {bucket.whose} sends more than the {bucket.rate} requests a second that this service lets through"
    return Throttled(detail, math.ceil(wait.total_seconds()))
