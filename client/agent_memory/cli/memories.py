"""Commands about memories."""

from __future__ import annotations

import sys
from itertools import islice
from typing import Any

import click

from agent_memory.calls import memory_calls
from agent_memory.cli.connection import Connection, connected
from agent_memory.cli.options import Command, given, options

_SCOPE = "Whose (default: the profile's, else the caller's own)."
_PAGE = 100  # the service's largest


@click.command(cls=Command)
@click.argument("text")
@options(memory_calls.write, type="Its kind (default: semantic).", source="Who says so (default: user_stated).")
@options(
    memory_calls.write,
    key="What it is about: of one key only the newest holds.",
    scope=_SCOPE,
    confidence="0 to 1.",
    importance="How important.",
    valid_from="From when it holds.",
    valid_to="Until when it holds.",
    purposes="What it may be used for.",
    consent_scope="Under which consent.",
    metadata="More about it.",
)
@connected
def remember(connection: Connection, text: str, type: Any, source: Any, scope: str | None, **fields: Any) -> None:
    """Remember TEXT (- reads it from the standard input)."""
    said = sys.stdin.read().strip() if text == "-" else text
    written = connection.client.write(
        said, type or "semantic", source=source or "user_stated", scope=connection.scoped(scope), **given(**fields)
    )
    memory_id = written.memory.memory_id if written.memory else ""
    why = f": {written.reason}" if written.reason else ""
    connection.say(written, f"{written.outcome} {memory_id}{why}")


@click.command(cls=Command)
@click.argument("query")
@options(
    memory_calls.recall,
    scope=_SCOPE,
    top_k="At most how many.",
    types="Of this kind.",
    keys="About this key.",
    min_relevance="The least relevance, 0 to 1.",
    as_of="As it was at this time.",
    as_of_kind="Which time is meant: when it held, or when it was recorded.",
    session_id="Search this session as well.",
    purpose="What it is used for.",
    include_history="Former versions as well.",
    include_descendants="What lies below the scope as well.",
)
@connected
def recall(connection: Connection, query: str, scope: str | None, **fields: Any) -> None:
    """The memories that answer QUERY, best first."""
    found = connection.client.recall(query, scope=connection.scoped(scope), **given(**fields))
    rows = [(hit.relevance, hit.memory.type, hit.memory.memory_id, hit.memory.content) for hit in found.memories]
    notes = ["Search is down: these are memories found by key, and recent ones."] if found.degraded else []
    if found.conflicts:
        notes.append("Memories contradict each other: ask a person which holds.")
    if found.suppressed:
        notes.append("Left out: " + ", ".join(f"{count} {why}" for why, count in sorted(found.suppressed.items())))
    connection.show(found, ("relevance", "type", "id", "content"), rows, notes)


@click.command(cls=Command)
@click.argument("goal")
@options(
    memory_calls.context,
    scope=_SCOPE,
    session_id="With what was said in this session.",
    token_budget="At most so many tokens.",  # noqa: S106 - of a text # nosec B106
    style="Of the text.",
    top_k="At most how many memories.",
    min_relevance="The least relevance, 0 to 1.",
)
@connected
def context(connection: Connection, goal: str, scope: str | None, **fields: Any) -> None:
    """The text to show a model that works on GOAL."""
    built = connection.client.context(goal, scope=connection.scoped(scope), **given(**fields))
    connection.say(built, built.text)


@click.command(cls=Command, name="list")
@options(
    memory_calls.list_memories,
    scope=_SCOPE,
    type="Of this kind.",
    key="About this key.",
    status="Of this status (default: any).",
    consent_scope="Under this consent.",
    include_descendants="What lies below the scope as well.",
    order="By time of writing (default: desc).",
)
@click.option("--limit", type=click.IntRange(0), default=50, help="At most how many; 0: all (default: 50).")
@connected
def list_memories(connection: Connection, limit: int, scope: str | None, **fields: Any) -> None:
    """Current memories, newest first."""
    page = min(limit or _PAGE, _PAGE)
    memories = connection.client.iter_memories(scope=connection.scoped(scope), limit=page, **given(**fields))
    shown = list(islice(memories, limit or None))
    rows = [(memory.updated_at, memory.type, memory.status, memory.memory_id, memory.content) for memory in shown]
    full = bool(limit) and len(shown) == limit
    notes = [f"There may be more than these {limit}: --limit 0 lists all."] if full else []
    connection.show(shown, ("updated", "type", "status", "id", "content"), rows, notes)


@click.command(cls=Command)
@click.argument("memory_id")
@options(memory_calls.history, scope=_SCOPE)
@connected
def history(connection: Connection, memory_id: str, scope: str | None) -> None:
    """Every version of a memory, newest first, and why it ended."""
    versions = list(connection.client.iter_history(memory_id, scope=connection.scoped(scope)))
    rows = [(one.version, one.valid_from, one.ended_at, one.ended_because, one.content) for one in versions]
    connection.show(versions, ("version", "from", "ended", "because", "content"), rows)
