"""The client holds no code of the service: what keeps the two together is the committed OpenAPI document."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from agent_memory import words
from agent_memory.calls.answers import BatchResult, Written
from agent_memory.calls.call import JSON, Answer, Call
from agent_memory.calls.memory_calls import External
from agent_memory.calls.session_calls import NewEvent
from agent_memory.transport.methods import Method, Pages, fields_of
from agent_memory.transport.operations import Operations

DOCUMENT = json.loads((Path(__file__).parents[2] / "docs" / "openapi.json").read_text(encoding="utf-8"))
METHODS = {name: value for name, value in vars(Operations).items() if isinstance(value, Method)}
FLOWS = {"add", "import_all", "import_all_sessions"}
OPERATIONS = {name: value for name, value in METHODS.items() if not isinstance(value, Pages) and name not in FLOWS}
PATHS: dict[str, Any] = DOCUMENT["paths"]
NOT_OFFERED = {"/mcp", "/v1/metrics/prometheus"}  # another protocol; a form for another reader
WORDS = {
    "MemoryType": words.MemoryType,
    "OperationKind": words.OperationKind,
    "OperationState": words.OperationState,
    "Source": words.Source,
    "Importance": words.Importance,
    "Status": words.Status,
    "Mode": words.Mode,
    "Risk": words.Risk,
    "TimeKind": words.TimeKind,
    "Style": words.Style,
    "EventRole": words.EventRole,
    "EventKind": words.EventKind,
    "SelectorKind": words.SelectorKind,
    "ReviewDecision": words.ReviewDecision,
}
# Where the service does not say it.
MADE_BY_THE_CLIENT: set[tuple[type[Answer], str]] = {(Written, "reason"), (BatchResult, "reason")}
AT = datetime(2026, 3, 1, tzinfo=UTC)


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def sample(name: str, annotation: Any) -> Any:
    """A value of a parameter of a call, so that everything that can be said is said."""
    options = [option for option in get_args(annotation) if option is not NoneType] or [annotation]
    if get_origin(annotation) is Literal:
        return get_args(annotation)[0]
    if get_origin(annotation) in {UnionType, Union}:
        return sample(name, options[0])
    if name == "events":
        event: NewEvent = {"event_id": "e", "role": "user", "content": "c", "speaker": "s", "tool": "t"}
        return [{**event, "importance": "normal", "kind": "turn", "occurred_at": AT, "corrects": ["x"]}]
    if name == "external":
        return [External(content="c", source="s", title="t")]
    if name == "items":
        return [{"content": "c", "type": "semantic"}]
    if name == "lines":
        return [{"content": "c", "type": "semantic"}]
    if name == "confirm":
        return "/org/acme/user/ann"
    if annotation is datetime:
        return AT
    if annotation in {bool, int, float, str}:
        return {bool: True, int: 1, float: 0.5, str: "x"}[annotation]
    if "Mapping" in str(annotation):
        return {"a": "b"}
    return [sample(name, options[0])]


def everything_said(operation: Method[Any, Any]) -> Call[Any]:
    fields = fields_of(operation.build)
    hints = get_type_hints(operation.build) | (get_type_hints(fields) if fields else {})
    made: Call[Any] = inspect.unwrap(operation.build)(
        **{name: sample(name, hints[name]) for name in operation.signature.parameters}
    )
    return made


def entry(call: Call[Any]) -> dict[str, Any]:
    """What the document says of a call, or a failure that says that it says nothing."""
    for path, methods in PATHS.items():
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))
        if re.fullmatch(pattern, call.path) and call.method.lower() in methods:
            found: dict[str, Any] = methods[call.method.lower()]
            return found
    raise AssertionError(f"{call.method} {call.path} is not in the document")


def disagreements(model: type[Answer], schema: dict[str, Any], where: str) -> Iterator[str]:
    """What the client would read otherwise than the service writes it."""
    schema = resolved(schema)
    known, required = schema["properties"], set(schema.get("required", []))
    for attribute, field in model.model_fields.items():
        name = field.alias or attribute
        if name not in known:
            if (model, name) in MADE_BY_THE_CLIENT:
                continue
            yield f"{where}.{name} is not answered"
            continue
        if field.is_required() and name not in required and "default" not in known[name]:
            yield f"{where}.{name} is not always answered"
        yield from differences(field.annotation, known[name], f"{where}.{name}")


def differences(annotation: Any, schema: dict[str, Any], where: str) -> Iterator[str]:
    schema = resolved(schema)
    options = [resolved(option) for option in schema.get("anyOf", [schema])]
    nullable = any(option.get("type") == "null" for option in options)
    mine = [part for part in get_args(annotation) if part is not NoneType]
    if get_origin(annotation) in {UnionType, Union} and NoneType in get_args(annotation):
        annotation = mine[0]
    elif nullable:
        yield f"{where} may be null"
    solid = next(option for option in options if option.get("type") != "null")
    kind = solid.get("type", "string" if "enum" in solid or "const" in solid else None)
    origin, inner = get_origin(annotation), get_args(annotation)
    if inspect.isclass(annotation) and issubclass(annotation, Answer):
        yield from disagreements(annotation, solid, where)
    elif origin is list and kind == "array":
        yield from differences(inner[0], solid["items"], f"{where}[]")
    elif origin is dict and kind == "object":
        if inner[1] is not Any and isinstance(solid.get("additionalProperties"), dict):
            yield from differences(inner[1], solid["additionalProperties"], f"{where}{{}}")
    elif annotation is datetime:
        if solid.get("format") != "date-time":
            yield f"{where} is no time"
    elif kind != {str: "string", int: "integer", float: "number", bool: "boolean"}.get(annotation):
        yield f"{where} is {kind}, read as {annotation}"


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_is_sent_and_read_as_the_document_says(name: str) -> None:
    operation = OPERATIONS[name]
    call = everything_said(operation)
    said = entry(call)
    parameters = {one["name"] for one in said.get("parameters", []) if one.get("in") == "query"}
    assert set(call.parameters) <= parameters
    content = said.get("requestBody", {}).get("content", {})
    assert set(content) == ({call.media} if call.media else set())
    content = content.get("application/json")
    if call.body is not None and content is not None:
        schema = resolved(content["schema"])
        assert set(call.body) <= set(schema["properties"])
        assert set(schema.get("required", [])) <= set(call.body)
    answers = [answer for status, answer in said["responses"].items() if status.startswith("2")]
    schemas = [answer["content"][call.accept]["schema"] for answer in answers]
    assert schemas
    model = call.answer if call.accept == JSON else call.answer.model_fields["items"].annotation.__args__[0]
    for schema in schemas:
        assert list(disagreements(model, schema, call.answer.__name__)) == []


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_offers_every_parameter_of_its_route(name: str) -> None:
    call = everything_said(OPERATIONS[name])
    said = entry(call)
    offered = set(call.parameters) | set(call.body or {})
    asked = {one["name"] for one in said.get("parameters", []) if one.get("in") == "query"}
    content = said.get("requestBody", {}).get("content", {}).get("application/json")
    if content is not None:
        asked |= set(resolved(content["schema"])["properties"])
    assert asked - offered == set()


def test_every_route_has_an_operation() -> None:
    calls = [everything_said(operation) for operation in OPERATIONS.values()]
    covered = {id(entry(call)) for call in calls}
    missing = [
        f"{method.upper()} {path}"
        for path, methods in PATHS.items()
        for method, said in methods.items()
        if isinstance(said, dict)
        and "responses" in said
        and id(said) not in covered
        and not any(path.startswith(prefix) for prefix in NOT_OFFERED)
    ]
    assert missing == []


@pytest.mark.parametrize("name", WORDS)
def test_closed_sets_of_words_are_those_of_the_document(name: str) -> None:
    assert set(get_args(WORDS[name])) == set(DOCUMENT["components"]["schemas"][name]["enum"])


def test_an_event_has_every_field_of_the_interface() -> None:
    assert set(get_type_hints(NewEvent)) == set(DOCUMENT["components"]["schemas"]["NewEventBody"]["properties"])
