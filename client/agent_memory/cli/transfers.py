"""Commands that take memories and sessions out and in, the list of what takes a while, and what has changed."""

from __future__ import annotations

from typing import TextIO, get_args

import click

from agent_memory import words
from agent_memory.calls.operator_calls import as_line
from agent_memory.cli.connection import Connection, connected
from agent_memory.cli.exits import Exit
from agent_memory.cli.options import Command


@click.command(cls=Command, name="export")
@click.argument("file", type=click.File("w", encoding="utf-8", lazy=True, atomic=True), default="-")
@click.option("--scope", help="What lies in it and below (default: the profile's, else the caller's own).")
@click.option("--sessions", is_flag=True, help="The live sessions of the scope instead, with all that is theirs.")
@connected
def export_memories(connection: Connection, file: TextIO, scope: str | None, sessions: bool) -> None:
    """Write memories with their history to FILE as NDJSON.

    All that the caller may see; default for FILE: the standard output."""
    client, count = connection.client, 0
    walk = client.iter_session_export if sessions else client.iter_export
    for line in walk(scope=connection.scoped(scope)):
        file.write(f"{as_line(line)}\n")
        count += 1
    click.echo(f"{count} {'lines' if sessions else 'versions'}", err=True)


@click.command(cls=Command, name="import")
@click.argument("file", type=click.File("r", encoding="utf-8"), default="-")
@click.option("--scope", help="Where to (default: the profile's, else the caller's own).")
@click.option("--sessions", is_flag=True, help="The lines are of an export of sessions.")
@connected
def import_memories(connection: Connection, file: TextIO, scope: str | None, sessions: bool) -> None:
    """Store the lines of an export, or lines of your own.

    FILE is NDJSON (default: the standard input). Ends with 1 if lines were refused."""
    client = connection.client
    write = client.import_all_sessions if sessions else client.import_all
    report = write(file, scope=connection.scoped(scope))
    rows = [(line.line, line.code, f"{line.field or 'line'}: {line.reason or '-'}") for line in report.refused]
    notes = [f"{report.imported} imported, {report.duplicates} known before, {len(rows)} refused"]
    if rows or connection.as_json:
        connection.show(report, ("line", "refused as", "because"), rows, notes)
    else:
        click.echo(notes[0], err=True)
    if rows:
        raise click.exceptions.Exit(Exit.REFUSED)


@click.command(cls=Command)
@click.argument("operation_id", required=False)
@click.option("--scope", help="What goes on in it and below (default: the profile's, else the caller's own).")
@click.option("--kind", type=click.Choice(get_args(words.OperationKind)), help="Only those of this kind.")
@click.option("--state", type=click.Choice(get_args(words.OperationState)), help="Only those in this state.")
@connected
def operations(
    connection: Connection,
    operation_id: str | None,
    scope: str | None,
    kind: words.OperationKind | None,
    state: words.OperationState | None,
) -> None:
    """What takes a while, and how far it is.

    Lists imports, exports, extractions, plans and deletions, or shows the one that is named."""
    client, where = connection.client, connection.scoped(scope)
    if operation_id is not None:
        found = [client.get_operation(operation_id, scope=where)]
    else:
        found = list(client.iter_operations(scope=where, kind=kind, state=state))
    rows = [
        (one.operation_id, one.kind, one.state, "-" if one.of is None else f"{one.done}/{one.of}", one.link or "-")
        for one in found
    ]
    connection.show(found, ("operation", "kind", "state", "done", "link"), rows)


@click.command(cls=Command, name="changes")
@click.option("--after", help="Only what came later: the last line that an earlier call wrote to the standard error.")
@click.option("--scope", help="Whose (default: the profile's, else the caller's own).")
@connected
def list_changes(connection: Connection, after: str | None, scope: str | None) -> None:
    """What has changed, by ids and kinds, oldest first. Writes to the standard error where to go on."""
    changes, more = [], True
    while more:
        page = connection.client.list_changes(scope=connection.scoped(scope), after=after)
        changes += page.items
        after, more = page.next, page.more
    rows = [(one.at, one.kind, one.memory_id or one.session_id or one.request_id, one.scope) for one in changes]
    connection.show(changes, ("at", "kind", "id", "scope"), rows)
    click.echo(after, err=True)
