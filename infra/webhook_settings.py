"""What context says about the feed of changes: whether it is kept, and whom changes are sent to by webhooks, of which
organisation and kinds."""

from __future__ import annotations

import json
from collections.abc import Mapping

from shared.domain.changes.subscriptions import Subscription, subscriptions

WEBHOOKS, CHANGE_FEED = "webhooks", "changeFeed"


def followers(values: Mapping[str, object]) -> tuple[bool, tuple[Subscription, ...]]:
    """Whether the feed is kept, and the webhooks, which send what it says: they turn it on. Raises `ValueError`."""
    found = _webhooks(values)
    wanted = values.get(CHANGE_FEED, bool(found))
    if wanted not in (True, False, "true", "false"):
        raise ValueError(f"{CHANGE_FEED} must be true or false, not {wanted!r}")
    is_kept = wanted in (True, "true")
    if found and not is_kept:
        raise ValueError(f"{WEBHOOKS} send what the feed of changes says: leave {CHANGE_FEED} out, or set it to true")
    return is_kept, found


def _webhooks(values: Mapping[str, object]) -> tuple[Subscription, ...]:
    """A JSON list (cdk.json) or its text (the command line). Raises `ValueError`."""
    value = values.get(WEBHOOKS, "")
    try:
        return subscriptions(value if isinstance(value, str) else json.dumps(value))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{WEBHOOKS}: {error}") from None


def as_text(found: tuple[Subscription, ...]) -> str:
    """As the function reads it."""
    listed = [{"name": o.name, "url": o.url, "org": o.org, "kinds": sorted(o.kinds)} for o in found]
    return json.dumps(listed, ensure_ascii=False, separators=(",", ":"))
