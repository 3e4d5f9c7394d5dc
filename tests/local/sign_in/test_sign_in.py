"""Signing in: the way of a browser, and of those who try to get a token that is not theirs."""

from __future__ import annotations

import base64
import hashlib
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from local.http.events import Answer
from local.sign_in.clients import CONSOLE, Client
from local.sign_in.codes import MOST_CODES
from local.sign_in.people import PEOPLE
from shared.domain.access.caller import Caller, Role, caller_from_claims
from shared.runtime.claims import caller_of
from tests.local.console.own_gateway import ORIGIN, OwnGateway, headers_of, json_of

AUTHORIZE, TOKEN = "/local/oauth/authorize", "/local/oauth/token"
REDIRECT = f"{ORIGIN}/console/"
VERIFIER = "v" * 20 + "-._~" + "9" * 30
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
ASKED = {
    "response_type": "code", "client_id": CONSOLE.id, "redirect_uri": REDIRECT, "scope": "agent-memory",
    "code_challenge": CHALLENGE, "code_challenge_method": "S256", "state": "s&=ä",
}  # fmt: skip
OTHER = Client("another-application", "/other/")


@pytest.fixture
def gateway(tmp_path: Path) -> OwnGateway:
    return OwnGateway(tmp_path, (CONSOLE, OTHER))


def chosen(gateway: OwnGateway, person: str = "user", origin: str = ORIGIN, **more: str) -> Answer:
    """The answer to the picker's form, as a browser sends it."""
    return gateway.post(AUTHORIZE, {**ASKED, "person": person, **more}, origin=origin, sec_fetch_site="same-origin")


def answered(answer: Answer) -> dict[str, str]:
    """What the redirection carries."""
    assert answer.status == 303, answer.body
    uri, _, query = headers_of(answer)["location"].partition("?")
    assert uri == REDIRECT
    return {name: value for name, (value,) in parse_qs(query, strict_parsing=True).items()}


def code(gateway: OwnGateway, person: str = "user", **more: str) -> str:
    return answered(chosen(gateway, person, **more))["code"]


def redeemed(gateway: OwnGateway, issued: str, **changed: str) -> Answer:
    form = {
        "grant_type": "authorization_code", "code": issued, "redirect_uri": REDIRECT, "client_id": CONSOLE.id,
        "code_verifier": VERIFIER, **changed,
    }  # fmt: skip
    return gateway.post(TOKEN, {name: value for name, value in form.items() if value}, origin=ORIGIN)


def caller(gateway: OwnGateway, answer: Answer) -> Caller:
    assert answer.status == 200, answer.body
    bearer = f"Bearer {json_of(answer)['access_token']}"
    claims = gateway.authorizer.claims(bearer)
    return caller_of(
        {"headers": {"authorization": bearer}, "requestContext": {"authorizer": {"jwt": {"claims": claims}}}}, {}
    )


def error(answer: Answer, status: int = 400) -> str:
    assert answer.status == status, answer.body
    assert headers_of(answer)["cache-control"] == "no-store"
    assert "access_token" not in json_of(answer)
    return str(json_of(answer)["error"])


def test_a_browser_gets_from_the_picker_to_a_token(gateway: OwnGateway) -> None:
    page = gateway.get(AUTHORIZE, ASKED)
    assert page.status == 200
    form = page.body.decode().partition("</form>")[0]
    assert f'action="{AUTHORIZE}"' in form
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form))
    sent = {name: unescape(value) for name, value in hidden.items()}
    assert sent == ASKED
    back = answered(gateway.post(AUTHORIZE, {**sent, "person": "reviewer"}, origin=ORIGIN))
    assert (back["state"], back["iss"]) == (ASKED["state"], gateway.issuer.url)
    answer = redeemed(gateway, back["code"])
    assert {**json_of(answer), "access_token": ""} == {
        "access_token": "", "token_type": "Bearer", "expires_in": 1800, "scope": "agent-memory",
    }  # fmt: skip
    assert headers_of(answer)["cache-control"] == "no-store"
    assert caller(gateway, answer).has(Role.REVIEWER)


@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person.id)
def test_the_token_says_what_the_picker_said_and_lives_half_an_hour(gateway: OwnGateway, person: object) -> None:
    offered = next(one for one in PEOPLE if one is person)
    answer = redeemed(gateway, code(gateway, offered.id))
    assert caller(gateway, answer) == caller_from_claims(offered.claims)
    claims = gateway.authorizer.claims(f"Bearer {json_of(answer)['access_token']}")
    assert int(claims["exp"]) - int(claims["iat"]) == 1800


def test_somebody_else_may_be_described(gateway: OwnGateway) -> None:
    answer = redeemed(gateway, code(gateway, "another", org=" globex ", user="林", whole="yes", role_auditor="yes"))
    who = caller(gateway, answer)
    assert (who.org, who.subject, who.bound.path, who.roles) == ("globex", "林", "/org/globex", frozenset({"auditor"}))


