"""API Gateway's JWT authorizer on one machine: it checks tokens by a JWKS and passes their claims on as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import jwt

from shared.domain import messages
from shared.domain.errors import Unauthenticated
from shared.ports import Clock

_ALGORITHMS = ["RS256", "ES256"]
_MAX_TOKEN = 8192
_TOKENS = 256  # that are remembered as verified
_LATEST_S = 253402300799  # the end of the year 9999


class Authorizer:
    """`jwks` is asked at each unknown key id, so a new key is known at once and an old one stays known."""

    def __init__(self, jwks: Callable[[], Mapping[str, Any]], issuer: str, audience: str, clock: Clock) -> None:
        self._jwks = jwks
        self._issuer = issuer
        self._audience = audience
        self._clock = clock
        self._keys: dict[str, jwt.PyJWK] = {}
        # A caller sends one token many times; while the keys are the same, so is the answer.
        self._payload = lru_cache(_TOKENS)(self._verified)

    def claims(self, authorization: str | None) -> dict[str, str]:
        """The claims of the header's token, as API Gateway writes them. Raises `Unauthenticated`."""
        scheme, _, token = (authorization or "").strip().partition(" ")
        token = token.strip()
        if scheme.lower() != "bearer" or not token:
            raise Unauthenticated(messages.SEND_A_BEARER)
        if len(token) > _MAX_TOKEN:
            raise Unauthenticated("the token is too long")
        try:
            payload = self._payload(token)
        except (jwt.PyJWTError, ValueError, TypeError, RecursionError):
            raise Unauthenticated("the token is not valid") from None
        self._judge_times(payload)
        return {name: claim_text(value) for name, value in payload.items()}

    def _verified(self, token: str) -> Mapping[str, Any]:
        payload: Mapping[str, Any] = jwt.decode(
            token,
            self._key(jwt.get_unverified_header(token).get("kid")),
            algorithms=_ALGORITHMS,
            issuer=self._issuer,
            audience=self._audience,
            # Its times are checked at each request, by the service's clock and not by the machine's.
            options={"verify_exp": False, "verify_nbf": False, "verify_iat": False, "require": ["exp", "iss", "aud"]},
        )
        return payload

    def _key(self, kid: object) -> jwt.PyJWK:
        if not isinstance(kid, str):
            raise jwt.InvalidTokenError("a token names its key")
        if kid not in self._keys:
            self._keys = {key.key_id: key for key in jwt.PyJWKSet.from_dict(dict(self._jwks())).keys if key.key_id}
            self._payload.cache_clear()
        if kid not in self._keys:
            raise jwt.InvalidTokenError("the key is not known")
        return self._keys[kid]

    def _judge_times(self, payload: Mapping[str, Any]) -> None:
        now = self._clock.now().timestamp()
        expires, begins = payload["exp"], payload.get("nbf", 0)
        for instant in (expires, begins):
            if isinstance(instant, bool) or not isinstance(instant, int | float) or not 0 <= instant <= _LATEST_S:
                raise Unauthenticated("the token is not valid")
        if now >= expires:
            raise Unauthenticated("the token has expired")
        if now < begins:
            raise Unauthenticated("the token is not valid yet")


def claim_text(value: object) -> str:
    """A claim as the HTTP API's authorizer puts it into the event: always text, lists as `[a b]`.

    An item with a space reads like two there, as it does in AWS.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return value
        case None:
            return "<nil>"
        case list():
            return f"[{' '.join(claim_text(item) for item in value)}]"
        case dict():
            return f"map[{' '.join(f'{name}:{claim_text(item)}' for name, item in sorted(value.items()))}]"
        case _:
            return str(value)
