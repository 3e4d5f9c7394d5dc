"""The authorisation endpoint with its picker, and the token endpoint."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from local.http.events import Answer, Request, split_target
from local.http.problems import problem
from local.issuer import Issuer
from local.sign_in.clients import CONSOLE, SCOPE, Client
from local.sign_in.codes import Codes, Grant
from local.sign_in.people import PEOPLE, described
from local.sign_in.picker_page import (
    ANOTHER,
    AUTHORIZE_PATH,
    HEADERS,
    NOBODY,
    ROLE_PREFIX,
    STYLE_PATH,
    picker,
    refusal_page,
)
from local.sign_in.requests import (
    CodeRequest,
    NoSuchClient,
    OAuthError,
    Parameters,
    client_of,
    code_request,
    parameters,
    redirection,
    token_request,
)
from shared.domain import messages
from shared.domain.access.caller import Role, caller_from_claims
from shared.domain.errors import Malformed, Unauthenticated
from shared.ports import Clock

REDEEM_PATH = "/local/oauth/token"
TOKEN_LIFE_S = 1800
_METHODS = {AUTHORIZE_PATH: ("GET", "HEAD", "POST"), REDEEM_PATH: ("POST",), STYLE_PATH: ("GET", "HEAD")}
_FORM = "application/x-www-form-urlencoded"
_STYLE = (Path(__file__).parent / "picker.css").read_bytes()


class SignIn:
    """`clients` are the applications that sign in here."""

    def __init__(self, issuer: Issuer, clock: Clock, clients: Sequence[Client] = (CONSOLE,)) -> None:
        self._issuer = issuer
        self._codes = Codes(clock)
        self._clients = {client.id: client for client in clients}

    def __call__(self, request: Request) -> Answer | None:
        methods = _METHODS.get(request.path)
        if methods is None:
            return None
        if request.method not in methods:
            said = messages.other_method(request.method, request.path, [name for name in methods if name != "HEAD"])
            refusal = problem(405, "method_not_allowed", said)
            return Answer(refusal.status, (*refusal.headers, ("allow", ", ".join(methods))), refusal.body)
        if request.path == STYLE_PATH:
            return Answer(200, (("content-type", "text/css; charset=utf-8"), *HEADERS), _STYLE)
        return self._token(request) if request.path == REDEEM_PATH else self._authorize(request)

    def _authorize(self, request: Request) -> Answer:
        origin, chosen = _own_origin(request), request.method == "POST"
        if chosen and not _is_own_form(request, origin):
            return refusal_page("The form was sent from another page.", 403)
        try:
            given = parameters(_form(request) if chosen else split_target(request.target)[1])
            client = client_of(given, self._clients, origin)
        except (NoSuchClient, OAuthError) as error:
            return refusal_page(f"Refused: {error}.")
        try:
            asked = code_request(given, client)
            return self._choice(asked, given) if chosen else picker(asked.fields(), PEOPLE)
        except OAuthError as error:
            return self._back(client.redirect_uri(origin), given.get("state"), error=error.code,
                              error_description=error.why)  # fmt: skip

    def _choice(self, asked: CodeRequest, given: Parameters) -> Answer:
        """Raises `OAuthError`."""
        if given.get("person") == NOBODY:
            raise OAuthError("access_denied", "nobody signed in")
        try:
            claims = _claims(given)
        except (Malformed, Unauthenticated) as error:
            return picker(asked.fields(), PEOPLE, error.detail)
        code = self._codes.issue(Grant(asked.client.id, asked.redirect_uri, asked.challenge, claims))
        return self._back(asked.redirect_uri, asked.state, code=code)

    def _back(self, uri: str, state: str, **values: str) -> Answer:
        location = redirection(uri, self._issuer.url, state, **values)
        return Answer(303, (("location", location), *HEADERS), b"")

    def _token(self, request: Request) -> Answer:
        try:
            asked = token_request(parameters(_form(request)), self._clients)
            grant = self._codes.redeem(asked)
        except OAuthError as error:
            return _json(error.status, {"error": error.code, "error_description": error.why})
        token = self._issuer.token({**grant.claims, "ttl": TOKEN_LIFE_S})
        granted = {"access_token": token, "expires_in": TOKEN_LIFE_S, "scope": SCOPE}
        return _json(200, {**granted, "token_type": "Bearer"})  # nosec B105 - a scheme of the header, no secret


def _own_origin(request: Request) -> str:
    """As the browser sees it. The gateway has refused every host that is not this machine."""
    return f"http://{(request.header('host') or '').lower()}"


def _is_own_form(request: Request, origin: str) -> bool:
    """A browser sends these two headers with every form, and no page can set them."""
    return request.header("origin") == origin and request.header("sec-fetch-site") in (None, "same-origin")


def _form(request: Request) -> str:
    """Raises `OAuthError`."""
    if (request.header("content-type") or "").partition(";")[0].strip().lower() != _FORM:
        raise OAuthError("invalid_request", f"the body must be {_FORM}")
    try:
        return request.body.decode("ascii")
    except UnicodeDecodeError:
        raise OAuthError("invalid_request", "the body is not well-formed") from None


def _claims(given: Parameters) -> Mapping[str, Any]:
    """Of the person who was chosen. Raises `Malformed`, `Unauthenticated` or `OAuthError`."""
    chosen = given.get("person")
    if chosen == ANOTHER:
        roles = [role for role in Role if given.get(f"{ROLE_PREFIX}{role}")]
        org, user = given.get("org").strip(), given.get("user").strip()
        claims = described(org, user, roles, whole_tenant=bool(given.get("whole")))
        caller_from_claims(claims)
        return claims
    person = next((person for person in PEOPLE if person.id == chosen), None)
    if person is None:
        raise OAuthError("invalid_request", "nobody of this name is offered")
    return person.claims


def _json(status: int, body: Mapping[str, object]) -> Answer:
    headers = (("content-type", "application/json"), ("cache-control", "no-store"), ("pragma", "no-cache"))
    return Answer(status, headers, json.dumps(body).encode())
