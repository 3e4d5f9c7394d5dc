"""What the command ends with: a code for scripts, and a line for a person."""

from __future__ import annotations

import json
from enum import IntEnum
from typing import Any

import click

from agent_memory import errors


class Exit(IntEnum):
    """`docs/guides/command-line.md` has the table."""

    OK = 0
    REFUSED = 1
    USAGE = 2
    UNREACHABLE = 3
    NOT_ALLOWED = 4
    NOT_FOUND = 5
    MISSING = 6


class Failed(click.ClickException):
    """`as_json`: the person's line is a JSON object, for what was asked for as JSON."""

    def __init__(self, message: str, ends_with: Exit, *, as_json: bool = False, **more: Any) -> None:
        super().__init__(message)
        self.exit_code = int(ends_with)  # type: ignore[misc] # click's own way to set it
        self._as_json = as_json
        self._more = more

    def show(self, file: Any = None) -> None:
        said = {"error": self.message, "exit_code": self.exit_code, **self._more}
        text = json.dumps(said, ensure_ascii=False) if self._as_json else f"Error: {self.message}"
        click.echo(text, file=file, err=True)


def failure(error: Exception, *, as_json: bool) -> Failed:
    """Of a call, as the command ends with it."""
    code = Exit.REFUSED
    if isinstance(error, (errors.Unauthenticated, errors.Forbidden)):
        code = Exit.NOT_ALLOWED
    elif isinstance(error, errors.NotFound):
        code = Exit.NOT_FOUND
    elif isinstance(error, (*errors.DOWN, errors.UnexpectedAnswer)):
        code = Exit.UNREACHABLE
    elif isinstance(error, ValueError):
        code = Exit.USAGE
    more = {"code": error.code} if isinstance(error, errors.ApiError) else {}
    if isinstance(error, errors.MemoryServiceError):
        more["correlation_id"] = error.correlation_id
    return Failed(str(error), code, as_json=as_json, **more)
