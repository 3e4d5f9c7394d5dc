"""What the document says beyond the models: the meaning of each property and parameter, and examples.

`descriptions.toml` and `examples.json` are data; a name that they say nothing of is a `KeyError`."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from shared.contracts.base import Wire

_HERE = Path(__file__).parent
ANY, PARAMETERS = "any", "parameters"
_TIME = "RFC 3339 with an offset"


@cache
def descriptions() -> dict[str, dict[str, str]]:
    return tomllib.loads((_HERE / "descriptions.toml").read_text(encoding="utf-8"))


@cache
def examples() -> dict[str, dict[str, Any]]:
    """By route key: `body`, and under `answers` one for each status."""
    found: dict[str, dict[str, Any]] = json.loads((_HERE / "examples.json").read_text(encoding="utf-8"))
    return found


def section_of(place: str, name: str) -> str:
    """The section that describes the name in this place: its own, one of a model that it extends, or `any`."""
    return next((one for one in (place, *_extended().get(place, ())) if name in descriptions().get(one, ())), ANY)


def describe(schema: dict[str, Any], name: str, place: str) -> None:
    """Adds the description of a property (of the schema `place`) or of a parameter."""
    said = descriptions()[section_of(place, name)][name]
    schema["description"] = f"{said}. {_TIME}" if _is_time(schema) else said


@cache
def _extended() -> dict[str, tuple[str, ...]]:
    waiting, found = [Wire], {}
    while waiting:
        model = waiting.pop()
        waiting += model.__subclasses__()
        found[model.__name__] = tuple(one.__name__ for one in model.__mro__[1:])
    return found


def _is_time(schema: dict[str, Any]) -> bool:
    options = [schema, *schema.get("anyOf", ())]
    return any(option.get("format") == "date-time" for option in options)
