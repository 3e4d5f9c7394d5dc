"""Options of a command from the parameters of the call that it makes: names, types, choices and repetition."""

from __future__ import annotations

import typing
from collections.abc import Callable, Sequence
from datetime import datetime
from types import NoneType
from typing import Any, Literal, TypeVar

import click

from agent_memory.transport.methods import fields_of

F = TypeVar("F", bound=Callable[..., Any])

_HOW_MANY, _SURE, _TEXT_SIZE = ("--top-k", "--limit"), ("--min-relevance", "--confidence"), ("--token-budget",)
# What callers of other commands and services try, and the options of ours that may be meant, the likeliest first.
_MEANT = {
    **dict.fromkeys(("--limit", "--top-k", "--count", "--max-results", "--size", "-n", "-k"), _HOW_MANY),
    **dict.fromkeys(("--threshold", "--min-score", "--score"), _SURE),
    **dict.fromkeys(("--max-tokens", "--budget", "--tokens"), _TEXT_SIZE),
    **dict.fromkeys(("--json", "--format"), ("--output",)),
    **dict.fromkeys(("--user-id", "--sub"), ("--user",)),
    **dict.fromkeys(("--session", "--thread-id", "--run-id"), ("--session-id",)),
    **dict.fromkeys(("--namespace", "--project"), ("--scope",)),
    **dict.fromkeys(("--kind", "--category", "--memory-type"), ("--type",)),
}


class Command(click.Command):
    """Names the option that was probably meant instead of an unknown one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            own = {name for parameter in self.params for name in parameter.opts}
            meant = next((name for name in _MEANT.get(error.option_name, ()) if name in own), None)
            if meant is None:
                raise
            said = f"No such option {error.option_name!r}. Did you mean {meant!r}?"
            raise click.NoSuchOption(error.option_name, said, ctx=ctx) from None


def instant(value: str) -> datetime:
    """A time of ISO 8601; without an offset it is the local one."""
    try:
        return datetime.fromisoformat(value).astimezone()
    except ValueError:
        example = "2026-11-30T14:00 or 2026-11-30T14:00+01:00"
        raise click.BadParameter(f"{value!r} is no time such as {example}") from None


def pair(value: str) -> tuple[str, str]:
    name, sign, text = value.partition("=")
    if not (name and sign):
        raise click.BadParameter(f"{value!r} is not of the form name=value")
    return name, text


def options(build: Callable[..., Any], **helps: str) -> Callable[[F], F]:
    """An option for each named parameter of `build`, with its help."""

    def decorated(command: F) -> F:
        for name, text in reversed(helps.items()):
            command = _option(build, name, text)(command)
        return command

    return decorated


def _option(build: Callable[..., Any], name: str, text: str) -> Callable[[F], F]:
    declared, several = f"--{name.replace('_', '-')}", f"--{name.removesuffix('s').replace('_', '-')}"
    annotation = _annotation(build, name)
    origin, inner = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation is bool:
        return click.option(f"{declared}/--no-{name.replace('_', '-')}", name, default=None, help=text)
    if origin is not None and "Mapping" in str(origin):
        return click.option(
            declared, name, type=pair, metavar="NAME=VALUE", multiple=True, callback=_mapping, help=text
        )
    if origin is not None and isinstance(origin, type) and issubclass(origin, Sequence):
        repeated = f"{text.rstrip('.')} (repeatable)."
        return click.option(several, name, type=_type(inner[0]), multiple=True, callback=_sequence, help=repeated)
    return click.option(declared, name, type=_type(annotation), help=text)


def _type(annotation: Any) -> Any:
    if typing.get_origin(annotation) is Literal:
        return click.Choice(typing.get_args(annotation))
    return instant if annotation is datetime else annotation


def _annotation(build: Callable[..., Any], name: str) -> Any:
    fields = fields_of(build)
    hints = {**(typing.get_type_hints(fields) if fields else {}), **typing.get_type_hints(build)}
    annotation = hints[name]
    solid = [part for part in typing.get_args(annotation) if part is not NoneType]
    return solid[0] if NoneType in typing.get_args(annotation) else annotation


def _sequence(context: click.Context, parameter: click.Parameter, value: Any) -> list[Any] | None:
    return list(value) or None


def _mapping(context: click.Context, parameter: click.Parameter, value: Any) -> dict[str, str] | None:
    return dict(value) or None


def given(**fields: Any) -> dict[str, Any]:
    """The options that were used."""
    return {name: value for name, value in fields.items() if value is not None}
