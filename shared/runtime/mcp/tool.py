"""A tool: what it is called, what it takes and answers, and what it does for one caller."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import mcp_types as types
from pydantic import BaseModel

from shared.contracts.base import Wire
from shared.domain.access.caller import Caller
from shared.records.ledger.idempotency import IdempotencyKey
from shared.usecases.services import Services

_I = TypeVar("_I", bound=Wire)


@dataclass(frozen=True, slots=True)
class Session:
    """Who calls, and the services of the process."""

    services: Services
    caller: Caller

    def idempotency(self, tool: str, asked: Wire, key: str | None) -> IdempotencyKey | None:
        """The caller's key for this tool, as `Idempotency-Key` is for a path; the other arguments are the body."""
        if key is None:
            return None
        body = asked.model_dump_json(exclude={"idempotency_key"}, exclude_unset=True).encode()
        return IdempotencyKey.of(self.caller.principal, f"tool {tool}", key, body)


@dataclass(frozen=True, slots=True)
class Said:
    """A tool's answer: `text` for the model, `structured` the same for a program."""

    text: str
    structured: BaseModel


@dataclass(frozen=True, slots=True)
class Effect:
    """What a call may change. `destructive`: more than an addition; `idempotent`: a repetition changes nothing more."""

    reads_only: bool = False
    destructive: bool = False
    idempotent: bool = False


READS = Effect(reads_only=True, idempotent=True)


@dataclass(frozen=True)
class Tool:
    """`run` gets an instance of `takes`. Its errors are the use cases' own."""

    name: str
    title: str
    description: str
    takes: type[Wire]
    answers: type[BaseModel]
    effect: Effect
    run: Callable[[Session, Any], Said]

    @cached_property
    def listed(self) -> types.Tool:
        return types.Tool(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=schema(self.takes, "validation"),
            output_schema=schema(self.answers, "serialization"),
            annotations=types.ToolAnnotations(
                title=self.title,
                read_only_hint=self.effect.reads_only,
                destructive_hint=self.effect.destructive,
                idempotent_hint=self.effect.idempotent,
                open_world_hint=False,
            ),
        )


def tool(
    name: str, title: str, description: str, answers: type[BaseModel], effect: Effect, takes: type[_I],
    run: Callable[[Session, _I], Said],
) -> Tool:  # fmt: skip
    """A `Tool` whose function is checked against what it takes."""
    return Tool(name, title, description, takes, answers, effect, run)


def schema(model: type[BaseModel], mode: Any) -> dict[str, Any]:
    """The model's JSON Schema, without the notes for programmers that stand in docstrings."""
    made = model.model_json_schema(mode=mode)
    for part in (made, *made.get("$defs", {}).values()):
        part.pop("description", None)
    return made
