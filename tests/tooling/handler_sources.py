"""What the handlers' sources say that they take and answer: read, not run."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import get_type_hints

from shared.contracts.routes import ROUTES, module_name

# The health function is no `Api`: it answers before anything else is loaded.
WITHOUT_ENDPOINTS = frozenset({"health"})


@dataclass
class Endpoint:
    """Model names; `answers` holds (status, model) for each answer that is written down with both."""

    route: str
    parameters: set[str] = field(default_factory=set)
    bodies: set[str] = field(default_factory=set)
    answers: set[tuple[int, str]] = field(default_factory=set)
    replays: bool = False


def endpoints() -> Iterator[Endpoint]:
    for name in sorted({route.function for route in ROUTES} - WITHOUT_ENDPOINTS):
        module = importlib.import_module(module_name(name))
        assert module.__file__ is not None
        with open(module.__file__, encoding="utf-8") as source:  # noqa: PTH123 - a module's own file
            tree = ast.parse(source.read())
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                yield from (_endpoint(node, route, module) for route in _routes(node))


def _routes(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "api.route":
            method, path = (ast.literal_eval(argument) for argument in decorator.args)
            yield f"{method} {path}"


def _endpoint(function: ast.FunctionDef, route: str, module: ModuleType) -> Endpoint:
    found = Endpoint(route)
    for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
        match ast.unparse(call.func):
            case "request.parameters":
                found.parameters.add(ast.unparse(call.args[0]))
            case "request.body" | "request.lines":
                found.bodies.add(ast.unparse(call.args[0]))
            case "request.idempotency":
                found.replays = True
            case "Answer" if isinstance(call.args[0], ast.Constant):
                model = _model(call.args[1], module)
                if model is not None:
                    found.answers.add((int(str(call.args[0].value)), model))
    return found


def _model(answer: ast.expr, module: ModuleType) -> str | None:
    """The model of a mapping function's annotation, or of `Model.model_construct(...)`; `None` for other answers."""
    if not isinstance(answer, ast.Call):
        return None
    if isinstance(answer.func, ast.Name):
        return _returned(getattr(module, answer.func.id, None))
    if not isinstance(answer.func, ast.Attribute):
        return None
    owner = getattr(module, ast.unparse(answer.func.value))
    if isinstance(owner, ModuleType):
        return _returned(getattr(owner, answer.func.attr))
    return str(owner.__name__)


def _returned(mapping: object) -> str | None:
    if not isinstance(mapping, FunctionType):
        return None
    return str(get_type_hints(mapping)["return"].__name__)
