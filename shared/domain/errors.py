"""Why a request cannot be done. One base; the table from class to HTTP status is in `runtime.problems`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self, cast

from shared.domain import messages
from shared.language.secrets.findings import FieldFinding


class MemoryServiceError(Exception):
    """A refusal with a stable code. `detail` is for people, without content; `extra` joins the problem document."""

    code: ClassVar[str] = "internal"

    def __init__(self, detail: str, **extra: object) -> None:
        super().__init__(detail)
        self.detail = detail
        self.extra: Mapping[str, object] = extra


@dataclass(frozen=True, slots=True)
class FieldError:
    field: str
    reason: str


class Malformed(MemoryServiceError):
    """The request is not well-formed: nothing was looked at beyond its shape."""

    code = "malformed"

    def __init__(self, detail: str, errors: tuple[FieldError, ...] = ()) -> None:
        super().__init__(detail, errors=[{"field": e.field, "reason": e.reason} for e in errors])

    @classmethod
    def field(cls, field: str, reason: str) -> Malformed:
        return cls(f"{field} {reason}", (FieldError(field, reason),))


class UnsupportedMediaType(MemoryServiceError):
    code = "unsupported_media_type"


class TooLarge(MemoryServiceError):
    code = "too_large"


class Unauthenticated(MemoryServiceError):
    code = "unauthenticated"


class ForbiddenScope(MemoryServiceError):
    code = "forbidden_scope"


class ForbiddenRole(MemoryServiceError):
    code = "forbidden_role"


class RoleRequired(ForbiddenRole):
    """The evidence that a write asserts is given by a role only."""

    code = "role_required"


class SourceNotAllowed(MemoryServiceError):
    """The token names the kinds of evidence that it may assert, and this is none of them."""

    code = "source_not_allowed"


class ProfileReadOnly(MemoryServiceError):
    """A profile is written by its system of record only."""

    code = "profile_read_only"


class PurposeNotAllowed(MemoryServiceError):
    code = "purpose_not_allowed"


class ChangesGone(MemoryServiceError):
    """The feed of changes does not reach back to where a reader stopped."""

    code = "changes_gone"


class ChangesOff(MemoryServiceError):
    """The deployment keeps no feed of changes."""

    code = "changes_off"


class NotFound(MemoryServiceError):
    """Absent, or not visible to this caller: the same answer for both."""

    code = "not_found"


class VersionConflict(MemoryServiceError):
    code = "version_conflict"


class TransitionNotAllowed(MemoryServiceError):
    """The session's own state machine does not lead there, or not without evidence."""

    code = "transition_not_allowed"


class TaskCompleted(MemoryServiceError):
    """The scope's task was completed, and takes nothing new."""

    code = "task_completed"


class SubjectDeleting(MemoryServiceError):
    code = "subject_deleting"


class DeletedBefore(MemoryServiceError):
    """The evidence is older than a deletion that covers it."""

    code = "deleted_before"


class RequestIdTaken(MemoryServiceError):
    """The same request id was used for another deletion."""

    code = "request_id_taken"


class AlreadyClaimed(MemoryServiceError):
    """Another reviewer works on it, until `claimed_until`."""

    code = "already_claimed"


class AlreadyResolved(MemoryServiceError):
    """The review was decided otherwise."""

    code = "already_resolved"


class SessionExists(MemoryServiceError):
    """A live session has this id, in another scope or with another time to live."""

    code = "session_exists"


class NoSummary(MemoryServiceError):
    """The session has no summary."""

    code = "no_summary"


class SummaryAffected(MemoryServiceError):
    """A source of the summary was deleted or corrected, and it has not been built again yet."""

    code = "summary_affected"


class IdempotencyMismatch(MemoryServiceError):
    code = "idempotency_mismatch"


class Sensitive(MemoryServiceError):
    """A secret or an identity number that must not be stored in the clear. `findings` name kinds and places only."""

    code = "sensitive"

    @classmethod
    def found(cls, findings: Sequence[FieldFinding]) -> Self:
        places = [
            {"field": f.field, "kind": f.finding.kind, "start": f.finding.start, "end": f.finding.end} for f in findings
        ]
        said = messages.sensitive((f.field, f.finding.kind, f.finding.start, f.finding.end) for f in findings)
        return cls(said, findings=places)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Of its findings, each once, in order."""
        return tuple(
            dict.fromkeys(
                str(found["kind"]) for found in cast("list[dict[str, object]]", self.extra.get("findings", []))
            )
        )


class NotWorthRemembering(MemoryServiceError):
    code = "not_worth_remembering"


class OnlyForNow(MemoryServiceError):
    """A wish for this time is no memory."""

    code = "only_for_now"

    def __init__(self, message: str = messages.ONLY_FOR_NOW) -> None:
        super().__init__(message)


class RejectedBefore(MemoryServiceError):
    """A person rejected this statement; an inference of the same or a lower tier does not bring it back."""

    code = "rejected_before"


class LowConfidence(MemoryServiceError):
    code = "low_confidence"


class MemoryLimitReached(MemoryServiceError):
    """The owner has as many memories as it may have, and no room was made."""

    code = "memory_limit_reached"


class IntegrityViolation(MemoryServiceError):
    """A stored record is not what the service wrote: it is not served. `audit/verify` names what differs."""

    code = "integrity_violation"


class Unavailable(MemoryServiceError):
    """A dependency is down or lost every retry; the caller may try again after `retry_after_s`."""

    code = "unavailable"

    def __init__(self, detail: str, retry_after_s: int = 2) -> None:
        super().__init__(detail)
        self.retry_after_s = retry_after_s


class Throttled(MemoryServiceError):
    """A tenant or a user sends more requests than its rate allows; the next is let through after `retry_after_s`."""

    code = "throttled"

    def __init__(self, detail: str, retry_after_s: int = 1) -> None:
        super().__init__(detail)
        self.retry_after_s = retry_after_s


class AtWork(Unavailable):
    """The first request with this `Idempotency-Key` is at work on it; its answer is this one's too."""


class StoreUnavailable(Unavailable):
    """The store of truth is down."""


class SearchUnavailable(Unavailable):
    """The search index is down: recall may degrade, it never returns an empty list instead."""


class EmbedderUnavailable(Unavailable):
    """No vector can be made now; nothing is stored in another space instead."""


class Restoring(Unavailable):
    """The tables come from a restore whose deletions are not replayed yet: nothing of them is read or changed."""

    code = "restoring"


def refusal_again(code: str, detail: str, extra: Mapping[str, object]) -> MemoryServiceError:
    """A refusal as it was, from what was kept of it. Raises `KeyError` for a code that there is not."""
    kind = {kind.code: kind for kind in _kinds(MemoryServiceError)}[code]
    refusal = kind.__new__(kind)
    MemoryServiceError.__init__(refusal, detail, **extra)
    return refusal


def _kinds(base: type[MemoryServiceError]) -> Iterator[type[MemoryServiceError]]:
    for kind in base.__subclasses__():
        yield from _kinds(kind)
        yield kind
