"""The OpenAPI 3.1 document, made from the routes, the operations and the wire models.

No handler imports this module.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from shared.contracts.base import ID_PATTERN
from shared.contracts.openapi.components import HEADERS, SECURITY, SHARED_PARAMETERS
from shared.contracts.openapi.operation import Operation
from shared.contracts.openapi.operations import OPERATIONS
from shared.contracts.openapi.teaching import PARAMETERS, describe, examples
from shared.contracts.problems import PROBLEMS, Problem
from shared.contracts.routes import ROUTES, Route
from shared.domain.scopes import MAX_ID_LENGTH

Json: TypeAlias = dict[str, Any]
_Used: TypeAlias = tuple[type[BaseModel], Literal["validation", "serialization"]]
_Schemas: TypeAlias = Mapping[_Used, Json]

PROJECT = Path(__file__).parents[3] / "pyproject.toml"  # the one place of the version
_SCHEMA = "#/components/schemas/"
_DESCRIPTION = """A memory service for AI agents: writes are deduplicated, versioned and arbitrated, a recall returns \
no replaced, expired or foreign memory, and a deletion ends with a receipt.

The token says who the caller is; nothing in a request widens that. `scope` names the target (default: the token's \
own scope). Unknown fields and parameters are refused. Times are RFC 3339 with an offset. Errors are problem documents \
(RFC 9457) with a stable `code`; answers may gain members, and a client ignores those it does not know.

A tenant or a user that sends more requests than the deployment lets through is answered 429 with `Retry-After`.

In AWS, API Gateway itself refuses requests without a valid token (401), over the throttle of the whole stage (429), \
over 10 MB (413) and with too long a path, query or headers (414, 431) before a function sees them, in its own form \
`{"message": ...}`. \
A path that exists is 405 with `Allow` for another method, and one that does not is 404."""

# What any route can answer; `open` ones need no token and touch no store.
_ALWAYS = ("internal", "uri_too_long", "headers_too_large")
_WITH_TOKEN = (
    "malformed",
    "unauthenticated",
    "forbidden_scope",
    "throttled",
    "integrity_violation",
    "unavailable",
    "restoring",
)
_WITH_BODY = ("too_large", "unsupported_media_type")
_WITH_KEY = ("idempotency_mismatch",)
_PROBLEM_HEADERS = {
    401: ("WWW-Authenticate", "WWWAuthenticate"),
    429: ("Retry-After", "RetryAfter"),
    503: ("Retry-After", "RetryAfter"),
}
_PATH_PARAMETERS = {
    "recall_id": "The id in the answer of the recall or the context",
    "hold_id": "The id that was given when the hold was placed",
    "memory_id": "The memory's id",
    "session_id": "The session's id, percent-encoded",
    "request_id": "The deletion's own id, percent-encoded",
    "plan_id": "The plan's id",
    "operation_id": "The operation's id",
    "review_id": "The review's id",
}


class _Untitled(GenerateJsonSchema):
    """A member's name says what a title made from it would repeat."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def version() -> str:
    """The project's version, which the package `agent_memory` shares. An installed wheel states it itself."""
    if not PROJECT.is_file():
        return metadata.version("agent-memory-on-aws")
    return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])


def document() -> Json:
    """The whole document, in a stable order."""
    schemas, definitions = _schemas_of(sorted(_models(), key=lambda used: (used[0].__name__, used[1])))
    paths: Json = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, OPERATIONS[route.key], schemas)
    components: Json = {"ProblemCode": _problem_codes(), **definitions}
    components["Problem"]["properties"]["code"] = {"$ref": _SCHEMA + "ProblemCode"}
    responses = _problem_responses()
    named = _reachable([paths, responses], components)
    components = {name: schema for name, schema in sorted(components.items()) if name in named}
    for place, schema in components.items():
        for name, described in schema.get("properties", {}).items():
            describe(described, name, place)
    _let_answers_grow(components, paths)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Agent Memory on AWS",
            "version": version(),
            "description": _DESCRIPTION,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/", "description": "The API's own address: the stack's output, or the laptop's service"}],
        "security": [{"bearer": []}],
        "tags": [{"name": tag} for tag in dict.fromkeys(operation.tag for operation in OPERATIONS.values())],
        "paths": paths,
        "components": {
            "schemas": components,
            "responses": responses,
            "parameters": SHARED_PARAMETERS,
            "headers": HEADERS,
            "securitySchemes": {"bearer": SECURITY},
        },
    }


