"""Who is told of changes, where: what a deployment says about its webhooks, and how a message is signed.

The headers are those of Standard Webhooks. A secret is `whsec_` and base64; the signature is the HMAC-SHA256 under its
bytes of `{id}.{timestamp}.{body}`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from shared.domain.changes.feed import ChangeKind

_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
# No address, and no name without a dot, which would be one of the network around.
_HOST = re.compile(rf"(?=.{{4,253}}$)(?:{_LABEL}\.)+[A-Za-z][A-Za-z0-9-]{{0,61}}[A-Za-z0-9]")
_FIELDS = frozenset({"name", "url", "org", "kinds"})
MOST = 20
SECRET_PREFIX = "whsec_"  # noqa: S105 - says what a secret looks like # nosec B105
SHORTEST_SECRET = 24  # bytes


@dataclass(frozen=True, slots=True)
class Subscription:
    """`org`: whose changes, of all owners in it. `kinds`: only these; empty: all."""

    name: str
    url: str
    org: str
    kinds: frozenset[ChangeKind] = frozenset()

    def wants(self, org: str | None, kind: ChangeKind) -> bool:
        return org == self.org and (not self.kinds or kind in self.kinds)


def subscriptions(text: str, *, loopback: bool = False) -> tuple[Subscription, ...]:
    """A JSON list of `{name, url, org, kinds}`; empty: none. `loopback`: `http://127.0.0.1:PORT` is allowed too, on a
    laptop. Raises `ValueError`, whose message says what would do."""
    try:
        listed = json.loads(text) if text else []
    except ValueError:
        raise ValueError("webhooks are a JSON list of {name, url, org, kinds}") from None
    if not isinstance(listed, list) or len(listed) > MOST:
        raise ValueError(f"webhooks are a list of at most {MOST}")
    found = tuple(_subscription(one, loopback=loopback) for one in listed)
    if len({one.name for one in found}) != len(found):
        raise ValueError("each webhook needs a name of its own")
    return found


def _subscription(given: object, *, loopback: bool) -> Subscription:
    if not isinstance(given, Mapping) or not set(given) <= _FIELDS:
        raise ValueError("a webhook is {name, url, org, kinds}")
    name, url, org = (given.get(field) for field in ("name", "url", "org"))
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError("a webhook's name has 1 to 31 small letters, digits and hyphens")
    if not isinstance(org, str) or not org:
        raise ValueError(f"the webhook {name} needs the organisation whose changes it is for")
    if not isinstance(url, str) or not (_is_public(url) or (loopback and _is_loopback(url))):
        raise ValueError(f"the webhook {name} needs an https URL with a host name, on port 443, without a fragment")
    kinds = given.get("kinds", [])
    words = {kind.value for kind in ChangeKind}
    if not isinstance(kinds, Sequence) or isinstance(kinds, str) or not set(kinds) <= words:
        raise ValueError(f"the kinds of the webhook {name} are of: {', '.join(sorted(words))}")
    return Subscription(name, url, org, frozenset(ChangeKind(kind) for kind in kinds))


def _is_public(url: str) -> bool:
    """By its form; to which addresses the name leads is looked at whenever something is sent."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    if not url.isascii() or not url.isprintable() or " " in url or parts.username is not None or parts.fragment:
        return False
    return parts.scheme == "https" and port in (None, 443) and bool(_HOST.fullmatch(parts.hostname or ""))


def _is_loopback(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme == "http" and parts.hostname == "127.0.0.1" and parts.username is None


def key_of(secret: str) -> bytes:
    """Raises `ValueError`."""
    try:
        key = base64.b64decode(secret.removeprefix(SECRET_PREFIX), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) < SHORTEST_SECRET:
        raise ValueError(f"a webhook's secret is {SECRET_PREFIX} and base64 of {SHORTEST_SECRET} bytes or more")
    return key


def signed_headers(id: str, timestamp: int, body: bytes, secrets: Sequence[str]) -> dict[str, Any]:
    """`timestamp`: seconds since 1970. Signed under each secret: while one is replaced, under both."""
    message = f"{id}.{timestamp}.".encode() + body
    signatures = (base64.b64encode(hmac.new(key_of(one), message, hashlib.sha256).digest()).decode() for one in secrets)
    return {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }
