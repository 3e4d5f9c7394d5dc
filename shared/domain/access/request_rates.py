"""How many requests a tenant and a user may send: a token bucket for each."""

from __future__ import annotations

from dataclasses import dataclass

from shared.domain.access.caller import Caller

# A bucket holds what its rate gives in this time, as that of the whole stage does: an agent that starts sends much at
# once, and a tenant with a fifth of the stage's rate never takes all of it for as long as a second.
_HOLDS_S = 2.0
# A process takes so many tokens from a bucket at once, after it has spent them: one call to the store for twenty
# requests. Never more than a tenth of a bucket, so that ten processes together are wrong by one bucket at most.
_TAKEN_AT_ONCE, _MOST_PARTS = 20, 10
# A request costs one token, and one more for each further so many seconds that it runs: otherwise an import that runs
# for 20 s would count like a read of 20 ms.
_SECONDS_A_TOKEN = 0.25


@dataclass(frozen=True, slots=True)
class RequestRates:
    """Tokens a second; 0: no limit."""

    tenant: int = 0
    user: int = 0

    def of(self, caller: Caller) -> tuple[Bucket, ...]:
        """The buckets that a request of this caller takes from: the tenant's, and the user's whose token it is (not
        one that it acts for)."""
        buckets = (
            Bucket("organisation", (caller.org,), self.tenant),
            Bucket("user", (caller.org, caller.subject), self.user),
        )
        return tuple(bucket for bucket in buckets if bucket.rate > 0)


NO_LIMIT = RequestRates()


@dataclass(frozen=True, slots=True)
class Bucket:
    """`whose`: for messages. `ids`: of the tenant, or of the tenant and the user. `rate`: tokens a second."""

    whose: str
    ids: tuple[str, ...]
    rate: int

    @property
    def taken_at_once(self) -> float:
        return max(1.0, min(_TAKEN_AT_ONCE, self.rate * _HOLDS_S / _MOST_PARTS))

    def seconds_for(self, tokens: float) -> float:
        """In which the bucket gets so many tokens."""
        return tokens / self.rate

    @property
    def holds_s(self) -> float:
        """How long an empty bucket takes to be full."""
        return _HOLDS_S


def cost_of_running(seconds: float) -> float:
    """Tokens beside the first that a request costs that has run so long."""
    return float(max(0.0, seconds) // _SECONDS_A_TOKEN)