_CORRELATION = {"X-Correlation-Id": {"$ref": "#/components/headers/CorrelationId"}}


def _schemas_of(used: Sequence[_Used]) -> tuple[_Schemas, Json]:
    """A reference for each used model, and the definitions that they refer to."""
    schemas, definitions = models_json_schema(list(used), ref_template=_SCHEMA + "{model}", schema_generator=_Untitled)
    return cast("_Schemas", schemas), definitions.get("$defs", {})


def _models() -> Iterator[_Used]:
    yield Problem, "serialization"
    for operation in OPERATIONS.values():
        if operation.parameters.model_fields:
            yield operation.parameters, "validation"
        if operation.body is not None:
            yield operation.body, "validation"
        for model, _ in operation.answers.values():
            if model is not None:
                yield model, "serialization"


def _operation(route: Route, operation: Operation, schemas: _Schemas) -> Json:
    described: Json = {"operationId": operation.id, "tags": [operation.tag], "summary": operation.summary}
    if operation.description:
        described["description"] = operation.description
    described["parameters"] = [
        *_path_parameters(route),
        *_query_parameters(operation),
        *([{"$ref": "#/components/parameters/IdempotencyKey"}] if operation.replays else []),
        {"$ref": "#/components/parameters/CorrelationId"},
    ]
    if operation.body is not None:
        example = {"example": examples()[route.key]["body"]}
        content = {operation.body_media: {"schema": schemas[operation.body, "validation"], **example}}
        described["requestBody"] = {"required": True, "content": content}
    described["responses"] = {
        **{str(status): _answer(route, operation, status, schemas) for status in sorted(operation.answers)},
        **{
            str(status): {"$ref": f"#/components/responses/{_response_name(codes)}"}
            for status, codes in _codes_by_status(route, operation).items()
        },
    }
    if route.open:
        described["security"] = []
    return described


def _path_parameters(route: Route) -> list[Json]:
    names = [part.strip("{}") for part in route.path.split("/") if part.startswith("{")]
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": _PATH_PARAMETERS[name],
            "schema": {"type": "string", "minLength": 1, "maxLength": MAX_ID_LENGTH, "pattern": ID_PATTERN},
        }
        for name in names
    ]


def _query_parameters(operation: Operation) -> list[Json]:
    if not operation.parameters.model_fields:
        return []
    _, definitions = _schemas_of([(operation.parameters, "validation")])
    form = definitions[operation.parameters.__name__]
    required = form.get("required", ())
    parameters = []
    for name, schema in form["properties"].items():
        described = _parameter_schema(schema)
        describe(described, name, PARAMETERS)
        meaning = described.pop("description")
        one = {"name": name, "in": "query", "required": name in required, "description": meaning, "schema": described}
        parameters.append(one)
    return parameters


def _parameter_schema(form: Json) -> Json:
    """A parameter is absent or has a value: there is no `null` in a query string."""
    given = [option for option in form.get("anyOf", ()) if option.get("type") != "null"]
    plain = {key: value for key, value in form.items() if key not in ("anyOf", "title", "default")}
    default = {"default": form["default"]} if form.get("default") is not None else {}
    if not given:
        return {**plain, **default}
    return {**plain, **(given[0] if len(given) == 1 else {"anyOf": given}), **default}


