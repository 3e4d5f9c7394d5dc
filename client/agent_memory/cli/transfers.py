"""Commands that take memories out and in."""

from __future__ import annotations

from typing import TextIO

import click

from agent_memory.calls.operator_calls import as_line
from agent_memory.cli.connection import Connection, connected
from agent_memory.cli.exits import Exit


@click.command(name="export")
@click.argument("file", type=click.File("w", encoding="utf-8", lazy=True, atomic=True), default="-")
@click.option("--scope", help="What lies in it and below (default: the profile's, else the caller's own).")
@connected
def export_memories(connection: Connection, file: TextIO, scope: str | None) -> None:
    """Write what may be seen, with its history, to FILE as NDJSON (default: the standard output)."""
    count = 0
    for version in connection.client.iter_export(scope=connection.scoped(scope)):
        file.write(f"{as_line(version)}\n")
        count += 1
    click.echo(f"{count} versions", err=True)


@click.command(name="import")
@click.argument("file", type=click.File("r", encoding="utf-8"), default="-")
@click.option("--scope", help="Where to (default: the profile's, else the caller's own).")
@connected
def import_memories(connection: Connection, file: TextIO, scope: str | None) -> None:
    """Write the lines of an export, or lines of your own, again. Ends with 1 if lines were refused."""
    report = connection.client.import_all(file, scope=connection.scoped(scope))
    rows = [(line.line, line.code, f"{line.field or 'line'}: {line.reason or '-'}") for line in report.refused]
    notes = [f"{report.imported} imported, {report.duplicates} known before, {len(rows)} refused"]
    connection.show(report, ("line", "refused as", "because"), rows, notes)
    if rows:
        raise click.exceptions.Exit(Exit.REFUSED)
