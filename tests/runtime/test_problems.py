"""Problem documents: every error of the domain has a code, every code its status and title, in one table."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator

import pytest
from pydantic import ValidationError

from shared.contracts.memories import WriteRequest
from shared.contracts.problems import PROBLEMS, Problem
from shared.domain import errors, messages
from shared.domain.errors import (
    Malformed,
    MemoryServiceError,
    Throttled,
    TooLarge,
    Unauthenticated,
    Unavailable,
    VersionConflict,
)
from shared.runtime import problems


def _classes(base: type[MemoryServiceError] = MemoryServiceError) -> Iterator[type[MemoryServiceError]]:
    """The domain's own: an adapter may tell its failures apart in private, under the domain's codes."""
    for cls in base.__subclasses__():
        if cls.__module__ == errors.__name__:
            yield cls
        yield from _classes(cls)


ERRORS = sorted({*_classes()}, key=lambda cls: cls.__name__)
# Codes that no class of the domain has: the gateway's and the runtime's own.
OF_THE_RUNTIME = {"uri_too_long", "headers_too_large", "method_not_allowed", "internal"}


@pytest.mark.parametrize("cls", ERRORS)
def test_every_error_has_an_entry_in_the_table_and_becomes_a_problem_document(cls: type[MemoryServiceError]) -> None:
    answer = problems.of_error(cls("what is wrong"))
    body = dict(answer.body)
    Problem.model_validate_json(json.dumps(body))
    assert answer.status == body["status"] == PROBLEMS[cls.code].status
    assert body["type"] == f"urn:agent-memory:{cls.code}"
    assert (body["code"], body["detail"], body["title"]) == (cls.code, "what is wrong", PROBLEMS[cls.code].title)


def test_there_is_no_code_without_a_use() -> None:
    assert {cls.code for cls in ERRORS} | OF_THE_RUNTIME == set(PROBLEMS)


def test_the_errors_of_the_domain_are_all_there_are() -> None:
    defined = {c for _, c in inspect.getmembers(errors, inspect.isclass) if issubclass(c, MemoryServiceError)}
    assert set(ERRORS) == defined - {MemoryServiceError}


def test_a_code_belongs_to_one_refusal_only() -> None:
    for cls in ERRORS:
        same = {other for other in ERRORS if other.code == cls.code}
        assert same == {cls} or all(issubclass(other, Unavailable) for other in same)


def test_statuses_are_those_of_the_specification() -> None:
    assert {code: kind.status for code, kind in PROBLEMS.items()}.items() >= {
        "malformed": 400, "unauthenticated": 401, "forbidden_scope": 403, "forbidden_role": 403, "not_found": 404,
        "method_not_allowed": 405, "version_conflict": 409, "subject_deleting": 409, "deleted_before": 409,
        "too_large": 413, "unsupported_media_type": 415, "idempotency_mismatch": 422, "not_worth_remembering": 422,
        "low_confidence": 422, "throttled": 429, "unavailable": 503, "purpose_not_allowed": 403, "internal": 500,
    }.items()  # fmt: skip


def test_what_the_caller_needs_to_go_on_is_in_the_document() -> None:
    assert dict(problems.of_error(VersionConflict("x", current_version=2)).body)["current_version"] == 2
    assert problems.of_error(Unavailable("x", retry_after_s=30)).headers == {"Retry-After": "30"}
    assert problems.of_error(Throttled("x", retry_after_s=7)).headers == {"Retry-After": "7"}
    assert problems.of_error(Unauthenticated("x")).headers == {"WWW-Authenticate": "Bearer"}
    assert dict(problems.of_error(Malformed.field("key", "is odd")).body)["errors"] == [
        {"field": "key", "reason": "is odd"}
    ]


def _refused(text: str) -> MemoryServiceError:
    with pytest.raises(ValidationError) as caught:
        WriteRequest.model_validate_json(text)
    return problems.of_validation(caught.value, WriteRequest)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ('{"type": "semantic"}', "content"),
        ('{"content": 7, "type": "semantic"}', "content"),
        ('{"content": "x", "type": "opinion"}', "type"),
        ('{"content": "x", "type": "semantic", "colour": "red"}', "colour"),
        ('{"content": "x", "type": "semantic", "confidence": 1.1}', "confidence"),
        ('{"content": "x", "type": "semantic", "observed_at": "yesterday"}', "observed_at"),
        ('{"content": "x", "type": "semantic", "scope": "acme"}', "scope"),
        ('{"content": "x", "type": "semantic", "background": {"before": [{"text": 7}]}}', "background.before.0.text"),
        ("[]", "body"),
        ("nonsense", "body"),
    ],
)
def test_what_is_malformed_is_named_by_its_field_and_not_repeated(body: str, field: str) -> None:
    error = _refused(body)
    assert isinstance(error, Malformed)
    entries = error.extra["errors"]
    assert isinstance(entries, list)
    assert [entry["field"] for entry in entries] == [field]
    assert all(entry["reason"] for entry in entries)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("confidence", 80, "must be less than or equal to 1"),
        ("type", "fact", "must be 'preference', 'profile', 'semantic', 'episodic', 'procedural' or 'task'"),
        ("content", 7, "must be a valid string"),
        ("metadata", [], "must be an object"),
    ],
)
def test_a_reason_says_what_a_field_must_be_in_plain_words(field: str, value: object, reason: str) -> None:
    error = _refused(json.dumps({"content": "x", "type": "semantic", field: value}))
    assert error.extra["errors"] == [{"field": field, "reason": reason}]
    assert error.detail == f"{field}: {reason}"


def test_a_bound_of_a_list_does_not_speak_of_validation() -> None:
    assert messages.bound("List should have at least 1 item after validation, not 0") == (
        "must have at least 1 item, not 0"
    )


def test_content_over_its_limit_is_too_large_and_nothing_of_it_comes_back() -> None:
    error = _refused(json.dumps({"content": "secret " * 2000, "type": "semantic"}))
    assert isinstance(error, TooLarge)
    assert "secret" not in error.detail


def test_what_is_too_large_is_named_even_when_more_is_wrong() -> None:
    error = _refused(json.dumps({"type": "opinion", "key": 7, "content": "x" * 10_001}))
    assert isinstance(error, TooLarge)
    assert error.detail.startswith("content ")


def test_a_value_that_was_refused_is_not_repeated() -> None:
    error = _refused('{"content": "x", "type": "my-secret-value", "key": 7, "observed_at": "my-secret-value"}')
    assert "my-secret-value" not in json.dumps([error.detail, dict(error.extra)])
