"""From an error to its problem document: one table, no stack traces, no content."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import ValidationError

from shared.contracts.base import TOO_LARGE
from shared.contracts.problems import PROBLEMS
from shared.domain.errors import FieldError, Malformed, MemoryServiceError, TooLarge, Unauthenticated, Unavailable


@dataclass(frozen=True, slots=True)
class ProblemAnswer:
    status: int
    body: Mapping[str, object]
    headers: Mapping[str, str] = field(default_factory=dict)


def problem(code: str, detail: str, extra: Mapping[str, object] | None = None) -> ProblemAnswer:
    kind = PROBLEMS[code]
    body = {
        "type": f"urn:agent-memory:{code}",
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
        "code": code,
        **(extra or {}),
    }
    return ProblemAnswer(kind.status, body)


def of_error(error: MemoryServiceError) -> ProblemAnswer:
    answer = problem(error.code, error.detail, error.extra)
    if isinstance(error, Unavailable):
        return ProblemAnswer(answer.status, answer.body, {"Retry-After": str(error.retry_after_s)})
    if isinstance(error, Unauthenticated):
        return ProblemAnswer(answer.status, answer.body, {"WWW-Authenticate": "Bearer"})
    return answer


def of_validation(error: ValidationError) -> MemoryServiceError:
    """The errors of a wire model, by field. The values themselves are not repeated."""
    entries = error.errors(include_url=False, include_context=False, include_input=False)
    found = [FieldError(".".join(str(part) for part in e["loc"]) or "body", str(e["msg"])) for e in entries]
    for entry, field_error in zip(entries, found, strict=True):
        if entry["type"] == TOO_LARGE:
            return TooLarge(f"{field_error.field} {field_error.reason}")
    return Malformed(f"{found[0].field}: {found[0].reason}", tuple(found))
