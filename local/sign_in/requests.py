"""A request for a code (RFC 6749, 4.1.1) and one for a token (4.1.3), read and judged."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from local.sign_in.clients import SCOPE, Client

_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")  # SHA-256 in base 64 for URLs
_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
_MOST_PARAMETERS = 64


class NoSuchClient(Exception):
    """Who asks, or where the answer would go, is not known: the answer stays here."""


class OAuthError(Exception):
    """An error that the client is told: `code` is one of the RFC's."""

    def __init__(self, code: str, why: str, status: int = 400) -> None:
        super().__init__(why)
        self.code, self.why, self.status = code, why, status


@dataclass(frozen=True, slots=True)
class Parameters:
    """Of a query or a form. An empty value is an absent one; `repeated` were given more than once."""

    values: Mapping[str, str]
    repeated: frozenset[str]

    def get(self, name: str) -> str:
        return "" if name in self.repeated else self.values.get(name, "")

    def refuse_repeated(self) -> None:
        if self.repeated:
            raise OAuthError("invalid_request", f"{min(self.repeated)} is given more than once")


def parameters(text: str) -> Parameters:
    """Raises `OAuthError`."""
    try:
        pairs = parse_qsl(text, errors="strict", max_num_fields=_MOST_PARAMETERS)
    except ValueError:
        raise OAuthError("invalid_request", "the parameters cannot be read") from None
    names = [name for name, _ in pairs]
    return Parameters(dict(pairs), frozenset(name for name in names if names.count(name) > 1))


@dataclass(frozen=True, slots=True)
class CodeRequest:
    """One that may be answered by a code."""

    client: Client
    redirect_uri: str
    challenge: str
    state: str

    def fields(self) -> dict[str, str]:
        """The same request as parameters again, for the form of the picker."""
        return {
            "response_type": "code",
            "client_id": self.client.id,
            "redirect_uri": self.redirect_uri,
            "scope": SCOPE,
            "code_challenge": self.challenge,
            "code_challenge_method": "S256",
            **({"state": self.state} if self.state else {}),
        }


def client_of(given: Parameters, clients: Mapping[str, Client], origin: str) -> Client:
    """Raises `NoSuchClient` also for a redirection that is not, letter for letter, the client's on this origin."""
    client = clients.get(given.get("client_id"))
    if client is None:
        raise NoSuchClient("no application of this name signs in here")
    if given.get("redirect_uri") != client.redirect_uri(origin):
        raise NoSuchClient("the application asks to be answered at an address that is not its own")
    return client


def code_request(given: Parameters, client: Client) -> CodeRequest:
    """Raises `OAuthError`."""
    given.refuse_repeated()
    if not given.get("response_type"):
        raise OAuthError("invalid_request", "response_type is missing")
    if given.get("response_type") != "code":
        raise OAuthError("unsupported_response_type", "only the response type code is given here")
    if given.get("code_challenge_method") != "S256" or not _CHALLENGE.fullmatch(given.get("code_challenge")):
        raise OAuthError("invalid_request", "a code_challenge with the method S256 is required")
    refuse_other_scopes(given)
    return CodeRequest(client, given.get("redirect_uri"), given.get("code_challenge"), given.get("state"))


def refuse_other_scopes(given: Parameters) -> None:
    if set(given.get("scope").split()) - {SCOPE}:
        raise OAuthError("invalid_scope", f"the only scope is {SCOPE}")


@dataclass(frozen=True, slots=True)
class TokenRequest:
    client_id: str
    code: str
    redirect_uri: str
    verifier: str


def token_request(given: Parameters, clients: Mapping[str, Client]) -> TokenRequest:
    """Raises `OAuthError`."""
    given.refuse_repeated()
    if not given.get("grant_type"):
        raise OAuthError("invalid_request", "grant_type is missing")
    if given.get("grant_type") != "authorization_code":
        raise OAuthError("unsupported_grant_type", "only authorization_code is taken here")
    if given.get("client_id") not in clients:
        raise OAuthError("invalid_client", "no application of this name signs in here", 401)
    for name in ("code", "redirect_uri", "code_verifier"):
        if not given.get(name):
            raise OAuthError("invalid_request", f"{name} is missing")
    if not _VERIFIER.fullmatch(given.get("code_verifier")):
        raise OAuthError("invalid_grant", "the code_verifier is none")
    return TokenRequest(
        given.get("client_id"), given.get("code"), given.get("redirect_uri"), given.get("code_verifier")
    )


def redirection(uri: str, issuer: str, state: str, **values: str) -> str:
    """Where the browser goes with the answer: who answers (RFC 9207), and `state` as it came."""
    return f"{uri}?{urlencode({**values, 'iss': issuer, **({'state': state} if state else {})})}"
