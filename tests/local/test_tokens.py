"""The issuer's tokens, and the forged ones."""

from __future__ import annotations

import base64
import json
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from local.aws.authorizer import Authorizer, claim_text
from local.clock import MovableClock
from local.issuer import AUDIENCE, Issuer
from shared.domain.errors import Malformed, Unauthenticated

URL = "http://127.0.0.1:1/local"
ANN = {"org": "acme", "sub": "ann"}


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
def issuer(clock: MovableClock) -> Issuer:
    return Issuer(URL, clock)


@pytest.fixture
def authorizer(issuer: Issuer, clock: MovableClock) -> Authorizer:
    return Authorizer(issuer.jwks, URL, AUDIENCE, clock)


def refused(authorizer: Authorizer, authorization: str | None) -> bool:
    try:
        authorizer.claims(authorization)
    except Unauthenticated:
        return True
    return False


def test_a_token_has_the_requested_claims(issuer: Issuer, authorizer: Authorizer) -> None:
    asked = {
        **ANN, "roles": ["reviewer", "auditor"], "agent_id": "a1", "purposes": ["support"],
        "memory_scope": "/org/acme", "act_as": ["bob"],
    }  # fmt: skip
    claims = authorizer.claims(f"Bearer {issuer.token(asked)}")
    assert {name: claims[name] for name in asked} == {
        "org": "acme", "sub": "ann", "roles": "[reviewer auditor]", "agent_id": "a1", "purposes": "[support]",
        "memory_scope": "/org/acme", "act_as": "[bob]",
    }  # fmt: skip
    assert claims["iss"] == URL
    assert claims["exp"].isdigit()


def test_an_absent_claim_stays_absent(issuer: Issuer, authorizer: Authorizer) -> None:
    assert not {"roles", "purposes", "act_as", "memory_scope"} & authorizer.claims(f"bearer {issuer.token(ANN)}").keys()


def test_the_moved_clock_decides_a_tokens_life(issuer: Issuer, authorizer: Authorizer, clock: MovableClock) -> None:
    old = f"Bearer {issuer.token({**ANN, 'ttl': 60})}"
    assert not refused(authorizer, old)
    clock.advance(400 * 86400)
    assert refused(authorizer, old)
    assert not refused(authorizer, f"Bearer {issuer.token(ANN)}")


def test_a_token_that_was_let_through_is_refused_once_its_key_is_withdrawn(issuer: Issuer, clock: MovableClock) -> None:
    successor = Issuer(URL, clock)
    published = issuer.jwks()
    authorizer = Authorizer(lambda: published, URL, AUDIENCE, clock)
    old = f"Bearer {issuer.token(ANN)}"
    assert authorizer.claims(old) == authorizer.claims(old)
    published = successor.jwks()
    assert not refused(authorizer, f"Bearer {successor.token(ANN)}")
    assert refused(authorizer, old)


def test_a_token_of_the_future_is_refused(issuer: Issuer, clock: MovableClock) -> None:
    behind = Authorizer(issuer.jwks, URL, AUDIENCE, MovableClock())
    clock.advance(600)
    assert refused(behind, f"Bearer {issuer.token(ANN)}")


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Basic YTpi",
        "Bearer nonsense",
        "Bearer a.b.c",
        "Bearer ..",
        "Bearer " + "a" * 9000,
        "Bearer é.ü.ß",
        "Bearer \x00",
    ],
)
def test_a_text_that_is_no_token_is_refused(authorizer: Authorizer, authorization: str | None) -> None:
    assert refused(authorizer, authorization)


