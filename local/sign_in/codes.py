"""Authorisation codes: each is redeemed once, within a minute, by the one who asked for it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from local.sign_in.requests import OAuthError, TokenRequest
from shared.ports import Clock

CODE_LIFE = timedelta(seconds=60)
MOST_CODES = 1000  # at a time; then the oldest is no longer redeemed


@dataclass(frozen=True, slots=True)
class Grant:
    """What a code stands for, and what the one who redeems it must show."""

    client_id: str
    redirect_uri: str
    challenge: str
    claims: Mapping[str, Any]


class Codes:
    """Holds hashes only: how long a look-up takes says nothing of a code."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._issued: dict[bytes, tuple[datetime, Grant]] = {}  # oldest first

    def issue(self, grant: Grant) -> str:
        code, now = secrets.token_urlsafe(32), self._clock.now()
        with self._lock:
            self._issued = {key: held for key, held in self._issued.items() if now < held[0] + CODE_LIFE}
            while len(self._issued) >= MOST_CODES:
                del self._issued[next(iter(self._issued))]
            self._issued[_key(code)] = (now, grant)
        return code

    def redeem(self, asked: TokenRequest) -> Grant:
        """Raises `OAuthError` for a code that is unknown, used, too old, another client's, or not shown with its
        verifier and its redirection. A code that was shown once is used up, whatever the answer was."""
        with self._lock:
            issued, grant = self._issued.pop(_key(asked.code), (None, None))
        if issued is None or grant is None or self._clock.now() >= issued + CODE_LIFE:
            raise OAuthError("invalid_grant", "the code is unknown, used or too old")
        if (asked.client_id, asked.redirect_uri) != (grant.client_id, grant.redirect_uri):
            raise OAuthError("invalid_grant", "the code was issued to another client or address")
        if not hmac.compare_digest(challenge_of(asked.verifier), grant.challenge):
            raise OAuthError("invalid_grant", "the code_verifier does not fit the code_challenge")
        return grant


def challenge_of(verifier: str) -> str:
    """RFC 7636's S256."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def _key(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
