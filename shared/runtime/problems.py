"""From an error to its problem document: one table, no stack traces, no content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import get_args

from pydantic import BaseModel, ValidationError

from shared.contracts.base import TOO_LARGE
from shared.contracts.problems import PROBLEMS
from shared.domain import messages
from shared.domain.errors import (
    FieldError,
    Malformed,
    MemoryServiceError,
    Throttled,
    TooLarge,
    Unauthenticated,
    Unavailable,
)


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
    if isinstance(error, Unavailable | Throttled):
        return ProblemAnswer(answer.status, answer.body, {"Retry-After": str(error.retry_after_s)})
    if isinstance(error, Unauthenticated):
        return ProblemAnswer(answer.status, answer.body, {"WWW-Authenticate": "Bearer"})
    return answer


def of_validation(error: ValidationError, model: type[BaseModel]) -> MemoryServiceError:
    """What is wrong with a `model`, by field, with the known fields beside an unknown one. Values are not repeated."""
    entries = error.errors(include_url=False, include_context=False, include_input=False)
    found: list[FieldError] = []
    missing, unknown, other = [], [], []
    for entry in entries:
        field_name = ".".join(str(part) for part in entry["loc"]) or "body"
        if entry["type"] == "missing":
            missing.append(field_name)
            found.append(FieldError(field_name, messages.REQUIRED))
        elif entry["type"] == "extra_forbidden":
            unknown.append(field_name)
            known = _fields_at(model, entry["loc"][:-1]) if len(unknown) <= messages.MOST_NAMED else ()
            found.append(FieldError(field_name, messages.unknown_field(str(entry["loc"][-1]), known)))
        elif entry["type"] == TOO_LARGE:
            return TooLarge(f"{field_name} {entry['msg']}")
        else:
            reason = messages.bound(entry["msg"])
            found.append(FieldError(field_name, reason))
            other.append(f"{field_name}: {reason}")
    if len(found) == 1:
        return Malformed(f"{found[0].field}: {found[0].reason}", tuple(found))
    return Malformed(messages.several(missing, unknown, _fields_at(model, ()), other), tuple(found))


def _fields_at(model: type[BaseModel], path: tuple[int | str, ...]) -> tuple[str, ...]:
    """The wire names of the fields of the model that is at this path inside of a `model`."""
    for part in path:
        if isinstance(part, str):
            named = {field.alias or name: field for name, field in model.model_fields.items()}
            model = next(_models_in(named[part].annotation), model) if part in named else model
    return tuple(field.alias or name for name, field in model.model_fields.items())


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)
