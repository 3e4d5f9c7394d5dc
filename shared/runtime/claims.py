"""The caller of a request: the claims of the token that the gateway has verified."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Any, cast

from shared.domain.access.caller import Caller, caller_from_claims
from shared.domain.errors import Unauthenticated


def caller_of(event: Mapping[str, Any], claim_names: Mapping[str, str]) -> Caller:
    """Raises `Unauthenticated` unless the gateway's JWT authorizer has let the request through.

    The gateway hands claims on as texts (a list arrives as `[a b]`, in which an element's own space is lost). So the
    payload is read from the very token that it verified, after checking that both are one token.
    """
    authorizer = event.get("requestContext", {}).get("authorizer") or {}
    verified = (authorizer.get("jwt") or {}).get("claims")
    if not verified:
        raise Unauthenticated("a bearer token is needed")
    header = str((event.get("headers") or {}).get("authorization", ""))
    scheme, _, token = header.partition(" ")
    payload = _payload(token.strip()) if scheme.lower() == "bearer" else _payload(header.strip())
    for name in ("sub", "iss", "exp", "jti"):
        if name in verified and str(payload.get(name)) != str(verified[name]):
            raise Unauthenticated("the token is not the one that was verified")
    return caller_from_claims(payload, claim_names)


def _payload(token: str) -> Mapping[str, object]:
    try:
        part = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (IndexError, ValueError, binascii.Error):
        raise Unauthenticated("the token cannot be read") from None
    if not isinstance(claims, dict):
        raise Unauthenticated("the token cannot be read")
    return cast("Mapping[str, object]", claims)
