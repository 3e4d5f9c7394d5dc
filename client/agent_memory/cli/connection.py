"""What each command that calls the service has: options that say where and as whom, a client, and its output."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from agent_memory.calls.call import Answer
from agent_memory.cli import profiles
from agent_memory.cli.exits import failure
from agent_memory.cli.table import as_json, as_table
from agent_memory.errors import MemoryServiceError

if TYPE_CHECKING:
    from agent_memory.transport.client import MemoryClient

Row = Sequence[object]


class Connection:
    """`scope`: of the profile, for a command that is given none."""

    def __init__(self, profile: profiles.Profile, token: Callable[[], str], output: str, stack: ExitStack) -> None:
        self.profile = profile
        self.token = token
        self.output = output
        self._stack = stack

    @functools.cached_property
    def client(self) -> MemoryClient:
        from agent_memory.transport.client import MemoryClient

        self.token()  # what keeps it from being there is said as it is
        return self._stack.enter_context(MemoryClient(self.profile.url, self.token))

    @property
    def as_json(self) -> bool:
        return self.output == "json"

    def scoped(self, scope: str | None) -> str | None:
        return scope or self.profile.scope

    def show(
        self, answer: Answer | Sequence[Answer], head: Row, rows: Iterable[Row], notes: Iterable[str] = ()
    ) -> None:
        """The answer as JSON, or the rows under their heads and then the notes."""
        if self.as_json:
            click.echo(as_json(answer))
            return
        click.echo(as_table(head, rows), nl=False)
        for note in notes:
            click.echo(note, err=True)

    def say(self, answer: Answer, text: str) -> None:
        """The answer as JSON, or a sentence about it."""
        click.echo(as_json(answer) if self.as_json else text)


def connected(command: Callable[..., None]) -> Callable[..., None]:
    """The command gets a `Connection`, and the errors of its calls end it with a line and their code."""

    @click.option("--profile", shell_complete=profiles.completed, help="A profile of the config file.")
    @click.option("--url", help=f"Of the service (default: {profiles.LAPTOP}, the laptop's).")
    @click.option("--org", help="On a laptop: the organisation of the token.")
    @click.option("--user", help="On a laptop: the user of the token.")
    @click.option("--role", "roles", multiple=True, help="On a laptop: a role of the token (repeatable).")
    @click.option(
        "-o",
        "--output",
        type=click.Choice(["table", "json"]),
        default="table",
        help="What is printed (default: table).",
    )
    @functools.wraps(command)
    def made(
        profile: str | None,
        url: str | None,
        org: str | None,
        user: str | None,
        roles: tuple[str, ...],
        output: str,
        **arguments: Any,
    ) -> None:
        named = profiles.profile(profile, url)
        chosen = dataclasses.replace(named, org=org or named.org, user=user or named.user, roles=roles or named.roles)
        own = bool(org or user or roles)
        if own and not chosen.on_laptop:
            raise click.UsageError(f"--org, --user and --role are for a laptop's own tokens, not for {chosen.url}")
        with ExitStack() as stack:
            connection = Connection(chosen, chosen.token(own=own), output, stack)
            try:
                command(connection, **arguments)
            except (MemoryServiceError, ValueError) as error:
                raise failure(error, as_json=connection.as_json) from error

    return made
