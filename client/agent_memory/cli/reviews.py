"""Commands of a reviewer."""

from __future__ import annotations

from itertools import islice
from typing import Any

import click

from agent_memory.calls import governance_calls
from agent_memory.calls.governance_answers import Review
from agent_memory.cli.connection import Connection, connected
from agent_memory.cli.options import Command, given, options

_SCOPE = "Whose (default: the profile's, else the caller's own)."


@click.group()
def review() -> None:
    """What waits for a person: list, claim, resolve. Needs the role `reviewer`."""


@review.command(cls=Command, name="list")
@options(governance_calls.list_reviews, scope=_SCOPE, kind="Of this kind.", status="Of this status (default: open).")
@click.option("--limit", type=click.IntRange(0), default=50, help="At most how many; 0: all (default: 50).")
@connected
def list_reviews(connection: Connection, limit: int, scope: str | None, **fields: Any) -> None:
    """What waits, newest first."""
    reviews = connection.client.iter_reviews(scope=connection.scoped(scope), **given(**fields))
    shown = list(islice(reviews, limit or None))
    rows = [(one.created_at, one.kind, one.status, one.review_id, _members(one)) for one in shown]
    connection.show(shown, ("created", "kind", "status", "id", "memories"), rows)


@review.command(cls=Command)
@click.argument("review_id")
@options(governance_calls.claim_review, scope=_SCOPE)
@connected
def claim(connection: Connection, review_id: str, scope: str | None) -> None:
    """Hold a review for a quarter of an hour."""
    claimed = connection.client.claim_review(review_id, scope=connection.scoped(scope))
    rows = [(one.memory_id, one.source, one.confidence, one.content) for one in claimed.members]
    notes = [f"{claimed.kind}: {claimed.reason}"]
    connection.show(claimed, ("memory", "source", "confidence", "content"), rows, notes)


@review.command(cls=Command)
@click.argument("review_id")
@click.argument("decision", type=click.Choice(["accept", "reject", "edit", "merge"]))
@options(
    governance_calls.resolve_review,
    scope=_SCOPE,
    content="The text, for `edit` and `merge`.",
    keep="This memory stays.",
)
@connected
def resolve(connection: Connection, review_id: str, decision: Any, scope: str | None, **fields: Any) -> None:
    """Decide a review, as a person's own evidence."""
    resolved = connection.client.resolve_review(review_id, decision, scope=connection.scoped(scope), **given(**fields))
    connection.say(resolved, f"{resolved.status} {resolved.review_id}")


def _members(review: Review) -> str:
    return " | ".join(member.content for member in review.members)