def test_somebody_who_cannot_be_is_asked_for_again(gateway: OwnGateway) -> None:
    for org, user in (("", "ann"), ("acme", "a\u0000b"), ("x" * 200, "ann")):
        answer = chosen(gateway, "another", org=org, user=user)
        assert answer.status == 400
        assert b'role="alert"' in answer.body
        assert "location" not in headers_of(answer)


def test_nobody_signs_in_against_their_will(gateway: OwnGateway) -> None:
    assert answered(chosen(gateway, "nobody"))["error"] == "access_denied"
    assert answered(chosen(gateway, "root"))["error"] == "invalid_request"


def test_a_code_is_redeemed_once(gateway: OwnGateway) -> None:
    got = code(gateway)
    assert redeemed(gateway, got).status == 200
    assert error(redeemed(gateway, got)) == "invalid_grant"


def test_a_code_lives_a_minute(gateway: OwnGateway) -> None:
    first = code(gateway)
    gateway.clock.advance(58)
    second = code(gateway)
    gateway.clock.advance(2)
    assert error(redeemed(gateway, first)) == "invalid_grant"
    assert redeemed(gateway, second).status == 200


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"code_verifier": "w" * 43}, "invalid_grant"),
        ({"code_verifier": CHALLENGE}, "invalid_grant"),  # as the method `plain` would have it
        ({"code_verifier": VERIFIER + "x"}, "invalid_grant"),
        ({"client_id": OTHER.id}, "invalid_grant"),
        ({"client_id": OTHER.id, "redirect_uri": f"{ORIGIN}/other/"}, "invalid_grant"),
        ({"redirect_uri": f"{ORIGIN}/console"}, "invalid_grant"),
        ({"redirect_uri": "http://localhost:8080/console/"}, "invalid_grant"),
    ],
)
def test_a_code_that_is_shown_wrongly_is_used_up(gateway: OwnGateway, changed: dict[str, str], said: str) -> None:
    got = code(gateway)
    assert error(redeemed(gateway, got, **changed)) == said
    assert error(redeemed(gateway, got)) == "invalid_grant"


@pytest.mark.parametrize(
    ("changed", "said", "status"),
    [
        ({"grant_type": ""}, "invalid_request", 400),
        ({"grant_type": "password"}, "unsupported_grant_type", 400),
        ({"grant_type": "refresh_token"}, "unsupported_grant_type", 400),
        ({"client_id": ""}, "invalid_client", 401),
        ({"client_id": "stranger"}, "invalid_client", 401),
        ({"code": ""}, "invalid_request", 400),
        ({"code": "made-up"}, "invalid_grant", 400),
        ({"redirect_uri": ""}, "invalid_request", 400),
        ({"code_verifier": ""}, "invalid_request", 400),
        ({"code_verifier": "short"}, "invalid_grant", 400),
        ({"code_verifier": "ä" * 50}, "invalid_grant", 400),
    ],
)
def test_a_request_for_a_token_that_is_wrong_gets_the_rfcs_error(
    gateway: OwnGateway, changed: dict[str, str], said: str, status: int
) -> None:
    assert error(redeemed(gateway, code(gateway), **changed), status) == said


def test_a_body_that_is_no_form_is_refused(gateway: OwnGateway) -> None:
    assert error(gateway.post(TOKEN, b"{}", content_type="application/json")) == "invalid_request"
    assert error(gateway.post(TOKEN, b"code=%ff&grant_type=authorization_code")) == "invalid_request"
    assert error(gateway.post(TOKEN, b"\xff")) == "invalid_request"
    assert error(gateway.post(TOKEN, b"a=1&" * 500)) == "invalid_request"
    assert error(gateway.post(TOKEN, b"code=a&code=b&grant_type=authorization_code")) == "invalid_request"
    assert gateway.get(TOKEN).status == 405


@pytest.mark.parametrize(
    "uri",
    [
        "", "https://evil.example/console/", f"{REDIRECT}x", f"{REDIRECT}?x=1", f"{ORIGIN}/console", f"{REDIRECT}#x",
        f"{ORIGIN}/console/../local/", "http://127.0.0.1:8080@evil.example/console/", "//evil.example/console/",
        "http://127.0.0.1:8081/console/", "http://localhost:8080/console/", "http://127.0.0.1:8080/CONSOLE/",
        f"{ORIGIN}/other/", "javascript:alert(1)", f"{REDIRECT}\r\nx: y",
    ],
)  # fmt: skip
def test_an_answer_never_leaves_for_an_address_that_is_not_the_consoles(gateway: OwnGateway, uri: str) -> None:
    for answer in (
        gateway.get(AUTHORIZE, {**ASKED, "redirect_uri": uri}),
        chosen(gateway, redirect_uri=uri),
        chosen(gateway, redirect_uri=uri, person="nobody"),
    ):
        assert answer.status == 400
        assert "location" not in headers_of(answer)


def test_a_client_that_is_not_known_is_not_answered(gateway: OwnGateway) -> None:
    for query in ({**ASKED, "client_id": "stranger"}, {**ASKED, "client_id": ""}, {}):
        answer = gateway.get(AUTHORIZE, query)
        assert answer.status == 400
        assert "location" not in headers_of(answer)
    twice = gateway.get(f"{AUTHORIZE}?client_id={CONSOLE.id}&client_id={CONSOLE.id}&redirect_uri={REDIRECT}")
    assert (twice.status, "location" in headers_of(twice)) == (400, False)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"code_challenge": "", "code_challenge_method": ""}, "invalid_request"),
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
        ({"code_challenge_method": "plain", "code_challenge": VERIFIER}, "invalid_request"),
        ({"code_challenge_method": "s256"}, "invalid_request"),
        ({"code_challenge": CHALLENGE + "="}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "code token"}, "unsupported_response_type"),
        ({"response_type": ""}, "invalid_request"),
        ({"scope": "agent-memory admin"}, "invalid_scope"),
    ],
)
def test_no_code_is_issued_without_proof_or_for_more_than_is_given(
    gateway: OwnGateway, changed: dict[str, str], said: str
) -> None:
    for answer in (gateway.get(AUTHORIZE, {**ASKED, **changed}), chosen(gateway, **changed)):
        back = answered(answer)
        assert (back["error"], back["state"], back["iss"]) == (said, ASKED["state"], gateway.issuer.url)
        assert "code" not in back


def test_a_request_without_scope_and_state_gets_the_one_scope(gateway: OwnGateway) -> None:
    back = answered(chosen(gateway, scope="", state=""))
    assert set(back) == {"code", "iss"}
    assert redeemed(gateway, back["code"]).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "", "sec_fetch_site": ""},
        {"origin": "null", "sec_fetch_site": "same-origin"},
        {"origin": "http://localhost:8080", "sec_fetch_site": "cross-site"},
        {"origin": "http://127.0.0.1:9090", "sec_fetch_site": "same-site"},
        {"origin": "https://evil.example", "sec_fetch_site": "cross-site"},
        {"origin": ORIGIN, "sec_fetch_site": "cross-site"},
        {"origin": ORIGIN, "sec_fetch_site": "none"},
    ],
)
def test_a_choice_that_another_page_makes_is_refused(gateway: OwnGateway, headers: dict[str, str]) -> None:
    answer = gateway.post(AUTHORIZE, {**ASKED, "person": "admin"}, **headers)
    assert answer.status == 403
    assert "location" not in headers_of(answer)


def test_a_choice_is_not_made_by_a_link(gateway: OwnGateway) -> None:
    assert gateway.get(AUTHORIZE, {**ASKED, "person": "admin"}).status == 200


def test_the_picker_runs_no_script_and_shows_what_was_sent_as_text(gateway: OwnGateway) -> None:
    page = gateway.get(AUTHORIZE, {**ASKED, "state": '"><script>alert(1)</script>'})
    text = page.body.decode()
    assert not re.search(r"<script|\son[a-z]+=|style=|<style|javascript:", text)
    assert "&lt;script&gt;" in text
    headers = headers_of(page)
    assert headers["content-security-policy"].startswith("default-src 'none'; style-src 'self'; form-action 'self';")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    # Under `no-referrer` a browser sends `Origin: null` with the form, which is refused above.
    assert (headers["referrer-policy"], headers["cache-control"]) == ("same-origin", "no-store")
    assert re.findall(r'(?:src|href)="([^"]+)"', text) == ["/local/oauth/picker.css"]
    assert gateway.get("/local/oauth/picker.css").status == 200


def test_codes_that_nobody_redeems_take_a_bounded_room(gateway: OwnGateway) -> None:
    first = code(gateway)
    last = [code(gateway) for _ in range(MOST_CODES)][-1]
    assert error(redeemed(gateway, first)) == "invalid_grant"
    assert redeemed(gateway, last).status == 200


def test_the_redirection_goes_to_the_name_by_which_the_browser_came(gateway: OwnGateway) -> None:
    own = "http://localhost:9000"
    form = {**ASKED, "redirect_uri": f"{own}/console/", "person": "user"}
    answer = gateway.post(AUTHORIZE, form, host="localhost:9000", origin=own)
    assert urlsplit(headers_of(answer)["location"]).netloc == "localhost:9000"


def test_another_machines_name_reaches_neither_page_nor_tokens(gateway: OwnGateway) -> None:
    assert gateway.get(AUTHORIZE, ASKED, host="evil.example").status == 421
    assert gateway.post(TOKEN, {}, host="evil.example").status == 421
