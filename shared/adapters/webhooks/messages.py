"""A change that waits to be sent: the message of the queue. It names a place in a feed, and no more."""

from __future__ import annotations

import json

from shared.ports import DueWebhook


def to_message(due: DueWebhook) -> str:
    """As the rule of a subscription makes it of an event."""
    return json.dumps(
        {
            "subscription": due.subscription,
            "owner": due.owner,
            "number": due.number,
            "change_id": due.change_id,
        },
        ensure_ascii=False,
    )


def from_message(body: str) -> DueWebhook:
    """Raises `ValueError` for what is no such message."""
    try:
        found = json.loads(body)
        return DueWebhook(
            str(found["subscription"]), str(found["owner"]), int(found["number"]), str(found["change_id"])
        )
    except (KeyError, TypeError) as error:
        raise ValueError("not a message of a change that is to be sent") from error
