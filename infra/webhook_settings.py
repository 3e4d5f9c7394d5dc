"""What context says about webhooks: whom changes are sent to, of which organisation and kinds."""

from __future__ import annotations

import json
from collections.abc import Mapping

from shared.domain.changes.subscriptions import Subscription, subscriptions

WEBHOOKS = "webhooks"


def webhooks(values: Mapping[str, object]) -> tuple[Subscription, ...]:
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
