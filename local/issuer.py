"""A token issuer for one machine: it gives every caller the claims they ask for, and signs with a key that lives as
long as the process.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from jwt.algorithms import ECAlgorithm

from shared.domain import messages
from shared.domain.access.caller import Role
from shared.domain.errors import FieldError, Malformed
from shared.ports import Clock

AUDIENCE = "agent-memory"
ALGORITHM = "ES256"
DEFAULT_TTL_S = 3600
LONGEST_TTL_S = 366 * 86400

_TEXTS = ("org", "sub", "agent_id", "memory_scope", "inherit")
_LISTS = ("roles", "purposes", "act_as", "sources")
_REQUIRED = ("org", "sub")
_KNOWN = (*_TEXTS, *_LISTS, "ttl")


class Issuer:
    def __init__(self, url: str, clock: Clock) -> None:
        self.url = url
        self._clock = clock
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._kid = secrets.token_hex(8)

    def jwks(self) -> dict[str, Any]:
        """The public key, as an authorizer fetches it."""
        public = json.loads(ECAlgorithm.to_jwk(self._key.public_key()))
        return {"keys": [{**public, "kid": self._kid, "use": "sig", "alg": ALGORITHM}]}

    def token(self, claims: Mapping[str, Any]) -> str:
        """A token with these claims, valid from now on the service's clock for `ttl` seconds (an hour unless said).

        Raises `Malformed`: unknown claims and roles, missing ones, other types. The service itself checks ids."""
        checked = _checked(claims)
        ttl = checked.pop("ttl", DEFAULT_TTL_S)
        now = int(self._clock.now().timestamp())
        payload = {**checked, "iss": self.url, "aud": AUDIENCE, "iat": now, "nbf": now, "exp": now + ttl,
                   "jti": secrets.token_hex(8)}  # fmt: skip
        return jwt.encode(payload, self._key, algorithm=ALGORITHM, headers={"kid": self._kid})


def _checked(claims: Mapping[str, Any]) -> dict[str, Any]:
    errors = [FieldError(name, messages.REQUIRED) for name in _REQUIRED if name not in claims]
    for name, value in claims.items():
        if name in _TEXTS:
            if not isinstance(value, str):
                errors.append(FieldError(name, "must be a string"))
        elif name in _LISTS:
            if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
                errors.append(FieldError(name, "must be a list of strings"))
            elif name == "roles":
                unknown = (role for role in value if role not in list(Role))
                errors += [FieldError(name, messages.unknown_role(role, list(Role))) for role in unknown]
        elif name == "ttl":
            if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= LONGEST_TTL_S:
                errors.append(FieldError(name, f"must be a whole number of seconds from 1 to {LONGEST_TTL_S}"))
        else:
            errors.append(FieldError(messages.shown(name), messages.unknown_claim(_KNOWN)))
    if errors:
        raise Malformed("; ".join(f"{e.field} {e.reason}" for e in errors[: messages.MOST_NAMED]), tuple(errors))
    return dict(claims)
