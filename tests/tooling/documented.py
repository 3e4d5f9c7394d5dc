"""Holds real answers against the OpenAPI document."""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from shared.contracts.openapi.document import document

_HERE = "urn:document"


class Documented:
    """`differences` collects what the document does not say, `seen` the operations and statuses that came."""

    def __init__(self) -> None:
        self._document, self._registry, self._paths = _described()
        self.differences: list[str] = []
        self.seen: set[tuple[str, int]] = set()

    def exchange(self, method: str, path: str, status: int, body: Any, media: str) -> None:
        bare = path.partition("?")[0]
        template = next((path for pattern, path in self._paths if pattern.fullmatch(bare)), None)
        if template is None:
            self.differences.append(f"{method} {bare} is not in the document")
            return
        self.seen.add((f"{method} {template}", status))
        answer = self._document["paths"][template][method.lower()]["responses"].get(str(status))
        if answer is None:
            self.differences.append(f"{method} {template} answered {status}, which it does not say")
            return
        if "$ref" in answer:
            answer = self._document["components"]["responses"][answer["$ref"].rpartition("/")[2]]
        content = answer["content"].get(media.partition(";")[0])
        if content is None:
            self.differences.append(f"{method} {template} answered {status} as {media}")
            return
        for error in self._validator(content["schema"]).iter_errors(body):
            self.differences.append(f"{method} {template} {status}: {error.json_path} {error.message[:200]}")

    def _validator(self, schema: Any) -> Draft202012Validator:
        rooted = _rooted(schema)
        return validator_for(rooted, Draft202012Validator)(rooted, registry=self._registry)


@cache
def _described() -> tuple[Any, Registry[Any], list[tuple[re.Pattern[str], str]]]:
    """The document, made once for all tests: they only read it."""
    made = _closed(document())
    registry = Registry().with_resource(_HERE, DRAFT202012.create_resource(made))
    return made, registry, [(re.compile(_pattern(path)), path) for path in made["paths"]]


def _pattern(template: str) -> str:
    return "/".join("[^/]+" if part.startswith("{") else re.escape(part) for part in template.split("/"))


def _closed(document: Any) -> Any:
    """Answers may grow for their readers; here what grew without being written down is a difference."""
    copy = deepcopy(document)
    for name, schema in copy["components"]["schemas"].items():
        if "properties" in schema and name != "Problem":
            schema["additionalProperties"] = False
    return _rooted(copy)


def _rooted(node: Any) -> Any:
    if isinstance(node, list):
        return [_rooted(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        key: f"{_HERE}{value}" if key == "$ref" and value.startswith("#/components/schemas/") else _rooted(value)
        for key, value in node.items()
    }
