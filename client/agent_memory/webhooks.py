"""Checking a webhook of the service: that it was signed with the shared secret, and not long ago.

The headers are those of Standard Webhooks: `webhook-id` (the `change_id`, the same at each delivery),
`webhook-timestamp` (seconds since 1970) and `webhook-signature` (`v1,` and the HMAC-SHA256 of `{id}.{timestamp}.{body}`
in base64; several are separated by spaces while a secret is replaced). Deliveries may come twice and out of order: keep
the ids that you have handled, and read what has changed.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

TOLERANCE_S = 300.0
_PREFIX = "whsec_"
_SHORTEST_KEY = 24  # bytes


class NotVerified(ValueError):
    """It is not a webhook of the service, or an old one. Answer 400 or 401, and do nothing of what it says."""


def verify_webhook(
    body: bytes, headers: Mapping[str, str], secret: str, *, tolerance_s: float = TOLERANCE_S, now: float | None = None
) -> dict[str, Any]:
    """The change that the webhook is about (`change_id`, `kind`, `scope`, `at` and ids). `body`: exactly the bytes that
    came. `secret`: `whsec_` and base64 of 24 bytes or more, as it was given to the service. `now`: seconds since 1970.
    Raises `NotVerified`, and `ValueError` for a secret of another form."""
    key = _key(secret)
    sent = {name.lower(): value for name, value in headers.items()}
    id, timestamp, signatures = (sent.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not id or not timestamp.isdecimal() or not timestamp.isascii():
        raise NotVerified("the webhook's headers are missing")
    expected = base64.b64encode(hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest())
    given = [part.removeprefix("v1,") for part in signatures.split(" ") if part.startswith("v1,")]
    if not any([hmac.compare_digest(expected, one.encode()) for one in given]):  # noqa: C419 - each is compared
        raise NotVerified("the webhook's signature does not hold")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_s:
        raise NotVerified("the webhook was signed too long ago, or a clock is wrong")
    try:
        change = json.loads(body)
    except ValueError:
        raise NotVerified("the webhook's body is no JSON") from None
    if not isinstance(change, dict):
        raise NotVerified("the webhook's body is no JSON object")
    return change


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) < _SHORTEST_KEY:
        raise ValueError(f"a secret is {_PREFIX} and base64 of {_SHORTEST_KEY} bytes or more")
    return key
