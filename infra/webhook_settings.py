"""What context says about the feed of changes: whether it is kept, and whom changes are sent to by webhooks, of which
organisation and kinds."""

from __future__ import annotations

import json
from collections.abc import Mapping

from shared.domain.changes.subscriptions import Subscription, subscriptions

WEBHOOKS, CHANGE_FEED = "webhooks", "changeFeed"


def webhooks(values: Mapping[str, object]) -> tuple[Subscription, ...]:
    """A JSON list (cdk.json) or its text (the command line). Raises `ValueError`."""
    value = values.get(WEBHOOKS, "")
    try:
        return subscriptions(value if isinstance(value, str) else json.dumps(value))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{WEBHOOKS}: {error}") from None


def kept_feed(found: tuple[Subscription, ...], *, change_feed: bool) -> bool:
    """Whether the feed is kept. Raises `ValueError` for webhooks without it: they send what it says."""
    if found and not change_feed:
        raise ValueError(f"{WEBHOOKS} send what the feed of changes says: leave {CHANGE_FEED} out, or set it to true")
    return change_feed


def as_text(found: tuple[Subscription, ...]) -> str:
    """As the function reads it."""
    listed = [{"name": o.name, "url": o.url, "org": o.org, "kinds": sorted(o.kinds)} for o in found]
    return json.dumps(listed, ensure_ascii=False, separators=(",", ":"))
