"""`agent-memory`: memories, deletions, reviews, and the operators' commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
from click.shell_completion import get_completion_class

from agent_memory.cli import deletions, memories, operators, reviews, transfers
from agent_memory.cli.connection import Connection, connected
from agent_memory.cli.profiles import TOKEN, completed, config_file
from agent_memory.version import package_version

_NAME = "agent-memory"


class _Sections(click.Group):
    """Commands in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=_Sections, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_version(), prog_name=_NAME)
@click.option("--profile", shell_complete=completed, help="A profile of the config file; also after the command.")
@click.option("--url", help="Of the service; also after the command, which then counts.")
@click.pass_context
def group(context: click.Context, /, **before: str | None) -> None:
    """The memory of your agents, on a laptop or in AWS.

    Ends with 0 when it is done, 1 when it is refused, 2 for a wrong command line, 3 when the service cannot be reached,
    4 when it is not allowed, 5 when it is not there, 6 when something is not installed.
    """
    context.default_map = _for_each(group, {name: value for name, value in before.items() if value is not None})


def _for_each(commands: click.Group, before: Mapping[str, str]) -> dict[str, Any]:
    """The same defaults for every command, as click looks them up."""
    return {
        name: _for_each(command, before) if isinstance(command, click.Group) else before
        for name, command in commands.commands.items()
    }


@click.command()
@click.option("--ttl", type=int, help="On a laptop: for how many seconds (default: 3600).")
@connected
def token(connection: Connection, ttl: int | None) -> None:
    """Print a bearer token, for curl.

    Of the laptop's issuer, or of the profile's variable or command."""
    own = connection.profile.on_laptop and ttl is not None
    click.echo(connection.profile.local_token(ttl) if own else connection.token())


@click.command()
def config() -> None:
    """Print where the config file with the profiles is.

    And what a profile may have, on the standard error."""
    click.echo(str(config_file()))
    click.echo(f"[profiles.NAME]: url, scope, org, user, roles, token_env, token_command (else {TOKEN})", err=True)


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell. For bash: eval "$(agent-memory completion bash)"."""
    kind = get_completion_class(shell)
    if kind is not None:
        click.echo(kind(group, {}, _NAME, "_AGENT_MEMORY_COMPLETE").source())


for added in (
    memories.remember,
    memories.recall,
    memories.context,
    memories.list_memories,
    memories.history,
    deletions.forget,
    deletions.deletion,
    deletions.verify_receipt,
    reviews.review,
    transfers.export_memories,
    transfers.import_memories,
    transfers.operations,
    transfers.list_changes,
    token,
    config,
    completion,
    *map(operators.command, operators.OPERATIONS),
    operators.smoke,
):
    group.add_command(added)


def main() -> None:
    group(prog_name=_NAME, complete_var="_AGENT_MEMORY_COMPLETE")
