"""The caller of a request: the claims of the token that the gateway has verified."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping
from typing import Any, cast

from shared.domain import messages
from shared.domain.access.caller import Caller, caller_from_claims
from shared.domain.errors import Unauthenticated

_TOKEN = re.compile(r"[\w-]+\.[\w-]+\.[\w-]*")


def caller_of(event: Mapping[str, Any], claim_names: Mapping[str, str], operator_org: str | None = None) -> Caller:
    """Raises `Unauthenticated` unless the gateway's JWT authorizer has let the request through.

    The gateway hands claims on as texts (a list arrives as `[a b]`, in which an element's own space is lost). So the
    payload is read from the very token that it verified, after checking that both are one token.
    """
    authorizer = event.get("requestContext", {}).get("authorizer") or {}
    verified = (authorizer.get("jwt") or {}).get("claims")
    if not verified:
        raise Unauthenticated(messages.SEND_A_BEARER)
    payload = _payload(_token(str((event.get("headers") or {}).get("authorization", ""))))
    if any(not _same(payload.get(name), verified.get(name)) for name in {*payload, *verified}):
        raise Unauthenticated("the token is not the one that was verified")
    return caller_from_claims(payload, claim_names, operator_org=operator_org)


def _token(header: str) -> str:
    """The one token of an `Authorization` header. A header that was sent twice arrives joined by commas, and it is
    unknown which of two tokens the gateway has verified."""
    words = header.split()
    if len(words) == 2 and words[0].lower() == "bearer":
        words = words[1:]
    if len(words) != 1 or not _TOKEN.fullmatch(words[0]):
        raise Unauthenticated("a header with one bearer token is needed")
    return words[0]


def _same(claim: object, verified: object) -> bool:
    """Whether the gateway passed this claim on: numbers and truth values as text, a list as `[a b]`. How it writes an
    object is not documented, and no claim that the service reads is one."""
    if isinstance(claim, dict) or (isinstance(claim, list) and any(isinstance(one, dict | list) for one in claim)):
        return verified is not None
    return claim is verified is None or (claim is not None and _text(claim) == str(verified))


def _text(claim: object) -> str:
    if isinstance(claim, list):
        return f"[{' '.join(map(_text, claim))}]"
    return json.dumps(claim) if isinstance(claim, bool) or claim is None else str(claim)


def _payload(token: str) -> Mapping[str, object]:
    try:
        part = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (IndexError, ValueError, binascii.Error):
        raise Unauthenticated("the token cannot be read") from None
    if not isinstance(claims, dict):
        raise Unauthenticated("the token cannot be read")
    return cast("Mapping[str, object]", claims)