def test_a_forged_token_is_refused(issuer: Issuer, authorizer: Authorizer) -> None:
    token = issuer.token(ANN)
    head, body, signature = token.split(".")
    kid = jwt.get_unverified_header(token)["kid"]
    payload = jwt.decode(token, options={"verify_signature": False})
    other = ec.generate_private_key(ec.SECP256R1())
    rsa_key = rsa.generate_private_key(65537, 2048)
    x = issuer.jwks()["keys"][0]["x"]
    forged = [
        f"{head}.{body}.AAAA",
        f"{head}.{body}.",
        f"{_b64({'alg': 'none'})}.{body}.",
        f"{_b64({'alg': 'none', 'kid': kid})}.{body}.",
        f"{head}.{_b64({**payload, 'sub': 'bob'})}.{signature}",
        jwt.encode(payload, other, "ES256", {"kid": kid}),
        jwt.encode(payload, other, "ES256"),
        jwt.encode(payload, other, "ES256", {"kid": "another"}),
        jwt.encode(payload, rsa_key, "RS256", {"kid": kid}),
        jwt.encode(payload, x.ljust(64, "x"), "HS256", {"kid": kid}),
        jwt.encode(payload, other, "ES256", {"kid": kid, "jku": f"{URL}/evil.json"}),
    ]
    assert not refused(authorizer, f"Bearer {token}")
    for bad in forged:
        assert refused(authorizer, f"Bearer {bad}")


@pytest.mark.parametrize(
    "change",
    [
        {"aud": "another"}, {"aud": None}, {"iss": "http://evil"}, {"iss": None}, {"exp": None}, {"exp": "soon"},
        {"exp": True}, {"exp": 10**400}, {"exp": 1.0}, {"nbf": "x"}, {"nbf": 4102444800}, {"sub": 7},
    ],
)  # fmt: skip
def test_a_well_signed_token_with_a_wrong_claim_is_refused(
    issuer: Issuer, authorizer: Authorizer, change: dict[str, Any]
) -> None:
    payload = jwt.decode(issuer.token(ANN), options={"verify_signature": False})
    payload = {name: value for name, value in {**payload, **change}.items() if value is not None}
    token = jwt.encode(payload, issuer._key, "ES256", {"kid": issuer._kid})
    assert refused(authorizer, f"Bearer {token}")


def test_two_starts_have_two_keys(issuer: Issuer, clock: MovableClock) -> None:
    after_restart = Issuer(URL, clock)
    assert refused(Authorizer(after_restart.jwks, URL, AUDIENCE, clock), f"Bearer {issuer.token(ANN)}")


def test_the_jwks_holds_no_secret(issuer: Issuer) -> None:
    assert {"d", "p", "q"}.isdisjoint(*(key.keys() for key in issuer.jwks()["keys"]))


@pytest.mark.parametrize(
    ("claims", "field"),
    [
        ({"sub": "a"}, "org"), ({"org": "a"}, "sub"), ({**ANN, "roles": "admin"}, "roles"),
        ({**ANN, "roles": [1]}, "roles"), ({**ANN, "sub": 1}, "sub"),
        ({**ANN, "agent_id": None}, "agent_id"), ({**ANN, "ttl": 0}, "ttl"),
        ({**ANN, "ttl": True}, "ttl"), ({**ANN, "ttl": 1.5}, "ttl"), ({**ANN, "admin": True}, "admin"),
        ({**ANN, "act_as": {"bob": 1}}, "act_as"), ({**ANN, "iss": "x"}, "iss"),
    ],
)  # fmt: skip
def test_malformed_claims_are_named(issuer: Issuer, claims: dict[str, Any], field: str) -> None:
    with pytest.raises(Malformed) as caught:
        issuer.token(claims)
    errors = caught.value.extra["errors"]
    assert isinstance(errors, list)
    assert [error["field"] for error in errors] == [field]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", "a"),
        (["a", "b"], "[a b]"),
        ([], "[]"),
        (True, "true"),
        (12, "12"),
        (None, "<nil>"),
        ({"b": 1, "a": [2]}, "map[a:[2] b:1]"),
    ],
)
def test_claims_are_written_as_the_http_api_writes_them(value: object, text: str) -> None:
    assert claim_text(value) == text


def _b64(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()
