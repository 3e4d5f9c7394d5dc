"""Commands that delete, and that show and check what a deletion did."""

from __future__ import annotations

import time
from pathlib import Path
from uuid import uuid4

import click

from agent_memory.calls.governance_answers import Deletion
from agent_memory.cli.connection import Connection, connected
from agent_memory.cli.exits import Exit, Failed
from agent_memory.cli.options import Command
from agent_memory.cli.table import plain

_LOOK_S = 1.0
_MISSING = "This check needs an extra: pip install './client[receipts]' in the checkout of the project"


@click.command(cls=Command)
@click.argument("memory_ids", nargs=-1)
@click.option("--session", "sessions", multiple=True, help="A whole session, and what rests on it alone (repeatable).")
@click.option("--subject", metavar="SCOPE", help="Everything of a user or a project, such as /org/acme/user/ann.")
@click.option("--scope", help="Whose memories or sessions (default: the profile's, else the caller's own).")
@click.option("--request-id", help="Of the deletion: the same again is the same deletion (default: a new one).")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--wait", is_flag=True, help="Until every store is done, at most ten minutes.")
@connected
def forget(
    connection: Connection,
    memory_ids: tuple[str, ...],
    sessions: tuple[str, ...],
    subject: str | None,
    scope: str | None,
    request_id: str | None,
    yes: bool,
    wait: bool,
) -> None:
    """Delete memories, sessions, or everything of a subject. It is hidden at once; `deletion` shows when it is removed
    from every store."""
    if sum(map(bool, (memory_ids, sessions, subject))) != 1:
        raise click.UsageError("name one of: memory ids, --session, --subject")
    if not yes:
        _ask(memory_ids, sessions, subject)
    client, request_id, scope = connection.client, request_id or uuid4().hex, connection.scoped(scope)
    if subject:
        scope = subject
        accepted = client.forget_subject(confirm=subject, request_id=request_id)
    elif sessions:
        accepted = client.request_deletion(request_id, "session", sessions, scope=scope)
    else:
        accepted = client.request_deletion(request_id, "memory", memory_ids, scope=scope)
    if not wait:
        found = ", although nothing that it names is there" if accepted.matched == 0 else ""
        state = f"accepted {accepted.request_id}{found}: hidden now, and being removed from every store"
        connection.say(accepted, state)
        return
    end = time.monotonic() + 600.0
    while (deletion := client.get_deletion(request_id, scope=scope)).status != "completed":
        if time.monotonic() > end:
            message = f"deletion {request_id} is still {deletion.status}"
            raise Failed(message, Exit.UNREACHABLE, as_json=connection.as_json)
        time.sleep(_LOOK_S)
    _show(connection, deletion)


def _ask(memory_ids: tuple[str, ...], sessions: tuple[str, ...], subject: str | None) -> None:
    if subject:
        named = click.prompt(f"This deletes everything of {subject}, without undo. Type the scope to go on", err=True)
        if named != subject:
            raise click.Abort
    else:
        what = f"{len(memory_ids)} memories" if memory_ids else f"{len(sessions)} sessions"
        click.confirm(f"Delete {what}, without undo?", abort=True, err=True)


@click.command(cls=Command)
@click.argument("request_id")
@click.option("--scope", help="Whose (default: the profile's, else the caller's own).")
@click.option("--verify", is_flag=True, help="Look for residue again, today.")
@click.option(
    "--receipt", type=click.Path(dir_okay=False, path_type=Path), help="Write the signed receipt to this file."
)
@connected
def deletion(connection: Connection, request_id: str, scope: str | None, verify: bool, receipt: Path | None) -> None:
    """How far a deletion is, store by store."""
    client, scope = connection.client, connection.scoped(scope)
    found = (client.verify_deletion if verify else client.get_deletion)(request_id, scope=scope)
    if receipt is not None:
        signed = client.get_signed_receipt(request_id, scope=scope)
        receipt.write_text(signed.model_dump_json(indent=2) + "\n", encoding="utf-8")
    _show(connection, found)


def _show(connection: Connection, deletion: Deletion) -> None:
    rows = [(store, one.status, one.removed, one.residue, one.cause or "") for store, one in deletion.targets.items()]
    done = f", completed {deletion.completed_at:%Y-%m-%d %H:%M:%S}" if deletion.completed_at else ""
    state = f"{deletion.status} ({deletion.level}){done}"
    line = f"{deletion.request_id}: {deletion.selector.kind} of {plain(deletion.subject)} {state}"
    connection.show(deletion, ("store", "status", "removed", "residue", "cause"), rows, [line])


@click.command(cls=Command)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", type=click.Path(path_type=Path), help="The operator's public key: a JSON Web Key (Set) or PEM.")
def verify_receipt(file: Path, key: Path | None) -> None:
    """Check the signed receipt of a deletion, offline.

    FILE is what `agent-memory deletion ID --receipt FILE` wrote, or a COSE file. Asks neither the service nor the
    network."""
    try:
        from agent_memory.receipts.messages import NotValid
        from agent_memory.receipts.report import report
    except ImportError:
        raise Failed(_MISSING, Exit.MISSING) from None
    try:
        click.echo("\n".join(report(file, key)))
    except OSError as error:
        raise Failed(f"cannot read {error.filename}: {error.strerror}", Exit.USAGE) from None
    except NotValid as error:
        click.echo(f"NOT VALID: {error}.", err=True)
        raise click.exceptions.Exit(Exit.REFUSED) from None
