"""What DynamoDB's errors mean: try again, an error of the service itself, or the store cannot be reached."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError
from botocore.exceptions import ConnectionError as NoConnection

from shared.domain.errors import MemoryServiceError, StoreUnavailable, TooLarge

CONDITION_FAILED = "ConditionalCheckFailedException"
TRANSACTION_CANCELED = "TransactionCanceledException"
CONFLICT = "TransactionConflictException"
CONFLICT_REASON = "TransactionConflict"  # of one action in a cancelled transaction
CONDITION_REASON = "ConditionalCheckFailed"  # of one action in a cancelled transaction

# Nothing was done, and the same call may succeed in a moment.
_BUSY = frozenset({
    "ProvisionedThroughputExceededException", "ProvisionedThroughputExceeded", "ThrottlingException", "Throttling",
    "ThrottlingError", "RequestLimitExceeded", "TooManyRequestsException", "LimitExceededException",
    CONFLICT, CONFLICT_REASON, "ReplicatedWriteConflictException",
})  # fmt: skip
# Whether it was done is not known.
_UNCERTAIN = frozenset({
    "InternalServerError", "InternalFailure", "InternalServerErrorException", "ServiceUnavailable",
    "ServiceUnavailableException", "TransactionInProgressException", "RequestTimeout", "RequestTimeoutException",
})  # fmt: skip
# The request itself is wrong, so trying again is of no use.
_REFUSED = frozenset({
    "ValidationException", "ValidationError", "SerializationException", "IdempotentParameterMismatchException",
    "ItemCollectionSizeLimitExceededException", "ItemCollectionSizeLimitExceeded",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits between tries: evenly spread between 0 and a ceiling that doubles ("full jitter"), which keeps writers that
    met once from meeting again. 8 tries wait 1.3 s together on average and 2.6 s at most: far from the 30 s in which
    an API call must answer, long enough for a burst on one partition to pass.

    A transaction that met another one is answered at once, and one of the two always ends: such tries may be more. 20
    wait 7.3 s on average and 14.6 s at most, enough for 50 writers of one owner (docs/decisions/contention.md)."""

    tries: int = 8
    conflict_tries: int = 20
    base_s: float = 0.025
    cap_s: float = 1.0
    sleep: Callable[[float], None] = time.sleep
    random: Callable[[], float] = random.SystemRandom().random

    def exhausted(self, error: Exception, tried: int) -> bool:
        """Whether no further try follows try number `tried`."""
        return tried >= (self.conflict_tries if is_conflict(error) else self.tries)

    def wait(self, tried: int) -> None:
        """After try number `tried`, counted from 1."""
        self.sleep(self.random() * min(self.cap_s, self.base_s * 2 ** (tried - 1)))


def code_of(error: Exception) -> str:
    return str(error.response.get("Error", {}).get("Code", "")) if isinstance(error, ClientError) else ""


def reasons_of(error: Exception) -> list[str]:
    """The codes of a cancelled transaction's reasons, one an action (`None` where the action was fine)."""
    if not isinstance(error, ClientError):
        return []
    return [str(reason.get("Code", "None")) for reason in error.response.get("CancellationReasons", [])]


def is_busy(code: str) -> bool:
    return code in _BUSY


def is_conflict(error: Exception) -> bool:
    """Whether nothing but other transactions on the same items stood in the way."""
    reasons = set(reasons_of(error)) - {"None", CONDITION_REASON}
    return reasons == {CONFLICT_REASON} or code_of(error) == CONFLICT


def may_have_been_done(error: Exception) -> bool:
    """Whether the call may have taken effect although it failed: no answer came, or the service had an internal
    error."""
    if isinstance(error, ClientError):
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
        return code_of(error) in _UNCERTAIN or (status >= 500 and not is_busy(code_of(error)))
    return isinstance(error, NoConnection | HTTPClientError)


def was_tried_before(error: ClientError) -> bool:
    """Whether botocore had already made the same call and lost the answer before it got this one."""
    return int(error.response.get("ResponseMetadata", {}).get("RetryAttempts", 0)) > 0


def may_pass(error: Exception) -> bool:
    """Whether the same call should be made again."""
    if may_have_been_done(error):
        return True
    if code_of(error) == TRANSACTION_CANCELED:
        reasons = set(reasons_of(error)) - {"None", CONDITION_REASON}
        return bool(reasons) and all(is_busy(code) for code in reasons)
    return is_busy(code_of(error))


def translated(error: BotoCoreError | ClientError) -> MemoryServiceError:
    """The error to raise when further tries are of no use. Its text names codes, never content."""
    codes = {code_of(error) or type(error).__name__, *(code for code in reasons_of(error) if code != "None")}
    if codes & _REFUSED:
        if "size" in str(error).lower():
            return TooLarge("a record is larger than the 400 KB, or a change than the 4 MB, that the store takes")
        return MemoryServiceError(f"the store refused a request: {', '.join(sorted(codes))}")
    return StoreUnavailable(f"the store cannot be used: {', '.join(sorted(codes))}")
