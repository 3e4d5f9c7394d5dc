"""The API document explains: every property and parameter has a meaning, every number its unit or range, and every
request and answer an example that is valid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from shared.contracts.openapi.document import document
from shared.contracts.openapi.teaching import ANY, PARAMETERS, descriptions, examples, section_of

DOCUMENT = document()
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
PROPERTIES = [(place, name) for place, schema in SCHEMAS.items() for name in schema.get("properties", {})]
# A number says from where to where it goes, or what it counts.
UNIT = re.compile(r"\b(\d[\d,]*|a count)\b")
_HERE = "urn:document"


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def parameters() -> Iterator[tuple[str, dict[str, Any]]]:
    for key, operation in operations():
        for parameter in operation["parameters"]:
            name = parameter.get("$ref", "").rpartition("/")[2]
            yield key, DOCUMENT["components"]["parameters"][name] if name else parameter


def is_number(schema: dict[str, Any]) -> bool:
    return any(option.get("type") in ("integer", "number") for option in (schema, *schema.get("anyOf", ())))


def test_every_property_has_a_meaning() -> None:
    assert [at for at in PROPERTIES if not SCHEMAS[at[0]]["properties"][at[1]].get("description")] == []
    assert len(PROPERTIES) > 500


def test_every_parameter_has_a_meaning() -> None:
    assert [(key, parameter["name"]) for key, parameter in parameters() if not parameter.get("description")] == []


def test_every_number_has_its_range_or_says_what_it_counts() -> None:
    numbers = [(place, name) for place, name in PROPERTIES if is_number(SCHEMAS[place]["properties"][name])]
    assert [at for at in numbers if not UNIT.search(SCHEMAS[at[0]]["properties"][at[1]]["description"])] == []
    bare = [
        (key, one["name"])
        for key, one in parameters()
        if is_number(one["schema"])
        and not UNIT.search(one["description"])
        and not {"minimum", "maximum"} <= set(one["schema"])
    ]
    assert bare == []
    assert len(numbers) > 50


def test_every_time_says_its_form() -> None:
    for place, name in PROPERTIES:
        schema = SCHEMAS[place]["properties"][name]
        if any(option.get("format") == "date-time" for option in (schema, *schema.get("anyOf", ()))):
            assert "RFC 3339" in schema["description"]


def test_no_description_is_without_a_property() -> None:
    used = {(section_of(place, name), name) for place, name in PROPERTIES}
    used |= {(section_of(PARAMETERS, one["name"]), one["name"]) for _, one in parameters()}
    described = {(section, name) for section, names in descriptions().items() for name in names}
    assert described - used == set()
    assert {section for section, _ in used} >= {ANY, PARAMETERS}


def validator(schema: dict[str, Any]) -> Draft202012Validator:
    registry = Registry().with_resource(_HERE, DRAFT202012.create_resource(rooted(DOCUMENT)))
    return validator_for(schema, Draft202012Validator)(rooted(schema), registry=registry)


def rooted(node: Any) -> Any:
    if isinstance(node, list):
        return [rooted(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        key: f"{_HERE}{value}" if key == "$ref" and value.startswith("#/components/") else rooted(value)
        for key, value in node.items()
    }


def exemplified() -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Where it is, the schema, and the example."""
    for key, operation in operations():
        contents = [(f"{key} body", operation["requestBody"]["content"])] if "requestBody" in operation else []
        contents += [
            (f"{key} {status}", answer["content"])
            for status, answer in operation["responses"].items()
            if "$ref" not in answer
        ]
        for at, content in contents:
            for media in content.values():
                yield at, media["schema"], media["example"]
    for name, response in DOCUMENT["components"]["responses"].items():
        media = response["content"]["application/problem+json"]
        for code, example in media["examples"].items():
            yield f"{name} {code}", media["schema"], example["value"]


EXAMPLES = list(exemplified())


@pytest.mark.parametrize("example", EXAMPLES, ids=[at for at, _, _ in EXAMPLES])
def test_every_example_is_valid(example: tuple[str, dict[str, Any], Any]) -> None:
    _, schema, value = example
    assert [f"{error.json_path} {error.message[:200]}" for error in validator(schema).iter_errors(value)] == []


def test_an_example_that_is_wrong_is_found() -> None:
    (schema,) = [schema for at, schema, _ in EXAMPLES if at == "POST /v1/recall body"]
    assert list(validator(schema).iter_errors({"query": "tea", "top_k": 0}))


def test_every_request_and_answer_has_its_example_and_no_example_is_left_over() -> None:
    bodies = {key for key, operation in operations() if "requestBody" in operation}
    recorded = {key for key, example in examples().items() if "body" in example}
    assert recorded >= bodies
    assert {key for key in examples() if key != "problems"} == {key for key, _ in operations()}
    answers = {
        (key, status)
        for key, operation in operations()
        for status, a in operation["responses"].items()
        if "$ref" not in a
    }
    assert {
        (key, status) for key, one in examples().items() if key != "problems" for status in one["answers"]
    } == answers