def _answer(route: Route, operation: Operation, status: int, schemas: _Schemas) -> Json:
    model, meaning = operation.answers[status]
    without = _TEXT if operation.media.startswith("text/") else _HEALTH
    schema = without if model is None else schemas[model, "serialization"]
    headers: Json = dict(_CORRELATION)
    if operation.replays:
        headers["Idempotency-Replayed"] = {"$ref": "#/components/headers/IdempotencyReplayed"}
    content = {operation.media: {"schema": schema, "example": examples()[route.key]["answers"][str(status)]}}
    return {"description": meaning, "headers": headers, "content": content}


_TEXT: Json = {"type": "string"}
_HEALTH: Json = {
    "type": "object",
    "properties": {
        "status": {
            "enum": ["ok", "restoring", "disk_full"],
            "description": "`restoring`: a restore is not finished, and every other route answers 503. `disk_full`: on "
            "the laptop, nothing can be written",
        },
        "calibration": {
            "enum": ["measured", "assumed"],
            "description": "Whether what the embedder's numbers mean was measured for it",
        },
    },
    "required": ["status", "calibration"],
}


def _codes_by_status(route: Route, operation: Operation) -> dict[int, list[str]]:
    codes = [*_ALWAYS, *operation.problems]
    if not route.open:
        codes += _WITH_TOKEN
    if operation.body is not None:
        codes += _WITH_BODY
    if operation.replays:
        codes += _WITH_KEY
    by_status: dict[int, list[str]] = {}
    for code in sorted(set(codes)):
        by_status.setdefault(PROBLEMS[code].status, []).append(code)
    return dict(sorted(by_status.items()))


def _response_name(codes: Sequence[str]) -> str:
    return "-".join(codes)


def _problem_responses() -> Json:
    """One for each set of codes that some route answers under one status."""
    sets = {
        (status, tuple(codes))
        for route in ROUTES
        for status, codes in _codes_by_status(route, OPERATIONS[route.key]).items()
    }
    return {_response_name(codes): _problems(status, codes) for status, codes in sorted(sets)}


def _problems(status: int, codes: Sequence[str]) -> Json:
    headers: Json = dict(_CORRELATION)
    if status in _PROBLEM_HEADERS:
        name, component = _PROBLEM_HEADERS[status]
        headers[name] = {"$ref": f"#/components/headers/{component}"}
    schema = {"allOf": [{"$ref": _SCHEMA + "Problem"}, {"properties": {"code": {"enum": list(codes)}}}]}
    return {
        "description": "; ".join(f"`{code}`: {PROBLEMS[code].title}" for code in codes),
        "headers": headers,
        "content": {
            "application/problem+json": {"schema": schema, "examples": {code: _example(code) for code in codes}}
        },
    }


def _example(code: str) -> Json:
    kind = PROBLEMS[code]
    named = {"type": f"urn:agent-memory:{code}", "title": kind.title, "status": kind.status, "code": code}
    extra = examples()["problems"].get(code, {"detail": kind.title})
    return {"value": {**named, **extra, "correlation_id": "01a22cf4-6624-73fe-ace9-231b7fd6f2bd"}}


def _problem_codes() -> Json:
    lines = [f"- `{code}` ({kind.status}): {kind.title}" for code, kind in PROBLEMS.items()]
    return {"type": "string", "enum": list(PROBLEMS), "description": "Every problem code:\n" + "\n".join(lines)}


def _let_answers_grow(components: Json, paths: Json) -> None:
    """Only what a request can hold is closed to unknown members: in answers they may come."""
    bodies = [operation.get("requestBody") for path in paths.values() for operation in path.values()]
    asked = _reachable(bodies, components)
    for name, schema in components.items():
        if name not in asked:
            schema.pop("additionalProperties", None)


def _reachable(roots: Sequence[Any], components: Json) -> set[str]:
    found: set[str] = set()
    waiting: list[Any] = list(roots)
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            waiting += node.values()
            name = str(node.get("$ref", "")).removeprefix(_SCHEMA)
            if name in components and name not in found:
                found.add(name)
                waiting.append(components[name])
    return found
